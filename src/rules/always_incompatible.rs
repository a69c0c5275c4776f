#![doc = include_str!("always_incompatible.md")]

use super::{Effect, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    id: "ALWAYS_INCOMPATIBLE",
    summary: "the strategy refuses every change",
    page: include_str!("always_incompatible.md"),
    effect: Effect::Incompatible,
};
