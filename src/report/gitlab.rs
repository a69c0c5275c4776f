//! GitLab's code quality report: one array, of which a merge request shows what is new.
//!
//! An unread input blocks; a break is critical; an open question and denied advice is major; a warning and advice is minor; an
//! accepted finding is information.

use std::io;

use serde::Serialize;

use super::items::{self, Item, Level, What};
use super::words;
use crate::history::{Finding, Judgement, Origin};

/// Writes one document.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(judgement: &Judgement, out: &mut dyn io::Write) -> io::Result<()> {
    let items = items::all(judgement);
    let fingerprints = items::fingerprints(&items);
    let issues: Vec<_> = items.iter().zip(fingerprints).map(|(item, print)| Issue::of(item, print)).collect();
    serde_json::to_writer_pretty(&mut *out, &issues)?;
    writeln!(out)
}

#[derive(Serialize)]
struct Issue {
    description: String,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Place,
}

#[derive(Serialize)]
struct Place {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

impl Issue {
    fn of(item: &Item<'_>, fingerprint: String) -> Self {
        let sentence = item.sentence();
        let description = match item.what {
            What::Finding(Finding { allowed: Some(why), .. }) => {
                format!("{sentence} (allowed: {})", words::plain(why))
            }
            _ => sentence,
        };
        let (begin, end) = item.place().map_or((1, 1), |place| (place.line, place.end_line));
        Self {
            description,
            check_name: item.id(),
            fingerprint,
            severity: severity(item),
            location: Place { path: path(item), lines: Lines { begin, end } },
        }
    }
}

fn severity(item: &Item<'_>) -> &'static str {
    match (item.what, item.level) {
        (What::Error(_), _) => "blocker",
        (What::Finding(_), Level::Error) => "critical",
        (What::Finding(_), Level::Warning) | (What::Advice(_), Level::Error) => "major",
        (What::Finding(_), Level::Notice) => "info",
        (What::Warning(_) | What::Advice(_), _) => "minor",
    }
}

/// A path in any case, since GitLab passes over what has none: that of the existing schema, or what the input is called.
fn path(item: &Item<'_>) -> String {
    let existing = || match item.what {
        What::Finding(finding) => {
            finding.place(Origin::Existing).and_then(|place| items::path(&place.file, item.subject))
        }
        _ => None,
    };
    let label = || match item.what {
        What::Finding(_) | What::Advice(_) => words::input(&item.subject.proposed),
        What::Error(error) | What::Warning(error) => words::input(&error.input),
    };
    item.file().or_else(existing).unwrap_or_else(label)
}
