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
    let rest = verdict::rest(subject, groups, denies_advice);
    write_line(verdict::word(subject), color(subject.verdict()), &rest, look, out)
}

/// Writes the verdict of subjects that could not be compared for the same reasons.
pub(super) fn write_all(subjects: &[Subject], look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let style = color(subjects[0].verdict());
    write_line(verdict::NOT_COMPARED, style, &verdict::rest_of_all(subjects), look, out)
}

/// `word: rest`, in lines of a width where there is one.
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
    write_line("note", CYAN, &words::plain(note), look, out)
}

fn color(verdict: Verdict) -> owo_colors::Style {
    match verdict {
        Verdict::Compatible => GREEN,
        Verdict::Undecided => YELLOW,
        Verdict::Incompatible => RED,
    }
}
