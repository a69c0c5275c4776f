#![doc = include_str!("default_changed.md")]

use super::{Effect, Facts, FieldRule, Rule, cut};
use crate::schema::place::Facet;
use crate::schema::{Default, Field};

/// How much of a default the broker prints, in UTF-16 units.
const MAX_DEFAULT: usize = 64;

/// The rule.
pub static RULE: Rule = Rule {
    id: "DEFAULT_CHANGED",
    summary: "an absent field reads as another value",
    page: include_str!("default_changed.md"),
    effect: Effect::Incompatible,
};

/// The rule at one field.
pub(super) const FIELD: FieldRule = FieldRule { rule: &RULE, facet: Facet::Default, check };

/// Defaults that differ, of singular fields that are no messages.
pub fn check(writer: &Field, reader: &Field) -> Option<Facts> {
    match (&writer.default, &reader.default) {
        (Some(written), Some(read)) if written != read => {
            let value = |default: &Default| cut(&default.to_string(), MAX_DEFAULT);
            Some(Facts::Change { writer: value(written), reader: value(read) })
        }
        _ => None,
    }
}
