#![doc = include_str!("unknown_strategy.md")]

use super::{Effect, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    id: "UNKNOWN_STRATEGY",
    summary: "the strategy is none of the contract",
    page: include_str!("unknown_strategy.md"),
    effect: Effect::Incompatible,
};
