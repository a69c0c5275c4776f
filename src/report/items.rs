//! What a judgement tells, one by one: what it is, how bad, where, and a name that lasts. The formats that list things share it.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

use super::{broker, words};
use crate::history::{Advice, Comparison, Direction, Finding, Judgement, Origin, Subject};
use crate::rules::{Effect, Facts};
use crate::source::{Fingerprint, InputError, Location};

/// One thing that is told of a subject.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) subject: &'a Subject,
    pub(super) what: What<'a>,
    pub(super) level: Level,
}

#[derive(Clone, Copy)]
pub(super) enum What<'a> {
    Finding(&'a Finding),
    /// An input that could not be read.
    Error(&'a InputError),
    /// What somebody should look at.
    Warning(&'a InputError),
    Advice(&'a Advice),
}

/// How bad it is; what fails the run comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Error,
    Warning,
    Notice,
}

/// What a refusal is called that is no rule, where everything needs an id.
pub(super) const REFUSED: &str = "REFUSED";

/// All items, in the order of the subjects. What several subjects have in common, an input for instance that could not be
/// read, is told once.
pub(super) fn all(judgement: &Judgement) -> Vec<Item<'_>> {
    let mut out: Vec<Item<'_>> = Vec::new();
    for item in judgement.subjects.iter().flat_map(|subject| of(subject, judgement.denies_advice)) {
        let is_told = match item.what {
            What::Finding(_) | What::Advice(_) => false,
            What::Error(error) => out.iter().any(|told| matches!(told.what, What::Error(it) if it == error)),
            What::Warning(it) => {
                out.iter().any(|told| matches!(told.what, What::Warning(other) if other == it))
            }
        };
        if !is_told {
            out.push(item);
        }
    }
    out
}

/// The items of a subject: what was found, what could not be read, what somebody should look at, advice.
pub(super) fn of(subject: &Subject, denies_advice: bool) -> impl Iterator<Item = Item<'_>> {
    let item = move |what, level| Item { subject, what, level };
    let findings = subject.findings.iter().map(move |finding| Item::of_finding(subject, finding));
    let errors = subject.errors.iter().map(move |error| item(What::Error(error), Level::Error));
    let warnings = subject.warnings.iter().map(move |warning| item(What::Warning(warning), Level::Warning));
    let worst = if denies_advice { Level::Error } else { Level::Notice };
    let advice = subject.advice.iter().map(move |advice| item(What::Advice(advice), worst));
    findings.chain(errors).chain(warnings).chain(advice)
}

fn level(finding: &Finding) -> Level {
    match finding.effect() {
        _ if finding.allowed.is_some() => Level::Notice,
        Effect::Incompatible => Level::Error,
        Effect::Undecided => Level::Warning,
    }
}

impl<'a> Item<'a> {
    pub(super) fn of_finding(subject: &'a Subject, finding: &'a Finding) -> Self {
        Self { subject, what: What::Finding(finding), level: level(finding) }
    }

    /// The rule, the topic, or the kind of error.
    pub(super) fn id(&self) -> &'static str {
        match self.what {
            What::Finding(finding) => finding.rule.map_or(REFUSED, |rule| rule.id),
            What::Error(error) | What::Warning(error) => error.kind,
            What::Advice(advice) => advice.topic.id,
        }
    }

    /// What happens and who breaks, in one sentence without a full stop.
    pub(super) fn sentence(&self) -> String {
        match self.what {
            What::Finding(finding) => {
                let message = words::message(finding);
                match words::consequence(finding) {
                    Some(who) => format!("{message}: {who}"),
                    None => message,
                }
            }
            What::Error(error) | What::Warning(error) => words::plain(&error.message),
            What::Advice(advice) => words::plain(&advice.message),
        }
    }

    /// All there is to say, a line for each part of it.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut out = vec![self.sentence()];
        match self.what {
            What::Finding(finding) => {
                if let Some(violation) = &finding.violation {
                    let field = violation.field.map_or_else(String::new, |field| format!(", field {field}"));
                    let part = words::part(finding.component);
                    out.push(format!("path: {}{field}{part}", words::plain(&broker::path(violation))));
                }
                if let Some(place) = finding.place(Origin::Existing) {
                    let Location { line, column, .. } = place;
                    out.push(format!("existing: {}:{line}:{column}", words::input(&place.file)));
                }
                out.extend(finding.allowed.as_deref().map(|why| format!("allowed: {}", words::plain(why))));
            }
            What::Error(error) | What::Warning(error) if self.file().is_none() => {
                out.push(format!("input: {}", words::input(&error.input)));
            }
            What::Error(_) | What::Warning(_) | What::Advice(_) => {}
        }
        out.extend(self.help().map(|help| format!("help: {help}")));
        out
    }

    /// What to do about it.
    pub(super) fn help(&self) -> Option<String> {
        match self.what {
            What::Finding(finding) => words::help(finding),
            What::Error(error) | What::Warning(error) => error.help.as_deref().map(words::plain),
            What::Advice(advice) => Some(words::plain(&advice.help)),
        }
    }

    /// Where it stands in a file that is proposed or at fault.
    pub(super) fn place(&self) -> Option<&'a Location> {
        let place = match self.what {
            What::Finding(finding) => finding.place(Origin::Proposed),
            What::Error(error) | What::Warning(error) => error.location.as_ref(),
            What::Advice(advice) => advice.place.as_ref(),
        };
        place.filter(|place| path(&place.file).is_some())
    }

    /// The file that it stands in, or at least the proposed one; none where that is standard input or stands in git.
    pub(super) fn file(&self) -> Option<String> {
        let label = match (self.place(), self.what) {
            (Some(place), _) => &*place.file,
            (None, What::Error(error) | What::Warning(error)) => &error.input,
            (None, What::Finding(_) | What::Advice(_)) => &self.subject.proposed,
        };
        path(label)
    }

    /// What it is called from run to run: neither lines nor what else was found have a part in it.
    fn key(&self) -> String {
        let Self { subject, .. } = self;
        let mut parts = vec![self.id().to_owned()];
        match self.what {
            What::Finding(finding) => {
                parts.extend([subject.proposed.clone(), subject.root.clone()]);
                parts.push(past(finding.version, finding.existing.as_deref()));
                parts.push(finding.component.unwrap_or_default().to_owned());
                parts.push(finding.direction.map_or("", Direction::name).to_owned());
                parts.extend(finding.violation.iter().flat_map(|violation| {
                    let field = violation.field.map(|field| field.to_string()).unwrap_or_default();
                    let [writer, reader] = match &violation.facts {
                        Facts::Change { writer, reader } => [writer.clone(), reader.clone()],
                        Facts::Unsupported { detail, .. } => [detail.to_string(), String::new()],
                        // How much work there was changes with everything else in a schema.
                        Facts::Limit { .. } => [String::new(), String::new()],
                    };
                    [violation.path.clone(), field, writer, reader]
                }));
            }
            What::Error(error) | What::Warning(error) => {
                parts.extend([error.input.clone(), error.message.clone()]);
            }
            What::Advice(advice) => {
                parts.extend([subject.proposed.clone(), subject.root.clone(), advice.path.clone()]);
                parts.push(past(advice.version, advice.existing.as_deref()));
                parts.push(advice.component.unwrap_or_default().to_owned());
                parts.push(advice.number.map(|number| number.to_string()).unwrap_or_default());
            }
        }
        parts.join("\0")
    }
}

/// An existing schema by its version, which outlives the name of a file.
fn past(version: Option<u64>, label: Option<&str>) -> String {
    version.map(|version| version.to_string()).or(label.map(str::to_owned)).unwrap_or_default()
}

/// A fingerprint for each item, in hexadecimal. Items that nothing tells apart are numbered.
pub(super) fn fingerprints(items: &[Item<'_>]) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut fingerprint = |item: &Item<'_>| {
        let key = item.key();
        let again = seen.entry(key.clone()).or_default();
        let hash = Sha256::digest(format!("{key}\0{again}"));
        *again += 1;
        Fingerprint(hash.into()).to_string()
    };
    items.iter().map(&mut fingerprint).collect()
}

/// The findings of a comparison, among those of its subject.
pub(super) fn is_of(finding: &Finding, comparison: &Comparison) -> bool {
    finding.direction == Some(comparison.direction)
        && finding.component == comparison.component
        && finding.version == comparison.version
        && finding.existing.as_deref() == Some(&*comparison.existing)
}

/// The path of a file that a label names, with `/` between its parts; none for standard input and for what stands in git.
pub(super) fn path(label: &str) -> Option<String> {
    let label = label.strip_prefix("tree:").unwrap_or(label);
    if label.is_empty() || label == "-" || label.starts_with("git:") {
        return None;
    }
    let path = label.replace(std::path::MAIN_SEPARATOR, "/");
    Some(path.strip_prefix("./").map_or(path.clone(), str::to_owned))
}

/// One line of a subject's verdict.
pub(super) fn verdict(subject: &Subject) -> String {
    let mut out =
        format!("{}: {} under {}", subject.verdict().name(), name(subject), words::plain(&subject.strategy));
    let (mut broken, mut open, mut allowed) = (0, 0, 0);
    for finding in &subject.findings {
        match level(finding) {
            Level::Error => broken += 1,
            Level::Warning => open += 1,
            Level::Notice => allowed += 1,
        }
    }
    let errors = subject.errors.len();
    let counts =
        [(broken, "break"), (open, "open question"), (errors, "error"), (allowed, "allowed finding")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<_> = counts.map(|(count, what)| words::count(count, what)).collect();
    if !counts.is_empty() {
        out += ": ";
        out += &counts.join(", ");
    }
    out
}

/// `shop.Order (order.proto)`.
pub(super) fn name(subject: &Subject) -> String {
    let proposed = words::input(&subject.proposed);
    match subject.root.as_str() {
        "" => proposed,
        root => format!("{} ({proposed})", words::plain(root)),
    }
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn only_files_have_paths() {
        assert_eq!(path("./proto/a.proto").as_deref(), Some("proto/a.proto"));
        assert_eq!(path("tree:proto").as_deref(), Some("proto"));
        for label in ["-", "", "git:main:a.proto", "tree:git:main:proto"] {
            assert_eq!(path(label), None, "{label}");
        }
    }
}
