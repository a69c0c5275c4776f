//! Who breaks: consumers of one schema, on what producers of the other wrote.

use super::{Change, count, named, plain};
use crate::history::{Direction, Finding, Subject};
use crate::rules::Effect;

/// How many versions are named one by one.
const NAMED: usize = 8;

/// Who breaks by a finding alone; `None` before a comparison.
pub(in crate::report) fn consequence(finding: &Finding) -> Option<String> {
    let existing = versions(std::iter::once(finding));
    Some(who_breaks(finding, finding.direction?, "the proposed schema", &existing))
}

/// How a subject's proposed schema is spoken of: a version of a history by its name.
pub(in crate::report) fn proposed(subject: &Subject) -> String {
    if subject.is_replayed {
        short(&subject.proposed, subject.version)
    } else {
        "the proposed schema".to_owned()
    }
}

/// Who breaks in one direction by a finding, with the schemas as [`proposed`] and [`versions`] name them.
pub(in crate::report) fn who_breaks(
    finding: &Finding,
    direction: Direction,
    proposed: &str,
    existing: &str,
) -> String {
    let fails = match finding.effect() {
        Effect::Undecided => "can read",
        // What arrives is another value, and nobody notices.
        Effect::Incompatible if is_misread(finding) => "misread",
        Effect::Incompatible => "cannot read",
    };
    let what = match direction {
        Direction::Backward => {
            format!("consumers on {proposed} {fails} what producers on {existing} wrote")
        }
        Direction::Forward => {
            format!("consumers still on {existing} {fails} what producers on {proposed} write")
        }
    };
    if finding.effect() == Effect::Undecided { format!("whether {what}") } else { what }
}

fn is_misread(finding: &Finding) -> bool {
    Change::of(finding).is_some_and(|change| match change.rule {
        "DEFAULT_CHANGED" => true,
        "ENUM_VALUE_NOT_READABLE" => change.existing.contains('='),
        _ => false,
    })
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
    let names: Vec<String> = if has_numbers {
        ranges(all.iter().filter_map(|(version, _)| *version))
    } else {
        all.iter().map(|(version, label)| short(label, *version)).collect()
    };
    let mut told: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
    if names.len() > NAMED {
        told.push("…");
    }
    format!("{latest} and {} ({})", count(all.len(), "earlier version"), told.join(", "))
}

/// Numbers in ascending order, three or more in a row as one: `1`, `3-7`, `9`, `10`.
fn ranges(numbers: impl Iterator<Item = u64>) -> Vec<String> {
    let mut rows: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match rows.last_mut() {
            Some((_, end)) if number.checked_sub(1) == Some(*end) => *end = number,
            _ => rows.push((number, number)),
        }
    }
    let told = rows.into_iter().flat_map(|(start, end)| match end - start {
        0 => vec![start.to_string()],
        1 => vec![start.to_string(), end.to_string()],
        _ => vec![format!("{start}-{end}")],
    });
    told.collect()
}

/// A version of a directory by its file's name alone, which has its number, what stood in git by its ref, and everything
/// else in full.
fn short(label: &str, version: Option<u64>) -> String {
    let full = named(label, version);
    if version.is_some() && full == plain(label) {
        let file = label.rsplit('/').next().unwrap_or(label);
        return plain(file);
    }
    match label.strip_prefix("git:").and_then(|place| place.split_once(':')) {
        Some((reference, _)) if version.is_none() && !reference.is_empty() => {
            plain(&format!("git:{reference}"))
        }
        _ => full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::type_changed::RULE;

    fn told(versions: &[(Option<u64>, &str)]) -> String {
        let made = versions.iter().map(|(version, label)| Finding {
            version: *version,
            existing: Some((*label).to_owned()),
            ..Finding::new(&RULE, "FULL")
        });
        let findings: Vec<Finding> = made.collect();
        super::versions(findings.iter())
    }

    #[test]
    fn the_latest_version_stands_for_the_others() {
        assert_eq!(told(&[(Some(3), "h/v3.proto")]), "v3.proto");
        assert_eq!(told(&[(Some(3), "all.json"), (Some(3), "all.json")]), "all.json (version 3)");
        let many: Vec<_> = [1, 3, 4, 5, 7, 8, 10].map(|n| (Some(n), "all.json")).into();
        assert_eq!(told(&many), "all.json (version 10) and 6 earlier versions (1, 3-5, 7, 8)");
        let newest_first = [(Some(1), "p.json"), (Some(0), "p.json")];
        assert_eq!(told(&newest_first), "p.json (version 1) and 1 earlier version (0)");
        assert_eq!(
            told(&[(None, "old/a.proto"), (None, "old/b.proto")]),
            "old/b.proto and 1 earlier version (old/a.proto)"
        );
        assert_eq!(
            told(&[(None, "git:main:a/b.proto"), (None, "git::b.proto")]),
            "git::b.proto and 1 earlier version (git:main)"
        );
        let odd: Vec<_> = (0..20).map(|n| (Some(n * 2), "all.json")).collect();
        assert!(told(&odd).ends_with("19 earlier versions (0, 2, 4, 6, 8, 10, 12, 14, …)"));
    }
}
