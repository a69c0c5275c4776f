//! Who breaks: consumers of one schema, on what producers of the other wrote.

use super::{count, named, plain};
use crate::history::{Direction, Finding};
use crate::rules::Effect;

/// How many versions are named one by one.
const NAMED: usize = 8;

/// Who breaks in one direction, with the existing schemas as [`versions`] names them.
pub(in crate::report) fn consequence(direction: Direction, effect: Effect, existing: &str) -> String {
    match (effect, direction) {
        (Effect::Incompatible, Direction::Backward) => {
            format!("consumers on the proposed schema cannot read what producers on {existing} wrote")
        }
        (Effect::Incompatible, Direction::Forward) => {
            format!("consumers still on {existing} cannot read what producers on the proposed schema write")
        }
        (Effect::Undecided, Direction::Backward) => {
            format!("whether consumers on the proposed schema can read what producers on {existing} wrote")
        }
        (Effect::Undecided, Direction::Forward) => {
            format!(
                "whether consumers still on {existing} can read what producers on the proposed schema write"
            )
        }
    }
}

/// The latest of the findings' existing schemas by name, and how many others there are.
pub(in crate::report) fn versions<'a>(findings: impl Iterator<Item = &'a Finding>) -> String {
    let mut all: Vec<(Option<u64>, &str)> = Vec::new();
    for finding in findings {
        let one = (finding.version, finding.existing.as_deref().unwrap_or_default());
        if all.last() != Some(&one) {
            all.push(one);
        }
    }
    let has_numbers = all.iter().all(|(version, _)| version.is_some());
    if has_numbers {
        all.sort_unstable();
        all.dedup();
    }
    let Some((version, label)) = all.pop() else { return String::new() };
    let latest = short(label, version);
    if all.is_empty() {
        return latest;
    }
    let names = all.iter().map(|(version, label)| match version {
        Some(version) if has_numbers => version.to_string(),
        _ => short(label, *version),
    });
    let mut named: Vec<String> = names.take(NAMED).collect();
    if all.len() > NAMED {
        named.push("…".to_owned());
    }
    format!("{latest} and {} ({})", count(all.len(), "earlier version"), named.join(", "))
}

/// A version of a directory by its file's name alone, which has its number; everything else in full.
fn short(label: &str, version: Option<u64>) -> String {
    let file = label.rsplit('/').next().unwrap_or(label);
    let full = named(label, version);
    if version.is_some() && full == plain(label) { plain(file) } else { full }
}
