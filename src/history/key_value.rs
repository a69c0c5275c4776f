//! Pairs of schemas: each component goes to the checker of its own type (contract, section 8).

use super::judge::Case;
use super::operation::check;
use super::strategy::Strategy;
use super::{Finding, Subject};
use crate::check::Extent;
use crate::source::Entry;

/// Key and value, in the order in which they are looked at.
const NAMES: [&str; 2] = ["key", "value"];

/// The components of a pair with their names, or a schema that is none by itself.
pub(super) fn parts(entry: &Entry) -> Vec<(Option<&'static str>, &Entry)> {
    match entry.components() {
        Some(components) => NAMES.into_iter().map(Some).zip(components).collect(),
        None => vec![(None, entry)],
    }
}

/// Compares pairs: the newest first, all keys before all values.
pub(super) fn check_pairs(case: &Case<'_>, subject: &mut Subject) {
    if case.strategy.parse() == Ok(Strategy::AlwaysCompatible) {
        return;
    }
    let newest_first: Vec<&Entry> = case.existing.iter().rev().collect();
    if let Some(other) = newest_first.iter().find(|entry| types(entry) != types(case.proposed)) {
        let (from, to) = (types(other), types(case.proposed));
        let text = format!(
            "Key schemas or Value schemas are different schema type, from key schema type is {} and to key schema is {}, \
             from value schema is {} and to value schema is {}",
            from[0], to[0], from[1], to[1]
        );
        let refusal = case.refusal(text);
        subject.findings.push(Finding { existing: Some(other.label.clone()), ..refusal });
        return;
    }
    let Some(proposed) = case.proposed.components() else { return };
    for (at, (name, proposed)) in NAMES.into_iter().zip(proposed).enumerate() {
        let component = |entry: &&Entry| entry.components().map(|components| components[at].clone());
        let existing: Vec<Entry> = newest_first.iter().filter_map(component).collect();
        check(&Case { proposed, existing: &existing, component: Some(name), ..*case }, subject);
        if case.extent == Extent::First && !subject.findings.is_empty() {
            return;
        }
    }
}

/// The types of key and value.
fn types(entry: &Entry) -> [&str; 2] {
    match entry.components() {
        Some([key, value]) => [key.schema_type().name(), value.schema_type().name()],
        None => [""; 2],
    }
}
