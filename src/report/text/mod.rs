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

use std::io::{self, Write as _};

use super::{Look, group, verdict};
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
    let mut warnings: Vec<&InputError> = Vec::new();
    // A tree has thousands of root messages, and a history that cannot be read has none of them.
    for (at, alike) in judgement.subjects.chunk_by(verdict::are_unread_alike).enumerate() {
        let subject = &alike[0];
        let mut blocks = Vec::new();
        let groups = group::groups(&subject.findings);
        for group in &groups {
            if !(look.quiet && group.first().allowed.is_some()) {
                write_group(subject, group, None, look, &mut blocks)?;
                writeln!(blocks)?;
            }
        }
        if !look.quiet {
            for warning in &subject.warnings {
                // Subjects that share what is accepted share what nothing needs.
                if !warnings.contains(&warning) {
                    warnings.push(warning);
                    error::write_warning(warning, look, &mut blocks)?;
                }
            }
        }
        if !look.quiet || judgement.denies_advice {
            let denied = judgement.denies_advice;
            subject.advice.iter().try_for_each(|it| advice::write(it, denied, look, &mut blocks))?;
        }
        if at > 0 && !look.quiet && !blocks.is_empty() {
            writeln!(out)?;
        }
        out.write_all(&blocks)?;
        if !look.quiet {
            write_notes(subject, look, out)?;
            if alike.len() > 1 {
                summary::write_all(alike, look, out)?;
            } else {
                summary::write(subject, &groups, judgement.denies_advice, look, out)?;
            }
        }
    }
    if judgement.subjects.len() > 1 && !look.quiet {
        summary::write_totals(judgement, look, out)?;
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

fn write_notes(subject: &Subject, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    subject.notes.iter().try_for_each(|note| write_note(note, look, out))
}
