//! A history by itself: the same root message in every version, in order, and what stands in the place of versions that do
//! not have it.

use std::collections::{HashMap, HashSet};

use super::pairing::{has_another_root, is_unknown_root, renamed, unspoken_root};
use crate::source::{Entry, Fingerprint, Input, InputError};

/// The versions of one root message, oldest first.
#[derive(Debug)]
pub struct Timeline {
    /// [`root_name`] of the latest version that could be read, or the name that was asked for; empty where neither is known.
    pub root: String,
    /// One for each version.
    pub slots: Vec<Slot>,
}

/// A place in a history.
#[derive(Debug)]
pub struct Slot {
    /// The input, as a person would name it.
    pub label: String,
    /// The registry's or the directory's version, where one is known.
    pub version: Option<u64>,
    /// What stands there.
    pub state: State,
}

/// What stands in a place of a history.
#[derive(Debug)]
pub enum State {
    /// A schema, which may still turn out to be none.
    Entry(Entry),
    /// An input that could not be read, or that does not tell its root message.
    Unread(InputError),
    /// A version without this root message, where every message is a root.
    Absent,
}

impl Timeline {
    /// The history of a root message; without a name, of the one that the inputs leave no doubt about, the latest first.
    /// A version that lacks it has renamed it if there is a message that it can have become.
    pub fn new(inputs: &[Result<Input, InputError>], root: Option<&str>) -> Self {
        let latest = inputs.iter().flatten().next_back();
        let unspoken = || latest.and_then(|latest| unspoken_root(latest, inputs));
        let wanted = root.map(str::to_owned).or_else(unspoken);
        let wanted = wanted.as_deref();
        let is_known =
            inputs.iter().flatten().any(|input| !input.names_its_root() && input.entry(wanted).is_ok());
        Self::of(
            inputs,
            wanted,
            |_| false,
            |input, error| {
                let found = if is_known { renamed(input, wanted.unwrap_or_default()) } else { None };
                found.map_or(State::Unread(error), State::Entry)
            },
        )
    }

    /// One history for each top-level message of any version, in the order in which they appear; one that tells why there is
    /// none where no version has a message.
    pub fn of_every_message(inputs: &[Result<Input, InputError>]) -> Vec<Self> {
        let mut met = HashSet::new();
        let mut roots: Vec<String> = inputs.iter().flatten().flat_map(Input::every_root).collect();
        roots.retain(|root| met.insert(root.clone()));
        if roots.is_empty() && !inputs.is_empty() {
            return vec![Self::new(inputs, None)];
        }
        let of = |root: &String| {
            let is_absent = |input: &Input| has_another_root(input, Some(root));
            Self::of(inputs, Some(root), is_absent, |_, _| State::Absent)
        };
        roots.iter().map(of).collect()
    }

    /// `otherwise` says what stands where an input lacks the root message; one that is `absent` is not asked for it.
    fn of(
        inputs: &[Result<Input, InputError>],
        wanted: Option<&str>,
        absent: impl Fn(&Input) -> bool,
        otherwise: impl Fn(&Input, InputError) -> State,
    ) -> Self {
        let slot = |input: &Result<Input, InputError>| match input {
            Ok(input) => {
                let state = match input.entry(wanted) {
                    _ if absent(input) => State::Absent,
                    Ok(entry) => State::Entry(entry),
                    Err(error) if is_unknown_root(&error) => otherwise(input, error),
                    Err(error) => State::Unread(error),
                };
                Slot { label: input.label.clone(), version: input.version, state }
            }
            Err(error) => {
                Slot { label: error.input.clone(), version: None, state: State::Unread(error.clone()) }
            }
        };
        let mut out = Self { root: String::new(), slots: inputs.iter().map(slot).collect() };
        out.share_schemas();
        let known = out.slots.iter().rev().find_map(Slot::entry).and_then(root_name);
        out.root = known.or_else(|| wanted.map(str::to_owned)).unwrap_or_default();
        out
    }

    /// Versions with the same bytes have one schema in memory.
    fn share_schemas(&self) {
        let mut first: HashMap<Fingerprint, &Entry> = HashMap::new();
        for entry in self.slots.iter().filter_map(Slot::entry) {
            entry.share(first.entry(entry.fingerprint()).or_insert(entry));
        }
    }
}

/// The full name of an entry's root message, if it can be built; of a pair, those of key and value, with the type in the
/// place of a component that has none: `STRING / shop.Order`.
pub fn root_name(entry: &Entry) -> Option<String> {
    let Some(components) = entry.components() else { return entry.root_name() };
    let names =
        components.each_ref().map(|part| part.root_name().unwrap_or_else(|| part.schema_type().to_string()));
    Some(names.join(" / "))
}

impl Slot {
    /// The schema, where there is one.
    pub fn entry(&self) -> Option<&Entry> {
        match &self.state {
            State::Entry(entry) => Some(entry),
            State::Unread(_) | State::Absent => None,
        }
    }

    /// Why there is none, where that is an error.
    pub fn error(&self) -> Option<&InputError> {
        match &self.state {
            State::Unread(error) => Some(error),
            State::Entry(_) | State::Absent => None,
        }
    }
}
