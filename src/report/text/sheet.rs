//! One diagnostic: a title, the places that it is about, and lines under them, wrapped where there is a width.

use std::io;

use annotate_snippets::{AnnotationKind, Element, Level, Origin, Padding};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{excerpt, paint};
use crate::report::Look;
use crate::source::Location;

/// A diagnostic that is put together.
pub(super) struct Sheet {
    word: &'static str,
    level: Level<'static>,
    id: Option<&'static str>,
    title: String,
    places: Vec<Element<'static>>,
    /// The digits of the highest line number that is shown; 0 where none is.
    digits: usize,
    lines: Vec<(&'static str, String)>,
}

impl Sheet {
    /// `word[id]: title`.
    pub(super) fn new(
        word: &'static str,
        level: Level<'static>,
        id: Option<&'static str>,
        title: String,
    ) -> Self {
        let level = level.with_name(word);
        Self { word, level, id, title, places: Vec::new(), digits: 0, lines: Vec::new() }
    }

    /// Adds a place with its line, if that is at hand; `label` says what stands there. The first place is what it is about.
    pub(super) fn place(&mut self, place: &Location, label: Option<String>) {
        let kind = if self.places.is_empty() { AnnotationKind::Primary } else { AnnotationKind::Context };
        if place.text.is_some() {
            self.digits = self.digits.max(place.line.max(1).to_string().len());
        }
        self.add(excerpt::element(place, kind, label));
    }

    /// Adds a place that is no position in a file.
    pub(super) fn name(&mut self, name: String) {
        self.add(Origin::path(name).into());
    }

    fn add(&mut self, element: Element<'static>) {
        if !self.places.is_empty() && matches!(element, Element::Origin(_)) {
            self.places.push(Padding.into());
        }
        self.places.push(element);
    }

    /// Adds a line `= key: text`.
    pub(super) fn line(&mut self, key: &'static str, text: String) {
        self.lines.push((key, text));
    }

    /// Writes it.
    pub(super) fn write(self, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
        let margin = self.digits.max(1);
        let heading = self.word.len() + self.id.map_or(0, |id| id.len() + 2) + ": ".len();
        let title = wrapped(&self.title, look.width, heading);
        let titles = title.lines().count();
        let mut heading = self.level.primary_title(title);
        if let Some(id) = self.id {
            heading = heading.id(id);
        }
        // Behind a snippet the renderer leaves a line free by itself.
        let is_bare = matches!(self.places.last(), Some(Element::Origin(_)));
        let gap = (is_bare && !self.lines.is_empty()).then_some(Padding);
        let lines = self.lines.into_iter().map(|(key, text)| {
            let indent = margin + " = ".len() + key.len() + ": ".len();
            Level::NOTE.with_name(key).message(wrapped(&text, look.width, indent))
        });
        let group = heading.elements(self.places).elements(gap).elements(lines);
        let drawn = paint::renderer(look).render(&[group]);
        // Without line numbers the renderer leaves no room for them, and arrows would stand in the first column.
        let indent = if self.digits == 0 { " " } else { "" };
        for (at, line) in drawn.lines().enumerate() {
            writeln!(out, "{}{}", if at < titles { "" } else { indent }, line.trim_end())?;
        }
        Ok(())
    }
}

/// A text in lines of a width, the first of which starts behind `indent` columns, as the renderer indents the others.
fn wrapped(text: &str, width: Option<usize>, indent: usize) -> String {
    /// Narrower lines are harder to read than those that a terminal breaks.
    const NARROWEST: usize = 24;
    let Some(room) = width.map(|width| width.saturating_sub(indent)).filter(|room| *room >= NARROWEST) else {
        return text.to_owned();
    };
    let (mut out, mut column) = (String::with_capacity(text.len() + 8), 0);
    for (at, word) in text.split(' ').enumerate() {
        let length = word.width();
        if at > 0 && column + 1 + length > room {
            out.push('\n');
            column = 0;
        } else if at > 0 {
            out.push(' ');
            column += 1;
        }
        column = push_word(&mut out, word, column, room);
    }
    out
}

/// Adds a word, in pieces where it is longer than a line; the column behind it.
fn push_word(out: &mut String, word: &str, mut column: usize, room: usize) -> usize {
    for c in word.chars() {
        let width = c.width().unwrap_or(0);
        if column + width > room {
            out.push('\n');
            column = 0;
        }
        out.push(c);
        column += width;
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_there_is_room() {
        let text = "keep the field and add another one";
        assert_eq!(wrapped(text, None, 5), text);
        assert_eq!(wrapped(text, Some(20), 5), text, "too narrow to be any good");
        assert_eq!(wrapped(text, Some(30), 5), "keep the field and add\nanother one");
        assert_eq!(wrapped(text, Some(39), 5), text);
        assert_eq!(wrapped("a 品品品品品品品品品品品品品", Some(29), 5), "a\n品品品品品品品品品品品品\n品");
        assert_eq!(wrapped("", Some(80), 5), "");
    }
}
