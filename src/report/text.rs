//! Plain lines for people: each finding with who breaks, the values of both sides and the mend, then one line of verdict
//! for each subject.

use std::collections::BTreeSet;
use std::io;

use owo_colors::{OwoColorize, Style};

use super::{Look, broker, words};
use crate::history::{Checker, Finding, Judgement, Origin, Strategy, Subject, UpgradeOrder, Verdict};
use crate::rules::{Effect, Facts, Side};
use crate::source::{InputError, Location};

/// Writes the findings and verdicts of all subjects.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(judgement: &Judgement, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    for (at, subject) in judgement.subjects.iter().enumerate() {
        if at > 0 && !look.quiet && !subject.findings.is_empty() {
            writeln!(out)?;
        }
        for finding in &subject.findings {
            write_finding(subject, finding, look, out)?;
            writeln!(out)?;
        }
        if !look.quiet {
            write_notes(subject, look, out)?;
            write_verdict(subject, look, out)?;
        }
    }
    Ok(())
}

/// Writes the inputs that could not be read, each once.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write_errors(judgement: &Judgement, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    judgement.errors().into_iter().try_for_each(|error| write_error(error, look, out))
}

/// Writes what changes no verdict and is worth a word, for the formats that have no room for it.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write_all_notes(judgement: &Judgement, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    judgement.subjects.iter().try_for_each(|subject| write_notes(subject, look, out))
}

/// Writes what was read and what was compared at what cost.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write_details(judgement: &Judgement, out: &mut dyn io::Write) -> io::Result<()> {
    write_reading(&judgement.reading, out)?;
    for subject in &judgement.subjects {
        for comparison in &subject.comparisons {
            let existing = words::named(&comparison.existing, comparison.version);
            write!(out, "compared: {} {} with {existing}", name(subject), comparison.direction.name())?;
            write!(out, "{}: ", words::part(comparison.component))?;
            match comparison.work {
                _ if comparison.identical => writeln!(out, "identical bytes, nothing to do")?,
                Some(work) => writeln!(
                    out,
                    "{}, work {} of {} (both graphs {})",
                    comparison.verdict.name(),
                    work.total,
                    work.limit,
                    work.graph
                )?,
                None if subject.checker == Checker::RootName.name() => {
                    writeln!(out, "{}, nothing but the root messages' names", comparison.verdict.name())?;
                }
                None => writeln!(out, "{}, no pair compared to the end", comparison.verdict.name())?,
            }
        }
    }
    Ok(())
}

/// Writes what was read, a line each.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write_reading(reading: &[String], out: &mut dyn io::Write) -> io::Result<()> {
    reading.iter().try_for_each(|line| writeln!(out, "{}", words::plain(line)))
}

pub(super) fn write_finding(
    subject: &Subject,
    finding: &Finding,
    look: Look,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let (word, color) = match finding.effect() {
        Effect::Incompatible => ("error", RED),
        Effect::Undecided => ("undecided", YELLOW),
    };
    let rule = finding.rule.map_or_else(String::new, |rule| format!("[{}]", rule.id));
    writeln!(
        out,
        "{}: {}",
        painted(&format!("{word}{rule}"), color, look),
        painted(&words::message(finding), BOLD, look)
    )?;
    let mut line = |key: &str, value: &str| writeln!(out, "  {} {value}", painted(key, BLUE, look));
    if let Some(violation) = &finding.violation {
        let field = violation.field.map_or_else(String::new, |field| format!(", field {field}"));
        let part = words::part(finding.component);
        line("-->", &format!("{}{field}{part}", words::plain(&broker::path(violation))))?;
        let [w, r] = sides(subject, finding);
        match &violation.facts {
            Facts::Change { writer, reader } => {
                line("writer:", &format!("{}, {w}", words::plain(writer)))?;
                line("reader:", &format!("{}, {r}", words::plain(reader)))?;
            }
            Facts::Unsupported { side: Side::Writer, .. } => line("writer:", &w)?,
            Facts::Unsupported { side: Side::Reader, .. } => line("reader:", &r)?,
            Facts::Limit { .. } => {}
        }
    } else if let Some(label) = schema_label(subject, finding) {
        line("-->", &format!("{label}{}", words::part(finding.component)))?;
    }
    if let Some(who) = words::consequence(finding) {
        let key = if finding.effect() == Effect::Undecided { "open:" } else { "breaks:" };
        line(key, &who)?;
    }
    if let Some(help) = words::help(finding) {
        line("help:", &help)?;
    }
    Ok(())
}

/// The inputs on the writer's and on the reader's side, with the places in them where those are known.
fn sides(subject: &Subject, finding: &Finding) -> [String; 2] {
    [(Side::Writer, &finding.writer), (Side::Reader, &finding.reader)].map(|(side, place)| {
        let existing = finding.direction.map(|direction| direction.on(side)) == Some(Origin::Existing);
        let label =
            if existing { finding.existing.as_deref().unwrap_or_default() } else { &subject.proposed };
        let version = if existing { finding.version } else { None };
        let name = words::named(label, version);
        let shown = match place {
            // The place belongs to the file, the version behind it to the input.
            Some(place) if *place.file == *label => {
                let file = words::input(label);
                format!("{file}:{}:{}{}", place.line, place.column, &name[file.len()..])
            }
            Some(place) => format!("{name}, {}:{}:{}", words::input(&place.file), place.line, place.column),
            None => name,
        };
        if existing { shown } else { format!("{shown} (proposed)") }
    })
}

/// The input whose schema could not be rebuilt, or that a refusal is about.
fn schema_label(subject: &Subject, finding: &Finding) -> Option<String> {
    match finding.schema() {
        Some(Origin::Existing) | None => words::existing(finding),
        Some(Origin::Proposed) => Some(format!("{} (proposed)", words::input(&subject.proposed))),
    }
}

fn write_notes(subject: &Subject, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    subject.notes.iter().try_for_each(|note| write_note(note, look, out))
}

pub(super) fn write_note(note: &str, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{}: {}", painted("note", CYAN, look), words::plain(note))
}

fn write_verdict(subject: &Subject, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let verdict = subject.verdict();
    let color = match verdict {
        Verdict::Compatible => GREEN,
        Verdict::Undecided => YELLOW,
        Verdict::Incompatible => RED,
    };
    let nothing_read = !subject.errors.is_empty() && subject.findings.is_empty() && !subject.is_compared();
    let word = if nothing_read { "not compared" } else { verdict.name() };
    write!(out, "{}: {}", painted(word, color, look), name(subject))?;
    let against: BTreeSet<_> = subject.comparisons.iter().map(|c| (c.version, c.existing.as_str())).collect();
    match against.len() {
        0 => {}
        1 => {
            let (version, label) = against.into_iter().next().unwrap_or_default();
            write!(out, " against {}", words::named(label, version))?;
        }
        versions => write!(out, " against {versions} versions")?,
    }
    write!(out, " under {}", words::plain(&subject.strategy))?;
    let counts = counts(subject);
    if !counts.is_empty() {
        write!(out, ": {counts}")?;
    } else if let Ok(strategy) = subject.strategy.parse::<Strategy>() {
        write!(out, "; {}", upgrade(strategy.upgrade_order()))?;
    }
    writeln!(out)
}

pub(super) fn counts(subject: &Subject) -> String {
    let undecided = subject.findings.iter().filter(|finding| finding.effect() == Effect::Undecided).count();
    let broken = subject.findings.len() - undecided;
    [(broken, "break"), (undecided, "open question"), (subject.errors.len(), "error")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| words::count(count, what))
        .collect::<Vec<_>>()
        .join(", ")
}

fn upgrade(order: UpgradeOrder) -> &'static str {
    match order {
        UpgradeOrder::Any => "upgrade in any order",
        UpgradeOrder::ConsumersFirst => "upgrade consumers first",
        UpgradeOrder::ProducersFirst => "upgrade producers first",
    }
}

/// `shop.Order (order.proto)`.
fn name(subject: &Subject) -> String {
    let proposed = words::input(&subject.proposed);
    match subject.root.as_str() {
        "" => proposed,
        root => format!("{} ({proposed})", words::plain(root)),
    }
}

/// Writes an input that could not be read.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write_error(error: &InputError, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "{}: {}", painted("error", RED, look), painted(&words::plain(&error.message), BOLD, look))?;
    let mut line = |key: &str, value: &str| writeln!(out, "  {} {value}", painted(key, BLUE, look));
    let place = match &error.location {
        Some(place) => format!("{}:{}:{}", words::input(&place.file), place.line, place.column),
        None => words::input(&error.input),
    };
    line("-->", &place)?;
    if let Some(place) = &error.location {
        write_line(place, look, out)?;
    }
    let mut line = |key: &str, value: &str| writeln!(out, "  {} {value}", painted(key, BLUE, look));
    if let Some(help) = &error.help {
        line("help:", &words::plain(help))?;
    }
    Ok(())
}

pub(super) const RED: Style = Style::new().red().bold();
pub(super) const YELLOW: Style = Style::new().yellow().bold();
pub(super) const GREEN: Style = Style::new().green().bold();
const CYAN: Style = Style::new().cyan().bold();
pub(super) const BLUE: Style = Style::new().blue().bold();
pub(super) const BOLD: Style = Style::new().bold();

pub(super) fn painted(text: &str, style: Style, look: Look) -> String {
    if look.color { text.style(style).to_string() } else { text.to_owned() }
}

/// The line of a source with the stretch marked, cut to what a screen takes.
fn write_line(place: &Location, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    /// How much of the line is shown, and how much of that before the stretch at most.
    const SHOWN: usize = 100;
    const BEFORE: usize = 60;
    let Some(text) = &place.text else { return Ok(()) };
    let column = usize::try_from(place.column).unwrap_or(1).max(1) - 1;
    let skipped = column.saturating_sub(BEFORE);
    // One character a column, so that the mark stands where it should.
    let one = |c: char| if c.is_control() { ' ' } else { c };
    let shown: String =
        text.trim_start_matches('\u{feff}').chars().map(one).skip(skipped).take(SHOWN).collect();
    let length = shown.chars().count();
    let end = if place.end_line == place.line {
        usize::try_from(place.end_column).unwrap_or(1) - 1
    } else {
        usize::MAX
    };
    let marked = end.saturating_sub(column).clamp(1, length.saturating_sub(column - skipped).max(1));
    let number = place.line.to_string();
    let (margin, bar) = (" ".repeat(number.len()), painted("|", BLUE, look));
    writeln!(out, "  {margin} {bar}")?;
    writeln!(out, "  {} {bar} {}", painted(&number, BLUE, look), words::plain(shown.trim_end()))?;
    let mark = painted(&"^".repeat(marked), RED, look);
    writeln!(out, "  {margin} {bar} {}{mark}", " ".repeat(column - skipped))
}
