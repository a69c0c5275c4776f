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

/// Compares pairs: the newest first, all keys before all values. Pairs of other types are refused, as schemas of another
/// type are.
pub(super) fn check_pairs(case: &Case<'_>, subject: &mut Subject) {
    if case.strategy.parse() == Ok(Strategy::AlwaysCompatible) {
        return;
    }
    let newest_first = case.existing.iter().rev();
    let (alike, others): (Vec<&Entry>, Vec<&Entry>) =
        newest_first.partition(|entry| types(entry) == types(case.proposed));
    if let Some(other) = others.first() {
        refuse(case, other, subject);
        subject.notes.extend(of_other_type(&others, |entry| types(entry).join(" and ")));
        if case.extent == Extent::First || alike.is_empty() {
            return;
        }
    }
    let Some(proposed) = case.proposed.components() else { return };
    for (at, (name, proposed)) in NAMES.into_iter().zip(proposed).enumerate() {
        let component = |entry: &&Entry| entry.components().map(|components| components[at].clone());
        let existing: Vec<Entry> = alike.iter().filter_map(component).collect();
        check(&Case { proposed, existing: &existing, component: Some(name), ..*case }, subject);
        if case.extent == Extent::First && !subject.findings.is_empty() {
            return;
        }
    }
}

/// A pair whose components are of other types, in the broker's words.
fn refuse(case: &Case<'_>, other: &Entry, subject: &mut Subject) {
    let (from, to) = (types(other), types(case.proposed));
    let text = format!(
        "Key schemas or Value schemas are different schema type, from key schema type is {} and to key schema is {}, \
         from value schema is {} and to value schema is {}",
        from[0], to[0], from[1], to[1]
    );
    subject.findings.push(Finding { existing: Some(other.label.clone()), ..case.refusal(text) });
}

/// Which versions are refused for their types, which the broker does not tell.
pub(super) fn of_other_type(others: &[&Entry], name: impl Fn(&Entry) -> String) -> Option<String> {
    /// How many are told one by one.
    const TOLD: usize = 3;
    let told = others.iter().take(TOLD).map(|entry| {
        let version = entry.version.map_or(String::new(), |version| format!(" (version {version})"));
        format!("{}{version} is {}", entry.label, name(entry))
    });
    let told = told.collect::<Vec<_>>().join(", ");
    match others.len().saturating_sub(TOLD) {
        0 if told.is_empty() => None,
        0 => Some(format!("of another type: {told}")),
        more => Some(format!("of another type: {told}, and {more} more")),
    }
}

/// Whether two schemas, and the components of two pairs, have the same types.
pub(super) fn are_alike(one: &Entry, other: &Entry) -> bool {
    one.schema_type() == other.schema_type() && types(one) == types(other)
}

/// The types of key and value.
fn types(entry: &Entry) -> [&str; 2] {
    match entry.components() {
        Some([key, value]) => [key.schema_type().name(), value.schema_type().name()],
        None => [""; 2],
    }
}
