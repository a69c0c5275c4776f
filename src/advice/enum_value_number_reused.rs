#![doc = include_str!("enum_value_number_reused.md")]

use super::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    id: "ENUM_VALUE_NUMBER_REUSED",
    summary: "a new enum value takes a number that another value had",
    page: include_str!("enum_value_number_reused.md"),
};
