#![doc = include_str!("field_number_reused.md")]

use super::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    id: "FIELD_NUMBER_REUSED",
    summary: "a new field takes a number that another field had",
    page: include_str!("field_number_reused.md"),
};
