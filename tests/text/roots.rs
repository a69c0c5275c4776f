//! Many root messages of one tree: a cause is told once, whichever of them reach it, and one line stands for many verdicts.

use std::fmt::Write as _;

use super::{Desk, snapshot};

/// Two trees: `code` of a message that five others use changes, `total` of one that two use, an extensible one is used by
/// one, and twelve are as they were.
fn trees(desk: &Desk) {
    for (tree, code, total, own) in
        [("history/v1", "int32", "int32", "Gone"), ("new", "string", "bytes", "Extra")]
    {
        let head = "syntax = \"proto2\";\npackage shop;\n";
        desk.write(
            &format!("{tree}/common.proto"),
            &format!(
                "{head}message Status {{\n  optional {code} code = 1;\n}}\nmessage Sum {{\n  optional {total} total = 1;\n}}\nmessage Open {{\n  extensions 100 to 199;\n}}\n"
            ),
        );
        let mut file = format!("{head}import \"common.proto\";\nmessage {own} {{}}\n");
        for name in ["Invoice", "Refund", "Cart", "Label", "Parcel"] {
            let sum = if name == "Cart" { "  optional Sum sum = 3;\n" } else { "" };
            write!(file, "message {name} {{\n  optional Status status = 2;\n{sum}}}\n").expect("memory");
        }
        file += "message Note {\n  optional Open open = 1;\n}\n";
        for at in 1..=12 {
            write!(file, "message Plain{at} {{\n  optional string id = 1;\n}}\n").expect("memory");
        }
        desk.write(&format!("{tree}/shop.proto"), &file);
    }
}

const CHECK: &str = "new --against history --every-message --strategy backward";

#[test]
fn a_cause_is_told_once() {
    let desk = Desk::new("roots");
    trees(&desk);
    snapshot("looks/roots.txt", &desk.check(CHECK, Some(100)));
}

#[test]
fn every_finding_is_told_in_one_block_or_counted_in_one() {
    let desk = Desk::new("counted");
    trees(&desk);
    let text = desk.check(CHECK, None);
    let is_title = |line: &&str| line.starts_with("error[") || line.starts_with("undecided[");
    let titles = text.lines().filter(is_title).count();
    let also = text
        .lines()
        .filter_map(|line| line.split_once("= also: ")?.1.split(' ').next()?.parse::<usize>().ok());
    let lines = desk.check(&format!("{CHECK} --format broker"), None);
    let findings = lines.lines().filter(|line| line.contains("path=")).count();
    assert!(titles < findings, "{text}");
    // Under one strategy of one direction a cause is one finding of each root message.
    assert_eq!(titles + also.sum::<usize>(), findings, "{text}");
}

#[test]
fn a_cause_with_other_versions_is_another_one() {
    let desk = Desk::new("versions");
    let file = |messages: &[&str], kind: &str| {
        let messages =
            messages.iter().map(|name| format!("message {name} {{ optional Status status = 1; }}\n"));
        let messages = messages.collect::<Vec<_>>().concat();
        format!(
            "syntax = \"proto2\";\npackage shop;\n{messages}message Status {{ optional {kind} code = 1; }}\n"
        )
    };
    desk.write("history/v1.proto", &file(&["Invoice", "Cart"], "int32"));
    desk.write("history/v2.proto", &file(&["Invoice", "Cart", "Label", "Parcel"], "int32"));
    desk.write("shop.proto", &file(&["Invoice", "Cart", "Label", "Parcel"], "string"));
    let text =
        desk.check("shop.proto --against history --every-message --strategy backward-transitive", Some(100));
    snapshot("looks/roots-versions.txt", &text);
}
