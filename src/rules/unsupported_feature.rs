#![doc = include_str!("unsupported_feature.md")]

use super::{Effect, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    id: "UNSUPPORTED_FEATURE",
    summary: "a schema uses something that the contract does not cover",
    page: include_str!("unsupported_feature.md"),
    effect: Effect::Undecided,
};
