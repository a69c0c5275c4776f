//! Workflow commands for GitHub Actions: annotations on the lines of the proposed schema, and the verdicts in plain lines.
//!
//! A break, an unread input and denied advice is an error; an open question and a warning is a warning; accepted findings and
//! advice are notices. What GitHub does not show, because of its limits, is still in the log of the step.

use std::fmt::Write as _;
use std::io;

use super::items::{self, Item, Level, What};
use super::words;
use crate::history::Judgement;
use crate::rules::cut;

/// How many annotations of each level GitHub shows for a step.
const SHOWN: usize = 10;
/// How much of a message it takes, in UTF-16 units.
const MESSAGE: usize = 4_096;

/// Writes the worst first, then notes and verdicts.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(judgement: &Judgement, out: &mut dyn io::Write) -> io::Result<()> {
    let mut items = items::all(judgement);
    items.sort_by_key(|item| item.level);
    if let Some(hidden) = hidden(&items) {
        writeln!(out, "::notice title=protoward::{}", data(&hidden))?;
    }
    for item in &items {
        writeln!(out, "{}", command(item))?;
    }
    for subject in &judgement.subjects {
        for note in &subject.notes {
            writeln!(out, "note: {}", line(&words::plain(note)))?;
        }
        writeln!(out, "{}", line(&items::verdict(subject)))?;
    }
    Ok(())
}

/// What to tell in front of everything where there is more than GitHub shows.
fn hidden(items: &[Item<'_>]) -> Option<String> {
    let levels = [(Level::Error, "error"), (Level::Warning, "warning"), (Level::Notice, "notice")];
    let counts = levels.map(|(level, name)| (items.iter().filter(|item| item.level == level).count(), name));
    let many = counts.into_iter().filter(|(count, _)| *count > SHOWN);
    let many: Vec<_> = many.map(|(count, name)| words::count(count, name)).collect();
    let text = format!("{}, of which GitHub shows {SHOWN} each; the log has them all", many.join(", "));
    (!many.is_empty()).then_some(text)
}

fn command(item: &Item<'_>) -> String {
    let level = match item.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Notice => "notice",
    };
    let mut out = format!("::{level} ");
    if let Some(file) = item.file() {
        // Writing to a string cannot fail.
        let _ = write!(out, "file={},", property(&file));
    }
    if let Some(place) = item.place() {
        let _ = write!(out, "line={},endLine={},", place.line, place.end_line);
        // Columns are for stretches of one line only; the last one is part of it.
        if place.line == place.end_line {
            let end = place.end_column.saturating_sub(1).max(place.column);
            let _ = write!(out, "col={},endColumn={end},", place.column);
        }
    }
    let allowed = match item.what {
        What::Finding(finding) if finding.allowed.is_some() => " (allowed)",
        _ => "",
    };
    let message = cut(&item.lines().join("\n"), MESSAGE);
    let _ = write!(out, "title=protoward {}{allowed}::{}", property(item.id()), data(&message));
    out
}

/// A message as a command takes it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property's value as a command takes it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A plain line that no runner takes for a command.
fn line(text: &str) -> String {
    text.replace("##[", "# #[")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_command_or_a_property_is_escaped() {
        assert_eq!(data("50%, a:b\r\n::error::no"), "50%25, a:b%0D%0A::error::no");
        assert_eq!(property("a,b:c%d\ne"), "a%2Cb%3Ac%25d%0Ae");
        assert_eq!(line("##[error]x"), "# #[error]x");
    }
}
