//! What changed from an existing schema to the proposed one, whoever reads: the same words for both directions.

use super::{message, plain};
use crate::history::{Direction, Finding, Origin};
use crate::rules::{Facts, Side};

/// A finding's values by where the schemas come from.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Change<'a> {
    /// The rule's id.
    pub(in crate::report) rule: &'static str,
    /// The path, uncut.
    pub(in crate::report) path: &'a str,
    /// What the existing schema has, as the broker says it.
    pub(in crate::report) existing: &'a str,
    /// What the proposed schema has, as the broker says it.
    pub(in crate::report) proposed: &'a str,
}

impl<'a> Change<'a> {
    /// `None` where no two values are compared.
    pub(in crate::report) fn of(finding: &'a Finding) -> Option<Self> {
        let violation = finding.violation.as_ref()?;
        let Facts::Change { writer, reader } = &violation.facts else { return None };
        let direction = finding.direction.unwrap_or(Direction::Backward);
        let (existing, proposed) = match direction.on(Side::Writer) {
            Origin::Existing => (writer, reader),
            Origin::Proposed => (reader, writer),
        };
        Some(Self { rule: violation.rule.id, path: &violation.path, existing, proposed })
    }
}

/// What changed, in one sentence without a full stop.
pub(in crate::report) fn title(finding: &Finding) -> String {
    if let Some(change) = Change::of(finding) {
        return changed(&change);
    }
    let Some(violation) = &finding.violation else { return message(finding) };
    match &violation.facts {
        Facts::Unsupported { detail, .. } => {
            let schema = finding.schema().map_or("", Origin::name);
            let what = plain(&detail.to_string());
            format!("`{}` of the {schema} schema cannot be compared: {what}", shortened(&violation.path))
        }
        Facts::Limit { .. } => {
            format!("the comparison was given up at `{}`: it takes too much work", shortened(&violation.path))
        }
        Facts::Change { .. } => message(finding),
    }
}

fn changed(change: &Change<'_>) -> String {
    let field = format!("field `{}`", shortened(change.path));
    let (was, is) = (plain(change.existing), plain(change.proposed));
    match change.rule {
        "ROOT_MESSAGE_CHANGED" => {
            format!("the root message was `{}` and is `{}`", shortened(&was), shortened(&is))
        }
        "FIELD_NUMBER_CHANGED" => format!("{field} had number {was} and has number {is}"),
        "REQUIRED_FIELD_NOT_GUARANTEED" => match (&*was, &*is) {
            ("absent", _) => format!("{field} is new and required"),
            (_, "absent") => format!("{field} was required and is gone"),
            (_, "required") => format!("{field} became required"),
            _ => format!("{field} is no longer required"),
        },
        "ONEOF_CONFLICT" if is == "oneof" => {
            format!("oneof `{}` joins fields that could be set together", shortened(change.path))
        }
        "ONEOF_CONFLICT" => {
            format!("fields of oneof `{}` can now be set together", shortened(change.path))
        }
        "MAP_CHANGED" if is == "true" => format!("{field} became a map"),
        "MAP_CHANGED" => format!("{field} is no longer a map"),
        "TYPE_CHANGED" => format!("{field} was {} and is {}", kind(&was, "a "), kind(&is, "a ")),
        "DEFAULT_CHANGED" => {
            format!("the default of {field} was {} and is {}", default(&was), default(&is))
        }
        "UTF8_VALIDATION_ADDED" if is == "checked" => format!("{field} now refuses text that is not UTF-8"),
        "UTF8_VALIDATION_ADDED" => format!("{field} now takes text that is not UTF-8"),
        "ENUM_VALUE_NOT_READABLE" => enum_changed(&field, &was, &is),
        _ => format!("{field} was {was} and is {is}"),
    }
}

fn enum_changed(field: &str, was: &str, is: &str) -> String {
    match (was, is) {
        ("open", "closed") | ("closed", "open") => format!("the enum of {field} was {was} and is {is}"),
        (value, "absent") => format!("the closed enum of {field} lost the value {value}"),
        ("absent", value) => format!("the closed enum of {field} has a new value {value}"),
        _ => match (was.rsplit_once('='), is.rsplit_once('=')) {
            (Some((value, was)), Some((_, is))) => {
                format!("enum value `{}` of {field} was {was} and is {is}", shortened(value))
            }
            _ => format!("a value of the enum of {field} was {was} and is {is}"),
        },
    }
}

/// What one side has, in the contract's own words where those say enough.
pub(in crate::report) fn fact(rule: &str, value: &str) -> String {
    let value = plain(value);
    match (rule, &*value) {
        ("ROOT_MESSAGE_CHANGED", _) => format!("`{value}`"),
        ("FIELD_NUMBER_CHANGED", _) => format!("number {value}"),
        ("DEFAULT_CHANGED", _) => format!("default {}", default(&value)),
        ("MAP_CHANGED", "true") => "a map".to_owned(),
        ("MAP_CHANGED", "false") => "no map".to_owned(),
        ("UTF8_VALIDATION_ADDED", _) => format!("UTF-8 {value}"),
        ("ENUM_VALUE_NOT_READABLE", "absent" | "open" | "closed") => value,
        ("ENUM_VALUE_NOT_READABLE", _) if !value.contains('=') => format!("value {value}"),
        _ => value,
    }
}

/// A type in the words of the language; `article` stands before those that are no keyword.
pub(super) fn kind(value: &str, article: &str) -> String {
    match value {
        "MESSAGE" | "GROUP" => format!("{article}{}", value.to_lowercase()),
        "ENUM" if !article.is_empty() => "an enum".to_owned(),
        _ => value.to_lowercase(),
    }
}

fn default(value: &str) -> String {
    if value.is_empty() { "empty".to_owned() } else { format!("`{value}`") }
}

/// The name behind the last dot.
pub(super) fn last_name(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

/// A name for a title: a long one without its middle, since the whole stands below.
pub(super) fn shortened(name: &str) -> String {
    const LONGEST: usize = 60;
    const HEAD: usize = 20;
    let name = plain(name);
    let length = name.chars().count();
    if length <= LONGEST {
        return name;
    }
    let head: String = name.chars().take(HEAD).collect();
    let tail: String = name.chars().skip(length - (LONGEST - HEAD - 1)).collect();
    format!("{head}…{tail}")
}
