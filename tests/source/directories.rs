//! Directories as histories and as trees of sources.

use protoward::source::{Entry, Input, InputError, Options, load_history, load_proposed};

use super::{Dir, ORDER, file, root_of};

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
        ("sources/order.proto", ORDER),
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
    let (kind, message, help) = dir.error(load("none"));
    assert_eq!(
        (kind, message.as_str()),
        ("no-versions", "none: no versions in this directory, only `none/shared`")
    );
    assert!(help.ends_with("a tree of sources that is one version is `tree:none`"), "{help}");
    let sources = load("sources").expect("told beside the history").errors.remove(0);
    assert!(sources.help.is_some_and(|help| help.contains("`tree:")));
    let tree = load_history(&format!("tree:{}", dir.path("sources")), &Options::default());
    let tree = tree.expect("a history").inputs.remove(0).expect("one version");
    assert_eq!((tree.version, tree.roots()), (None, vec!["shop.Order".to_owned()]));
    let no_tree = load_proposed(&format!("tree:{}", dir.path("sources/order.proto")), &Options::default());
    assert_eq!(no_tree.expect_err("a file").kind, "no-directory");
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
fn versions_of_every_format_stand_in_one_directory() {
    let dir = Dir::new(&[("h/1.proto", ORDER), ("h/3/shop/order.proto", ORDER), ("h/9.proto", ORDER)]);
    let entry = dir.load("h/1.proto").expect("compiles").entry(None).expect("one message");
    let native = String::from_utf8(entry.data().into_owned()).expect("JSON");
    let answer =
        |version: u64| format!(r#"{{"version":{version},"type":"PROTOBUF_NATIVE","data":{native}}}"#);
    dir.write("h/2.binpb", &file("order.proto", "shop", &[], &["Order"], b""));
    dir.write("h/4.json", native.as_bytes());
    dir.write("h/5.json", answer(5).as_bytes());
    dir.write("h/6.json", format!("[{},{}]", answer(7), answer(6)).as_bytes());
    dir.write("h/v8/order.pb", &file("order.proto", "shop", &[], &["Order"], b""));
    let loaded = load_history(&dir.path("h"), &Options::default()).expect("a history");
    assert_eq!(loaded.errors, []);
    let inputs: Vec<&Input> = loaded.inputs.iter().flatten().collect();
    let versions: Vec<Option<u64>> = inputs.iter().map(|input| input.version).collect();
    assert_eq!(versions, (1..=9).map(Some).collect::<Vec<_>>());
    for input in &inputs {
        assert_eq!(root_of(&input.entry(None).expect("one message")), "shop.Order", "{}", input.label);
    }
    // The same contents are the same schema, whatever holds them; each knows its own place.
    let entries: Vec<Entry> = inputs.iter().map(|input| input.entry(None).expect("one")).collect();
    assert!(entries[0].is_identical(&entries[3]) && entries[3].is_identical(&entries[4]));
    assert!(!entries[0].is_identical(&entries[8]), "another name of the file");
}

#[test]
fn versions_that_answers_tell_ascend() {
    let answer = |version: u64| format!(r#"{{"version":{version},"type":"STRING","data":""}}"#);
    let list = |one, other| format!("[{},{}]", answer(one), answer(other));
    let dir = Dir::new(&[
        // Names and versions may differ, as long as the order is one.
        ("good/1.json", &answer(0)),
        ("good/2.json", &answer(1)),
        ("back/1.json", &answer(7)),
        ("back/2.json", &answer(1)),
        ("twice/1.json", &list(1, 2)),
        ("twice/2.json", &answer(2)),
    ]);
    let errors = |name: &str| load_history(&dir.path(name), &Options::default()).expect("a history").errors;
    assert_eq!(errors("good"), []);
    for (name, expected) in [
        ("back", "`back/2.json` is version 1 and stands behind version 7, `back/1.json`"),
        ("twice", "`twice/2.json` is version 2 and stands behind version 2, `twice/1.json`"),
    ] {
        let [error] = &errors(name)[..] else { panic!("{name}") };
        assert_eq!(
            (error.kind, error.message.replace(&dir.path(""), "").as_str()),
            ("version-order", expected)
        );
    }
}

#[test]
fn what_a_folder_holds_besides_is_told() {
    let dir = Dir::new(&[
        ("t/shop/order.proto", ORDER),
        ("t/shop/order.binpb", ""),
        ("t/README.md", ""),
        ("t/.git/config", ""),
        ("s/notes.txt", ""),
        ("a/answer.json", r#"{"type":"STRING","data":""}"#),
        ("a/notes.txt", ""),
    ]);
    dir.write("s/order.binpb", &file("order.proto", "shop", &[], &["Order"], b""));
    #[cfg(unix)]
    std::os::unix::fs::symlink("shop", dir.0.join("t/link")).expect("a link");
    let notes = |name: &str| dir.load(name).expect("a tree").notes.join("\n").replace(&dir.path(""), "");
    #[cfg(unix)]
    assert_eq!(notes("t"), "t: passed over: `.git`, `README.md`, `link` and `shop/order.binpb`");
    assert_eq!(notes("s"), "s: passed over: `notes.txt`");
    let tree = load_history(&format!("tree:{}", dir.path("a")), &Options::default()).expect("a history");
    assert_eq!(tree.skipped, [(dir.path("a"), "`notes.txt`".to_owned())]);
}
