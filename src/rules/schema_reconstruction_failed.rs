#![doc = include_str!("schema_reconstruction_failed.md")]

use super::{Effect, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    id: "SCHEMA_RECONSTRUCTION_FAILED",
    summary: "stored data is no schema",
    page: include_str!("schema_reconstruction_failed.md"),
    effect: Effect::Undecided,
};
