//! JSON for programs, `format_version` 1.
//!
//! `subjects` has one member for each root message. Its `grid` has one text for each version that wrote, and in it one sign
//! for each version that reads, in the order of `versions`; `signs` says what they mean. `strategies` are the directional
//! ones: `satisfied` is null where nothing is refused and not all could be compared. `judged`, `writer`, `reader` and
//! `satisfied_without` are places in `versions`, counted from 0.

use std::collections::BTreeMap;
use std::io;

use serde::Serialize;

use super::{LEGEND, Matrices, sign};
use crate::history::{Matrix, Pair, Promise, Standing, Strategy};
use crate::report::json::{ErrorShape, FindingShape, Tool};

/// Writes one document.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(found: &Matrices<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let document = Document {
        format_version: 1,
        tool: Tool::THIS,
        signs: LEGEND.iter().map(|(_, sign, word)| (*sign, *word)).collect(),
        subjects: found.matrices.iter().map(SubjectShape::of).collect(),
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
    signs: BTreeMap<char, &'static str>,
    subjects: Vec<SubjectShape<'a>>,
    errors: Vec<ErrorShape<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct SubjectShape<'a> {
    /// Null where it is not known.
    root: Option<&'a str>,
    versions: Vec<VersionShape<'a>>,
    grid: Vec<String>,
    strictest: Vec<&'static str>,
    strategies: Vec<StandingShape<'a>>,
}

#[derive(Serialize)]
struct VersionShape<'a> {
    version: Option<u64>,
    input: &'a str,
    fingerprint: Option<String>,
    errors: Vec<ErrorShape<'a>>,
}

#[derive(Serialize)]
struct StandingShape<'a> {
    strategy: &'static str,
    satisfied: Option<bool>,
    judged: Option<usize>,
    writer: Option<usize>,
    reader: Option<usize>,
    finding: Option<FindingShape<'a>>,
    satisfied_without: Option<usize>,
}

impl<'a> SubjectShape<'a> {
    fn of(matrix: &'a Matrix) -> Self {
        let all = 0..matrix.versions.len();
        let row = |writer| all.clone().map(|reader| sign(matrix.mark(writer, reader))).collect();
        let versions = matrix.versions.iter().map(|version| VersionShape {
            version: version.version,
            input: &version.label,
            fingerprint: version.fingerprint.map(|fingerprint| fingerprint.to_string()),
            errors: version.errors.iter().map(ErrorShape::of).collect(),
        });
        Self {
            root: Some(matrix.root.as_str()).filter(|root| !root.is_empty()),
            versions: versions.collect(),
            grid: all.clone().map(row).collect(),
            strictest: matrix.strictest().into_iter().map(Strategy::name).collect(),
            strategies: matrix.standings.iter().map(StandingShape::of).collect(),
        }
    }
}

impl<'a> StandingShape<'a> {
    fn of(standing: &'a Standing) -> Self {
        let (satisfied, by, satisfied_without) = match &standing.promise {
            Promise::Kept => (Some(true), None, None),
            Promise::Broken { by, without } => (Some(false), Some(by), *without),
            Promise::Open { by } => (None, Some(by), None),
        };
        let by: Option<&Pair> = by.map(|by| &**by);
        Self {
            strategy: standing.strategy.name(),
            satisfied,
            judged: by.map(|pair| pair.judged),
            writer: by.map(|pair| pair.writer),
            reader: by.map(|pair| pair.reader),
            finding: by.and_then(|pair| pair.finding.as_ref()).map(FindingShape::of),
            satisfied_without,
        }
    }
}
