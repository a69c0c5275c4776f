//! `protoward.toml`: what it means, and all that can be wrong with it, each thing at its place.

#![expect(clippy::needless_raw_string_hashes, reason = "so snapbox writes what it finds")]

use std::fmt::Write as _;

use protoward::config::{Config, MAX_BYTES, parse, parse_bytes};
use protoward::history::{Checker, Operation, Strategy};
use protoward::source::InputError;
use snapbox::{assert_data_eq, str};

const WHOLE: &str = r#"
strategy = "backward-transitive"
as = "TEST"
checker = "Root_Name"
proto-path = ["proto", "third_party"]
deny = ["notes"]

[[subject]]
name = "orders"
proposed = "proto/shop/order.proto"
against = ["history/orders", "git:origin/main"]
root = "shop.Order"
strategy = "FULL"
as = "register"
auto-update = false
checker = "advanced"
proto-path = []
deny = []

[[subject.allow]]
rule = "DEFAULT_CHANGED"
path = "shop.Order.note"
version = 3
reason = "no client reads note yet"

[[subject.allow]]
rule = "schema-reconstruction-failed"
reason = "version 1 was written by hand"

[[subject]]
name = "everything"
proposed = "proto"
against = "git:origin/main..."
every-message = true
"#;

fn config(text: &str) -> Config {
    parse(text, "protoward.toml").unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn errors(text: &str) -> Vec<InputError> {
    parse(text, "protoward.toml").expect_err("a fault")
}

/// All that is wrong with a text, a line each.
fn faults(text: &str) -> String {
    errors(text).iter().fold(String::new(), |mut out, error| {
        assert_eq!((error.kind, error.input.as_str()), ("config", "protoward.toml"));
        let place = error.location.as_ref().map_or(String::new(), |at| format!("{}:{} ", at.line, at.column));
        let help = error.help.as_ref().map_or(String::new(), |help| format!(" // {help}"));
        writeln!(out, "{place}{}{help}", error.message).expect("memory");
        out
    })
}

/// A file with one whole subject, and what else is in it.
fn subject(more: &str) -> String {
    format!("[[subject]]\nname = \"a\"\nproposed = \"a.proto\"\nagainst = \"old\"\n{more}")
}

#[test]
fn a_whole_file() {
    let Config { defaults, subjects } = config(WHOLE);
    assert_eq!(defaults.strategy, Some(Strategy::BackwardTransitive));
    assert_eq!(defaults.operation, Some(Operation::Test));
    assert_eq!(defaults.checker, Some(Checker::RootName));
    assert_eq!((defaults.auto_update, defaults.deny_notes), (None, Some(true)));
    assert_eq!(defaults.proto_path.as_deref(), Some(&["proto".to_owned(), "third_party".to_owned()][..]));
    let [orders, everything] = &subjects[..] else { panic!("{subjects:#?}") };
    assert_eq!((orders.name.as_str(), orders.proposed.as_str()), ("orders", "proto/shop/order.proto"));
    assert_eq!(orders.against, ["history/orders", "git:origin/main"]);
    assert_eq!((&orders.root[..], orders.every_message), (&["shop.Order".to_owned()][..], false));
    assert_eq!(orders.settings.strategy, Some(Strategy::Full));
    assert_eq!(orders.settings.operation, Some(Operation::Register));
    assert_eq!(orders.settings.checker, Some(Checker::Advanced));
    assert_eq!((orders.settings.auto_update, orders.settings.deny_notes), (Some(false), Some(false)));
    assert_eq!(orders.settings.proto_path, Some(Vec::new()));
    assert_eq!((orders.place.line, orders.place.text.as_deref()), (8, Some("[[subject]]")));
    let [note, first] = &orders.allow[..] else { panic!("{orders:#?}") };
    assert_eq!((note.rule, note.path.as_deref()), ("DEFAULT_CHANGED", Some("shop.Order.note")));
    assert_eq!((note.version, note.reason.as_str()), (Some(3), "no client reads note yet"));
    assert_eq!((note.place.line, note.place.column), (21, 8));
    assert_eq!((first.rule, &first.path, first.version), ("SCHEMA_RECONSTRUCTION_FAILED", &None, None));
    assert_eq!(
        (&everything.against[..], everything.every_message),
        (&["git:origin/main...".to_owned()][..], true)
    );
    assert!(everything.root.is_empty() && everything.allow.is_empty());
}

#[test]
fn the_readme_shows_a_file_that_can_be_read() {
    let readme = include_str!("../README.md");
    let text = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a file");
    let config = config(text);
    let [orders] = &config.subjects[..] else { panic!("{config:#?}") };
    assert_eq!((orders.allow.len(), orders.settings.auto_update), (1, Some(false)));
    assert_eq!(config.defaults.deny_notes, Some(true));
}

#[test]
fn nothing_need_be_said() {
    for text in ["", "\u{feff}", "# nothing\r\n", "\n\n"] {
        let config = config(text);
        assert!(config.subjects.is_empty() && config.defaults.strategy.is_none(), "{text:?}");
    }
}

#[test]
fn names_in_any_case_and_with_either_dash() {
    for (text, want) in
        [("full_transitive", Strategy::FullTransitive), ("Forward-Transitive", Strategy::ForwardTransitive)]
    {
        assert_eq!(config(&format!("strategy = '{text}'")).defaults.strategy, Some(want));
    }
    assert_eq!(config("checker = 'root-name'").defaults.checker, Some(Checker::RootName));
    assert_eq!(config("as = 'Consume'").defaults.operation, Some(Operation::Consume));
}

#[test]
fn a_byte_order_mark_moves_nothing() {
    assert_eq!(
        faults("\u{feff}stratgy = 1"),
        "1:1 the file has no key `stratgy` // did you mean `strategy`?\n"
    );
}

#[test]
fn unknown_keys() {
    let own = "everymessage = true\nreason = 'x'\n[[subject.allow]]\nrul = 1\nreason = 'x'\n";
    let text = format!("proto_path = []\nroot = 'a.B'\n{}\n[rules]\nx = 1\n", subject(own));
    assert_data_eq!(
        faults(&text),
        str![[r#"
1:1 the file has no key `proto_path` // did you mean `proto-path`?
2:1 the file has no key `root` // `root` belongs into a `[[subject]]`
7:1 this subject has no key `everymessage` // did you mean `every-message`?
8:1 this subject has no key `reason` // `reason` belongs into a `[[subject.allow]]`
9:1 this accepted break has no `rule`: the id of the rule that finds it // add it, for instance `rule = "DEFAULT_CHANGED"`
10:1 an accepted break has no key `rul` // did you mean `rule`?
13:2 the file has no key `rules` // it may have `strategy`, `as`, `checker`, `auto-update`, `proto-path`, `deny`, `subject`

"#]]
    );
    assert_data_eq!(
        faults("\"a\\nb\" = 1\n[[allow]]\nrule = 'x'"),
        str![[r#"
1:1 the file has no key `a/nb` // it may have `strategy`, `as`, `checker`, `auto-update`, `proto-path`, `deny`, `subject`
2:3 the file has no key `allow` // `allow` belongs into a `[[subject]]`

"#]]
    );
}

#[test]
fn values_of_another_kind() {
    let text = "strategy = ['FULL']\nas = 1\nchecker = true\nauto-update = 'false'\nproto-path = 'proto'\n\
                deny = 'notes'\nsubject = 1979-05-27\n";
    assert_data_eq!(
        faults(text),
        str![[r#"
1:12 `strategy` takes a string, this is an array // for instance `strategy = "FULL_TRANSITIVE"`
2:6 `as` takes a string, this is a number // for instance `as = "register"`
3:11 `checker` takes a string, this is true or false // for instance `checker = "advanced"`
4:15 `auto-update` takes true or false, this is a string // for instance `auto-update = false`
5:14 `proto-path` takes an array of strings, this is a string // for instance `proto-path = ["proto", "third_party"]`
6:8 `deny` takes an array of strings, this is a string // for instance `deny = ["notes"]`
7:11 `subject` takes tables, this is a date // for instance `[[subject]]`

"#]]
    );
    let own = "root = 1.5\nevery-message = 'yes'\n[[subject.allow]]\nrule = 1\npath = []\nversion = '3'\nreason = {}\n";
    assert_data_eq!(
        faults(&subject(own)),
        str![[r#"
5:8 `root` takes a string or an array of strings, this is a number with a fraction // for instance `root = "shop.Order"`
6:17 `every-message` takes true or false, this is a string // for instance `every-message = true`
8:8 `rule` takes a string, this is a number // for instance `rule = "DEFAULT_CHANGED"`
9:8 `path` takes a string, this is an array // for instance `path = "shop.Order.note"`
10:11 `version` takes a whole number, zero or more, this is a string // for instance `version = 3`
11:10 `reason` takes a string, this is a table // for instance `reason = "no client reads it yet"`

"#]]
    );
    assert_data_eq!(
        faults("[subject]\nname = 'a'"),
        str![[r#"
1:1 `subject` may be there several times, so its header has two brackets // write `[[subject]]`

"#]]
    );
    assert_data_eq!(
        faults("subject = [{ name = 'a', proposed = 'b', against = 'c' }, 3]"),
        str![[r#"
1:59 `subject` takes tables, this is a number // begin each with `[[subject]]`

"#]]
    );
    assert_data_eq!(
        faults(&subject("[subject.allow]\nrule = 'x'")),
        str![[r#"
5:1 `allow` may be there several times, so its header has two brackets // write `[[subject.allow]]`

"#]]
    );
    assert_data_eq!(
        faults("proto-path = ['a', 1, '']"),
        str![[r#"
1:20 `proto-path` takes an array of strings, and this one is a number // for instance `proto-path = ["proto", "third_party"]`
1:23 an empty string in `proto-path` // for instance `proto-path = ["proto", "third_party"]`

"#]]
    );
}

#[test]
fn versions_are_whole_numbers() {
    let version = |version: &str| {
        subject(&format!(
            "[[subject.allow]]\nrule = 'TYPE_CHANGED'\npath = 'a.B.c'\nreason = 'x'\nversion = {version}\n"
        ))
    };
    for (text, want) in [("0", 0), ("0x10", 16), ("1_000", 1000), ("18446744073709551615", u64::MAX)] {
        assert_eq!(config(&version(text)).subjects[0].allow[0].version, Some(want), "{text}");
    }
    for text in ["-1", "18446744073709551616", "1.0"] {
        assert_eq!(errors(&version(text)).len(), 1, "{text}");
    }
    assert_data_eq!(
        faults(&version("-1")),
        str![[r#"
9:11 `version` takes a whole number, zero or more, this is -1 // for instance `version = 3`

"#]]
    );
}

#[test]
fn what_is_missing_and_what_is_empty() {
    assert_data_eq!(
        faults("[[subject]]\n[[subject]]\nname = 'b'\n"),
        str![[r#"
1:1 this subject has no `name`: what it is called // add it, for instance `name = "orders"`
1:1 this subject has no `proposed`: the schema to use next // add it, for instance `proposed = "proto/shop/order.proto"`
1:1 this subject has no `against`: the versions so far // add it, for instance `against = "history/orders"`
2:1 the subject `b` has no `proposed`: the schema to use next // add it, for instance `proposed = "proto/shop/order.proto"`
2:1 the subject `b` has no `against`: the versions so far // add it, for instance `against = "history/orders"`

"#]]
    );
    assert_data_eq!(
        faults("[[subject]]\nname = ''\nproposed = ' '\nagainst = []\nroot = ['']\n"),
        str![[r#"
2:8 `name` is empty and should say what it is called // for instance `name = "orders"`
3:12 `proposed` is empty and should say the schema to use next // for instance `proposed = "proto/shop/order.proto"`
4:11 `against` is empty and should say the versions so far // for instance `against = "history/orders"`
5:9 an empty string in `root` // for instance `root = "shop.Order"`

"#]]
    );
    assert_data_eq!(
        faults(&subject("[[subject.allow]]\n[[subject.allow]]\nrule = ''\nreason = ' '\n")),
        str![[r#"
5:1 this accepted break has no `rule`: the id of the rule that finds it // add it, for instance `rule = "DEFAULT_CHANGED"`
5:1 this accepted break has no `reason`: why it is accepted // add it, for instance `reason = "no client reads it yet"`
7:8 `rule` is empty and should say the id of the rule that finds it // for instance `rule = "DEFAULT_CHANGED"`
8:10 `reason` is empty and should say why it is accepted // for instance `reason = "no client reads it yet"`

"#]]
    );
}

#[test]
fn names_that_nothing_has() {
    assert_data_eq!(
        faults("strategy = 'BAKWARD'\nas = 'produce'\nchecker = 'advnced'\ndeny = ['note', 'x']"),
        str![[r#"
1:12 there is no strategy named `BAKWARD` // did you mean `BACKWARD`?
2:6 there is no operation named `produce` // there is `test`, `register`, `consume`
3:11 there is no checker named `advnced` // did you mean `advanced`?
4:9 there is no kind of finding named `note` // did you mean `notes`?
4:17 there is no kind of finding named `x` // there is `notes`

"#]]
    );
    assert_data_eq!(
        faults("strategy = 'backwards and forwards'"),
        str![[r#"
1:12 there is no strategy named `backwards and forwards` // there is `BACKWARD`, `BACKWARD_TRANSITIVE`, `FORWARD`, `FORWARD_TRANSITIVE`, `FULL`, `FULL_TRANSITIVE`, `ALWAYS_COMPATIBLE`, `ALWAYS_INCOMPATIBLE`

"#]]
    );
    let own = "[[subject.allow]]\nrule = 'TYPE_CHANGE'\npath = 'a'\nreason = 'x'\n\
               [[subject.allow]]\nrule = 'E101'\nreason = 'x'\n";
    assert_data_eq!(
        faults(&subject(own)),
        str![[r#"
6:8 there is no rule named `TYPE_CHANGE` // did you mean `TYPE_CHANGED`?
10:8 there is no rule named `E101` // `protoward explain` lists them

"#]]
    );
}

#[test]
fn what_does_not_go_together() {
    let second = subject("every-message = true\nroot = 'a.B'\n");
    assert_data_eq!(
        faults(&format!("{}{second}", subject(""))),
        str![[r#"
6:8 a second subject named `a`; the first one is in line 2 // give each subject a name of its own
10:8 `every-message` takes all messages, and `root` names some // remove one of the two

"#]]
    );
    config(&subject("every-message = false\nroot = 'a.B'\n"));
    let own = "[[subject.allow]]\nrule = 'TYPE_CHANGED'\nreason = 'x'\n\
               [[subject.allow]]\nrule = 'UNKNOWN_STRATEGY'\npath = 'a.B'\nreason = 'x'\n";
    assert_data_eq!(
        faults(&subject(own)),
        str![[r#"
6:8 TYPE_CHANGED is found at a path, and there is no `path` // add the path behind `= path:` in the text report, for instance `path = "shop.Order.note"`
10:8 UNKNOWN_STRATEGY is found in a schema as a whole, never at a path // remove `path`

"#]]
    );
    // It may be found before a schema can be built.
    config(&subject("[[subject.allow]]\nrule = 'UNSUPPORTED_FEATURE'\nreason = 'x'\n"));
}

#[test]
fn what_only_a_registration_asks_for() {
    assert_data_eq!(
        faults(&subject("auto-update = false\nas = 'consume'\n")),
        str![[r#"
5:15 `auto-update` says how schemas are registered, and none are here // add `as = "register"`, or remove it

"#]]
    );
    assert_data_eq!(
        faults(&format!("auto-update = false\n{}", subject(""))),
        str![[r#"
1:15 `auto-update` says how schemas are registered, and none are here // add `as = "register"`, or remove it

"#]]
    );
    for (file, own) in [
        ("as = 'register'\nauto-update = false\n", ""),
        ("as = 'register'\n", "auto-update = false"),
        ("auto-update = false\n", "as = 'register'"),
        ("auto-update = true\n", "as = 'test'"),
    ] {
        config(&format!("{file}{}", subject(own)));
    }
}

#[test]
fn what_is_no_toml() {
    let text = "strategy = \"FULL\nas = register\n[[subject]\nname = 'a'\nname = 'b'\n= 3\n";
    assert_data_eq!(
        faults(text),
        str![[r#"
1:17 this is no TOML: invalid basic string, expected `"`
2:6 this is no TOML: string values must be quoted, expected literal string
3:11 this is no TOML: unclosed array table, expected `]`
6:1 this is no TOML: unquoted keys cannot be empty, expected letters, numbers, `-`, `_`

"#]]
    );
    assert_data_eq!(
        faults("strategy = 'FULL'\r\nstrategy = 'FULL'\r\n[subject]\r\n[subject]\r\n"),
        str![[r#"
2:1 `strategy` is said twice
4:2 `subject` is said twice

"#]]
    );
    assert_data_eq!(
        faults("strategy: FULL"),
        str![[r#"
1:9 this is no TOML: invalid unquoted key, expected letters, numbers, `-`, `_`
1:11 this is no TOML: key with no value, expected `=`

"#]]
    );
    assert_data_eq!(
        faults("\u{1}\u{1b}[31m = 3"),
        str![[r#"
1:1 this is no TOML: invalid unquoted key, expected letters, numbers, `-`, `_`
1:3 this is no TOML: key with no value, expected `=`

"#]]
    );
}

#[test]
fn a_fault_shows_its_line() {
    let error = errors("# one\r\n\t\"stratégie\" = 'FULL' # two\r\n").remove(0);
    let at = error.location.expect("a place");
    assert_eq!((at.line, at.column, at.end_line, at.end_column), (2, 2, 2, 13));
    assert_eq!(at.text.as_deref(), Some("\t\"stratégie\" = 'FULL' # two"));
    assert_eq!(&*at.file, "protoward.toml");
}

#[test]
fn bytes_that_are_no_text() {
    let errors = parse_bytes(b"as = 'test'\nchecker = '\xff'\n", "protoward.toml").expect_err("a fault");
    let at = errors[0].location.as_ref().expect("a place");
    assert_eq!((errors.len(), at.line, at.column), (1, 2, 12));
    assert_eq!(errors[0].message, "no UTF-8 from here on, and TOML is always UTF-8");
    assert!(parse_bytes(WHOLE.as_bytes(), "protoward.toml").is_ok());
}

#[test]
fn hostile_texts_end_soon() {
    assert_data_eq!(
        faults(&" ".repeat(MAX_BYTES + 1)),
        str![[r#"
larger than 1 MiB, the most that is read

"#]]
    );
    let many = errors(&"x = = 1\n".repeat(100_000));
    assert_eq!(many.len(), 101);
    assert!(many[100].message.starts_with("and ") && many[100].location.is_none());
    let unknown: String = (0..50_000).fold(String::new(), |mut out, n| {
        writeln!(out, "k{n}=1").expect("memory");
        out
    });
    assert_eq!(errors(&unknown).last().map(|error| error.message.clone()), Some("and 49900 more".to_owned()));
    for (open, close) in [("[", "]"), ("{a=", "}")] {
        let deep = format!("as = {}1{}", open.repeat(100_000), close.repeat(100_000));
        assert!(!errors(&deep).is_empty());
    }
    assert!(!errors(&format!("{}a = 1", "a.".repeat(100_000))).is_empty());
    assert!(!errors(&format!("[{}a]", "a.".repeat(100_000))).is_empty());
}
