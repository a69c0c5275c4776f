//! Which versions are set against each other, and what follows from it (contract, sections 1 and 8).
//!
//! [`judge`](judge::judge) asks the checker about a proposed schema and existing ones under a [`Strategy`];
//! a [`Request`] asks the registry around it. Never formats an answer.

mod advise;
mod allow;
mod detail;
pub mod judge;
mod key_value;
pub mod matrix;
pub mod operation;
mod outlines;
pub mod pairing;
mod past;
pub mod replay;
#[cfg(test)]
mod samples;
pub mod strategy;
pub mod timeline;

use crate::advice::Topic;
use crate::check::Work;
use crate::rules::{Effect, Facts, Rule, Side, Violation};
use std::sync::Arc;

use crate::source::{Entry, Fingerprint, InputError, Location, Standpoint};

pub use advise::{Adviser, advised};
pub use allow::Allowance;
pub use detail::{Detail, Moved};
pub use judge::{ENOUGH, Question, in_scope, judge};
pub use matrix::{Mark, Matrix, Pair, Promise, Standing};
pub use operation::{Checker, Operation, Request};
pub use pairing::Pairing;
pub use replay::{Judged, Outcome, Replay, Step, replay};
pub use strategy::{Strategy, UpgradeOrder};
pub use timeline::{Slot, State, Timeline, root_name};

/// The answer to one run.
#[derive(Debug, Default)]
pub struct Judgement {
    /// One per proposed input and root message.
    pub subjects: Vec<Subject>,
    /// What was read in which order, and what was passed over and why.
    pub reading: Vec<String>,
    /// Advice fails the run.
    pub denies_advice: bool,
}

impl Judgement {
    /// The worst of all subjects.
    pub fn verdict(&self) -> Verdict {
        self.subjects.iter().map(Subject::verdict).max().unwrap_or(Verdict::Compatible)
    }

    /// The inputs that could not be read, each once.
    pub fn errors(&self) -> Vec<&InputError> {
        let mut out: Vec<&InputError> = Vec::new();
        for error in self.subjects.iter().flat_map(|subject| &subject.errors) {
            if !out.iter().any(|told| told.is_same(error)) {
                out.push(error);
            }
        }
        out
    }
}

/// The answer for one root message.
#[derive(Debug)]
pub struct Subject {
    /// Tells it from other subjects where the root does not: the proposed input where there are several.
    pub name: Option<String>,
    /// The proposed input, as a person would name it.
    pub proposed: String,
    /// Where paths are seen from.
    pub standpoint: Arc<Standpoint>,
    /// Its version, where it is one of a history that is replayed and has one.
    pub version: Option<u64>,
    /// It is a version of a history that is replayed, which nobody proposes: it is called by its name.
    pub is_replayed: bool,
    /// The root message's full name, or the name asked for where it was not found; empty where neither is known.
    pub root: String,
    /// The strategy's name; an unknown one as it was given.
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
    /// What somebody should look at though it changes no verdict, for instance an allowance that nothing needs.
    pub warnings: Vec<InputError>,
    /// What the contract does not ask for and good care of a schema does.
    pub advice: Vec<Advice>,
}

impl Subject {
    /// A subject of which nothing is known yet.
    pub fn new(proposed: &str, strategy: &str) -> Self {
        Self {
            name: None,
            proposed: proposed.to_owned(),
            standpoint: Arc::default(),
            version: None,
            is_replayed: false,
            root: String::new(),
            strategy: strategy
                .parse::<Strategy>()
                .map_or_else(|_| strategy.to_owned(), |known| known.name().to_owned()),
            operation: "test",
            checker: "advanced",
            reused_version: None,
            comparisons: Vec::new(),
            findings: Vec::new(),
            errors: Vec::new(),
            notes: Vec::new(),
            warnings: Vec::new(),
            advice: Vec::new(),
        }
    }

    /// Adds errors, each once: an input may well be proposed and existing.
    pub fn add_errors(&mut self, errors: impl IntoIterator<Item = InputError>) {
        for error in errors {
            if !self.errors.iter().any(|told| told.is_same(&error)) {
                self.errors.push(error);
            }
        }
    }

    /// The findings that nobody has accepted.
    pub fn open_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.allowed.is_none())
    }

    /// What the findings come to that nobody has accepted. An input that could not be read leaves a subject undecided at
    /// best.
    pub fn verdict(&self) -> Verdict {
        let worst = self.open_findings().map(|finding| match finding.effect() {
            Effect::Incompatible => Verdict::Incompatible,
            Effect::Undecided => Verdict::Undecided,
        });
        let floor = if self.errors.is_empty() { Verdict::Compatible } else { Verdict::Undecided };
        worst.max().unwrap_or(floor).max(floor)
    }

    /// At least one comparison was made, or was not needed.
    pub fn is_compared(&self) -> bool {
        self.comparisons.iter().any(|comparison| comparison.verdict != Verdict::Undecided)
    }
}

/// One entry of the history against the proposed schema, in one direction.
#[derive(Debug)]
pub struct Comparison {
    /// The existing schema's version.
    pub version: Option<u64>,
    /// The existing schema's label.
    pub existing: String,
    /// `key` or `value` of a `KEY_VALUE` schema.
    pub component: Option<&'static str>,
    /// Who reads whom.
    pub direction: Direction,
    /// Skipped since the stored bytes are the same.
    pub identical: bool,
    /// What came out.
    pub verdict: Verdict,
    /// The existing schema, or the component of it.
    entry: Entry,
    /// `None` where the comparison was skipped or did not end, and where only names were compared.
    pub work: Option<Work>,
}

impl Comparison {
    /// The existing schema's fingerprint, made where somebody asks.
    pub fn fingerprint(&self) -> Fingerprint {
        self.entry.fingerprint()
    }
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
    /// `key` or `value` of a `KEY_VALUE` schema.
    pub component: Option<&'static str>,
    /// `None` before a comparison.
    pub direction: Option<Direction>,
    /// The existing schema's; `None` before a comparison.
    pub fingerprint: Option<Fingerprint>,
    /// The one that the checker was asked about: as asked for, but for consumers.
    pub strategy: String,
    /// What the comparison found; `None` before a comparison.
    pub violation: Option<Violation>,
    /// What both schemas call it; empty before a comparison.
    pub detail: Detail,
    /// What the broker says behind the rule where there is no violation; `None` where it names the strategy only.
    pub text: Option<String>,
    /// Why a schema could not be rebuilt, which the broker does not say.
    pub why: Option<String>,
    /// Where it stands in the writer's source, if that is at hand.
    pub writer: Option<Location>,
    /// Where it stands in the reader's source, if that is at hand.
    pub reader: Option<Location>,
    /// The reason why it is accepted and fails nothing, where it is.
    pub allowed: Option<String>,
}

impl Finding {
    /// A rule that fired under a strategy.
    pub fn new(rule: &'static Rule, strategy: &str) -> Self {
        Self { rule: Some(rule), ..Self::under(strategy) }
    }

    /// A refusal that is no rule, in the broker's words.
    pub fn refusal(text: impl Into<String>, strategy: &str) -> Self {
        Self { text: Some(text.into()), ..Self::under(strategy) }
    }

    fn under(strategy: &str) -> Self {
        Self {
            rule: None,
            version: None,
            existing: None,
            component: None,
            direction: None,
            fingerprint: None,
            strategy: strategy.to_owned(),
            violation: None,
            detail: Detail::default(),
            text: None,
            why: None,
            writer: None,
            reader: None,
            allowed: None,
        }
    }

    /// Where it stands in the source of one of the schemas, if that is at hand.
    pub fn place(&self, origin: Origin) -> Option<&Location> {
        if self.direction?.on(Side::Writer) == origin { self.writer.as_ref() } else { self.reader.as_ref() }
    }

    /// What it means for the verdict.
    pub fn effect(&self) -> Effect {
        self.rule.map_or(Effect::Incompatible, |rule| rule.effect)
    }

    /// The schema that cannot be compared or rebuilt; `None` where a finding concerns both.
    pub fn schema(&self) -> Option<Origin> {
        match (&self.violation, self.direction) {
            (Some(Violation { facts: Facts::Unsupported { side, .. }, .. }), Some(direction)) => {
                Some(direction.on(*side))
            }
            (None, _) if self.why.is_some() && self.existing.is_some() => Some(Origin::Existing),
            (None, _) if self.why.is_some() => Some(Origin::Proposed),
            _ => None,
        }
    }
}

/// Advice about a proposed schema: true of it whatever the verdict.
#[derive(Clone, Debug)]
pub struct Advice {
    /// What it is about.
    pub topic: &'static Topic,
    /// What was seen, in one sentence without a full stop.
    pub message: String,
    /// What to do about it, if possible the very line to add.
    pub help: String,
    /// The full name of the message or enum, or of what in it the advice is about.
    pub path: String,
    /// The number concerned.
    pub number: Option<i32>,
    /// The label of the existing schema that it follows from.
    pub existing: Option<String>,
    /// That schema's version, where one is known.
    pub version: Option<u64>,
    /// `key` or `value` of a `KEY_VALUE` schema.
    pub component: Option<&'static str>,
    /// Where it stands in the proposed schema's source, if that is at hand.
    pub place: Option<Location>,
}

/// Where a schema of a comparison comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From the history.
    Existing,
    /// It is the one asked about.
    Proposed,
}

impl Origin {
    /// As the broker writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Existing => "existing",
            Self::Proposed => "proposed",
        }
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

    /// Which schema is on a side.
    pub fn on(self, side: Side) -> Origin {
        match (self, side) {
            (Self::Backward, Side::Writer) | (Self::Forward, Side::Reader) => Origin::Existing,
            (Self::Backward, Side::Reader) | (Self::Forward, Side::Writer) => Origin::Proposed,
        }
    }
}

/// What a comparison, a subject or a run came to; a worse one is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing was found.
    Compatible,
    /// Something could not be compared, and nothing incompatible was found.
    Undecided,
    /// A reader is hurt.
    Incompatible,
}

impl Verdict {
    /// In lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compatible => "compatible",
            Self::Undecided => "undecided",
            Self::Incompatible => "incompatible",
        }
    }
}
