//! A line for each version, then the findings of the first one that broke, as `check` would have told them, then one line of
//! verdict.

use std::io;

use owo_colors::Style;

use super::Replays;
use crate::history::{Judged, Outcome, Replay, Step, Verdict};
use crate::report::group::groups;
use crate::report::text::{BOLD, GREEN, RED, YELLOW, counts, painted, write_error, write_group, write_note};
use crate::report::{Look, words};

/// Writes all replays.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(found: &Replays<'_>, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    for (at, replay) in found.replays.iter().enumerate() {
        if at > 0 && !look.quiet {
            writeln!(out)?;
        }
        write_replay(replay, look, out)?;
    }
    if look.quiet {
        return Ok(());
    }
    if found.errors.is_empty() && found.replays.iter().all(|replay| replay.steps.is_empty()) {
        write_note("nothing to replay: the history is empty", look, out)?;
    }
    found.notes.iter().try_for_each(|note| write_note(note, look, out))
}

fn write_replay(replay: &Replay, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    if replay.steps.is_empty() {
        return Ok(());
    }
    // Where nothing could be read, the errors say all there is to say.
    if !look.quiet && is_read(replay) {
        write_table(replay, look, out)?;
        writeln!(out)?;
    }
    let told = replay.first(Verdict::Incompatible).or_else(|| replay.first(Verdict::Undecided));
    if let Some(step) = told.map(|place| &replay.steps[place])
        && let Some(judged) = step.judged()
    {
        write_findings(step, judged, look, out)?;
    }
    if look.quiet { Ok(()) } else { write_verdict(replay, look, out) }
}

fn is_read(replay: &Replay) -> bool {
    replay.steps.iter().any(|step| step.judged().is_some()) || replay.errors().next().is_none()
}

fn write_table(replay: &Replay, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let names = words::short(replay.steps.iter().map(|step| (step.label.as_str(), step.version)));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    writeln!(out, "{}", painted(&title(replay), BOLD, look))?;
    for (step, name) in replay.steps.iter().zip(&names) {
        let (word, color) = match (&step.outcome, step.verdict()) {
            (Outcome::Absent, _) => ("absent", Style::new()),
            (_, None) => ("unread", RED),
            (_, Some(verdict)) => (verdict.name(), style(verdict)),
        };
        let pad = " ".repeat(width - name.chars().count());
        let gap = " ".repeat("incompatible".len() - word.len());
        writeln!(out, "  {name}{pad}  {}{gap}  {}", painted(word, color, look), why(step, &names))?;
    }
    Ok(())
}

fn title(replay: &Replay) -> String {
    let versions = words::count(replay.steps.len(), "version");
    let strategy = replay.strategy.name();
    match replay.root.as_str() {
        "" => format!("{versions} under {strategy}"),
        root => format!("{}, {versions} under {strategy}", words::plain(root)),
    }
}

/// What stands behind a version's verdict.
fn why(step: &Step, names: &[String]) -> String {
    let judged = match &step.outcome {
        Outcome::Judged(judged) => judged,
        Outcome::Unread(error) => return words::plain(&error.message),
        Outcome::Absent => return "does not have the message".to_owned(),
    };
    let mut parts = Vec::new();
    let told = counts(&judged.subject);
    match (judged.compared, judged.breaks_with.as_slice()) {
        (_, places @ [_, ..]) if places.len() <= 3 => {
            let with: Vec<_> = places.iter().map(|place| names[*place].as_str()).collect();
            parts.push(format!("{told} with {}", with.join(", ")));
        }
        (compared, places @ [_, ..]) => parts.push(format!("{told} with {} of {compared}", places.len())),
        (0, []) if !told.is_empty() => parts.push(told),
        (0, []) if judged.unread == 0 => parts.push("nothing to compare with".to_owned()),
        (0, []) => {}
        (1, []) if told.is_empty() => parts.push("with the one before it".to_owned()),
        (compared, []) if told.is_empty() => parts.push(format!("with {compared} before it")),
        (compared, []) => parts.push(format!("{told} with {compared} before it")),
    }
    if judged.unread > 0 {
        parts.push(format!("{} before it could not be read", words::count(judged.unread, "version")));
    }
    parts.join("; ")
}

/// Why a version was not accepted.
fn write_findings(step: &Step, judged: &Judged, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    if judged.subject.findings.is_empty() && judged.subject.errors.is_empty() {
        return Ok(());
    }
    let name = words::named(&step.label, step.version);
    writeln!(out, "{}\n", painted(&format!("{name}, judged by those before it:"), BOLD, look))?;
    for group in groups(&judged.subject.findings) {
        let repeats = group.members.iter().map(|(at, _)| judged.repeats[*at]).max().unwrap_or(0);
        let also = (repeats > 0)
            .then(|| format!("the same with {} before it", words::count(repeats, "more version")));
        write_group(&judged.subject, &group, also, look, out)?;
        writeln!(out)?;
    }
    for error in &judged.subject.errors {
        write_error(error, look, out)?;
    }
    if look.quiet || judged.subject.notes.is_empty() {
        return Ok(());
    }
    judged.subject.notes.iter().try_for_each(|note| write_note(note, look, out))?;
    writeln!(out)
}

fn write_verdict(replay: &Replay, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let verdict = replay.verdict();
    let word = if is_read(replay) { verdict.name() } else { "not compared" };
    write!(out, "{}: {}", painted(word, style(verdict), look), title(replay))?;
    if let Some(first) = replay.first(Verdict::Incompatible) {
        let step = &replay.steps[first];
        write!(out, "; {} broke first", words::named(&step.label, step.version))?;
    }
    let counts = [
        (replay.count(Verdict::Incompatible), "incompatible"),
        (replay.count(Verdict::Undecided), "undecided"),
        (replay.errors().count(), "unread"),
    ];
    for (count, word) in counts.into_iter().filter(|(count, _)| *count > 0) {
        write!(out, ", {count} {word}")?;
    }
    writeln!(out)
}

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Compatible => GREEN,
        Verdict::Undecided => YELLOW,
        Verdict::Incompatible => RED,
    }
}
