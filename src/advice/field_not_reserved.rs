#![doc = include_str!("field_not_reserved.md")]

use super::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    id: "FIELD_NOT_RESERVED",
    summary: "a field was removed, and its number or name is not reserved",
    page: include_str!("field_not_reserved.md"),
};
