//! What a finding says to a person: one sentence about the reader, and the mend. Every format for people takes its words
//! from here.

use crate::history::{Direction, Finding, Origin, Strategy};
use crate::rules::{Facts, Side, Violation};

/// What happens, in one sentence without a full stop.
pub(super) fn message(finding: &Finding) -> String {
    if let Some(violation) = &finding.violation {
        return violated(violation);
    }
    let schema = match finding.schema() {
        Some(Origin::Existing) => "existing",
        _ => "proposed",
    };
    let rule = finding.rule.map(|rule| rule.id);
    match (rule, &finding.why) {
        (Some("UNKNOWN_STRATEGY"), _) => format!("there is no strategy named `{}`", plain(&finding.strategy)),
        (Some("ALWAYS_INCOMPATIBLE"), _) => "the strategy refuses every schema".to_owned(),
        (Some("UNSUPPORTED_FEATURE"), Some(why)) => {
            format!("the {schema} schema uses what cannot be compared: {}", plain(why))
        }
        (Some(_), Some(why)) => format!("the {schema} schema cannot be rebuilt: {}", plain(why)),
        (_, _) => plain(finding.text.as_deref().unwrap_or_default()),
    }
}

/// What to do about it.
pub(super) fn help(finding: &Finding) -> Option<String> {
    let Some(rule) = finding.rule else { return refusal_help(finding).map(str::to_owned) };
    let text = match rule.id {
        "ROOT_MESSAGE_CHANGED" => {
            "keep the root message's full name, package included; another root needs a history of its own"
        }
        "FIELD_NUMBER_CHANGED" => "give the field its old number back, or give the new field a new name",
        "REQUIRED_FIELD_NOT_GUARANTEED" => {
            "declare the field optional; a required field cannot be added or removed while old data or old readers exist"
        }
        "ONEOF_CONFLICT" => "leave the fields outside the oneof, or add new fields with new numbers to it",
        "MAP_CHANGED" | "CARDINALITY_CHANGED" | "TYPE_CHANGED" => {
            "keep the field as it was and reserve its number; add a field with a new name and a new number"
        }
        "DEFAULT_CHANGED" => "keep the default, and let the writers set the new value themselves",
        "UTF8_VALIDATION_ADDED" => {
            "let the writers validate first, or read the field as `bytes` under a new number"
        }
        "ENUM_VALUE_NOT_READABLE" => enum_help(finding),
        "UNSUPPORTED_FEATURE" => return unsupported_help(finding),
        "COMPARISON_LIMIT_EXCEEDED" => "compare smaller root messages, or split the message graph",
        "SCHEMA_RECONSTRUCTION_FAILED" => {
            "write the schema anew from its sources: the broker cannot read it either"
        }
        "ALWAYS_INCOMPATIBLE" => "choose another strategy; ALWAYS_INCOMPATIBLE freezes a schema",
        "UNKNOWN_STRATEGY" => return Some(strategy_help(&finding.strategy)),
        _ => return None,
    };
    Some(text.to_owned())
}

/// Who breaks, in words: the readers of one schema, on what the writers of the other wrote.
pub(super) fn consequence(finding: &Finding) -> Option<String> {
    let existing = existing(finding)?;
    let cannot = match finding.effect() {
        crate::rules::Effect::Incompatible => "cannot read what",
        crate::rules::Effect::Undecided => "may or may not read what",
    };
    Some(match finding.direction? {
        Direction::Backward => format!("readers on the proposed schema {cannot} writers on {existing} wrote"),
        Direction::Forward => format!("readers on {existing} {cannot} writers on the proposed schema write"),
    })
}

/// The existing schema of a finding, with its version where that is known and not plain from the name.
pub(super) fn existing(finding: &Finding) -> Option<String> {
    finding.existing.as_deref().map(|label| named(label, finding.version))
}

/// Which component of a pair something is about.
pub(super) fn part(component: Option<&str>) -> String {
    component.map_or_else(String::new, |name| format!(" (the {name} of a pair)"))
}

/// A label with its version, where that is known and the name does not tell it already.
pub(super) fn named(label: &str, version: Option<u64>) -> String {
    let name = label.rsplit('/').next().unwrap_or(label);
    let mut numbers =
        name.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<u64>().ok());
    match version {
        Some(version) if !numbers.any(|number| number == version) => {
            format!("{} (version {version})", input(label))
        }
        _ => input(label),
    }
}

/// Labels without the directory that they have in common, each with its version where the name does not tell it.
pub(super) fn short<'a>(labels: impl Iterator<Item = (&'a str, Option<u64>)> + Clone) -> Vec<String> {
    let folder = |label: &'a str| label.rfind('/').map_or("", |end| &label[..=end]);
    let mut common = labels.clone().next().map_or("", |(label, _)| folder(label));
    for (label, _) in labels.clone() {
        while !label.starts_with(common) {
            common = folder(common.trim_end_matches('/'));
        }
    }
    labels.map(|(label, version)| named(&label[common.len()..], version)).collect()
}

/// `1 version`, `2 versions`.
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// An input's label for people.
pub(super) fn input(label: &str) -> String {
    if label == "-" { "standard input".to_owned() } else { plain(label) }
}

/// A text on one line, with control characters and those that turn the direction of text made visible, so that a schema
/// cannot steer a terminal.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

fn violated(violation: &Violation) -> String {
    match &violation.facts {
        Facts::Change { writer, reader } => changed(violation, &plain(writer), &plain(reader)),
        Facts::Unsupported { side, detail } => {
            let side = match side {
                Side::Writer => "writer",
                Side::Reader => "reader",
            };
            format!(
                "`{}` of the {side} cannot be compared: {}",
                plain(&violation.path),
                plain(&detail.to_string())
            )
        }
        Facts::Limit { work, limit } => {
            format!(
                "the comparison was given up: it takes at least {work} units of work, and {limit} are allowed"
            )
        }
    }
}

fn changed(violation: &Violation, writer: &str, reader: &str) -> String {
    let path = plain(&violation.path);
    match violation.rule.id {
        "ROOT_MESSAGE_CHANGED" => format!("the reader expects `{reader}` and finds `{writer}`"),
        "FIELD_NUMBER_CHANGED" => {
            format!("the reader looks for `{path}` at number {reader}, the writer put it at {writer}")
        }
        "REQUIRED_FIELD_NOT_GUARANTEED" if writer == "absent" => {
            format!("the reader requires `{path}`, which the writer does not know")
        }
        "REQUIRED_FIELD_NOT_GUARANTEED" => {
            format!("the reader requires `{path}`, which the writer may leave out")
        }
        "ONEOF_CONFLICT" => format!("the reader keeps one member of `{path}`, the writer may set several"),
        "MAP_CHANGED" if reader == "true" => {
            format!("the reader takes `{path}` for a map, the writer does not")
        }
        "MAP_CHANGED" => format!("the writer takes `{path}` for a map, the reader does not"),
        "CARDINALITY_CHANGED" => format!("the reader takes `{path}` as {reader}, the writer as {writer}"),
        "TYPE_CHANGED" => format!("the reader takes `{path}` for {reader}, the writer for {writer}"),
        "DEFAULT_CHANGED" => {
            format!("where `{path}` is unset, the reader sees `{reader}`, the writer meant `{writer}`")
        }
        "UTF8_VALIDATION_ADDED" => {
            format!("the reader refuses text in `{path}` that is not UTF-8, the writer does not check it")
        }
        "ENUM_VALUE_NOT_READABLE" => enum_changed(&path, writer, reader),
        _ => format!("`{path}` is {reader} to the reader and {writer} to the writer"),
    }
}

fn enum_changed(path: &str, writer: &str, reader: &str) -> String {
    match (writer, reader) {
        ("open", "closed") => {
            format!("the reader knows a fixed list of values for `{path}`, the writer may send any number")
        }
        (number, "absent") => format!("the reader has no name for the value {number} of `{path}`"),
        _ => format!(
            "a value of `{path}` has another number for the reader ({reader}) than for the writer ({writer})"
        ),
    }
}

fn enum_help(finding: &Finding) -> &'static str {
    let Some(Violation { facts: Facts::Change { writer, reader }, .. }) = &finding.violation else {
        return "keep the enum's values";
    };
    match (writer.as_str(), reader.as_str()) {
        ("open", "closed") => "leave the enum open on both sides, or closed on both",
        (_, "absent") => "give the readers the new value before anybody writes it, and never remove one",
        _ => "give the value its old number back, or give the new number a new name",
    }
}

/// What to do about a refusal that is no rule.
fn refusal_help(finding: &Finding) -> Option<&'static str> {
    let text = finding.text.as_deref()?;
    Some(match text.split([':', ',', '.']).next()? {
        "Topic does not have schema to check" => "let a producer register a schema first",
        "Incompatible schema" => "keep the type; another type needs a topic of its own",
        "Key schemas or Value schemas are different schema type" => {
            "keep the types of key and value; other types need a topic of their own"
        }
        "Protobuf root message isn't allow change!" => {
            "keep the root message's full name, package included; another root needs a history of its own"
        }
        "Schema not found and schema auto updating is disabled" => {
            "register the schema by hand, or let it be updated by those who connect"
        }
        "Schema compatibility strategy is ALWAYS_INCOMPATIBLE" => {
            "choose another strategy; ALWAYS_INCOMPATIBLE freezes a schema"
        }
        _ => return None,
    })
}

fn unsupported_help(finding: &Finding) -> Option<String> {
    let detail = match &finding.violation.as_ref()?.facts {
        Facts::Unsupported { detail, .. } => detail.to_string(),
        _ => return None,
    };
    let help = if detail.starts_with("syntax=") {
        "the contract covers proto2, proto3 and the Editions 2023 and 2024"
    } else if detail.starts_with("extension range") {
        "move the extensible message out of the root message's reach"
    } else if detail.starts_with("Java legacy") {
        "use an enum of the field's own syntax"
    } else {
        "leave the feature out; the contract does not cover it"
    };
    Some(help.to_owned())
}

fn strategy_help(name: &str) -> String {
    if let Some(nearest) = Strategy::nearest(name) {
        return format!("did you mean {}?", nearest.name());
    }
    let names: Vec<_> = Strategy::ALL.iter().map(|strategy| strategy.name()).collect();
    format!("the strategies are {}", names.join(", "))
}
