#![doc = include_str!("cardinality_changed.md")]

use super::{Effect, Facts, FieldRule, Rule};
use crate::schema::Field;
use crate::schema::place::Facet;

/// The rule.
pub static RULE: Rule = Rule {
    id: "CARDINALITY_CHANGED",
    summary: "a field became repeated, or stopped being so",
    page: include_str!("cardinality_changed.md"),
    effect: Effect::Incompatible,
};

/// The rule at one field.
pub(super) const FIELD: FieldRule = FieldRule { rule: &RULE, facet: Facet::Label, check };

/// Repeated on one side only.
pub fn check(writer: &Field, reader: &Field) -> Option<Facts> {
    let name = |field: &Field| if field.repeated { "repeated" } else { "singular" };
    (writer.repeated != reader.repeated).then(|| Facts::change(name(writer), name(reader)))
}
