#![doc = include_str!("required_field_not_guaranteed.md")]

use super::{Effect, Facts, Rule};
use crate::schema::Field;

/// The rule.
pub static RULE: Rule = Rule {
    id: "REQUIRED_FIELD_NOT_GUARANTEED",
    summary: "a reader requires a field that writers may leave out",
    page: include_str!("required_field_not_guaranteed.md"),
    effect: Effect::Incompatible,
};

/// A field that the reader requires and the writer, where it has the number at all, does not.
pub fn check(writer: Option<&Field>, reader: &Field) -> Option<Facts> {
    let written = match writer {
        Some(field) if field.required => return None,
        Some(_) => "optional",
        None => "absent",
    };
    reader.required.then(|| Facts::change(written, "required"))
}
