#![doc = include_str!("comparison_limit_exceeded.md")]

use super::{Effect, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    id: "COMPARISON_LIMIT_EXCEEDED",
    summary: "the comparison took more work than the broker allows",
    page: include_str!("comparison_limit_exceeded.md"),
    effect: Effect::Undecided,
};
