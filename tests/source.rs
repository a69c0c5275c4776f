//! Where schemas come from: files, directories and bytes as a person hands them over.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use protoward::schema::place::Facet;
use protoward::schema::{EnumId, MessageId, Part};
use protoward::source::{Entry, Input, InputError, InputType, Options, Stdin, load_history, load_proposed};

/// A directory of one test.
struct Dir(PathBuf);

impl Dir {
    fn new(files: &[(&str, &str)]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = Self(
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("source-{}-{count}", std::process::id())),
        );
        let _ = fs::remove_dir_all(&dir.0);
        fs::create_dir_all(&dir.0).expect("a directory");
        for (name, text) in files {
            dir.write(name, text.as_bytes());
        }
        dir
    }

    fn write(&self, name: &str, bytes: &[u8]) -> &Self {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, bytes).expect("a file");
        self
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn load(&self, name: &str) -> Result<Input, InputError> {
        load_proposed(&self.path(name), &Options::default())
    }

    fn with_paths(&self, name: &str, paths: &[&str]) -> Result<Input, InputError> {
        let proto_paths = paths.iter().map(|p| self.0.join(p)).collect();
        load_proposed(&self.path(name), &Options { proto_paths, ..Options::default() })
    }

    /// The error, with this directory's own path taken out.
    #[track_caller]
    fn error<T: std::fmt::Debug>(&self, result: Result<T, InputError>) -> (&'static str, String, String) {
        let error = result.expect_err("must fail");
        let short = |text: &str| text.replace(&self.path(""), "");
        (error.kind, short(&error.to_string()), short(error.help.as_deref().unwrap_or_default()))
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const ORDER: &str = "syntax = \"proto3\";\npackage shop;\nmessage Order { int32 id = 1; }\n";

#[track_caller]
fn root_of(entry: &Entry) -> String {
    entry.reconstruct().expect("a schema").root_name().to_owned()
}

fn field(tag: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    let mut length = bytes.len();
    while length >= 128 {
        out.push(u8::try_from(length % 128).expect("seven bits") | 128);
        length /= 128;
    }
    out.push(u8::try_from(length).expect("seven bits"));
    [out, bytes.to_vec()].concat()
}

/// A file of a descriptor set with empty messages.
fn file(name: &str, package: &str, imports: &[&str], messages: &[&str], more: &[u8]) -> Vec<u8> {
    let mut out = field(0x0a, name.as_bytes());
    out.extend(field(0x12, package.as_bytes()));
    out.extend(imports.iter().flat_map(|i| field(0x1a, i.as_bytes())));
    out.extend(messages.iter().flat_map(|m| field(0x22, &field(0x0a, m.as_bytes()))));
    out.extend(field(0x62, b"proto3"));
    out.extend(more);
    field(0x0a, &out)
}

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
    assert_eq!(
        (root_of(&item), item.reconstruct().expect("a schema").pool().files.len()),
        ("shop.Item".to_owned(), 1)
    );
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
fn descriptor_sets() {
    let dir = Dir::new(&[]);
    let item = file("item.proto", "shop", &[], &["Item"], b"");
    let order = file("order.proto", "shop", &["item.proto"], &["Order"], b"");
    dir.write("set.binpb", &[item.clone(), order.clone()].concat());
    let input = dir.load("set.binpb").expect("a set");
    assert_eq!(input.roots(), ["shop.Order"]);
    assert_eq!(root_of(&input.entry(None).expect("one message")), "shop.Order");
    assert_eq!(root_of(&input.entry(Some("shop.Item")).expect("declared")), "shop.Item");

    // Source positions, the order of the files, unneeded files and buf's marks make no difference.
    let located = field(0x4a, &field(0x0a, b"\x0a\x01\x04"));
    let buf = |import: u8| [&[0xd2, 0xf6, 0x03, 2, 8][..], &[import]].concat();
    let image = [
        file("order.proto", "shop", &["item.proto"], &["Order"], &[located, buf(0)].concat()),
        file("item.proto", "shop", &[], &["Item"], &buf(1)),
        file("unused.proto", "shop", &[], &["Unused"], &buf(1)),
    ];
    dir.write("image", &image.concat());
    let image = dir.load("image").expect("an image");
    assert_eq!(image.roots(), ["shop.Order"]);
    assert!(image.entry(None).expect("one").is_identical(&input.entry(None).expect("one")));

    // Several files that nobody imports: a choice. Files that import each other: the last one.
    dir.write("two.pb", &[item.clone(), file("x.proto", "x", &[], &["X"], b"")].concat());
    assert_eq!(dir.load("two.pb").expect("a set").roots(), ["shop.Item", "x.X"]);
    assert_eq!(dir.error(dir.load("two.pb").expect("a set").entry(None)).0, "no-root");
    let circle =
        [file("a.proto", "", &["b.proto"], &["A"], b""), file("b.proto", "", &["a.proto"], &["B"], b"")];
    dir.write("circle.pb", &circle.concat());
    let circle =
        dir.load("circle.pb").expect("a set").entry(None).expect("it is the runtime that refuses it");
    assert!(!circle.reconstruct().expect_err("a circle").unsupported);

    // The last of two files with one name counts.
    dir.write("twice.pb", &[file("item.proto", "old", &[], &["Old"], b""), item.clone()].concat());
    assert_eq!(dir.load("twice.pb").expect("a set").roots(), ["shop.Item"]);
    assert_eq!(dir.error(dir.load("twice.pb").expect("a set").entry(Some("old.Old"))).0, "unknown-root");
}

#[test]
fn what_is_wrong_with_a_descriptor_set() {
    let dir = Dir::new(&[("text.desc", "some text"), ("empty.desc", "")]);
    let order = file("order.proto", "shop", &["item.proto"], &["Order"], b"");
    dir.write("lonely.desc", &order)
        .write("cut.desc", &order[..order.len() - 1])
        .write("garbage.desc", b"\xff\xfe\xfd");
    let bad = file("a.proto", "", &[], &[], &field(0x22, &[0x0a, 99]));
    dir.write("bad.desc", &[order.clone(), bad].concat());
    dir.write("nothing.desc", b"\x10\x01");
    let error = |name: &str| dir.error(dir.load(name));
    assert_eq!(error("empty.desc").0, "empty-set");
    assert_eq!(error("nothing.desc").1, "nothing.desc: a descriptor set without a file");
    let (kind, message, help) = error("text.desc");
    assert_eq!(kind, "no-set");
    assert!(message.contains("no descriptor set: ") && help.contains("it is text"), "{message} {help}");
    assert_eq!(error("garbage.desc").0, "no-set");
    let (kind, message, _) = error("cut.desc");
    assert_eq!(kind, "truncated-set");
    assert!(
        message
            .contains("truncated descriptor set of 49 bytes: a length that reaches past the end at byte 2"),
        "{message}"
    );
    let (kind, message, _) = error("bad.desc");
    assert_eq!(kind, "malformed-set");
    assert!(message.contains("of `a.proto`, which starts at byte 50: "), "{message}");
    let lonely = dir.load("lonely.desc").expect("a set");
    let (kind, message, help) = dir.error(lonely.entry(None));
    assert_eq!(kind, "missing-import");
    assert_eq!(message, "lonely.desc: the descriptor set lacks `item.proto`, imported by `order.proto`");
    assert!(help.contains("protoc --include_imports"));
}

#[test]
fn native_data_fails_late() {
    let dir = Dir::new(&[("odd.json", "not JSON"), ("plain.json", r#"{"data":"x"}"#)]);
    let input = dir.load("odd.json").expect("its name says JSON");
    assert!(input.names_its_root() && input.roots().is_empty());
    let entry = input.entry(Some("ignored")).expect("any bytes will do");
    assert_eq!(&*entry.data(), b"not JSON");
    let unreadable = entry.reconstruct().expect_err("no envelope");
    assert!(!unreadable.unsupported && unreadable.why.contains("no JSON object"), "{}", unreadable.why);
    assert_eq!(
        entry.fingerprint().to_string(),
        "62b8125a6f6d924ec53345b5fcd58ca3ed3f5e7d51e2e146e5f1346508acce69"
    );
    assert_eq!(dir.error(dir.load("plain.json")).0, "unsupported-input");
    let options = Options { input_type: Some(InputType::Native), ..Options::default() };
    assert!(load_proposed(&dir.path("plain.json"), &options).is_ok());
}

#[test]
fn files_that_cannot_be_read() {
    let dir = Dir::new(&[("order.proto", ORDER), ("sub/readme.md", "")]);
    let (kind, message, help) = dir.error(dir.load("ordr.proto"));
    assert_eq!(
        (kind, message.as_str(), help.as_str()),
        ("missing-file", "ordr.proto: no such file", "did you mean `order.proto`?")
    );
    assert!(dir.error(dir.load("nowhere/a.proto")).2.contains("there is no directory `nowhere` either"));
    assert_eq!(dir.error(dir.load("sub")).0, "no-schema");
    #[cfg(unix)]
    {
        let fifo = dir.path("pipe.proto");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        if made.is_ok_and(|status| status.success()) {
            assert_eq!(dir.error(dir.load("pipe.proto")).0, "not-a-file");
        }
        assert_eq!(load_proposed("/dev/null", &Options::default()).expect_err("a device").kind, "not-a-file");
    }
}

#[test]
fn standard_input_once() {
    let mut text = ORDER.as_bytes();
    let options = Options { stdin: Stdin::new(&mut text), ..Options::default() };
    let input = load_proposed("-", &options).expect("a source");
    assert_eq!((input.label.as_str(), input.roots().as_slice()), ("-", &["shop.Order".to_owned()][..]));
    let again = load_history("-", &options).expect("a history").inputs.remove(0);
    assert_eq!(again.expect_err("read already").kind, "stdin-twice");
    assert_eq!(load_proposed("-", &Options::default()).expect_err("absent").kind, "no-stdin");
}

#[test]
fn a_directory_of_versions() {
    let shared = "syntax = \"proto3\"; import \"shared/item.proto\"; message Order { Item item = 1; }";
    let item = "syntax = \"proto3\"; message Item {}";
    let dir = Dir::new(&[
        ("h/10.proto", shared),
        ("h/v2.proto", shared),
        ("h/0003-add-note.proto", "message Broken {"),
        ("h/shared/item.proto", item),
        (
            "h/v4/shop/order.proto",
            "syntax = \"proto3\"; import \"shop/item.proto\"; message Order { Item item = 1; }",
        ),
        ("h/v4/shop/item.proto", item),
        ("h/.hidden", ""),
        ("h/1.proto~", ""),
        ("h/README.md", ""),
    ]);
    let loaded = load_history(&dir.path("h"), &Options::default()).expect("a history");
    let place = |i: &Result<Input, InputError>| match i {
        Ok(input) => (input.version, input.label.replace(&dir.path("h/"), "")),
        Err(error) => (None, error.kind.to_owned()),
    };
    assert_eq!(
        loaded.inputs.iter().map(place).collect::<Vec<_>>(),
        [
            (Some(2), "v2.proto".to_owned()),
            (None, "syntax".to_owned()),
            (Some(4), "v4".to_owned()),
            (Some(10), "10.proto".to_owned())
        ]
    );
    for input in loaded.inputs.iter().flatten() {
        let entry = input.entry(None).expect("one message");
        assert_eq!((root_of(&entry), entry.version), ("Order".to_owned(), input.version));
    }
    assert!(loaded.errors.is_empty());
    let skipped: Vec<_> =
        loaded.skipped.iter().map(|(n, why)| (n.replace(&dir.path("h/"), ""), why.as_str())).collect();
    assert_eq!(
        skipped,
        [
            (".hidden".to_owned(), "a hidden file"),
            ("1.proto~".to_owned(), "a backup"),
            ("README.md".to_owned(), "not an ending of a schema file"),
            ("shared".to_owned(), "a folder without a number in its name"),
        ]
    );
    // A directory of versions need not be an import directory.
    let options = Options { proto_paths: vec![dir.0.join("h/v4")], ..Options::default() };
    assert_eq!(load_history(&dir.path("h"), &options).expect("a history").inputs.len(), 4);
}

#[test]
fn directories_that_are_no_history() {
    let dir = Dir::new(&[
        ("empty/.gitkeep", ""),
        ("empty/README.md", ""),
        ("none/shared/a.proto", ""),
        ("twice/1.proto", ORDER),
        ("twice/v1.binpb", "x"),
        ("twice/2.proto", ORDER),
        ("unnumbered/1.proto", ORDER),
        ("unnumbered/common.proto", ORDER),
        ("unnumbered/99999999999999999999.proto", ORDER),
    ]);
    let load = |name: &str| load_history(&dir.path(name), &Options::default());
    let empty = load("empty").expect("an empty history");
    assert!(empty.inputs.is_empty() && empty.errors.is_empty() && empty.notes.len() == 1);
    let (kind, message, _) = dir.error(load("none"));
    assert_eq!(
        (kind, message.as_str()),
        ("no-versions", "none: no versions in this directory, only `none/shared`")
    );
    let twice = load("twice").expect("one version is good");
    let duplicate = twice.inputs[0].as_ref().expect_err("two names for one version");
    assert_eq!((twice.inputs.len(), duplicate.kind), (2, "duplicate-version"));
    assert_eq!(duplicate.message, "version 1 is there 2 times: `1.proto` and `v1.binpb`");
    let unnumbered = load("unnumbered").expect("one version is good");
    assert_eq!((unnumbered.inputs.len(), unnumbered.errors[0].kind), (1, "no-version-number"));
    assert_eq!(unnumbered.errors[1].kind, "version-number");
    assert_eq!(unnumbered.errors[0].message, "no version number in the name of `common.proto`");
}

#[test]
fn many_roots_share_one_pool() {
    let names: Vec<String> = (0..300).map(|n| format!("M{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let dir = Dir::new(&[]);
    dir.write("many.binpb", &file("many.proto", "p", &[], &names, b""));
    let input = dir.load("many.binpb").expect("a set");
    let roots = input.roots();
    let entries: Vec<Entry> = roots.iter().map(|r| input.entry(Some(r)).expect("declared")).collect();
    let schemas: Vec<_> = entries.iter().map(|e| e.reconstruct().expect("a schema")).collect();
    assert!(schemas.iter().zip(&roots).all(|(s, r)| s.root_name() == r));
    assert!(schemas.iter().all(|s| std::ptr::eq(s.pool(), schemas[0].pool())));
    assert_eq!(
        entries[7].fingerprint(),
        Entry::native("", None, entries[7].data().into_owned()).fingerprint()
    );
}

#[test]
fn input_types_by_name() {
    assert_eq!("Descriptor_Set".parse(), Ok(InputType::DescriptorSet));
    let error = "natve".parse::<InputType>().expect_err("misspelt");
    assert_eq!(
        error,
        "no input type `natve`, there are `proto`, `descriptor-set` and `native`; did you mean `native`?"
    );
}

proptest::proptest! {
    /// Whatever the bytes are, and whatever they are taken for, they end in an answer.
    #[test]
    fn no_bytes_panic(bytes: Vec<u8>, start in 0..6usize, as_type in 0..4usize) {
        let starts: [&[u8]; 6] = [b"", b"\x0a\x7f\x0a\x07a.proto", b"{\"fileDescriptorSet\":\"", b"syntax = \"proto2\"; message A {", b"\xff\xfe{\0", b"[1,"];
        let bytes = [starts[start], &bytes].concat();
        let mut reader = bytes.as_slice();
        let input_type = InputType::ALL.get(as_type).copied();
        let options = Options { input_type, stdin: Stdin::new(&mut reader), ..Options::default() };
        if let Ok(entry) = load_proposed("-", &options).and_then(|input| input.entry(None)) {
            let _ = entry.reconstruct();
        }
    }
}
