//! Text for people: each cause once, with the lines of both sides, who breaks and the mend, then one line of verdict for each
//! subject.

mod advice;
mod details;
mod error;
mod excerpt;
mod finding;
mod paint;
mod sheet;
mod summary;

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::ops::Range;

use super::causes::Causes;
use super::{Look, verdict};
use crate::history::{Judgement, Subject};
use crate::source::InputError;

pub use details::{write_details, write_reading};
pub use error::write_error;
pub(super) use finding::write_group;
pub(super) use paint::{BLUE, BOLD, GREEN, RED, YELLOW, painted};
pub(super) use summary::write_note;

/// Writes the findings and verdicts of all subjects.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(judgement: &Judgement, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let causes = Causes::of(&judgement.subjects);
    let mut page = Page { judgement, causes, look, out, warnings: Vec::new(), is_behind_line: false };
    let is_same_input =
        |one: &Subject, other: &Subject| one.name == other.name && one.proposed == other.proposed;
    let mut start = 0;
    for input in judgement.subjects.chunk_by(is_same_input) {
        page.write_input(start..start + input.len())?;
        start += input.len();
    }
    if judgement.subjects.len() > 1 && !look.quiet {
        summary::write_totals(judgement, look, page.out)?;
    }
    Ok(())
}

/// What is written, and how far it is.
struct Page<'a, 'o> {
    judgement: &'a Judgement,
    causes: Causes<'a>,
    look: Look,
    out: &'o mut dyn io::Write,
    /// Those that are told. Subjects that share what is accepted share what nothing needs.
    warnings: Vec<&'a InputError>,
    /// A line stands last, and no block with its gap.
    is_behind_line: bool,
}

impl Page<'_, '_> {
    /// The subjects of one proposed input: each with its blocks and its verdict, and behind them the verdicts that are so many
    /// that one line stands for them.
    fn write_input(&mut self, places: Range<usize>) -> io::Result<()> {
        let Self { judgement, look, .. } = *self;
        let many = verdict::many_alike(&judgement.subjects, places.clone());
        let is_alike: HashSet<usize> = many.iter().flatten().copied().collect();
        for at in places {
            self.write_blocks(at)?;
            if !look.quiet && !is_alike.contains(&at) {
                let subject = &judgement.subjects[at];
                summary::write_notes(std::iter::once(subject), look, self.out)?;
                let groups = self.causes.groups(at).iter().map(|(_, group)| group);
                summary::write(subject, groups, judgement.denies_advice, look, self.out)?;
                self.is_behind_line = true;
            }
        }
        if look.quiet || many.is_empty() {
            return Ok(());
        }
        let all = many.iter().flatten().map(|at| &judgement.subjects[*at]);
        summary::write_notes(all, look, self.out)?;
        self.is_behind_line = true;
        many.iter().try_for_each(|alike| summary::write_all(judgement, alike, &self.causes, look, self.out))
    }

    /// What stands above the verdict of a subject, as far as no subject before it told it.
    fn write_blocks(&mut self, at: usize) -> io::Result<()> {
        let Self { judgement, look, .. } = *self;
        let subject = &judgement.subjects[at];
        let mut blocks = Vec::new();
        for (group, also) in self.causes.firsts(at) {
            if !(look.quiet && group.first().allowed.is_some()) {
                write_group(subject, group, also, look, &mut blocks)?;
                writeln!(blocks)?;
            }
        }
        if !look.quiet {
            for warning in &subject.warnings {
                if !self.warnings.contains(&warning) {
                    self.warnings.push(warning);
                    error::write_warning(warning, look, &mut blocks)?;
                }
            }
        }
        if !look.quiet || judgement.denies_advice {
            let denied = judgement.denies_advice;
            subject.advice.iter().try_for_each(|it| advice::write(it, denied, look, &mut blocks))?;
        }
        if blocks.is_empty() {
            return Ok(());
        }
        if self.is_behind_line {
            writeln!(self.out)?;
        }
        self.is_behind_line = false;
        self.out.write_all(&blocks)
    }
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
    let mut notes = judgement.subjects.iter().flat_map(|subject| &subject.notes);
    notes.try_for_each(|note| write_note(note, look, out))
}
