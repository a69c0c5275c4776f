//! JSON for programs, `format_version` 1.
//!
//! `subjects` has one member for each root message and in it `versions`, oldest first. A version's `breaks_with` are places in
//! that list, counted from 0; so is `first_incompatible`. Its `findings` have the shape that `check` gives them, the first of
//! each cause, with `repeats` more earlier versions that it was found with; what they call proposed is the version that they
//! stand in.

use std::io;

use serde::Serialize;

use super::Replays;
use crate::history::{Judged, Outcome, Replay, Step, Verdict};
use crate::report::json::{ErrorShape, FindingShape, Tool};
use crate::source::InputError;

/// Writes one document.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(found: &Replays<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let verdicts = found.replays.iter().map(Replay::verdict);
    let floor = if found.errors.is_empty() { Verdict::Compatible } else { Verdict::Undecided };
    let document = Document {
        format_version: 1,
        tool: Tool::THIS,
        verdict: verdicts.fold(floor, Verdict::max).name(),
        subjects: found.replays.iter().map(SubjectShape::of).collect(),
        errors: found.errors.iter().map(ErrorShape::of).collect(),
        notes: found.notes,
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

#[derive(Serialize)]
struct Document<'a> {
    format_version: u32,
    tool: Tool,
    verdict: &'static str,
    subjects: Vec<SubjectShape<'a>>,
    errors: Vec<ErrorShape<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct SubjectShape<'a> {
    /// Null where it is not known.
    root: Option<&'a str>,
    strategy: &'static str,
    verdict: &'static str,
    first_incompatible: Option<usize>,
    versions: Vec<VersionShape<'a>>,
    summary: Summary,
}

#[derive(Serialize)]
struct Summary {
    versions: usize,
    compatible: usize,
    incompatible: usize,
    undecided: usize,
    unread: usize,
}

#[derive(Serialize)]
struct VersionShape<'a> {
    version: Option<u64>,
    input: &'a str,
    fingerprint: Option<String>,
    verdict: &'static str,
    compared: usize,
    unread: usize,
    breaks_with: &'a [usize],
    findings: Vec<CauseShape<'a>>,
    errors: Vec<ErrorShape<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct CauseShape<'a> {
    #[serde(flatten)]
    finding: FindingShape<'a>,
    repeats: usize,
}

impl<'a> SubjectShape<'a> {
    fn of(replay: &'a Replay) -> Self {
        Self {
            root: Some(replay.root.as_str()).filter(|root| !root.is_empty()),
            strategy: replay.strategy.name(),
            verdict: replay.verdict().name(),
            first_incompatible: replay.first(Verdict::Incompatible),
            versions: replay.steps.iter().map(VersionShape::of).collect(),
            summary: Summary {
                versions: replay.steps.len(),
                compatible: replay.count(Verdict::Compatible),
                incompatible: replay.count(Verdict::Incompatible),
                undecided: replay.count(Verdict::Undecided),
                unread: replay.errors().count(),
            },
        }
    }
}

impl<'a> VersionShape<'a> {
    fn of(step: &'a Step) -> Self {
        let judged = step.judged();
        let (verdict, errors) = match &step.outcome {
            Outcome::Judged(judged) => {
                (judged.verdict().name(), judged.subject.errors.iter().map(ErrorShape::of).collect())
            }
            Outcome::Unread(error) => ("unread", each(error)),
            Outcome::Absent => ("absent", Vec::new()),
        };
        Self {
            version: step.version,
            input: &step.label,
            fingerprint: judged.map(|judged| judged.fingerprint.to_string()),
            verdict,
            compared: judged.map_or(0, |judged| judged.compared),
            unread: judged.map_or(0, |judged| judged.unread),
            breaks_with: judged.map_or(&[], |judged| judged.breaks_with.as_slice()),
            findings: judged.map(causes).unwrap_or_default(),
            errors,
            notes: judged.map_or(&[], |judged| judged.subject.notes.as_slice()),
        }
    }
}

fn causes(judged: &Judged) -> Vec<CauseShape<'_>> {
    let findings = judged.subject.findings.iter().zip(&judged.repeats);
    findings.map(|(finding, &repeats)| CauseShape { finding: FindingShape::of(finding), repeats }).collect()
}

fn each(error: &InputError) -> Vec<ErrorShape<'_>> {
    std::iter::once(error).chain(&error.more).map(ErrorShape::of).collect()
}
