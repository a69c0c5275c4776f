//! Which versions are set against each other, and what follows from it (contract, sections 1 and 8).
//!
//! [`judge`] asks the checker about a proposed schema and a history under a strategy. Never formats an answer.

use crate::check::Work;
use crate::rules::{Effect, Rule, Violation};
use crate::source::{Fingerprint, InputError};

/// The answer to one run.
#[derive(Debug, Default)]
pub struct Judgement {
    /// One per root message.
    pub subjects: Vec<Subject>,
}

/// The answer for one root message.
#[derive(Debug)]
pub struct Subject {
    /// The name given in the configuration.
    pub name: Option<String>,
    /// The root message's full name, or the name asked for where it was not found.
    pub root: String,
    /// As asked for; an unknown name is kept.
    pub strategy: String,
    /// `test`, `register` or `consume`.
    pub operation: &'static str,
    /// `advanced` or `root-name`.
    pub checker: &'static str,
    /// The version that was reused instead of stored anew.
    pub reused_version: Option<u64>,
    /// In the order in which they were made.
    pub comparisons: Vec<Comparison>,
    /// In the broker's order; the first one is what the broker tells.
    pub findings: Vec<Finding>,
    /// Inputs that could not be read.
    pub errors: Vec<InputError>,
    /// Things worth a word that change no verdict, for instance an empty history.
    pub notes: Vec<String>,
}

/// One entry of the history against the proposed schema, in one direction.
#[derive(Debug)]
pub struct Comparison {
    /// The existing schema's version.
    pub version: Option<u64>,
    /// The existing schema's label.
    pub existing: String,
    /// `key` or `value` of a KEY_VALUE schema.
    pub component: Option<&'static str>,
    /// Who reads whom.
    pub direction: Direction,
    /// Skipped since the stored bytes are the same.
    pub identical: bool,
    /// What came out.
    pub verdict: Verdict,
    /// The existing schema's.
    pub fingerprint: Fingerprint,
    /// `None` where the comparison was skipped or did not end.
    pub work: Option<Work>,
}

/// One thing found.
#[derive(Debug)]
pub struct Finding {
    /// `None` for a refusal that is no rule.
    pub rule: Option<&'static Rule>,
    /// The existing schema's version.
    pub version: Option<u64>,
    /// The existing schema's label.
    pub existing: Option<String>,
    /// `key` or `value` of a KEY_VALUE schema.
    pub component: Option<&'static str>,
    /// `None` before a comparison.
    pub direction: Option<Direction>,
    /// The existing schema's; `None` before a comparison.
    pub fingerprint: Option<Fingerprint>,
    /// As asked for.
    pub strategy: String,
    /// What the comparison found; `None` before a comparison.
    pub violation: Option<Violation>,
    /// What the broker says where there is no violation, and why, which it does not say.
    pub text: Option<String>,
}

impl Finding {
    /// What it means for the verdict.
    pub fn effect(&self) -> Effect {
        self.rule.map_or(Effect::Incompatible, |rule| rule.effect)
    }
}

/// Who reads whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The proposed schema reads what the existing one wrote.
    Backward,
    /// The existing schema reads what the proposed one wrote.
    Forward,
}

impl Direction {
    /// As the broker writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Backward => "BACKWARD",
            Self::Forward => "FORWARD",
        }
    }
}

/// What a comparison, a subject or a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing was found.
    Compatible,
    /// A reader is hurt.
    Incompatible,
    /// Something could not be compared, and nothing incompatible was found.
    Undecided,
}
