//! The last lines: what each subject came to and who may upgrade first, and the totals of several.

use std::io;

use super::paint::{BOLD, CYAN, GREEN, RED, YELLOW, painted};
use crate::history::{Judgement, Subject, Verdict};
use crate::report::group::Group;
use crate::report::{Look, verdict, words};

/// Writes the verdict of a subject.
pub(super) fn write(
    subject: &Subject,
    groups: &[Group<'_>],
    denies_advice: bool,
    look: Look,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let word = painted(verdict::word(subject), color(subject.verdict()), look);
    writeln!(out, "{word}: {}", verdict::rest(subject, groups, denies_advice))
}

/// Writes how many subjects came to what.
pub(super) fn write_totals(judgement: &Judgement, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let subjects = &judgement.subjects;
    let mut told = Vec::new();
    for (verdict, name) in [
        (Verdict::Incompatible, Verdict::Incompatible.name()),
        (Verdict::Undecided, Verdict::Undecided.name()),
        (Verdict::Undecided, verdict::NOT_COMPARED),
        (Verdict::Compatible, Verdict::Compatible.name()),
    ] {
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
    writeln!(out, "{}: {}", painted("note", CYAN, look), words::plain(note))
}

fn color(verdict: Verdict) -> owo_colors::Style {
    match verdict {
        Verdict::Compatible => GREEN,
        Verdict::Undecided => YELLOW,
        Verdict::Incompatible => RED,
    }
}
