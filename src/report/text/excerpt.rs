//! A place in a file for the renderer: its line with the stretch marked, or its position alone. Positions may say anything;
//! what does not fit the line is cut to it.

use annotate_snippets::{AnnotationKind, Element, Origin, Snippet};

use crate::report::words;
use crate::source::Location;

/// The line with the stretch marked and named, or the place alone where the line is not at hand.
pub(super) fn element(place: &Location, kind: AnnotationKind, label: Option<String>) -> Element<'static> {
    let file = words::input(&place.file);
    let Some(text) = &place.text else {
        let position = Origin::path(file).line(as_index(place.line));
        return position.char_column(as_index(place.column)).into();
    };
    let (line, start, end) = marked(place, text);
    let mark = kind.span(start..end).label(label);
    Snippet::source(line).path(file).line_start(as_index(place.line).max(1)).annotation(mark).into()
}

/// A line as it is shown, and the bytes of it that are marked.
fn marked(place: &Location, text: &str) -> (String, usize, usize) {
    /// How much is shown of a line behind the start of the stretch at most.
    const BEHIND: usize = 400;
    let text = text.trim_start_matches('\u{feff}').trim_end();
    let first = as_index(place.column).saturating_sub(1);
    let line: String = text.chars().take(first.saturating_add(BEHIND)).map(visible).collect();
    let byte = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let start = byte(first);
    let end = if place.end_line == place.line {
        byte(as_index(place.end_column).saturating_sub(1)).max(start)
    } else {
        line.len()
    };
    (line, start, end)
}

/// One character for one, so that columns stay what they are.
fn visible(c: char) -> char {
    match c {
        '\t' => c,
        '\u{7f}' => '\u{2421}',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        _ if words::is_hidden(c) => '\u{fffd}',
        _ => c,
    }
}

fn as_index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
