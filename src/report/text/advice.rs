//! Advice: what was seen, its line and the mend; an error where it is denied.

use std::io;

use annotate_snippets::Level;

use super::sheet::Sheet;
use crate::history::Advice;
use crate::report::{Look, words};

/// Writes a piece of advice.
pub(super) fn write(advice: &Advice, denied: bool, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let (word, level) = if denied { ("error", Level::ERROR) } else { ("note", Level::NOTE) };
    let mut sheet = Sheet::new(word, level, Some(advice.topic.id), words::plain(&advice.message));
    let number = advice.number.map_or_else(String::new, |number| format!(", number {number}"));
    let path = format!("{}{number}{}", words::plain(&advice.path), words::part(advice.component));
    match &advice.place {
        Some(place) => sheet.place(place, None),
        None => sheet.name(path.clone()),
    }
    sheet.line("help", words::plain(&advice.help));
    if advice.place.is_some() {
        sheet.line("path", path);
    }
    sheet.line("rule", format!("protoward explain {}", advice.topic.id));
    sheet.write(look, out)?;
    writeln!(out)
}
