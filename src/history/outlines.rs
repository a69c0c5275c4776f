//! The native schemas of a history in outline: each is built and scanned once, and nothing but the outline is kept.

use std::collections::HashMap;

use super::Direction;
use super::timeline::Slot;
use crate::check::{Glance, Lexicon, Outline};
use crate::source::{Entry, Fingerprint, SchemaType};

/// Outlines by fingerprint.
#[derive(Default)]
pub(super) struct Outlines {
    lexicon: Lexicon,
    /// `None` for a schema that cannot be built, or holds what the contract does not cover.
    known: HashMap<Fingerprint, Option<Outline>>,
}

impl Outlines {
    pub(super) fn of<'a>(slots: impl IntoIterator<Item = &'a Slot>) -> Self {
        let mut out = Self::default();
        for entry in slots.into_iter().filter_map(Slot::entry) {
            if *entry.schema_type() == SchemaType::PROTOBUF_NATIVE {
                let build = || Outline::new(&entry.build().ok()?, &mut out.lexicon);
                out.known.entry(entry.fingerprint()).or_insert_with(build);
            }
        }
        out
    }

    pub(super) fn get(&self, entry: &Entry) -> Option<&Outline> {
        if *entry.schema_type() != SchemaType::PROTOBUF_NATIVE {
            return None;
        }
        self.known.get(&entry.fingerprint())?.as_ref()
    }

    pub(super) fn glance(&self) -> Glance<'_> {
        Glance::new(&self.lexicon)
    }
}

/// Whether a glance shows that nothing is found in any of these directions.
pub(super) fn agree(
    glance: &mut Glance<'_>,
    existing: &Outline,
    proposed: &Outline,
    directions: &[Direction],
) -> bool {
    directions.iter().all(|direction| match direction {
        Direction::Backward => glance.reads(existing, proposed).is_some(),
        Direction::Forward => glance.reads(proposed, existing).is_some(),
    })
}
