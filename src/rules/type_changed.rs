#![doc = include_str!("type_changed.md")]

use super::{Effect, Facts, FieldRule, Rule};
use crate::schema::Field;
use crate::schema::place::Facet;

/// The rule.
pub static RULE: Rule = Rule {
    id: "TYPE_CHANGED",
    summary: "a field's type changed",
    page: include_str!("type_changed.md"),
    effect: Effect::Incompatible,
};

/// The rule at one field.
pub(super) const FIELD: FieldRule = FieldRule { rule: &RULE, facet: Facet::Type, check };

/// Effective types that differ, delimited and length-prefixed messages among them.
pub fn check(writer: &Field, reader: &Field) -> Option<Facts> {
    (writer.kind != reader.kind).then(|| Facts::change(writer.kind.name(), reader.kind.name()))
}
