//! Every rule by the examples of its page: as sources either way, and as descriptor sets with and without positions.

use std::fmt::Write as _;

use protoward::rules::RULES;

use super::{Desk, snapshot};
use crate::pages::pairs;

#[test]
fn every_rule_by_its_examples() {
    for rule in RULES {
        let name = rule.id.to_lowercase();
        let mut told = String::new();
        for (at, (writer, reader)) in (1..).zip(pairs(rule, "Breaks")) {
            let desk = Desk::new(&format!("{name}-{at}"));
            desk.write("history/v1.proto", &writer.text);
            desk.write("order.proto", &reader.text);
            desk.write("back/v1.proto", &reader.text);
            desk.write("back.proto", &writer.text);
            for (folder, positions) in [("placed", true), ("bare", false)] {
                desk.compile("order.proto", &format!("{folder}.binpb"), positions);
                desk.compile("history/v1.proto", &format!("{folder}/v1.binpb"), positions);
            }
            let cases = [
                ("from writer to reader", "order.proto --against history", &reader),
                ("from reader to writer", "back.proto --against back", &writer),
                ("descriptor sets with positions", "placed.binpb --against placed", &reader),
                ("descriptor sets without positions", "bare.binpb --against bare", &reader),
            ];
            for (what, case, proposed) in cases {
                let root = root(&proposed.text);
                let answer = desk.check(&format!("{case} --root {root}"), None);
                assert!(answer.contains(rule.id), "{}: {what}: {answer}", rule.id);
                writeln!(told, "## Example {at}, {what}\n\n{answer}").expect("memory");
            }
        }
        if !told.is_empty() {
            snapshot(&format!("rules/{name}.txt"), &told);
        }
    }
}

/// The full name of the first message.
fn root(text: &str) -> String {
    let word = |before: &str| {
        let rest = text.split(before).nth(1).unwrap_or_default();
        rest.split([' ', ';', '{']).next().unwrap_or_default().to_owned()
    };
    format!("{}.{}", word("package "), word("message "))
}

/// Those that no pair of sources brings about.
#[test]
fn rules_without_examples() {
    let desk = Desk::new("unpaired");
    let order = "syntax = \"proto3\";\npackage shop;\nmessage Order { int32 id = 1; }\n";
    desk.write("order.proto", order);
    desk.write("next.proto", &order.replace("int32", "int64"));
    desk.write(
        "history/v1.json",
        r#"{"fileDescriptorSet":"CgE","rootMessageTypeName":"A","rootFileDescriptorName":"a"}"#,
    );
    let wide = |more: &str| {
        let fields: String =
            (1..=14_285).map(|n| format!("optional int32 f{n} = {n};\n")).collect::<Vec<_>>().concat();
        format!("syntax = \"proto2\";\npackage load;\nmessage Wide {{\n{fields}{more}}}\n")
    };
    desk.write("wide/v1.proto", &wide(""));
    desk.write("wide/v2.proto", &wide(""));
    desk.write("wider.proto", &wide("optional int32 more = 15000;\n"));
    let mut told = String::new();
    for case in [
        "next.proto --against order.proto --strategy ALWAYS_INCOMPATIBLE",
        "next.proto --against order.proto --strategy BACKWARDS",
        "order.proto --against history",
        "history/v1.json --against order.proto",
        "wider.proto --against wide --strategy FULL_TRANSITIVE",
    ] {
        writeln!(told, "## {case}\n\n{}", desk.check(case, None)).expect("memory");
    }
    snapshot("rules/unpaired.txt", &told);
}
