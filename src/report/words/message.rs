//! One sentence for one finding, about the reader: what the formats tell that have one entry for each finding.

use super::change::{Change, defaults};
use super::plain;
use crate::history::{Finding, Origin};
use crate::rules::{Facts, Side, Violation};

/// What happens, in one sentence without a full stop.
pub(in crate::report) fn message(finding: &Finding) -> String {
    if let Some(violation) = &finding.violation {
        return default_changed(finding).unwrap_or_else(|| violated(violation));
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

/// Defaults by what differs in them.
fn default_changed(finding: &Finding) -> Option<String> {
    finding.detail.defaults.as_ref()?;
    let change = Change::of(finding)?;
    let [was, is] = defaults(&change);
    let (reader, writer) = match finding.direction?.on(Side::Reader) {
        Origin::Proposed => (is, was),
        Origin::Existing => (was, is),
    };
    let path = plain(change.path);
    Some(format!("where `{path}` is unset, the reader sees {reader}, the writer meant {writer}"))
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
