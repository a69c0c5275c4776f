//! How a replayed history is told: a verdict for each version, and why the first one broke.

pub mod json;
pub mod text;

use crate::history::Replay;
use crate::source::InputError;

/// What is told.
#[derive(Clone, Copy, Debug)]
pub struct Replays<'a> {
    /// One for each root message.
    pub replays: &'a [Replay],
    /// Inputs that could not be read and whose place in the history is not known.
    pub errors: &'a [InputError],
    /// Things worth a word that change no verdict.
    pub notes: &'a [String],
}
