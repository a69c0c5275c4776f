//! What was read and what each comparison cost, for those who ask for it.

use std::io;

use crate::history::{Checker, Judgement};
use crate::report::verdict::name;
use crate::report::words;

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
