//! `protoward.toml` at work: subjects found from anywhere, accepted breaks, settings and flags, what a change touches.

use crate::support::scratch::Scratch;

const ORDER: &str = r#"syntax = "proto3";
package shop;
import "shop/line.proto";
message Order { string id = 1; Line line = 2; optional string note = 3; }
"#;
const LINE: &str = "syntax = \"proto3\";\npackage shop;\nmessage Line { int32 n = 1; }\n";
const OLD: &str = r#"syntax = "proto3";
package shop;
message Order { int64 id = 1; Line line = 2; optional string note = 3; }
message Line { int32 n = 1; }
"#;
const SETTINGS: &str = r#"strategy = "BACKWARD"
proto-path = ["proto"]

[[subject]]
name = "orders"
proposed = "proto/shop/order.proto"
against = ["history/orders"]
root = "shop.Order"

[[subject]]
name = "lines"
proposed = "proto/shop/line.proto"
against = "history/lines"
"#;
const ALLOW: &str = r#"
[[subject.allow]]
rule = "TYPE_CHANGED"
path = "shop.Order.id"
reason = "nobody stored an id yet"
"#;

/// A project of two subjects, the first of which breaks.
fn project(settings: &str) -> Scratch {
    let scratch = Scratch::with_repository();
    scratch.commit(&[
        ("proto/shop/order.proto", ORDER),
        ("proto/shop/line.proto", LINE),
        ("history/orders/v1.proto", OLD),
        ("history/lines/v1.proto", LINE),
        ("protoward.toml", settings),
    ]);
    scratch
}

fn allowing(more: &str) -> String {
    SETTINGS.replacen("root = \"shop.Order\"\n", &format!("root = \"shop.Order\"\n{more}"), 1)
}

#[test]
fn subjects_are_found_from_sub_directories() {
    let scratch = project(SETTINGS);
    scratch
        .check("repo", &[])
        .is(1, &["incompatible: orders", "compatible: lines", "history/orders/v1.proto"]);
    let deep = scratch.check("repo/proto/shop", &[]);
    deep.is(1, &["incompatible: orders", "compatible: lines", "../../history/orders/v1.proto"]);
    scratch.check("repo", &["lines"]).is(0, &["compatible: lines"]).lacks("orders");
    scratch.check("repo/proto", &["shop/line.proto"]).is(0, &["compatible: lines"]).lacks("orders");
    scratch.check("repo", &["./proto/shop/order.proto"]).is(1, &["orders"]).lacks("lines:");
    scratch.check("repo", &["ordes"]).is(2, &["no subject is named `ordes`", "did you mean `orders`?"]);
}

#[test]
fn flags_come_before_settings() {
    let scratch = project(SETTINGS);
    scratch.check("repo", &["orders"]).is(1, &["under BACKWARD"]).lacks("FORWARD");
    scratch.check("repo", &["orders", "--strategy", "always-compatible"]).is(0, &[]);
    scratch.check("repo", &["orders", "--against", "proto/shop/order.proto"]).is(0, &["compatible: orders"]);
    scratch.check("repo", &["orders", "--root", "shop.Lime"]).is(2, &["shop.Lime"]);
    // A schema by itself goes by what the file says of all.
    let alone = ["proto/shop/order.proto", "--against", "history/orders/v1.proto", "--root", "shop.Order"];
    scratch.check("repo", &alone).is(1, &["under BACKWARD"]);
    scratch.check("repo", &[&alone[..], &["--no-config"]].concat()).is(1, &["under FULL"]);
    scratch.write("repo/other.toml", &allowing(ALLOW));
    scratch.check("repo", &["orders", "--config", "other.toml"]).is(0, &["nobody stored an id yet"]);
}

#[test]
fn an_accepted_break_is_shown_and_fails_nothing() {
    let scratch = project(&allowing(ALLOW));
    scratch.check("repo", &["orders"]).is(0, &["allowed[TYPE_CHANGED]", "nobody stored an id yet"]);
    // It is accepted where it was looked at, and behind it there is nothing else.
    scratch.check("repo", &["orders", "--first"]).is(0, &[]);
    let json = scratch.check("repo", &["orders", "--format", "json"]);
    json.is(0, &["\"allowed\": \"nobody stored an id yet\"", "\"verdict\": \"compatible\""]);
    json.lacks("\"verdict\": \"incompatible\"");
    // The other direction is the same break.
    scratch.check("repo", &["orders", "--strategy", "FULL"]).is(0, &[]);
}

#[test]
fn an_accepted_break_hides_no_other_one() {
    let scratch = project(&allowing(ALLOW));
    scratch.write("repo/proto/shop/order.proto", &ORDER.replace("string note", "bytes note"));
    for more in [&[][..], &["--first"]] {
        let args = [&["orders"], more].concat();
        scratch.check("repo", &args).is(1, &["error[TYPE_CHANGED]", "shop.Order.note"]);
    }
}

#[test]
fn what_nothing_needs_is_warned_about() {
    let unused = ALLOW.replace("Order.id", "Order.note");
    let scratch = project(&allowing(&format!("{ALLOW}{unused}")));
    scratch
        .check("repo", &["orders"])
        .is(0, &["warning[unused-allow]", "TYPE_CHANGED at `shop.Order.note`", "protoward.toml:16:8"]);
    let scratch = project(&allowing(&ALLOW.replace("reason", "version = 7\nreason")));
    scratch.check("repo", &["orders"]).is(1, &["error[TYPE_CHANGED]", "with version 7"]);
    let scratch = project(&allowing(&ALLOW.replace("reason", "version = 1\nreason")));
    scratch.check("repo", &["orders"]).is(0, &[]).lacks("warning");
}

#[test]
fn only_what_a_change_touches_is_checked() {
    let scratch = project(SETTINGS);
    let affected = |more: &[&str]| scratch.check("repo/proto", &[&["--affected"], more].concat());
    affected(&[]).is(0, &["nothing to check: what is changed since the last commit"]).lacks("compatible:");
    // An import of the first subject, and the second one itself.
    scratch.write("repo/proto/shop/line.proto", &format!("{LINE}// more\n"));
    affected(&[]).is(1, &["incompatible: orders", "compatible: lines"]);
    affected(&["--staged"]).is(0, &[]).lacks("compatible:");
    scratch.git("repo", &["add", "."]);
    affected(&["--staged"]).is(1, &["incompatible: orders", "compatible: lines"]);
    scratch.git("repo", &["commit", "-q", "-m", "more"]);
    // Its history, a file that is new.
    scratch.write("repo/history/lines/v2.proto", LINE);
    affected(&[]).is(0, &["compatible: lines"]).lacks("orders");
    // What cannot be read may be what the change broke.
    scratch.git("repo", &["rm", "-q", "proto/shop/line.proto"]);
    affected(&[]).is(2, &["line.proto", "not compared: orders", "not compared: lines"]);
    scratch.git("repo", &["reset", "-q", "--hard"]);
    scratch.write("repo/protoward.toml", &format!("# everything\n{SETTINGS}"));
    affected(&[]).is(1, &["incompatible: orders", "compatible: lines"]);
    scratch.check(".", &["--affected"]).is(2, &[]);
}

#[test]
fn what_is_staged_counts_and_not_what_lies_beside_it() {
    let scratch = project(SETTINGS);
    scratch.write("repo/proto/shop/order.proto", &ORDER.replace("string id", "int64 id"));
    scratch.check("repo", &["orders"]).is(0, &[]);
    scratch.check("repo", &["orders", "--staged"]).is(1, &["shop.Order.id"]);
    scratch.git("repo", &["add", "."]);
    scratch.check("repo/proto", &["orders", "--staged"]).is(0, &[]);
}

#[test]
fn several_reports_come_of_one_run() {
    let scratch = project(SETTINGS);
    let reports = ["--report", "json=a.json", "--report", "broker=b.txt"];
    scratch.check("repo", &reports).is(1, &["incompatible: orders"]);
    let read = |name: &str| std::fs::read_to_string(scratch.0.join("repo").join(name)).expect("a report");
    assert!(read("a.json").contains("\"verdict\": \"incompatible\""));
    assert!(read("b.txt").starts_with("TYPE_CHANGED: existingSchemaVersion=1"));
    scratch.check("repo", &["--report", "xml=a"]).is(2, &["xml"]);
    scratch.check("repo", &["--report", "json"]).is(2, &["FORMAT=FILE"]);
    scratch.check("repo", &["--report", "json=protoward.toml"]).is(2, &["would overwrite"]);
    scratch.check("repo", &["--report", "json=no/such/a.json"]).is(2, &["cannot write"]);
}

#[test]
fn no_answer_goes_over_what_it_was_made_of() {
    let scratch = project(SETTINGS);
    for file in
        ["history/orders/v1.proto", "proto/shop/line.proto", "proto/shop/order.proto", "protoward.toml"]
    {
        let before = std::fs::read_to_string(scratch.0.join("repo").join(file)).expect("a file");
        for flags in [&["--output", file][..], &["--report", &format!("sarif={file}")]] {
            scratch.check("repo", &[&["orders"], flags].concat()).is(2, &["would overwrite", file]);
        }
        assert_eq!(std::fs::read_to_string(scratch.0.join("repo").join(file)).expect("a file"), before);
    }
    // Nor does that of a command that only tells, nor over what could not be read.
    scratch.write("repo/history/lines/v2.proto", "syntax = ");
    let import = ["inspect", "proto/shop/order.proto", "-I", "proto", "--output", "proto/shop/line.proto"];
    scratch.run("repo", &import, &[]).is(2, &["would overwrite the input `proto/shop/line.proto`"]);
    for command in ["audit", "matrix"] {
        for file in ["history/lines/v1.proto", "history/lines/v2.proto"] {
            let args = [command, "history/lines", "--output", file];
            scratch.run("repo", &args, &[]).is(2, &["would overwrite the input", file]);
        }
    }
    scratch.check("repo", &["lines", "--output", "history/lines/v2.proto"]).is(2, &["would overwrite"]);
    scratch.git("repo", &["clean", "-q", "-f", "history"]);
    // An old answer is there to be written over.
    for _ in 0..2 {
        scratch.check("repo", &["lines", "--output", "answer.txt"]).is(0, &[]);
    }
    scratch.check("repo", &["--report", "json=x", "--report", "sarif=x"]).is(2, &["two answers", "`x`"]);
    scratch.check("repo", &["--report", "json=x", "--output", "x"]).is(2, &["two answers"]);
}

#[test]
fn what_is_named_twice_is_checked_once() {
    let scratch = project(SETTINGS);
    let once = |args: &[&str]| {
        let answer = scratch.check("repo", args);
        assert_eq!(answer.text.matches("compatible: ").count(), 1, "{}", answer.text);
    };
    once(&["lines", "lines"]);
    once(&["lines", "proto/shop/line.proto"]);
    let alone = ["proto/shop/line.proto", "--against", "history/lines"];
    once(&[&["proto/shop/line.proto"], &alone[..]].concat());
    once(&[&alone[..], &["--root", "shop.Line", "--root", "shop.Line"]].concat());
}

#[test]
fn what_is_staged_is_judged_by_what_is_staged() {
    let scratch = project(SETTINGS);
    // An allowance that is not part of the commit accepts nothing in it.
    scratch.write("repo/protoward.toml", &allowing(ALLOW));
    scratch.check("repo", &["orders"]).is(0, &[]);
    scratch.check("repo", &["orders", "--staged"]).is(1, &["shop.Order.id"]);
    scratch.git("repo", &["add", "."]);
    scratch.check("repo", &["orders", "--staged"]).is(0, &[]);
    // Nor does a version that is mended in the work tree only.
    scratch.git("repo", &["reset", "-q", "--hard"]);
    scratch.write("repo/history/orders/v1.proto", &OLD.replace("int64 id", "string id"));
    scratch.check("repo", &["orders"]).is(0, &[]);
    scratch.check("repo", &["orders", "--staged"]).is(1, &["shop.Order.id"]);
    // What git does not know is taken as it lies there.
    scratch.write("repo/elsewhere/v1.proto", OLD);
    scratch.check("repo", &["orders", "--staged", "--against", "elsewhere"]).is(1, &["shop.Order.id"]);
}

#[test]
fn a_break_is_accepted_by_either_of_its_names() {
    let renamed = ORDER.replace("string id", "string key");
    for path in ["shop.Order.id", "shop.Order.key"] {
        let settings = allowing(&ALLOW.replace("shop.Order.id", path)).replace("BACKWARD", "FULL");
        let scratch = project(&settings);
        scratch.write("repo/proto/shop/order.proto", &renamed);
        scratch.check("repo", &["orders"]).is(0, &["allowed[TYPE_CHANGED]"]).lacks("warning");
    }
}

#[test]
fn an_allowance_that_is_not_needed_says_what_may_have_been_meant() {
    for (from, to, said) in [
        ("shop.Order.id", "shop.Order.idd", "did you mean `shop.Order.id`?"),
        ("TYPE_CHANGED", "DEFAULT_CHANGED", "TYPE_CHANGED was found there"),
        ("reason", "version = 7\nreason", "it was found with version 1"),
    ] {
        let scratch = project(&allowing(&ALLOW.replace(from, to)));
        scratch.check("repo", &["orders"]).is(1, &["warning[unused-allow]", said]);
    }
    let scratch = project(&allowing(ALLOW));
    for other in
        [["--strategy", "ALWAYS_COMPATIBLE"], ["--strategy", "FORWARD"], ["--against", "history/lines"]]
    {
        scratch.check("repo", &[&["orders"], &other[..]].concat()).lacks("unused-allow");
    }
    let scratch = project(&allowing(&ALLOW.replace("TYPE_CHANGED", "FIELD_NOT_RESERVED")));
    scratch.check("repo", &[]).is(2, &["it is advice, which fails nothing"]);
}

#[test]
fn advice_fails_a_run_that_denies_it() {
    let scratch = project(SETTINGS);
    scratch.write("repo/history/lines/v1.proto", &LINE.replace("n = 1;", "n = 1; int32 gone = 2;"));
    scratch.check("repo", &["lines"]).is(0, &["note[FIELD_NOT_RESERVED]"]);
    scratch.check("repo", &["lines", "--deny", "notes"]).is(1, &["error[FIELD_NOT_RESERVED]"]);
    scratch.write("repo/protoward.toml", &format!("deny = [\"notes\"]\n{SETTINGS}"));
    scratch.check("repo", &["lines"]).is(1, &["error[FIELD_NOT_RESERVED]"]);
}

#[test]
fn many_subjects_come_in_their_order() {
    let subject = |at: usize| {
        format!(
            "[[subject]]\nname = \"s{at}\"\nproposed = \"proto/shop/line.proto\"\nagainst = \"history/lines\"\n"
        )
    };
    let scratch = project(&(0..200).map(subject).collect::<String>());
    let answer = scratch.check("repo", &[]);
    let names: Vec<&str> = answer
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("compatible: ")?.split(&[',', ' ', ':'][..]).next())
        .collect();
    assert_eq!(names, (0..200).map(|at| format!("s{at}")).collect::<Vec<_>>());
}

#[test]
fn what_is_wrong_with_the_file_is_told_and_nothing_is_checked() {
    let scratch = project(&SETTINGS.replace("root =", "rot ="));
    scratch.check("repo", &[]).is(2, &["protoward.toml:8:1", "`rot`", "`root`"]);
    scratch.check("repo", &["--format", "json"]).is(2, &["\"kind\": \"config\""]);
    let scratch = project("strategy = \"FULL\"\n");
    scratch.check("repo", &[]).is(2, &["no [[subject]]"]);
    scratch.check("repo", &["--config", "nope.toml"]).is(2, &["nope.toml", "no such file"]);
}
