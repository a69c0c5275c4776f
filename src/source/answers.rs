//! The versions that a registry's answers stand for: in the registry's order, those after the last deleted one.

use super::error::InputError;
use super::registry::{Answer, Kind};
use super::subject::Origin;
use super::{Content, Input, names, subject};

/// What an input turned out to be.
pub(super) enum Found {
    Schema(Input),
    Answers(Answers),
}

/// Versions of a registry.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// The active ones, oldest first.
    pub(super) versions: Vec<Result<Input, InputError>>,
    /// Those that count no longer, each with the reason.
    pub(super) passed_over: Vec<(String, String)>,
    /// One of them is deleted, and everything before it with it.
    pub(super) restarts: bool,
}

impl Found {
    /// The same with what was passed over beside it.
    pub(super) fn besides(mut self, label: &str, passed_over: &[String]) -> Self {
        if passed_over.is_empty() {
            return self;
        }
        let what = names::list(passed_over.iter().map(String::as_str));
        match &mut self {
            Self::Schema(input) => input.notes.push(format!("{label}: passed over: {what}")),
            Self::Answers(answers) => answers.passed_over.push((label.to_owned(), what)),
        }
        self
    }

    /// The one schema that somebody proposes.
    ///
    /// # Errors
    ///
    /// Where there are several, or none.
    pub(super) fn only(self, word: &str) -> Result<Input, InputError> {
        let answers = match self {
            Self::Schema(input) => return Ok(input),
            Self::Answers(answers) => answers,
        };
        let count = answers.versions.len();
        match <[Result<Input, InputError>; 1]>::try_from(answers.versions) {
            // A version of the history is none of what is proposed.
            Ok([only]) => only,
            Err(_) if count == 0 => {
                let message = "a registry's answer without a schema that is not deleted";
                Err(InputError::new("no-schema", word, message))
            }
            Err(_) => {
                let message =
                    format!("a registry's answer with {count} schemas, where one is to be proposed");
                let help = "propose a file with one schema; all of them are a history: `--against`";
                Err(InputError::new("several-schemas", word, message).help(help))
            }
        }
    }
}

/// Makes inputs of answers; `origin` is asked where they are sources.
///
/// # Errors
///
/// Where a version is there twice, or there are sources of several subjects.
pub(super) fn found<'a>(
    mut answers: Vec<Answer>,
    label: &str,
    origin: impl FnOnce() -> Result<Origin<'a>, InputError>,
) -> Result<Answers, InputError> {
    // Those without a version keep their places behind the others.
    answers.sort_by_key(|answer| answer.version.unwrap_or(u64::MAX));
    if answers.iter().any(|answer| matches!(answer.kind, Kind::Text(_))) {
        return subject::versions(&answers, &origin()?);
    }
    refuse_duplicates(answers.iter().map(|answer| answer.version), label)?;
    let mut out = Answers::default();
    let first = answers.iter().rposition(|answer| answer.deleted).map_or(0, |last| last + 1);
    out.restarts = first > 0;
    for (at, answer) in answers.into_iter().enumerate() {
        let Kind::Stored(entry) = answer.kind else { continue };
        if at < first {
            let why = if answer.deleted { "deleted" } else { "before the last deleted version" };
            out.passed_over.push((named(label, answer.version), why.to_owned()));
        } else {
            let (label, version) = (label.to_owned(), entry.version);
            let content = Content::Native(entry);
            out.versions.push(Ok(Input { label, version, notes: Vec::new(), caveats: Vec::new(), content }));
        }
    }
    Ok(out)
}

/// Refuses versions in order of which two are the same.
pub(super) fn refuse_duplicates(
    versions: impl Iterator<Item = Option<u64>>,
    label: &str,
) -> Result<(), InputError> {
    let mut last = None;
    for version in versions.flatten() {
        if last.replace(version) == Some(version) {
            let message = format!("version {version} is there more than once");
            return Err(InputError::new("duplicate-version", label, message).help("remove all but one"));
        }
    }
    Ok(())
}

/// A version of an input.
pub(super) fn named(label: &str, version: Option<u64>) -> String {
    version.map_or_else(|| label.to_owned(), |version| format!("{label} (version {version})"))
}
