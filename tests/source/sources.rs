//! Sources: imports, mistakes, places.

use protoward::schema::place::Facet;
use protoward::schema::{EnumId, MessageId, Part};
use protoward::source::Entry;

use super::{Dir, ORDER, root_of};

#[test]
fn a_source_and_its_imports() {
    let dir = Dir::new(&[
        (
            "proto/shop/order.proto",
            "syntax = \"proto3\"; package shop; import \"shop/item.proto\";\
            import \"google/protobuf/timestamp.proto\"; message Order { Item item = 1; google.protobuf.Timestamp at = 2; }",
        ),
        (
            "proto/shop/item.proto",
            "\u{feff}syntax = \"proto3\"; package shop; message Item {} message Unused {}",
        ),
    ]);
    let input = dir.with_paths("proto/shop/order.proto", &["elsewhere/..", "proto"]);
    assert_eq!(dir.error(input).0, "missing-proto-path");
    let input = dir.with_paths("proto/shop/order.proto", &["proto"]).expect("compiles");
    assert_eq!(input.roots(), ["shop.Order"]);
    assert!(!input.names_its_root());
    let entry = input.entry(None).expect("one message");
    assert_eq!(root_of(&entry), "shop.Order");
    let schema = entry.reconstruct().expect("a schema");
    let files: Vec<&str> = schema.pool().files.iter().map(|f| &*f.name).collect();
    assert_eq!(files.last(), Some(&"shop/order.proto"));
    assert_eq!(files.len(), 3);
    let item = input.entry(Some("shop.Item")).expect("declared by an import");
    let stored = Entry::native("item", None, item.data().into_owned()).reconstruct().expect("a schema");
    assert_eq!((root_of(&item), stored.pool().files.len()), ("shop.Item".to_owned(), 1));
    // Without -I, the parents serve.
    let input = dir.load("proto/shop/order.proto").expect("compiles");
    assert_eq!(
        input.entry(None).expect("one").reconstruct().expect("a schema").pool().files[2].name,
        "order.proto".into()
    );
}

#[test]
fn comments_change_no_byte() {
    let dir = Dir::new(&[
        ("a/order.proto", ORDER),
        ("b/order.proto", &format!("// why\n{}", ORDER.replace("int32", "/* how */ int32"))),
        ("c/order.proto", &ORDER.replace("int32", "int64")),
    ]);
    let entry = |name| dir.load(name).expect("compiles").entry(None).expect("one message");
    let (a, b, c) = (entry("a/order.proto"), entry("b/order.proto"), entry("c/order.proto"));
    assert!(a.is_identical(&b) && !a.is_identical(&c));
    // What is said to be stored reads back with the same fingerprint.
    let native = Entry::native("a", None, a.data().into_owned());
    assert_eq!(native.fingerprint(), a.fingerprint());
    assert_eq!(root_of(&native), "shop.Order");
}

#[test]
fn what_is_wrong_with_a_source() {
    let dir = Dir::new(&[
        ("syntax.proto", "syntax = \"proto3\";\nmessage Ä { int32 é = 1 }"),
        ("type.proto", "syntax = \"proto3\";\nmessage A {\n  Nope b = 1;\n}"),
        ("import.proto", "syntax = \"proto3\";\n\nimport \"nope.proto\";"),
        ("bad-import.proto", "syntax = \"proto3\"; import \"syntax2.proto\";"),
        ("syntax2.proto", "message {"),
        ("leave.proto", "import \"../x.proto\";"),
        ("circle.proto", "import \"circle.proto\";"),
        ("edition.proto", "// new\nedition = \"2023\";\nmessage A {}"),
        ("empty.proto", ""),
        ("two.proto", "syntax = \"proto3\"; package p; message A { message C {} } message B {}"),
        ("deep.proto", &format!("{}{}", "message A {".repeat(100_000), "}".repeat(100_000))),
        ("i/x.proto", ORDER),
    ]);
    dir.write("latin.proto", b"syntax = \"proto3\";\n// \xe9\n");
    let error = |name: &str| dir.error(dir.load(name));
    let (kind, message, _) = error("syntax.proto");
    assert_eq!(kind, "syntax");
    assert!(message.starts_with("syntax.proto:2:9: "), "{message}");
    let (kind, message, _) = error("type.proto");
    assert_eq!(kind, "compile");
    assert!(message.starts_with("type.proto:3:3: ") && message.contains("`Nope`"), "{message}");
    let (kind, message, help) = error("import.proto");
    assert_eq!(kind, "missing-import");
    assert!(message.starts_with("import.proto:3:8: `nope.proto` is not found, looked for in "), "{message}");
    assert!(help.contains("-I DIR"));
    let (kind, message, _) = error("bad-import.proto");
    assert_eq!(kind, "syntax");
    assert!(message.starts_with("syntax2.proto:1:9: "), "{message}");
    let (kind, message, _) = error("leave.proto");
    assert_eq!(kind, "missing-import");
    assert!(message.starts_with("leave.proto:1:8: `../x.proto` is no import path"), "{message}");
    let (kind, message, _) = error("circle.proto");
    assert_eq!(
        (kind, message.as_str()),
        ("import-circle", "circle.proto:1:8: `circle.proto` imports itself")
    );
    let (kind, message, _) = error("deep.proto");
    assert_eq!(kind, "syntax");
    assert!(message.starts_with("deep.proto:1:"), "{message}");
    dir.load("edition.proto").expect("Edition 2023");
    dir.load("latin.proto").expect("a comment that is not UTF-8");
    assert_eq!(dir.error(dir.with_paths("empty.proto", &["i"])).0, "not-in-proto-path");

    let root = |name: &str, root| dir.error(dir.load(name).expect("compiles").entry(root));
    assert_eq!(root("empty.proto", None).0, "no-root");
    let (kind, message, help) = root("two.proto", None);
    assert_eq!(
        (kind, message.as_str()),
        ("no-root", "two.proto: `two.proto` declares 2 messages: `p.A` and `p.B`")
    );
    assert!(help.contains("--root p.A"));
    let (kind, message, help) = root("two.proto", Some("p.a"));
    assert_eq!((kind, message.as_str()), ("unknown-root", "two.proto: no file declares a message `p.a`"));
    assert_eq!(help, "did you mean `p.A`? there are `p.A` and `p.B`");
    assert_eq!(root("two.proto", Some("C")).2, "did you mean `p.A.C`? there are `p.A` and `p.B`");
    let two = dir.load("two.proto").expect("compiles");
    let (alias, full) =
        (two.entry(Some("A.C")).expect("an alias"), two.entry(Some("p.A.C")).expect("a full name"));
    assert!(alias.is_identical(&full));
    assert_eq!(
        root_of(&dir.load("two.proto").expect("compiles").entry(Some("p.A.C")).expect("nested")),
        "p.A.C"
    );
}

#[test]
fn deep_but_not_too_deep() {
    let nested = format!("syntax = \"proto3\"; {}{}", "message A {".repeat(31), "}".repeat(31));
    let dir = Dir::new(&[("nested.proto", &nested)]);
    dir.load("nested.proto").expect("not too deep");
    for n in 0..2000 {
        dir.write(
            &format!("c{n}.proto"),
            format!("import \"c{}.proto\"; message M{n} {{}}", n + 1).as_bytes(),
        );
    }
    dir.write("c2000.proto", b"message M {}");
    let entry = dir.load("c0.proto").expect("compiles").entry(None).expect("one message");
    assert_eq!(entry.reconstruct().expect("a schema").pool().files.len(), 2001);
}

#[test]
fn places_are_the_same_from_a_source_and_from_source_info() {
    let text = "syntax = \"proto2\";\npackage p;\nmessage A {\n  optional B b = 7;\n  repeated int32 c = 3 [packed = true];\n\
                \n  map<string, B> d = 4;\n  message B {\n    optional E e = 1 [default = Y];\n  }\n}\nenum E {\n  X = 0;\n  Y = 1;\n}\n";
    let dir = Dir::new(&[("places.proto", text)]);
    let made = std::process::Command::new(protoc_bin_vendored::protoc_bin_path().expect("protoc"))
        .args(["--include_source_info", "-I", &dir.path(""), "-o", &dir.path("places.binpb"), "places.proto"])
        .status();
    assert!(made.expect("protoc starts").success());
    let [source, set] =
        ["places.proto", "places.binpb"].map(|name| dir.load(name).expect(name).entry(None).expect("A"));
    let native = Entry::native("native", None, set.data().into_owned());
    let (a, entry, b, e) = (MessageId(0), MessageId(1), MessageId(2), EnumId(0));
    let value = Part::Field(entry, 1, Facet::Type);
    for (part, line, column, end) in [
        (Part::Message(a), 3, 9, 10),
        (Part::Field(a, 0, Facet::Label), 5, 3, 11),
        (Part::Field(a, 0, Facet::Type), 5, 12, 17),
        (value, 7, 15, 16),
        (Part::Field(a, 2, Facet::Type), 4, 12, 13),
        (Part::Field(a, 2, Facet::Number), 4, 18, 19),
        (Part::Field(b, 0, Facet::Default), 9, 33, 34),
        (Part::Enum(e), 12, 6, 7),
        (Part::EnumValue(e, 1), 14, 3, 9),
    ] {
        let place = |entry: &Entry| entry.locate(part).map(|l| (l.line, l.column, l.end_line, l.end_column));
        assert_eq!(place(&source), Some((line, column, line, end)), "{part:?} of the source");
        assert_eq!(place(&set).map(|p| p.0), Some(line), "{part:?} of the set");
        // Of a map, protoc tells the place of the whole type.
        let column = if part == value { 3 } else { column };
        assert_eq!(place(&set).map(|p| p.1), Some(column), "{part:?} of the set");
        assert_eq!(place(&native), None, "written without source info");
    }
}

#[test]
fn a_tree_of_many_files_is_read_like_a_few() {
    let dir = Dir::new(&[]);
    let source = |at: usize, body: &str| {
        let next = if at == 99 { String::new() } else { format!("import \"f{:03}.proto\";\n", at + 1) };
        let field = if at == 99 { String::new() } else { format!("M{} next = 1;", at + 1) };
        format!("syntax = \"proto3\";\npackage tree;\n{next}message M{at} {{ {field} {body} }}\n")
    };
    for at in 0..100 {
        dir.write(&format!("sound/f{at:03}.proto"), source(at, "").as_bytes());
        // One file does not read well, one uses what nothing declares; what imports them is passed over.
        let body = match at {
            40 => "int32 = 7;",
            70 => "Nothing there = 7; Nobody here = 8;",
            90 => "int32 unused = 536870912;",
            _ => "",
        };
        dir.write(&format!("faulty/f{at:03}.proto"), source(at, body).as_bytes());
    }
    let sound = dir.load("sound").expect("compiles");
    assert_eq!((sound.every_root().len(), sound.roots()), (100, vec!["tree.M0".to_owned()]));
    let schema = sound.entry(None).expect("a root").reconstruct().expect("a schema");
    assert_eq!(schema.pool().files.len(), 100);
    let error = dir.load("faulty").expect_err("faults");
    let told = error.each().map(|error| {
        let place = error.location.as_ref().expect("a place");
        (place.file.rsplit('/').next().unwrap_or_default().to_owned(), place.line, place.column)
    });
    // Files stand behind what they import.
    assert_eq!(
        told.collect::<Vec<_>>(),
        [("f090.proto".to_owned(), 4, 44), ("f040.proto".to_owned(), 4, 35)]
    );
}

#[test]
fn a_language_that_cannot_be_built_is_told_once() {
    let dir = Dir::new(&[("a.proto", "edition = \"2026\"; message A { int32 a = 1; }")]);
    let entry = dir.load("a.proto").and_then(|input| input.entry(None)).expect("compiles");
    let refused = entry.reconstruct().expect_err("no reader builds it");
    assert!(refused.unsupported);
    assert_eq!(
        refused.why,
        "a.proto: its edition, EDITION_2026, is none that the reference runtime can build"
    );
}

#[test]
fn extensions_in_a_message_are_found_by_name() {
    let text = "syntax = \"proto2\"; package a; message M { extensions 10 to 20; optional int32 z = 1;\
        extend M { optional int32 c = 12; optional int32 a = 10; optional int32 b = 11; } }";
    let dir = Dir::new(&[("a.proto", text)]);
    let entry = dir.load("a.proto").and_then(|input| input.entry(None)).expect("compiles");
    let schema = entry.reconstruct().expect("a schema");
    let numbers = ["a", "b", "c", "z", "d", ""].map(|name| schema.pool()[schema.root()].number_of(name));
    assert_eq!(numbers, [Some(10), Some(11), Some(12), Some(1), None, None]);
}
