#![doc = include_str!("utf8_validation_added.md")]

use super::{Effect, Facts, FieldRule, Rule};
use crate::schema::Field;
use crate::schema::place::Facet;

/// The rule.
pub static RULE: Rule = Rule {
    id: "UTF8_VALIDATION_ADDED",
    summary: "a reader refuses strings that writers may write",
    page: include_str!("utf8_validation_added.md"),
    effect: Effect::Incompatible,
};

/// The rule at one field.
pub(super) const FIELD: FieldRule = FieldRule { rule: &RULE, facet: Facet::Type, check };

/// Strings that the reader validates and the writer does not.
pub fn check(writer: &Field, reader: &Field) -> Option<Facts> {
    (reader.utf8_validated && !writer.utf8_validated).then(|| Facts::change("unchecked", "checked"))
}
