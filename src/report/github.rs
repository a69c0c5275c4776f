//! Workflow commands for GitHub Actions: annotations on the lines of the proposed schema, and the verdicts in plain lines.
//!
//! A break, an unread input and denied advice is an error; an open question and a warning is a warning; accepted findings and
//! advice are notices. What GitHub does not show, because of its limits, is still in the log of the step.

use std::fmt::Write as _;
use std::io;

use super::group::{Group, groups};
use super::items::{self, Item, Level, What};
use super::words;
use crate::history::{Direction, Judgement, Origin, Subject};
use crate::rules::cut;
use crate::source::Location;

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
    let mut annotations = Annotation::all(judgement);
    annotations.sort_by_key(|annotation| annotation.level);
    if let Some(hidden) = hidden(&annotations) {
        writeln!(out, "::notice title=protoward::{}", data(&hidden))?;
    }
    for annotation in &annotations {
        writeln!(out, "{}", annotation.command())?;
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
fn hidden(annotations: &[Annotation<'_>]) -> Option<String> {
    let levels = [(Level::Error, "error"), (Level::Warning, "warning"), (Level::Notice, "notice")];
    let counts =
        levels.map(|(level, name)| (annotations.iter().filter(|it| it.level == level).count(), name));
    let many = counts.into_iter().filter(|(count, _)| *count > SHOWN);
    let many: Vec<_> = many.map(|(count, name)| words::count(count, name)).collect();
    let text = format!("{}, of which GitHub shows {SHOWN} each; the log has them all", many.join(", "));
    (!many.is_empty()).then_some(text)
}

/// What stands beside a line: findings of one cause, since there is room for few, or anything else by itself.
struct Annotation<'a> {
    level: Level,
    title: String,
    file: Option<String>,
    place: Option<&'a Location>,
    lines: Vec<String>,
}

impl<'a> Annotation<'a> {
    fn all(judgement: &'a Judgement) -> Vec<Self> {
        let causes = judgement.subjects.iter().flat_map(|subject| {
            groups(&subject.findings).into_iter().map(move |group| Self::of_cause(subject, &group))
        });
        let others = items::all(judgement).into_iter().filter(|item| !matches!(item.what, What::Finding(_)));
        causes.chain(others.map(|item| Self::of(&item))).collect()
    }

    fn of(item: &Item<'a>) -> Self {
        Self {
            level: item.level,
            title: item.id().to_owned(),
            file: item.file(),
            place: item.place(),
            lines: item.lines(),
        }
    }

    fn of_cause(subject: &'a Subject, group: &Group<'a>) -> Self {
        let first = group.first();
        let item = Item::of_finding(subject, first);
        let allowed = if first.allowed.is_some() { " (allowed)" } else { "" };
        let mut lines = vec![words::title(first)];
        for direction in [Direction::Backward, Direction::Forward] {
            if group.towards(direction).next().is_some() {
                let versions = words::versions(group.towards(direction));
                lines.push(words::who_breaks(first, direction, &words::proposed(subject), &versions));
            }
        }
        // The first line of these is what the title says in the words of one direction.
        lines.extend(item.lines().into_iter().skip(1));
        if group.members.len() > 1 {
            lines.push(format!("findings: {}", group.members.len()));
        }
        let place = group.place(Origin::Proposed).filter(|place| items::path(&place.file).is_some());
        let file = place.map_or_else(|| item.file(), |place| items::path(&place.file));
        Self { level: item.level, title: format!("{}{allowed}", item.id()), file, place, lines }
    }

    fn command(&self) -> String {
        let level = match self.level {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Notice => "notice",
        };
        let mut out = format!("::{level} ");
        if let Some(file) = &self.file {
            // Writing to a string cannot fail.
            let _ = write!(out, "file={},", property(file));
        }
        if let Some(place) = self.place {
            let _ = write!(out, "line={},endLine={},", place.line, place.end_line);
            // Columns are for stretches of one line only; the last one is part of it.
            if place.line == place.end_line {
                let end = place.end_column.saturating_sub(1).max(place.column);
                let _ = write!(out, "col={},endColumn={end},", place.column);
            }
        }
        let message = cut(&self.lines.join("\n"), MESSAGE);
        let _ = write!(out, "title=protoward {}::{}", property(&self.title), data(&message));
        out
    }
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
