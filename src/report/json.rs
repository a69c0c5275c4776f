//! JSON for programs, `format_version` 1. The structs here are the shape, `json.schema.json` says what they mean: within a
//! version members are added, none is renamed or removed.

use std::io;

use serde::{Serialize, Serializer};

use super::{broker, words};
use crate::check::Work;
use crate::history::{Advice, Comparison, Direction, Finding, Judgement, Origin, Subject};
use crate::rules::Facts;
use crate::source::{InputError, Location};

/// Writes one document.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(judgement: &Judgement, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &Document::of(judgement))?;
    writeln!(out)
}

#[derive(Serialize)]
struct Document<'a> {
    format_version: u32,
    tool: Tool,
    verdict: &'static str,
    subjects: Vec<SubjectShape<'a>>,
    summary: Summary,
}

#[derive(Serialize)]
pub(super) struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct SubjectShape<'a> {
    name: Option<&'a str>,
    root: Option<&'a str>,
    strategy: &'a str,
    operation: &'static str,
    checker: &'static str,
    verdict: &'static str,
    reused_version: Option<u64>,
    comparisons: Vec<ComparisonShape<'a>>,
    #[serde(serialize_with = "one_by_one")]
    findings: &'a [Finding],
    errors: Vec<ErrorShape<'a>>,
    warnings: Vec<ErrorShape<'a>>,
    advice: Vec<AdviceShape<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct ComparisonShape<'a> {
    version: Option<u64>,
    existing: &'a str,
    component: Option<&'static str>,
    direction: &'static str,
    identical: bool,
    verdict: &'static str,
    fingerprint: String,
    work: Option<WorkShape>,
}

#[derive(Serialize)]
struct WorkShape {
    graph: u64,
    total: u64,
    limit: u64,
}

#[derive(Serialize)]
pub(super) struct FindingShape<'a> {
    rule: Option<&'static str>,
    version: Option<u64>,
    existing: Option<&'a str>,
    component: Option<&'static str>,
    direction: Option<&'static str>,
    fingerprint: Option<String>,
    path: Option<String>,
    field: Option<i32>,
    writer: Option<String>,
    reader: Option<String>,
    schema: Option<&'static str>,
    side: Option<&'static str>,
    detail: Option<String>,
    work: Option<u64>,
    limit: Option<u64>,
    message: String,
    help: Option<String>,
    broker: String,
    allowed: Option<&'a str>,
    locations: Option<LocationsShape<'a>>,
}

#[derive(Serialize)]
struct LocationsShape<'a> {
    writer: Option<LocationShape<'a>>,
    reader: Option<LocationShape<'a>>,
}

#[derive(Serialize)]
pub(super) struct LocationShape<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
pub(super) struct ErrorShape<'a> {
    kind: &'static str,
    message: &'a str,
    help: Option<&'a str>,
    input: &'a str,
    location: Option<LocationShape<'a>>,
}

#[derive(Serialize)]
pub(super) struct AdviceShape<'a> {
    id: &'static str,
    message: &'a str,
    help: &'a str,
    path: &'a str,
    number: Option<i32>,
    existing: Option<&'a str>,
    version: Option<u64>,
    component: Option<&'static str>,
    location: Option<LocationShape<'a>>,
    denied: bool,
}

#[derive(Serialize)]
struct Summary {
    subjects: usize,
    comparisons: usize,
    findings: usize,
    allowed: usize,
    errors: usize,
    advice: usize,
}

/// There may be very many findings: each takes its shape when it is written.
fn one_by_one<S: Serializer>(findings: &[Finding], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(findings.iter().map(FindingShape::of))
}

impl Tool {
    /// This program.
    pub(super) const THIS: Self = Self { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
}

impl<'a> Document<'a> {
    fn of(judgement: &'a Judgement) -> Self {
        let subjects = &judgement.subjects;
        Self {
            format_version: 1,
            tool: Tool::THIS,
            verdict: judgement.verdict().name(),
            subjects: subjects
                .iter()
                .map(|subject| SubjectShape::of(subject, judgement.denies_advice))
                .collect(),
            summary: Summary {
                subjects: subjects.len(),
                comparisons: subjects.iter().map(|subject| subject.comparisons.len()).sum(),
                findings: subjects.iter().map(|subject| subject.findings.len()).sum(),
                allowed: subjects
                    .iter()
                    .map(|subject| subject.findings.len() - subject.open_findings().count())
                    .sum(),
                errors: judgement.errors().len(),
                advice: subjects.iter().map(|subject| subject.advice.len()).sum(),
            },
        }
    }
}

impl<'a> SubjectShape<'a> {
    fn of(subject: &'a Subject, denies_advice: bool) -> Self {
        Self {
            name: subject.name.as_deref(),
            root: Some(subject.root.as_str()).filter(|root| !root.is_empty()),
            strategy: &subject.strategy,
            operation: subject.operation,
            checker: subject.checker,
            verdict: subject.verdict().name(),
            reused_version: subject.reused_version,
            comparisons: subject.comparisons.iter().map(ComparisonShape::of).collect(),
            findings: &subject.findings,
            errors: subject.errors.iter().map(ErrorShape::of).collect(),
            warnings: subject.warnings.iter().map(ErrorShape::of).collect(),
            advice: subject.advice.iter().map(|advice| AdviceShape::of(advice, denies_advice)).collect(),
            notes: &subject.notes,
        }
    }
}

impl<'a> ComparisonShape<'a> {
    fn of(comparison: &'a Comparison) -> Self {
        Self {
            version: comparison.version,
            existing: &comparison.existing,
            component: comparison.component,
            direction: comparison.direction.name(),
            identical: comparison.identical,
            verdict: comparison.verdict.name(),
            fingerprint: comparison.fingerprint().to_string(),
            work: comparison.work.map(|Work { graph, total, limit }| WorkShape { graph, total, limit }),
        }
    }
}

impl<'a> FindingShape<'a> {
    pub(super) fn of(finding: &'a Finding) -> Self {
        let violation = finding.violation.as_ref();
        let mut out = Self {
            rule: finding.rule.map(|rule| rule.id),
            version: finding.version,
            existing: finding.existing.as_deref(),
            component: finding.component,
            direction: finding.direction.map(Direction::name),
            fingerprint: finding.fingerprint.map(|fingerprint| fingerprint.to_string()),
            path: violation.map(broker::path),
            field: violation.and_then(|violation| violation.field),
            writer: None,
            reader: None,
            schema: finding.schema().map(Origin::name),
            side: None,
            detail: None,
            work: None,
            limit: None,
            message: words::message(finding),
            help: words::help(finding),
            broker: broker::line(finding),
            allowed: finding.allowed.as_deref(),
            locations: violation.map(|_| LocationsShape {
                writer: finding.writer.as_ref().map(LocationShape::of),
                reader: finding.reader.as_ref().map(LocationShape::of),
            }),
        };
        match violation.map(|violation| &violation.facts) {
            Some(Facts::Change { writer, reader }) => {
                out.writer = Some(broker::value(writer));
                out.reader = Some(broker::value(reader));
            }
            Some(Facts::Unsupported { side, detail }) => {
                out.side = Some(broker::side_name(*side));
                out.detail = Some(broker::value(&detail.to_string()));
            }
            Some(Facts::Limit { work, limit }) => (out.work, out.limit) = (Some(*work), Some(*limit)),
            None => {}
        }
        out
    }
}

impl<'a> ErrorShape<'a> {
    pub(super) fn of(error: &'a InputError) -> Self {
        Self {
            kind: error.kind,
            message: &error.message,
            help: error.help.as_deref(),
            input: &error.input,
            location: error.location.as_ref().map(LocationShape::of),
        }
    }
}

impl<'a> AdviceShape<'a> {
    pub(super) fn of(advice: &'a Advice, denied: bool) -> Self {
        Self {
            id: advice.topic.id,
            message: &advice.message,
            help: &advice.help,
            path: &advice.path,
            number: advice.number,
            existing: advice.existing.as_deref(),
            version: advice.version,
            component: advice.component,
            location: advice.place.as_ref().map(LocationShape::of),
            denied,
        }
    }
}

impl<'a> LocationShape<'a> {
    pub(super) fn of(location: &'a Location) -> Self {
        Self {
            file: &location.file,
            line: location.line,
            column: location.column,
            end_line: location.end_line,
            end_column: location.end_column,
        }
    }
}
