//! The existing schemas of a check, read.

use super::super::output::files_of;
use crate::source::{Input, InputError, Options, follows_proposed, load_history_of};

/// The existing schemas as they were given, oldest first.
pub(in crate::cli) struct History {
    /// Read, or not; an unread one keeps its place, so that an older one is never taken for the latest.
    pub(in crate::cli) slots: Vec<Result<Input, InputError>>,
    /// Inputs that could not be read and whose place in the order is unknown.
    pub(in crate::cli) errors: Vec<InputError>,
    pub(in crate::cli) notes: Vec<String>,
}

impl History {
    /// One history for all proposed schemas, or one for each where a word stands for the path of the proposed one.
    pub(super) fn of_each(
        proposed: &[String],
        words: &[String],
        options: &Options<'_>,
        reading: &mut Vec<String>,
    ) -> Vec<Self> {
        let follows = words.iter().any(|word| follows_proposed(word));
        let count = if follows { proposed.len() } else { 1 };
        proposed
            .iter()
            .take(count)
            .map(|proposed| Self::load(words, Some(proposed), options, reading))
            .collect()
    }

    /// A history; `proposed` is the word whose path some words stand for.
    pub(in crate::cli) fn load(
        words: &[String],
        proposed: Option<&str>,
        options: &Options<'_>,
        reading: &mut Vec<String>,
    ) -> Self {
        let mut out = Self { slots: Vec::new(), errors: Vec::new(), notes: Vec::new() };
        for word in words {
            match load_history_of(word, proposed, options) {
                Ok(loaded) => {
                    for input in loaded.inputs.iter().flatten() {
                        reading.push(match input.version {
                            Some(version) => format!("existing: {} (version {version})", input.label),
                            None => format!("existing: {}", input.label),
                        });
                        reading.extend(input.notes.iter().map(|note| format!("note: {note}")));
                    }
                    reading.extend(
                        loaded.skipped.iter().map(|(name, why)| format!("passed over: {name}: {why}")),
                    );
                    if loaded.restarts {
                        let gone = out
                            .slots
                            .drain(..)
                            .map(|slot| slot.map_or_else(|error| error.input, |input| input.label));
                        reading.extend(
                            gone.map(|label| {
                                format!("passed over: {label}: before the last deleted version")
                            }),
                        );
                    }
                    out.slots.extend(loaded.inputs);
                    out.errors.extend(loaded.errors);
                    out.notes.extend(loaded.notes);
                }
                Err(error) => out.slots.push(Err(error)),
            }
        }
        out
    }

    /// The files that it was read from, or could not be.
    pub(in crate::cli) fn files(&self) -> Vec<String> {
        let lost = self.errors.iter().map(|error| error.input.clone());
        self.slots.iter().flat_map(files_of).chain(lost).collect()
    }

    /// All that could not be read.
    pub(super) fn all_errors(&self) -> Vec<InputError> {
        self.slots
            .iter()
            .filter_map(|slot| slot.as_ref().err())
            .chain(&self.errors)
            .flat_map(InputError::each)
            .collect()
    }
}
