//! How it is told who can read whom.

mod grid;
pub mod json;
pub mod text;

use crate::history::{Mark, Matrix};
use crate::source::InputError;

/// What is told.
#[derive(Clone, Copy, Debug)]
pub struct Matrices<'a> {
    /// One for each root message.
    pub matrices: &'a [Matrix],
    /// Inputs that could not be read and whose place in the history is not known.
    pub errors: &'a [InputError],
    /// Things worth a word that change no verdict.
    pub notes: &'a [String],
}

/// All marks in the order in which they are explained, each with its sign and its word.
const LEGEND: [(Mark, char, &str); 5] = [
    (Mark::Reads, '.', "reads"),
    (Mark::Breaks, 'X', "breaks"),
    (Mark::Undecided, '?', "undecided"),
    (Mark::Same, '=', "same"),
    (Mark::Unread, '-', "unread"),
];

/// The one character that stands for a mark.
fn sign(mark: Mark) -> char {
    LEGEND.iter().find(|(known, _, _)| *known == mark).map_or(' ', |(_, sign, _)| *sign)
}
