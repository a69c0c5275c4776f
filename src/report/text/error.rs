//! Inputs that cannot be read, and what somebody should look at: a title, the place and the mend.

use std::io;

use annotate_snippets::Level;

use super::sheet::Sheet;
use crate::report::{Look, words};
use crate::source::InputError;

/// Writes an input that could not be read.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write_error(error: &InputError, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let sheet = Sheet::new("error", Level::ERROR, None, words::plain(&error.message));
    tell(error, sheet, look, out)
}

/// Writes what changes no verdict.
pub(super) fn write_warning(warning: &InputError, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let sheet = Sheet::new("warning", Level::WARNING, Some(warning.kind), words::plain(&warning.message));
    tell(warning, sheet, look, out)
}

fn tell(error: &InputError, mut sheet: Sheet, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    match &error.location {
        Some(place) => sheet.place(place, None),
        None => sheet.name(words::input(&error.input)),
    }
    if let Some(help) = &error.help {
        sheet.line("help", words::plain(help));
    }
    sheet.write(look, out)?;
    writeln!(out)
}
