#![doc = include_str!("map_changed.md")]

use super::{Effect, Facts, FieldRule, Rule};
use crate::schema::Field;
use crate::schema::place::Facet;

/// The rule.
pub static RULE: Rule = Rule {
    id: "MAP_CHANGED",
    summary: "a map became something else, or something else became a map",
    page: include_str!("map_changed.md"),
    effect: Effect::Incompatible,
};

/// The rule at one field.
pub(super) const FIELD: FieldRule = FieldRule { rule: &RULE, facet: Facet::Whole, check };

/// A map on one side only.
pub fn check(writer: &Field, reader: &Field) -> Option<Facts> {
    (writer.map != reader.map).then(|| Facts::change(writer.map, reader.map))
}
