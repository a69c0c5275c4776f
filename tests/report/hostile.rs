//! Whatever names and texts are made of, every format stays what it is.

use proptest::prelude::*;
use protoward::advice::field_not_reserved;
use protoward::history::{Advice, Finding, Judgement, Subject};
use protoward::report::Format;
use protoward::rules::always_incompatible;
use protoward::source::{InputError, Location};
use serde_json::Value;

use super::told;

/// Any characters, those that end lines, commands, elements and attributes more often than others.
fn texts() -> impl Strategy<Value = String> {
    let special = prop::sample::select(vec![
        "\n",
        "\r\n",
        "::error::",
        "##[error]",
        "%",
        "%0A",
        ",",
        "<",
        "]]>",
        "&",
        "\"",
        "'",
        "\0",
        "\u{1b}[31m",
        "\u{85}",
        "\u{2028}",
        "\u{ffff}",
        "\u{202e}",
        "../",
        "git:",
        "é",
        "😀",
    ]);
    let piece = prop_oneof![special.prop_map(str::to_owned), any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn judgement([label, root, text, other]: [String; 4]) -> Judgement {
    let location =
        Location { file: other.as_str().into(), line: 1, column: 1, end_line: 1, end_column: 2, text: None };
    let fault = InputError {
        kind: "syntax",
        message: text.clone(),
        help: Some(other.clone()),
        input: label.clone(),
        location: Some(location.clone()),
        more: Vec::new(),
    };
    let mut subject = Subject::new(&label, &text);
    subject.root.clone_from(&root);
    subject.findings.push(Finding::refusal(text.clone(), &other));
    let rule = &always_incompatible::RULE;
    let existing = Some(other.clone());
    subject.findings.push(Finding { existing, allowed: Some(text.clone()), ..Finding::new(rule, &text) });
    subject.warnings.push(InputError { location: None, ..fault.clone() });
    subject.errors.push(fault);
    subject.notes.push(text.clone());
    subject.advice.push(Advice {
        topic: &field_not_reserved::TOPIC,
        message: text,
        help: other.clone(),
        path: root,
        number: None,
        existing: Some(other),
        version: None,
        component: None,
        place: Some(location),
    });
    Judgement { subjects: vec![subject], ..Judgement::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn every_format_stays_well_formed(texts in [texts(), texts(), texts(), texts()]) {
        let judgement = judgement(texts);
        for format in [Format::Json, Format::Gitlab, Format::Sarif] {
            prop_assert!(serde_json::from_str::<Value>(&told(format, &judgement)).is_ok());
        }
        let xml = told(Format::Junit, &judgement);
        prop_assert!(roxmltree::Document::parse(&xml).is_ok(), "{}", xml);
        let github = told(Format::Github, &judgement);
        let lines: Vec<_> = github.split(['\n', '\r']).filter(|line| !line.is_empty()).collect();
        // Two findings, an error, a warning, advice; a note and a verdict.
        prop_assert_eq!(lines.len(), 7, "{}", github);
        prop_assert!(lines[..5].iter().all(|line| line.starts_with("::")), "{}", github);
        prop_assert!(lines[5..].iter().all(|line| !line.trim().starts_with("::") && !line.contains("##[")));
    }

    #[test]
    fn addresses_are_addresses(texts in [texts(), texts(), texts(), texts()]) {
        let sarif: Value = serde_json::from_str(&told(Format::Sarif, &judgement(texts))).expect("JSON");
        let mut next = vec![&sarif];
        while let Some(value) = next.pop() {
            match value {
                Value::Object(members) => next.extend(members.values()),
                Value::Array(items) => next.extend(items),
                _ => {}
            }
            if let Some(uri) = value.get("uri").and_then(Value::as_str) {
                let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~/%".contains(c);
                prop_assert!(uri.strip_prefix("file:").unwrap_or(uri).chars().all(is_plain), "{}", uri);
            }
        }
    }
}
