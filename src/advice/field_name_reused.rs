#![doc = include_str!("field_name_reused.md")]

use super::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    id: "FIELD_NAME_REUSED",
    summary: "a new field takes a name that had another number",
    page: include_str!("field_name_reused.md"),
};
