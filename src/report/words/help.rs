//! The mend: what to do about a finding so that nobody is hurt.

use super::change::{Change, kind, last_name, listed, shortened};
use super::plain;
use crate::history::{Finding, Strategy};
use crate::rules::Facts;

/// What to do about it.
pub(in crate::report) fn help(finding: &Finding) -> Option<String> {
    let Some(rule) = finding.rule else { return refusal_help(finding).map(str::to_owned) };
    if let Some(change) = Change::of(finding) {
        return change_help(&change);
    }
    let text = match rule.id {
        "UNSUPPORTED_FEATURE" => return unsupported_help(finding),
        "COMPARISON_LIMIT_EXCEEDED" => "compare smaller root messages, or split the message graph",
        "SCHEMA_RECONSTRUCTION_FAILED" => {
            "write the schema anew from its sources: a broker could not read it either"
        }
        "ALWAYS_INCOMPATIBLE" => "choose another strategy; ALWAYS_INCOMPATIBLE freezes a schema",
        "UNKNOWN_STRATEGY" => return Some(strategy_help(&finding.strategy)),
        _ => return None,
    };
    Some(text.to_owned())
}

/// The mend for a change, which is the same for either direction.
fn change_help(change: &Change<'_>) -> Option<String> {
    if change.detail.renamed().is_some() {
        return Some(renamed_help(change));
    }
    let name = shortened(last_name(change.path));
    let existing = change.existing;
    let added = "as a new field with a new name and number";
    let text = match change.rule {
        "ROOT_MESSAGE_CHANGED" => KEEP_ROOT.to_owned(),
        "FIELD_NUMBER_CHANGED" => {
            format!(
                "give `{name}` its number {existing} back, or give the field with number {} a new name",
                change.proposed
            )
        }
        "REQUIRED_FIELD_NOT_GUARANTEED" if change.proposed == "required" => {
            format!("declare `{name}` optional: what was written without it is still there")
        }
        "REQUIRED_FIELD_NOT_GUARANTEED" => {
            format!("keep `{name}` required as long as there are consumers that require it")
        }
        "ONEOF_CONFLICT" if change.proposed == "oneof" => {
            "leave the fields outside the oneof, or add new fields with new numbers to it".to_owned()
        }
        "ONEOF_CONFLICT" => {
            "leave the fields in the oneof, or add new fields with new numbers outside it".to_owned()
        }
        "MAP_CHANGED" if change.proposed == "true" => {
            format!("keep `{name}` as it was, and add the map {added}")
        }
        "MAP_CHANGED" => format!("keep `{name}` a map, and add what replaces it {added}"),
        "CARDINALITY_CHANGED" if change.proposed == "repeated" => {
            format!("keep `{name}` singular, and add the list {added}")
        }
        "CARDINALITY_CHANGED" => format!("keep `{name}` repeated, and add the single value {added}"),
        // Those of a map's entry are nobody's to add.
        "TYPE_CHANGED" if matches!(&*name, "key" | "value") => format!(
            "keep it as it was, {}, and use the {} in a new field with a new name and number",
            kind(existing, "a "),
            kind(change.proposed, "")
        ),
        "TYPE_CHANGED" => format!(
            "keep `{name}` as it was, {}, and add the {} {added}",
            kind(existing, "a "),
            kind(change.proposed, "")
        ),
        "DEFAULT_CHANGED" => "keep the default, and let producers set the new value themselves".to_owned(),
        "UTF8_VALIDATION_ADDED" if change.proposed == "checked" => {
            "turn the validation off for this field (Editions can), or read it as `bytes` under a new number"
                .to_owned()
        }
        "UTF8_VALIDATION_ADDED" => {
            "keep the validation, and write what may not be UTF-8 to a `bytes` field under a new number"
                .to_owned()
        }
        "ENUM_VALUE_NOT_READABLE" => enum_help(change),
        _ => return None,
    };
    Some(text)
}

/// Where a field of another name has taken a number.
fn renamed_help(change: &Change<'_>) -> String {
    let name = change.detail.names[1].as_deref().map_or_else(String::new, shortened);
    match change.detail.had {
        Some(number) => format!("give `{name}` its number {number} back"),
        None => format!("give `{name}` a number that no version used"),
    }
}

/// Where versions do not agree on what a field was, and no change would please all of them.
pub(in crate::report) fn disputed_help(finding: &Finding) -> Option<String> {
    let change = Change::of(finding)?;
    let name = shortened(change.detail.names[1].as_deref().unwrap_or(last_name(change.path)));
    let number = match change.rule {
        "MAP_CHANGED" | "CARDINALITY_CHANGED" | "TYPE_CHANGED" | "DEFAULT_CHANGED" => "a number",
        "FIELD_NUMBER_CHANGED" => "a name and number",
        _ => return help(finding),
    };
    Some(format!("the versions do not agree on it: give `{name}` {number} that no version used"))
}

fn enum_help(change: &Change<'_>) -> String {
    let values = &change.detail.values[..];
    match (change.existing, change.proposed) {
        ("open", "closed") | ("closed", "open") => {
            "leave the enum open on both sides, or closed on both".to_owned()
        }
        (value, "absent") if values.len() < 2 => {
            format!("keep the value {} in the enum, and let nobody write it any more", plain(value))
        }
        (_, "absent") => {
            let numbers = listed(values, |value| value.numbers[0].unwrap_or_default().to_string());
            format!("keep the values {numbers} in the enum, and let nobody write them any more")
        }
        ("absent", _) => {
            let (value, it) = if values.len() > 1 { ("values", "them") } else { ("value", "it") };
            format!(
                "let every consumer know the {value} before a producer writes {it}: BACKWARD accepts the addition"
            )
        }
        _ if values.len() > 1 => {
            let back = listed(values, |value| {
                format!("`{}` = {}", shortened(&value.name), value.numbers[0].unwrap_or_default())
            });
            format!("give the old names their numbers back ({back}), and give new numbers new names")
        }
        (existing, _) => match existing.rsplit_once('=') {
            Some((value, number)) => {
                format!(
                    "give `{}` its number {number} back, and give the new number a new name",
                    plain(value)
                )
            }
            None => "give the value its old number back, and give the new number a new name".to_owned(),
        },
    }
}

const KEEP_ROOT: &str =
    "keep the root message's full name, package included; another root needs a history of its own";

/// What to do about a refusal that is no rule.
fn refusal_help(finding: &Finding) -> Option<&'static str> {
    let text = finding.text.as_deref()?;
    Some(match text.split([':', ',', '.']).next()? {
        "Topic does not have schema to check" => "let a producer register a schema first",
        "Incompatible schema" => "keep the type; another type needs a topic of its own",
        "Key schemas or Value schemas are different schema type" => {
            "keep the types of key and value; other types need a topic of their own"
        }
        "Protobuf root message isn't allow change!" => KEEP_ROOT,
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
