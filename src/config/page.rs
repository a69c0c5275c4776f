//! A text with its lines, and what is wrong with it: faults are noted with their stretch and get their places last.

use std::ops::Range;

use crate::proto::{Lines, Position};
use crate::source::{InputError, Location};

/// A stretch of the text, in bytes.
pub(super) type Stretch = Range<usize>;

/// How many bytes a line may have that is shown.
const SHOWN: usize = 2000;

/// How many faults get a place: no more are told.
const PLACED: usize = 100;

/// A text that is being read.
pub(super) struct Page<'t> {
    file: &'t str,
    text: &'t str,
    lines: Lines,
    faults: Vec<Fault>,
}

struct Fault {
    stretch: Option<Stretch>,
    message: String,
    help: Option<String>,
}

impl<'t> Page<'t> {
    pub(super) fn new(file: &'t str, text: &'t str) -> Self {
        Self { file, text, lines: Lines::new(text.as_bytes()), faults: Vec::new() }
    }

    /// Notes that something is wrong.
    pub(super) fn tell(&mut self, stretch: Option<Stretch>, message: String) {
        self.faults.push(Fault { stretch, message, help: None });
    }

    /// Notes that something is wrong, and what to do about it.
    pub(super) fn tell_with_help(&mut self, stretch: Stretch, message: String, help: String) {
        self.faults.push(Fault { stretch: Some(stretch), message, help: Some(help) });
    }

    /// What the parser says, with the words that it is about.
    pub(super) fn in_words(&self, error: &toml::de::Error) -> String {
        let about = error.span().and_then(|stretch| self.text.get(stretch)).unwrap_or_default();
        match error.message() {
            "duplicate key" => format!("`{}` is said twice", crate::source::names::cut(about)),
            "recursion limit" => "nested too deeply".to_owned(),
            "" => "this is no TOML".to_owned(),
            what => format!("this is no TOML: {what}"),
        }
    }

    /// Where a stretch stands, with its first line.
    pub(super) fn place(&self, stretch: &Stretch) -> Location {
        let before = self.text.get(..stretch.start).unwrap_or(self.text);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[start..].split('\n').next().unwrap_or_default().trim_end_matches('\r');
        let text = (line.len() <= SHOWN).then(|| line.into());
        Location {
            text,
            ..Location::between(self.file, self.position(stretch.start), self.position(stretch.end))
        }
    }

    /// The number of the line in which a stretch begins.
    pub(super) fn line(&self, stretch: &Stretch) -> usize {
        self.position(stretch.start).line
    }

    fn position(&self, at: usize) -> Position {
        self.lines.position(self.text.as_bytes(), u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// Hands over all that is wrong so far, in the order of the text.
    pub(super) fn close(&mut self) -> Result<(), Vec<InputError>> {
        self.faults.sort_by_key(|fault| fault.stretch.as_ref().map(|stretch| stretch.start));
        let faults = std::mem::take(&mut self.faults);
        let errors = faults.into_iter().enumerate().map(|(at, fault)| InputError {
            kind: "config",
            message: fault.message,
            help: fault.help,
            input: self.file.to_owned(),
            location: fault.stretch.filter(|_| at < PLACED).map(|stretch| self.place(&stretch)),
            more: Vec::new(),
        });
        match InputError::all(errors.collect()) {
            Some(error) => Err(error.each().collect()),
            None => Ok(()),
        }
    }
}
