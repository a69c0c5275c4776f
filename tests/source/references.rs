//! Answers that refer to each other: within one input, across inputs, to files.

use protoward::source::{Input, InputError, Loaded, Options, Stdin, load_history, load_proposed};

use super::Dir;

/// The answer for one version of a subject; what it refers to is `name subject version`.
fn answer(subject: &str, version: u64, text: &str, references: &[&str]) -> String {
    let references: Vec<String> = references
        .iter()
        .map(|reference| {
            let words: Vec<&str> = reference.split(' ').collect();
            format!(r#"{{"name":"{}","subject":"{}","version":{}}}"#, words[0], words[1], words[2])
        })
        .collect();
    let text = text.replace('"', "\\\"");
    format!(
        r#"{{"subject":"{subject}","version":{version},"id":1,"schemaType":"PROTOBUF","references":[{}],"schema":"{text}"}}"#,
        references.join(",")
    )
}

/// Orders that refer to a version of `money`.
fn orders(version: u64, money: u64) -> String {
    let text = "syntax = \"proto3\"; import \"money.proto\"; message Order { Money total = 1; }";
    answer("orders", version, text, &[&format!("money.proto money {money}")])
}

fn money(version: u64, field: &str) -> String {
    answer("money", version, &format!("syntax = \"proto3\"; message Money {{ {field} cents = 1; }}"), &[])
}

/// Labels and versions of a history, errors by their kinds.
fn read(dir: &Dir, loaded: &Loaded) -> Vec<String> {
    let told = |input: &Result<Input, InputError>| match input {
        Ok(input) => format!("{} {}", input.label.replace(&dir.path(""), ""), input.version.unwrap_or(0)),
        Err(error) => error.kind.to_owned(),
    };
    loaded.inputs.iter().map(told).collect()
}

/// The type of `Money.cents` as an input sees it.
#[track_caller]
fn cents(input: &Input) -> String {
    let entry = input.entry(Some("Order")).expect("an order");
    let schema = entry.reconstruct().expect("a schema");
    let money = schema.pool().messages.iter().find(|message| &*message.name == "Money").expect("money");
    format!("{:?}", money.fields[0].kind)
}

#[test]
fn another_input_in_any_order() {
    let dir = Dir::new(&[
        ("orders.json", &orders(1, 2)),
        ("money1.json", &money(1, "string")),
        ("money2.json", &money(2, "int64")),
        ("both.json", &format!("[{},{}]", money(2, "int64"), money(1, "string"))),
    ]);
    for words in [
        &["orders.json", "money1.json", "money2.json"][..],
        &["money2.json", "money1.json", "orders.json"],
        &["both.json", "orders.json"],
        &["orders.json", "both.json"],
    ] {
        let options = Options::default();
        let all: Vec<Loaded> = options.settled(|| {
            words.iter().map(|word| load_history(&dir.path(word), &options).expect("a history")).collect()
        });
        let inputs: Vec<String> = all.iter().flat_map(|loaded| read(&dir, loaded)).collect();
        assert_eq!(inputs, ["orders.json 1"], "{words:?}");
        let order = all.iter().flat_map(|loaded| &loaded.inputs).next().expect("one").as_ref().expect("read");
        assert!(order.caveats.is_empty());
        assert_eq!(cents(order), "Int64", "{words:?}");
        // What is no version is told.
        let skipped = all.iter().flat_map(|loaded| &loaded.skipped).count();
        assert_eq!(skipped, 2, "{words:?}");
        let (name, why) = all.iter().flat_map(|loaded| &loaded.skipped).next().expect("money");
        assert!(name.contains("#money (version "), "{name}");
        assert!(why.starts_with("`orders` version 1 of ") && why.ends_with(" refers to it"), "{why}");
    }
}

#[test]
fn a_proposed_schema_and_its_history_share_what_they_refer_to() {
    let dir = Dir::new(&[
        ("new.json", &orders(2, 1)),
        ("h/1.json", &orders(1, 1)),
        ("money.json", &money(1, "int32")),
    ]);
    let options = Options::default();
    let (proposed, history, aside) = options.settled(|| {
        let load = |word| load_history(&dir.path(word), &options).expect("a history");
        (load_proposed(&dir.path("new.json"), &options), load("h"), load("money.json"))
    });
    assert_eq!(cents(&proposed.expect("read")), "Int32");
    assert_eq!((read(&dir, &history), read(&dir, &aside)), (vec!["h/1.json 1".to_owned()], vec![]));

    // Standard input can be read for it, though only once by itself.
    let text = money(1, "int32");
    let mut bytes = text.as_bytes();
    let options = Options { stdin: Stdin::new(&mut bytes), ..Options::default() };
    let (history, aside, again) = options.settled(|| {
        let load = |word: &str| load_history(word, &options).expect("a history");
        (load(&dir.path("h")), load("-"), load("-"))
    });
    assert_eq!((read(&dir, &history), read(&dir, &aside)), (vec!["h/1.json 1".to_owned()], vec![]));
    assert_eq!(read(&dir, &again), ["stdin-twice"]);
}

#[test]
fn mistakes_are_told_where_they_are() {
    let dir = Dir::new(&[("orders.json", &orders(1, 1)), ("money.json", &money(1, "nope"))]);
    let options = Options::default();
    let order = options.settled(|| {
        let _ = load_history(&dir.path("money.json"), &options);
        load_proposed(&dir.path("orders.json"), &options)
    });
    let (_, message, _) = dir.error(order);
    assert!(message.starts_with("money.json#money.proto:1:"), "{message}");
}

#[test]
fn what_is_proposed_or_alone_is_never_put_aside() {
    let dir = Dir::new(&[
        ("new.json", &orders(2, 1)),
        ("money.json", &money(1, "int32")),
        ("next.json", &money(2, "int32")),
    ]);
    let options = Options::default();
    let (order, next, history) = options.settled(|| {
        let load = |word| load_proposed(&dir.path(word), &options);
        (
            load("new.json"),
            load("next.json"),
            load_history(&dir.path("money.json"), &options).expect("a history"),
        )
    });
    assert_eq!(cents(&order.expect("read")), "Int32");
    assert_eq!(next.expect("proposed, whoever refers to it").roots(), ["Money"]);
    assert_eq!(read(&dir, &history), ["money.json 1"], "a history without a version would pass unseen");
}

#[test]
fn a_file_does_not_tell_its_version() {
    let text = "syntax = \"proto3\"; message Money { bytes cents = 1; }";
    let dir = Dir::new(&[
        ("beside/orders.json", &orders(1, 7)),
        ("beside/money.proto", text),
        ("apart/orders.json", &orders(1, 7)),
        ("p/money.proto", text),
    ]);
    for (word, paths, file) in [
        ("beside/orders.json", &[][..], "beside/money.proto"),
        ("apart/orders.json", &["p"], "p/money.proto"),
        ("beside/orders.json", &["apart"], "beside/money.proto"),
    ] {
        let input = dir.with_paths(word, paths).expect("read");
        assert_eq!(cents(&input), "Bytes");
        let caveat = format!(
            "`{}` is taken for version 7 of `money`: a file does not tell its version",
            dir.path(file)
        );
        assert_eq!(input.caveats, std::slice::from_ref(&caveat));
        let proto_paths = paths.iter().map(|path| dir.0.join(path)).collect();
        let options = Options { proto_paths, ..Options::default() };
        assert_eq!(load_history(&dir.path(word), &options).expect("a history").notes, [caveat]);
    }
    // An answer is better than a file.
    dir.write("beside/money.json", money(7, "int64").as_bytes());
    let options = Options::default();
    let [order, _] = options.settled(|| {
        ["orders", "money"]
            .map(|name| load_history(&dir.path(&format!("beside/{name}.json")), &options).expect("a history"))
    });
    assert!(order.notes.is_empty());
    assert_eq!(cents(order.inputs[0].as_ref().expect("read")), "Int64");
}

#[test]
fn what_is_missing_or_disputed_is_named() {
    let dir = Dir::new(&[
        ("orders.json", &orders(3, 2)),
        ("money1.json", &money(1, "int32")),
        ("one.json", &money(2, "int32")),
        ("other.json", &money(2, "int64")),
    ]);
    let (kind, message, help) = dir.error(dir.load("orders.json"));
    assert_eq!(kind, "missing-reference");
    assert!(
        message.contains(
            "version 3 refers to `money.proto` (version 2 of `money`), which is in no answer and no file of "
        ),
        "{message}"
    );
    assert!(help.starts_with("hand the answer of `money` over as well"), "{help}");
    let with = |words: &[&str]| {
        let options = Options::default();
        let mut all = options.settled(|| {
            words.iter().map(|word| load_proposed(&dir.path(word), &options)).collect::<Vec<_>>()
        });
        dir.error(all.remove(0))
    };
    let (kind, _, help) = with(&["orders.json", "money1.json"]);
    assert_eq!(kind, "missing-reference");
    assert!(help.starts_with("there is `money` version 1 of money1.json; "), "{help}");
    let (kind, message, _) = with(&["orders.json", "one.json", "other.json"]);
    assert_eq!(kind, "disputed-reference");
    assert!(
        message.ends_with(
            "refers to version 2 of `money`, which has different texts in `one.json` and `other.json`"
        ),
        "{message}"
    );
}
