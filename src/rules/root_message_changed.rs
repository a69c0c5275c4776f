#![doc = include_str!("root_message_changed.md")]

use super::{Effect, Facts, Rule};
use crate::schema::Schema;

/// The rule.
pub static RULE: Rule = Rule {
    id: "ROOT_MESSAGE_CHANGED",
    summary: "the root message has another full name",
    page: include_str!("root_message_changed.md"),
    effect: Effect::Incompatible,
};

/// Root messages whose full names differ.
pub fn check(writer: &Schema, reader: &Schema) -> Option<Facts> {
    let names = (writer.root_name(), reader.root_name());
    (names.0 != names.1).then(|| Facts::change(names.0, names.1))
}
