//! What changed from an existing schema to the proposed one, whoever reads: the same words for both directions.

use super::{message, plain};
use crate::history::{Detail, Direction, Finding, Moved, Origin};
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
    /// The field's number.
    pub(in crate::report) number: Option<i32>,
    /// What both schemas call it.
    pub(in crate::report) detail: &'a Detail,
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
        let (rule, path, number) = (violation.rule.id, &violation.path, violation.field);
        Some(Self { rule, path, existing, proposed, number, detail: &finding.detail })
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
    if let Some((names, number)) = change.detail.renamed().zip(change.number) {
        return renamed(change, names, number);
    }
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
        "ONEOF_CONFLICT" => oneof_changed(change),
        "MAP_CHANGED" if is == "true" => format!("{field} became a map"),
        "MAP_CHANGED" => format!("{field} is no longer a map"),
        "TYPE_CHANGED" => format!("{field} was {} and is {}", kind(&was, "a "), kind(&is, "a ")),
        "DEFAULT_CHANGED" => {
            let [was, is] = defaults(change);
            format!("the default of {field} was {was} and is {is}")
        }
        "UTF8_VALIDATION_ADDED" if is == "checked" => format!("{field} now refuses text that is not UTF-8"),
        "UTF8_VALIDATION_ADDED" => format!("{field} now takes text that is not UTF-8"),
        "ENUM_VALUE_NOT_READABLE" => enum_changed(change, &field),
        _ => format!("{field} was {was} and is {is}"),
    }
}

/// What a number was and is, where a field of another name has taken it.
fn renamed(change: &Change<'_>, [was, is]: [&str; 2], number: i32) -> String {
    let message = change.path.rsplit_once('.').map_or(change.path, |(message, _)| message);
    let [old, new] = defaults(change);
    let had = described(change.rule, change.existing, was, &old);
    let has = described(change.rule, change.proposed, is, &new);
    format!("number {number} of `{}` was {had} and is {has}", shortened(message))
}

/// A field with what a rule says of it.
fn described(rule: &str, value: &str, name: &str, default: &str) -> String {
    let name = format!("`{}`", shortened(name));
    match (rule, value) {
        ("TYPE_CHANGED", _) => format!("{} {name}", kind(value, "")),
        ("MAP_CHANGED", "true") => format!("the map {name}"),
        ("MAP_CHANGED", _) => name,
        ("DEFAULT_CHANGED", _) => format!("{name} with default {default}"),
        ("UTF8_VALIDATION_ADDED", _) => format!("{name} with UTF-8 {value}"),
        _ => format!("{} {name}", plain(value)),
    }
}

fn oneof_changed(change: &Change<'_>) -> String {
    let (oneof, is_joined) = (shortened(change.path), change.proposed == "oneof");
    let fields = listed(&change.detail.fields, |name| format!("`{}`", shortened(name)));
    match (change.detail.fields.len(), is_joined) {
        (0 | 1, true) => format!("oneof `{oneof}` joins fields that could be set together"),
        (2, true) => format!("oneof `{oneof}` joins {fields}, which could be set together"),
        (_, true) => format!("oneof `{oneof}` joins {fields}, of which several could be set together"),
        (0 | 1, false) => format!("fields of oneof `{oneof}` can now be set together"),
        (2, false) => format!("{fields} of oneof `{oneof}` can now be set together"),
        (_, false) => format!("of {fields} in oneof `{oneof}`, several can now be set together"),
    }
}

fn enum_changed(change: &Change<'_>, field: &str) -> String {
    let values = &change.detail.values;
    let (s, were, are) = if values.len() > 1 { ("s", "were", "are") } else { ("", "was", "is") };
    let named = listed(values, value_named);
    match (change.existing, change.proposed) {
        (was @ ("open" | "closed"), is @ ("open" | "closed")) => {
            format!("the enum of {field} was {was} and is {is}")
        }
        (_, "absent") if !values.is_empty() => {
            format!("the closed enum of {field} lost the value{s} {named}")
        }
        ("absent", _) if values.len() > 1 => format!("the closed enum of {field} has new values {named}"),
        ("absent", _) if !values.is_empty() => {
            format!("the closed enum of {field} has a new value {named}")
        }
        _ if !values.is_empty() => {
            let names = listed(values, |value| format!("`{}`", shortened(&value.name)));
            let [was, is] = [0, 1].map(|side| listed(values, |value| number(value, side)));
            format!("enum value{s} {names} of {field} {were} {was} and {are} {is}")
        }
        (was, is) => format!("a value of the enum of {field} was {} and is {}", plain(was), plain(is)),
    }
}

/// `1 (OPEN)`: a value by its number, which is what is written, and its name.
pub(super) fn value_named(value: &Moved) -> String {
    let number = value.numbers[0].or(value.numbers[1]).unwrap_or_default();
    format!("{number} (`{}`)", shortened(&value.name))
}

fn number(value: &Moved, side: usize) -> String {
    value.numbers[side].map_or_else(String::new, |number| number.to_string())
}

/// `a, b and c`; of many the first ones.
pub(in crate::report) fn listed<T>(all: &[T], one: impl Fn(&T) -> String) -> String {
    const NAMED: usize = 5;
    let more = all.len().saturating_sub(NAMED);
    let mut told: Vec<String> = all.iter().take(NAMED).map(one).collect();
    told.extend((more > 0).then(|| format!("{more} more")));
    match told.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// What one side has, in the contract's own words where those say enough.
fn fact(rule: &str, value: &str) -> String {
    let value = plain(value);
    match (rule, &*value) {
        ("ROOT_MESSAGE_CHANGED", _) => format!("`{value}`"),
        ("FIELD_NUMBER_CHANGED", _) => format!("number {value}"),
        ("MAP_CHANGED", "true") => "a map".to_owned(),
        ("MAP_CHANGED", "false") => "no map".to_owned(),
        ("UTF8_VALIDATION_ADDED", _) => format!("UTF-8 {value}"),
        ("ENUM_VALUE_NOT_READABLE", "absent" | "open" | "closed") => value,
        ("ENUM_VALUE_NOT_READABLE", _) if !value.contains('=') => format!("value {value}"),
        _ => value,
    }
}

/// The same beside a line: of a default no more than differs.
pub(in crate::report) fn told_fact(change: &Change<'_>, value: &str, origin: Origin) -> String {
    let [was, is] = defaults(change);
    match (change.rule, origin) {
        ("DEFAULT_CHANGED", Origin::Existing) => format!("default {was}"),
        ("DEFAULT_CHANGED", Origin::Proposed) => format!("default {is}"),
        (rule, _) => fact(rule, value),
    }
}

/// What the existing schema has, with all values of an enum that are concerned.
pub(in crate::report) fn existing_fact(change: &Change<'_>) -> String {
    match (&change.detail.values[..], change.existing) {
        ([], existing) => told_fact(change, existing, Origin::Existing),
        (values, "absent") => format!("no {}", listed(values, value_named)),
        (values, _) => listed(values, value_named),
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

/// Both defaults as far as they fit a title: of long ones the stretch where they begin to differ.
pub(super) fn defaults(change: &Change<'_>) -> [String; 2] {
    const LONGEST: usize = 40;
    const BEFORE: usize = 10;
    let [was, is] = match &change.detail.defaults {
        Some(both) => both.each_ref().map(|value| plain(value)),
        None => [change.existing, change.proposed].map(plain),
    };
    let shared = was.chars().zip(is.chars()).take_while(|(was, is)| was == is).count();
    let is_long = [&was, &is].iter().any(|value| value.chars().count() > LONGEST);
    let start = if is_long && shared > LONGEST - BEFORE { shared - BEFORE } else { 0 };
    [was, is].map(|value| {
        let left = value.chars().count() - start;
        let stretch: String = value.chars().skip(start).take(LONGEST).collect();
        let (before, behind) = (if start > 0 { "…" } else { "" }, if left > LONGEST { "…" } else { "" });
        default(&format!("{before}{stretch}{behind}"))
    })
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
