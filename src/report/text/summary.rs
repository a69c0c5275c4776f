//! The last lines: what each subject came to and who may upgrade first, and the totals of several.

use std::collections::{HashMap, HashSet};
use std::io;

use super::paint::{BOLD, CYAN, GREEN, RED, YELLOW, painted};
use crate::history::{Judgement, Subject, Verdict};
use crate::report::causes::Causes;
use crate::report::group::Group;
use crate::report::{Look, verdict, words};

/// Writes the verdict of a subject.
pub(super) fn write<'g>(
    subject: &Subject,
    groups: impl Iterator<Item = &'g Group<'g>>,
    denies_advice: bool,
    look: Look,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let rest = verdict::rest(subject, groups, denies_advice);
    write_line(verdict::word(subject), color(subject.verdict()), &rest, look, out)
}

/// Writes the verdict of subjects that are [alike](verdict::many_alike).
pub(super) fn write_all(
    judgement: &Judgement,
    alike: &[usize],
    causes: &Causes<'_>,
    look: Look,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let first = &judgement.subjects[alike[0]];
    let rest = verdict::rest_of_all(&judgement.subjects, alike, causes, judgement.denies_advice);
    write_line(verdict::word(first), color(first.verdict()), &rest, look, out)
}

/// `word: rest`, the word in its colour.
fn write_line(
    word: &str,
    style: owo_colors::Style,
    rest: &str,
    look: Look,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    writeln!(out, "{}: {rest}", painted(word, style, look))
}

/// Writes how many subjects came to what.
pub(super) fn write_totals(judgement: &Judgement, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let subjects = &judgement.subjects;
    let mut told = Vec::new();
    for (verdict, name) in verdict::words() {
        let count = subjects.iter().filter(|subject| verdict::word(subject) == name).count();
        if count > 0 {
            told.push(format!("{count} {}", painted(name, color(verdict), look)));
        }
    }
    let title = painted(&words::count(subjects.len(), "subject"), BOLD, look);
    writeln!(out, "{title}: {}", told.join(", "))
}

/// Writes what is worth a word.
pub(in crate::report) fn write_note(note: &str, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    write_line("note", CYAN, &words::plain(note), look, out)
}

/// Writes the notes of subjects, each once. Where many say the same of one name each, one stands for all.
pub(super) fn write_notes<'a>(
    subjects: impl Iterator<Item = &'a Subject>,
    look: Look,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut told = HashSet::new();
    let notes: Vec<&str> = subjects
        .flat_map(|subject| &subject.notes)
        .map(String::as_str)
        .filter(|note| told.insert(*note))
        .collect();
    let mut alike: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, what) in notes.iter().filter_map(|note| name_and_what(note)) {
        alike.entry(what).or_default().push(name);
    }
    for note in notes {
        let others =
            name_and_what(note).and_then(|(name, what)| Some((name, alike.get(what)?.split_first()?)));
        match others {
            Some((name, (first, others))) if others.len() >= words::FEW => {
                if name == *first {
                    let others = words::listed(others, |name| format!("`{name}`"));
                    write_note(&format!("{note}; so are {others}"), look, out)?;
                }
            }
            _ => write_note(note, look, out)?,
        }
    }
    Ok(())
}

/// A note about one name: the name, and what is said of it.
fn name_and_what(note: &str) -> Option<(&str, &str)> {
    note.strip_prefix('`')?.split_once("` is ")
}

fn color(verdict: Verdict) -> owo_colors::Style {
    match verdict {
        Verdict::Compatible => GREEN,
        Verdict::Undecided => YELLOW,
        Verdict::Incompatible => RED,
    }
}
