#![doc = include_str!("enum_value_name_reused.md")]

use super::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    id: "ENUM_VALUE_NAME_REUSED",
    summary: "a new enum value takes a name that had another number",
    page: include_str!("enum_value_name_reused.md"),
};
