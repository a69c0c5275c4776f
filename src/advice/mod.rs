//! What good care of a schema asks for beyond the contract: one file and one page per topic. Never changes a verdict.
//!
//! A [`Chronicle`] is told how each version of a history differs from a proposed schema (`walk.rs` pairs their types,
//! `members.rs` compares two) and ends in [`Note`]s. The id of a topic is its file's name in capitals.

pub mod field_not_reserved;
pub mod enum_value_not_reserved;
pub mod field_number_reused;
pub mod enum_value_number_reused;
pub mod field_name_reused;
pub mod enum_value_name_reused;
mod chronicle;
mod lines;
mod members;
mod notes;
mod walk;

pub use chronicle::Chronicle;
pub use notes::Note;
pub use walk::Seen;

/// All topics.
pub static TOPICS: [&Topic; 6] = [
    &field_not_reserved::TOPIC,
    &enum_value_not_reserved::TOPIC,
    &field_number_reused::TOPIC,
    &enum_value_number_reused::TOPIC,
    &field_name_reused::TOPIC,
    &enum_value_name_reused::TOPIC,
];

/// A topic that advice is given on.
#[derive(Debug)]
pub struct Topic {
    /// The id, `FIELD_NOT_RESERVED`.
    pub id: &'static str,
    /// What it says, in one line.
    pub summary: &'static str,
    /// The page, in Markdown.
    pub page: &'static str,
}

impl PartialEq for Topic {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}
