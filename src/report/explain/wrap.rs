//! Words of a paragraph, coloured and wrapped.

use std::io;

use owo_colors::Style;

use crate::report::Look;
use crate::report::text::{BOLD, painted};

pub(super) const CODE: Style = Style::new().cyan();

/// The most characters that a line of prose has, however wide the terminal is.
const WIDEST: usize = 100;

/// How wide prose is.
pub(super) fn width(look: Look) -> usize {
    look.width.unwrap_or(WIDEST).min(WIDEST)
}

/// What stands between two blanks: pieces of plain and of other text.
pub(super) type Word = Vec<Piece>;

/// A piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Code,
    Strong,
}

impl Piece {
    fn shown(&self, look: Look) -> String {
        match self.kind {
            Kind::Plain => self.text.clone(),
            Kind::Code => painted(&self.text, CODE, look),
            Kind::Strong => painted(&self.text, BOLD, look),
        }
    }
}

/// Takes a paragraph apart. `code`, *stressed* and **strong** words lose their marks.
pub(super) fn words(text: &str) -> Vec<Word> {
    let (mut out, mut word, mut piece, mut kind) = (Vec::new(), Word::new(), String::new(), Kind::Plain);
    let mut chars = text.chars().peekable();
    let close = |piece: &mut String, kind: Kind, word: &mut Word| {
        if !piece.is_empty() {
            word.push(Piece { text: std::mem::take(piece), kind });
        }
    };
    while let Some(c) = chars.next() {
        match (c, kind) {
            (' ', _) => {
                close(&mut piece, kind, &mut word);
                out.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
            }
            ('`', Kind::Plain | Kind::Code) => {
                close(&mut piece, kind, &mut word);
                kind = if kind == Kind::Code { Kind::Plain } else { Kind::Code };
            }
            ('*', Kind::Plain | Kind::Strong) => {
                chars.next_if_eq(&'*');
                close(&mut piece, kind, &mut word);
                kind = if kind == Kind::Strong { Kind::Plain } else { Kind::Strong };
            }
            _ => piece.push(c),
        }
    }
    close(&mut piece, kind, &mut word);
    out.extend(Some(word).filter(|word| !word.is_empty()));
    out
}

/// How a paragraph is laid out.
pub(super) struct Line<'a> {
    /// In front of the first line.
    pub(super) first: &'a str,
    /// How far the others are moved in.
    pub(super) hang: usize,
    /// How many characters a line has.
    pub(super) width: usize,
    pub(super) look: Look,
}

impl Line<'_> {
    /// Writes a paragraph.
    pub(super) fn write(&self, words: &[Word], out: &mut dyn io::Write) -> io::Result<()> {
        let mut lines = lines(words, self.width.saturating_sub(self.hang), self.look).into_iter();
        writeln!(out, "{}{}", self.first, lines.next().unwrap_or_default())?;
        lines.try_for_each(|line| writeln!(out, "{}{line}", " ".repeat(self.hang)))
    }
}

/// Words in lines of some characters; one that is longer has a line of its own.
pub(super) fn lines(words: &[Word], width: usize, look: Look) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut filled = 0;
    for word in words {
        let length = length(word);
        let shown: String = word.iter().map(|piece| piece.shown(look)).collect();
        match out.last_mut() {
            Some(line) if filled + 1 + length <= width => {
                line.push(' ');
                line.push_str(&shown);
                filled += 1 + length;
            }
            _ => {
                out.push(shown);
                filled = length;
            }
        }
    }
    out
}

/// How many characters a word has.
fn length(word: &Word) -> usize {
    word.iter().map(|piece| piece.text.chars().count()).sum()
}

/// How many characters words have in one line.
pub(super) fn total(words: &[Word]) -> usize {
    words.iter().map(length).sum::<usize>() + words.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Look = Look { color: false, quiet: false, width: Some(20) };

    #[test]
    fn words_are_wrapped_and_keep_what_sticks_to_them() {
        let found = words("one `two three`, *four*five  six");
        assert_eq!(found.len(), 5);
        assert_eq!(total(&found), "one two three, fourfive six".len());
        assert_eq!(lines(&found, 10, PLAIN), ["one two", "three,", "fourfive", "six"]);
        assert_eq!(lines(&found, 3, PLAIN), ["one", "two", "three,", "fourfive", "six"]);
    }

    #[test]
    fn a_star_in_code_is_a_star() {
        assert_eq!(lines(&words("`*_UNKNOWN` is `a*b`"), 80, PLAIN), ["*_UNKNOWN is a*b"]);
    }

    #[test]
    fn code_is_coloured_blank_by_blank() {
        let look = Look { color: true, ..PLAIN };
        assert_eq!(lines(&words("`a b`."), 80, look), ["\u{1b}[36ma\u{1b}[0m \u{1b}[36mb\u{1b}[0m."]);
    }
}
