//! Advice: when it is given, what it says, and that it changes nothing.

use protoward::history::{Advice, Checker, Operation, Subject};
use protoward::source::{Input, InputType};

use crate::support::advised::{Ask, input, read};

/// Topic, message and help of each piece.
fn told(versions: &[&str], proposed: &str) -> Vec<(&'static str, String, String)> {
    ask(Ask::FULL, versions, proposed).into_iter().map(parts).collect()
}

fn parts(advice: Advice) -> (&'static str, String, String) {
    (advice.topic.id, advice.message, advice.help)
}

fn ask(ask: Ask<'_>, versions: &[&str], proposed: &str) -> Vec<Advice> {
    let versions: Vec<String> = versions.iter().map(|body| source(body)).collect();
    let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
    ask.of(&versions, &source(proposed)).into_iter().flat_map(|subject| subject.advice).collect()
}

/// A proto3 source of package `shop`, unless it says what it is.
fn source(body: &str) -> String {
    match body.split_whitespace().next() {
        Some("syntax" | "edition") => body.to_owned(),
        _ => format!("syntax = \"proto3\"; package shop; {body}"),
    }
}

fn piece(topic: &'static str, message: &str, help: &str) -> (&'static str, String, String) {
    (topic, message.to_owned(), help.to_owned())
}

#[test]
fn a_removed_field_is_to_be_reserved() {
    let v1 = "message Order { int64 id = 1; string card = 4; }";
    assert_eq!(
        told(&[v1], "message Order { int64 id = 1; }"),
        [piece(
            "FIELD_NOT_RESERVED",
            "field 4 `card` of `shop.Order` is gone, and neither its number nor its name is reserved",
            r#"add `reserved 4; reserved "card";` to `shop.Order`"#
        )]
    );
    let help = |proposed| told(&[v1], proposed).into_iter().map(|(_, _, help)| help).collect::<Vec<_>>();
    let half = "message Order { reserved 3 to 5; int64 id = 1; }";
    assert_eq!(help(half), [r#"add `reserved "card";` to `shop.Order`"#]);
    let other = r#"message Order { reserved "card"; int64 id = 1; }"#;
    assert_eq!(help(other), ["add `reserved 4;` to `shop.Order`"]);
    let moved = "message Order { int64 id = 1; string card = 7; }";
    assert_eq!(help(moved), [""; 0], "the break asks for the number back");
    let whole = r#"message Order { reserved 4; reserved "card"; int64 id = 1; }"#;
    assert_eq!(help(whole), [""; 0]);
}

#[test]
fn fields_of_one_message_are_one_piece() {
    let v1 = "message Order { int64 id = 1; string a = 4; string b = 7; string c = 8; string d = 9; Line line = 10; }
              message Line { int32 sku = 1; int32 count = 2; }";
    let proposed = "message Order { int64 id = 1; Line line = 10; } message Line { int32 sku = 1; }";
    assert_eq!(
        told(&[v1], proposed),
        [
            piece(
                "FIELD_NOT_RESERVED",
                "fields 4 `a`, 7 `b`, 8 `c`, 9 `d` of `shop.Order` are gone, and their numbers and names are not all reserved",
                r#"add `reserved 4, 7 to 9; reserved "a", "b", "c", "d";` to `shop.Order`"#
            ),
            piece(
                "FIELD_NOT_RESERVED",
                "field 2 `count` of `shop.Line` is gone, and neither its number nor its name is reserved",
                r#"add `reserved 2; reserved "count";` to `shop.Line`"#
            ),
        ]
    );
}

#[test]
fn editions_reserve_identifiers() {
    let edition = |body: &str| format!("edition = \"2023\"; package shop; message Order {{ {body} }}");
    let [v1, proposed] = [edition("int64 id = 1; string card = 4;"), edition("int64 id = 1;")];
    assert_eq!(told(&[&v1], &proposed)[0].2, "add `reserved 4; reserved card;` to `shop.Order`");
}

#[test]
fn what_is_still_there_is_not_gone() {
    let v1 = "message Order { int64 id = 1; string card = 4; map<string, Line> lines = 5; }
              message Line { int32 sku = 1; }";
    for proposed in [
        v1,
        "message Order { int64 id = 1; string pin = 4; map<string, Line> lines = 5; } message Line { int32 sku = 1; }",
        "message Order { int64 id = 1; oneof pay { string card = 4; } map<string, Line> lines = 5; } message Line { int32 sku = 1; }",
        "message Order { int64 id = 1; string card = 4; map<string, Item> lines = 5; } message Item { int32 sku = 1; }",
        "message Order { int64 id = 1; string card = 4; map<string, string> lines = 5; }",
    ] {
        assert_eq!(told(&[v1], proposed), [], "{proposed}");
    }
    let extended =
        "syntax = \"proto2\"; package shop; message Order { optional int64 id = 1; extensions 4 to 9; }";
    let v1 = "syntax = \"proto2\"; package shop; message Order { optional int64 id = 1; optional int32 card = 4; }";
    assert_eq!(told(&[v1], extended), [], "an extension range and a reserved one cannot overlap");
}

#[test]
fn types_are_paired_by_what_leads_to_them() {
    let v1 = "message Order { Line line = 1; } message Line { int32 sku = 1; int32 count = 2; }";
    let renamed = "message Order { Item line = 1; } message Item { int32 sku = 1; }";
    assert_eq!(told(&[v1], renamed)[0].2, r#"add `reserved 2; reserved "count";` to `shop.Item`"#);
    let field = "message Order { Line row = 1; } message Line { int32 sku = 1; }";
    assert_eq!(told(&[v1], field).len(), 1);
    let another = "message Order { Card card = 1; } message Card { int32 sku = 1; }";
    assert_eq!(told(&[v1], another), [], "another field with another type is another thing");
    let unused =
        "message Order { Line line = 1; } message Line { int32 sku = 1; int32 count = 2; } message Free { }";
    let v1 = format!("{v1} message Free {{ int32 x = 1; }}");
    assert_eq!(told(&[&v1], unused), [], "only what the root reaches counts");
}

#[test]
fn a_removed_enum_value_is_to_be_reserved() {
    let order = "message Order { Status status = 1; }";
    let status = |values: &str| format!("{order} enum Status {{ {values} }}");
    let v1 = status("NONE = 0; OPEN = 1; PAID = 2; LOST = -1;");
    assert_eq!(
        told(&[&v1], &status("NONE = 0; OPEN = 1;")),
        [piece(
            "ENUM_VALUE_NOT_RESERVED",
            "values -1 `LOST`, 2 `PAID` of `shop.Status` are gone, and their numbers and names are not all reserved",
            r#"add `reserved -1, 2; reserved "LOST", "PAID";` to `shop.Status`"#
        )]
    );
    let reserved = status("reserved -1, 2 to max; reserved \"LOST\", \"PAID\"; NONE = 0; OPEN = 1;");
    assert_eq!(told(&[&v1], &reserved), []);
    assert_eq!(told(&[&v1], &status("NONE = 0; OPEN = 1; DONE = 2; GONE = -1;")), [], "renamed");
    let alias = status("option allow_alias = true; NONE = 0; OPEN = 1; PAID = 2; DONE = 2; LOST = -1;");
    assert_eq!(told(&[&alias], &v1), [], "its number is still there");
    let both = status("NONE = 0; OPEN = 1; LOST = -1;");
    assert_eq!(told(&[&alias], &both)[0].2, r#"add `reserved 2; reserved "DONE", "PAID";` to `shop.Status`"#);
}

const CARD: &str = "message Order { int64 id = 1; string card = 4; }";
const NO_CARD: &str = "message Order { reserved 4; reserved \"card\"; int64 id = 1; }";

#[test]
fn a_number_is_not_given_twice() {
    let voucher = "message Order { int64 id = 1; string voucher = 4; }";
    assert_eq!(
        told(&[CARD, NO_CARD], voucher),
        [piece(
            "FIELD_NUMBER_REUSED",
            "`shop.Order.voucher` takes number 4, which was `card` in version 1",
            "give it number 5, which no version used, and add `reserved 4;`"
        )]
    );
    assert_eq!(told(&[CARD], voucher), [], "renamed");
    assert_eq!(told(&[CARD, NO_CARD], CARD), [], "the very field is back");
    assert_eq!(told(&[CARD, NO_CARD, voucher], voucher), [], "done already");
    let pin = "message Order { int64 id = 1; string pin = 4; }";
    assert!(told(&[CARD, pin, NO_CARD], voucher)[0].1.ends_with("which was `pin` in version 2"));
}

#[test]
fn a_free_number_is_above_all_that_were_used_or_reserved() {
    let help = |versions: &[&str], proposed| told(versions, proposed)[0].2.clone();
    let voucher = "message Order { int64 id = 1; string voucher = 4; }";
    let high = "message Order { int64 id = 1; reserved 4, 18000 to 18999; }";
    assert!(help(&[CARD, high], voucher).starts_with("give it number 20000,"));
    let max = "message Order { int64 id = 1; reserved 4, 1000 to max; }";
    assert!(help(&[CARD, max], voucher).starts_with("give it a number that no version used,"));
}

#[test]
fn a_name_is_not_given_twice() {
    let again = "message Order { int64 id = 1; reserved 4; string card = 7; }";
    assert_eq!(
        told(&[CARD, NO_CARD], again),
        [piece(
            "FIELD_NAME_REUSED",
            "`shop.Order.card` has number 7, and had 4 in version 1",
            "give it a name that no version used, and add `reserved \"card\";`"
        )]
    );
    assert_eq!(told(&[CARD], again), [], "the contract says it");
    let transitive = Ask { strategy: "FULL_TRANSITIVE", ..Ask::FULL };
    assert!(ask(transitive, &[CARD, NO_CARD], again).is_empty(), "the contract says it");
}

#[test]
fn enum_numbers_and_names_are_not_given_twice() {
    let status = |values: &str| format!("message Order {{ Status status = 1; }} enum Status {{ {values} }}");
    let [v1, v2] = [status("NONE = 0; OPEN = 1; PAID = 2;"), status("NONE = 0; OPEN = 1; reserved 2;")];
    let proposed = status("NONE = 0; OPEN = 1; LOST = 2; PAID = 3;");
    assert_eq!(
        told(&[&v1, &v2], &proposed),
        [
            piece(
                "ENUM_VALUE_NUMBER_REUSED",
                "`shop.Status.LOST` takes number 2, which was `PAID` in version 1",
                "give it number 4, which no version used, and add `reserved 2;`"
            ),
            piece(
                "ENUM_VALUE_NAME_REUSED",
                "`shop.Status.PAID` has number 3, and had 2 in version 1",
                "give it a name that no version used, and add `reserved \"PAID\";`"
            ),
        ]
    );
}

#[test]
fn every_strategy_that_compares_knows_the_whole_past() {
    let voucher = "message Order { int64 id = 1; string voucher = 4; }";
    let versions = [CARD, NO_CARD, NO_CARD, "message Order { reserved 4; int64 id = 1; string note = 2; }"];
    let count = |strategy| ask(Ask { strategy, ..Ask::FULL }, &versions, voucher).len();
    for strategy in
        ["BACKWARD", "FORWARD", "FULL", "BACKWARD_TRANSITIVE", "FORWARD_TRANSITIVE", "FULL_TRANSITIVE"]
    {
        assert_eq!(count(strategy), 2, "{strategy}: note is gone, and voucher takes a number");
    }
    for strategy in ["ALWAYS_COMPATIBLE", "ALWAYS_INCOMPATIBLE", "half"] {
        assert_eq!(count(strategy), 0, "{strategy}");
    }
}

#[test]
fn who_changes_nothing_is_not_advised() {
    let proposed = "message Order { int64 id = 1; }";
    let with = |operation, checker| {
        let operation = Some(operation);
        ask(Ask { operation, checker, ..Ask::FULL }, &[CARD], proposed).len()
    };
    assert_eq!(with(Operation::Test, Checker::Advanced), 1);
    assert_eq!(with(Operation::Register, Checker::Advanced), 1);
    assert_eq!(with(Operation::Consume, Checker::Advanced), 0);
    assert_eq!(with(Operation::Test, Checker::RootName), 0);
    assert_eq!(ask(Ask::FULL, &[], proposed).len(), 0);
}

#[test]
fn advice_points_at_the_proposed_source() {
    let proposed = source("message Order { int64 id = 1;\n string voucher = 4; }");
    let versions = [CARD, NO_CARD].map(source);
    let subjects = Ask::FULL.of(&versions.each_ref().map(String::as_str), &proposed);
    let advice = &subjects[0].advice[0];
    assert_eq!((&*advice.path, advice.number), ("shop.Order.voucher", Some(4)));
    assert_eq!((advice.existing.as_deref(), advice.version), (Some("v1.proto"), Some(1)));
    let place = advice.place.as_ref().expect("a place");
    assert_eq!((place.line, place.column), (2, 19));
}

#[test]
fn several_roots_are_told_once() {
    let shared = "message Line { int32 sku = 1; } message Bill { Line line = 1; }";
    let was = "message Line { int32 sku = 1; int32 count = 2; } message Bill { Line line = 1; }";
    let [v1, proposed] =
        [was, shared].map(|rest| source(&format!("message Order {{ Line line = 1; }} {rest}")));
    let roots = &["shop.Order", "shop.Line", "shop.Bill"];
    for strategy in ["FULL", "FULL_TRANSITIVE"] {
        let subjects = Ask { strategy, roots, ..Ask::FULL }.of(&[&v1, &v1], &proposed);
        let counts: Vec<usize> = subjects.iter().map(|subject| subject.advice.len()).collect();
        assert_eq!(counts, [1, 0, 0], "{strategy}");
    }
}

#[test]
fn an_unread_latest_version_leaves_nothing_to_say() {
    let mut unread =
        protoward::source::load_proposed("no/such.proto", &protoward::source::Options::default());
    let error = unread.as_mut().expect_err("no such file").clone();
    let history = [Ok(input(&source(CARD), "v1.proto", Some(1))), Err(error)];
    let proposed = input(&source("message Order { int64 id = 1; }"), "proposed.proto", None);
    let ask = Ask { strategy: "FULL_TRANSITIVE", ..Ask::FULL };
    let subjects: Vec<Subject> = ask.of_inputs(&history, &proposed);
    assert_eq!(subjects[0].comparisons.len(), 2);
    assert!(subjects[0].advice.is_empty());
}

/// A registry's answer with a pair of schemas.
fn pair(version: u64, key: &str, value: &str) -> Input {
    let stored = |body: &str| {
        let entry = input(&source(body), "part", None).entry(None).expect("one message");
        String::from_utf8(entry.data().into_owned()).expect("an envelope")
    };
    let data = format!(r#"{{"key":{},"value":{}}}"#, stored(key), stored(value));
    let types = [("key.schema.type", "PROTOBUF_NATIVE"), ("value.schema.type", "PROTOBUF_NATIVE")];
    let answer = serde_json::json!({
        "version": version, "type": "KEY_VALUE", "data": data, "properties": std::collections::BTreeMap::from(types),
    });
    read(&answer.to_string(), InputType::Registry, "-", Some(version))
}

#[test]
fn keys_and_values_are_advised_by_themselves() {
    let [id, lean] = ["message Id { int64 id = 1; int32 shard = 2; }", "message Id { int64 id = 1; }"];
    let voucher = "message Order { int64 id = 1; string voucher = 4; }";
    let history = [Ok(pair(1, id, CARD)), Ok(pair(2, id, NO_CARD))];
    for strategy in ["FULL", "FULL_TRANSITIVE"] {
        let ask = Ask { strategy, roots: &[""], ..Ask::FULL };
        let subjects = ask.of_inputs(&history, &pair(3, lean, voucher));
        let told = subjects[0].advice.iter().map(|advice| (advice.component, &*advice.path, advice.version));
        let expected = [(Some("key"), "shop.Id", Some(2)), (Some("value"), "shop.Order.voucher", Some(1))];
        assert_eq!(told.collect::<Vec<_>>(), expected, "{strategy}");
    }
}
