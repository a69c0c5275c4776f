//! Descriptor sets: what they hold, and what is wrong with them.

use protoward::check::{Extent, can_read};
use protoward::schema::{Part, Schema};
use protoward::source::{Entry, Input};

use super::{Dir, field, file, root_of};

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
fn of_files_of_one_name_the_last_one_tells_places() {
    let dir = Dir::new(&[]);
    let located = |line: u8| field(0x4a, &field(0x0a, &[0x0a, 2, 4, 0, 0x12, 3, line, 0, 1]));
    let files = |infos: &[&[u8]]| {
        infos.iter().map(|info| file("a.proto", "a", &[], &["M"], info)).collect::<Vec<_>>()
    };
    for (infos, line) in [
        (&[&located(4)[..], &located(6)][..], Some(7)),
        (&[&located(4), &[]], None),
        (&[&located(4), &[0x4a, 0]], None),
        (&[&[], &located(6)], Some(7)),
        // In pieces.
        (&[&[located(6), located(8)].concat()], Some(7)),
    ] {
        dir.write("a.binpb", &files(infos).concat());
        let entry = dir.load("a.binpb").expect("a set").entry(None).expect("one message");
        let root = Part::Message(entry.reconstruct().expect("a schema").root());
        assert_eq!(entry.locate(root).map(|found| found.line), line, "{infos:?}");
    }
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

/// What a comparison of a schema with another sees and counts, with the places of what it found.
fn told(one: &Entry, other: &Entry) -> String {
    let schemas = [one, other].map(|entry| entry.reconstruct().map_err(|error| error.why));
    let [Ok(writer), Ok(reader)] = schemas else { return format!("{schemas:?}") };
    let reading = can_read(&writer, &reader, Extent::All);
    let place = |schema: &Schema, part: Option<Part>| part.map(|part| schema.pool().place(part));
    let places = reading.violations.iter().map(|violation| {
        (&violation.path, place(&writer, violation.writer), place(&reader, violation.reader))
    });
    format!("{} {:?} {:?}", writer.root_name(), reading.work, places.collect::<Vec<_>>())
}

#[test]
fn a_root_means_the_same_by_itself_and_among_many() {
    let dir = Dir::new(&[]);
    // Files that share an import; in the second set two declare one name, and in the third one cannot be built.
    let common = file("common.proto", "c", &[], &["Money", "Note"], b"");
    let one = |more: &[u8]| file("one.proto", "a", &["common.proto"], &["One", "Own"], more);
    let two = file("two.proto", "b", &["common.proto"], &["Two"], b"");
    let clash = file("three.proto", "a", &["common.proto"], &["One", "Three"], b"");
    let broken = file("four.proto", "d", &["common.proto"], &["Four", "Four"], b"");
    let money = field(0x12, &[b"\x0a\x01m\x18\x01\x20\x01", &field(0x32, b".c.Money")[..]].concat());
    let money = &field(0x22, &[field(0x0a, b"Use"), money].concat());
    let sets = [
        [&common[..], &one(money), &two].concat(),
        [&common[..], &one(money), &two, &clash].concat(),
        [&common[..], &one(b""), &two, &broken].concat(),
    ];
    for (at, set) in sets.iter().enumerate() {
        let name = format!("{at}.binpb");
        dir.write(&name, set);
        let load = || dir.load(&name).expect("a set");
        let roots = load().every_root();
        assert!(roots.len() > 4, "{roots:?}");
        let entry = |input: &Input, root: &str| input.entry(Some(root));
        for backwards in [false, true] {
            let many = load();
            let mut order: Vec<&String> = roots.iter().collect();
            if backwards {
                order.reverse();
            }
            for root in order {
                let (alone, among) = match (entry(&load(), root), entry(&many, root)) {
                    (Ok(alone), Ok(among)) => (alone, among),
                    (alone, among) => {
                        let kinds = [alone, among].map(|refused| refused.expect_err("both").kind);
                        assert_eq!((kinds, &**root, at), (["ambiguous-root"; 2], "a.One", 1));
                        continue;
                    }
                };
                assert!(alone.is_identical(&among));
                assert_eq!(told(&alone, &alone), told(&among, &among), "{root} of {at}");
                assert_eq!(told(&alone, &among), told(&among, &alone), "{root} of {at}");
                assert_eq!(alone.fingerprint(), among.fingerprint());
            }
        }
    }
}
