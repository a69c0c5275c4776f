#![doc = include_str!("enum_value_not_reserved.md")]

use super::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    id: "ENUM_VALUE_NOT_RESERVED",
    summary: "an enum value was removed, and its number or name is not reserved",
    page: include_str!("enum_value_not_reserved.md"),
};
