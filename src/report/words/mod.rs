//! The words for people: names on one line, what a finding says of the reader, what changed, who breaks, and the mend.

mod change;
mod consequence;
mod help;
mod message;

pub(super) use change::{Change, existing_fact, listed, title, told_fact};
pub(super) use consequence::{consequence, proposed, versions, who_breaks};
pub(super) use help::{disputed_help, help};
pub(super) use message::message;

use crate::history::Finding;

/// How many things of one kind are told line by line; of more, one line tells all.
pub(in crate::report) const FEW: usize = 10;

/// Which component of a pair something is about.
pub(in crate::report) fn part(component: Option<&str>) -> String {
    component.map_or_else(String::new, |name| format!(" (the {name} of a pair)"))
}

/// A label with its version, where that is known and the name does not tell it already.
pub(in crate::report) fn named(label: &str, version: Option<u64>) -> String {
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
pub(in crate::report) fn short<'a>(
    labels: impl Iterator<Item = (&'a str, Option<u64>)> + Clone,
) -> Vec<String> {
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
pub(in crate::report) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// An input's label for people.
pub(in crate::report) fn input(label: &str) -> String {
    match label {
        "-" => "standard input".to_owned(),
        "" => "an empty name".to_owned(),
        _ => plain(label),
    }
}

/// A text on one line, with control characters and those that turn the direction of text made visible, so that a schema
/// cannot steer a terminal.
pub(in crate::report) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// A character that steers a terminal or the order of others, or ends a line.
pub(in crate::report) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        )
}

/// The existing schema of a finding, with its version where that is known and not plain from the name.
pub(in crate::report) fn existing(finding: &Finding) -> Option<String> {
    finding.existing.as_deref().map(|label| named(label, finding.version))
}
