#![doc = include_str!("field_number_changed.md")]

use super::{Effect, Facts, Rule};
use crate::schema::{Field, Message};

/// The rule.
pub static RULE: Rule = Rule {
    id: "FIELD_NUMBER_CHANGED",
    summary: "a field of the same name has another number",
    page: include_str!("field_number_changed.md"),
    effect: Effect::Incompatible,
};

/// A reader's field whose name stands for another number in the writer; extensions declared inside the writer count.
pub fn check(writer: &Message, reader: &Field) -> Option<Facts> {
    let number = writer.number_of(&reader.name)?;
    (number != reader.number).then(|| Facts::change(number, reader.number))
}
