//! SARIF 2.1.0 for code scanning: every rule with its page, findings and advice as results, accepted ones suppressed.
//!
//! Inputs that could not be read are notifications of an execution that did not succeed.

mod shape;

use std::collections::HashMap;
use std::io;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::items::{self, Item, Level, What};
use super::json::{AdviceShape, FindingShape};
use super::verdict;
use super::words;
use crate::advice::{TOPICS, Topic};
use crate::history::{Judgement, Origin, Subject};
use crate::rules::{Effect, RULES, Rule};
use crate::source::Location;
use shape::{
    Answer, Artifact, Configuration, Descriptor, Driver, Fingerprints, Help, Invocation, Log, Logical,
    Message, Notification, Physical, Place, Reference, Region, Rest, Run, RunProperties, Suppression, Tool,
};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Writes one log with one run.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(judgement: &Judgement, out: &mut dyn io::Write) -> io::Result<()> {
    let items = items::all(judgement);
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [Run::of(judgement, &items)] };
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

/// What is told of as a result, of which there may be very many: each takes its shape when it is written.
struct Results<'a>(&'a [Item<'a>]);

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = descriptors();
        let index: HashMap<_, _> = rules.iter().enumerate().map(|(at, rule)| (rule.id, at)).collect();
        let results = self.0.iter().zip(items::fingerprints(self.0));
        serializer
            .collect_seq(results.filter_map(|(item, fingerprint)| Answer::of(item, fingerprint, &index)))
    }
}

impl<'a> Run<Results<'a>> {
    fn of(judgement: &Judgement, items: &'a [Item<'a>]) -> Self {
        let rules = descriptors();
        let (errors, warnings) = notifications(items);
        let notes = judgement.subjects.iter().flat_map(|subject| &subject.notes);
        let version = env!("CARGO_PKG_VERSION");
        Self {
            results: Results(items),
            tool: Tool { driver: Driver { name: "protoward", version, semantic_version: version, rules } },
            // A character is a column, as everywhere here.
            column_kind: "unicodeCodePoints",
            invocations: [Invocation {
                execution_successful: errors.is_empty(),
                tool_execution_notifications: errors,
                tool_configuration_notifications: warnings,
            }],
            properties: RunProperties {
                verdict: judgement.verdict().name(),
                verdicts: judgement
                    .subjects
                    .iter()
                    .map(|subject| verdict::sentence(subject, judgement.denies_advice))
                    .collect(),
                notes: notes.map(|note| words::plain(note)).collect(),
            },
        }
    }
}

/// All rules and the topics of advice, whether they fired or not.
fn descriptors() -> Vec<Descriptor> {
    let rules = RULES.iter().map(|rule| Descriptor::of_rule(rule)).chain([Descriptor::refused()]);
    rules.chain(TOPICS.iter().map(|topic| Descriptor::of_topic(topic))).collect()
}

impl Descriptor {
    fn of_rule(rule: &Rule) -> Self {
        let level = match rule.effect {
            Effect::Incompatible => "error",
            Effect::Undecided => "warning",
        };
        Self::new(rule.id, rule.summary, rule.page, level)
    }

    fn of_topic(topic: &Topic) -> Self {
        Self::new(topic.id, topic.summary, topic.page, "note")
    }

    /// What the registry says before it compares anything.
    fn refused() -> Self {
        let page = "# REFUSED\n\nThe registry refuses the request in words of its own, before schemas are compared.\n";
        Self::new(items::REFUSED, "the registry refuses the request", page, "error")
    }

    fn new(id: &'static str, summary: &str, page: &'static str, level: &'static str) -> Self {
        Self {
            id,
            short_description: Message { text: summary.to_owned() },
            full_description: lead(page).map(|text| Message { text }),
            help: Help { text: page, markdown: page },
            default_configuration: Configuration { level },
        }
    }
}

/// The first paragraph of a page, if there is one under its title.
fn lead(page: &str) -> Option<String> {
    let body = page.lines().skip(1).skip_while(|line| line.is_empty());
    let lines: Vec<_> = body.take_while(|line| !line.is_empty()).collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}

/// What could not be read, and what somebody should look at.
fn notifications(items: &[Item<'_>]) -> (Vec<Notification>, Vec<Notification>) {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    for item in items {
        let list = match item.what {
            What::Error(_) => &mut errors,
            What::Warning(_) => &mut warnings,
            What::Finding(_) | What::Advice(_) => continue,
        };
        list.push(Notification {
            descriptor: Reference { id: item.id() },
            level: level(item),
            message: Message { text: item.lines().join("\n") },
            locations: Physical::of_item(item).into_iter().map(Place::at).collect(),
        });
    }
    (errors, warnings)
}

impl Answer {
    /// A finding or advice.
    fn of(item: &Item<'_>, fingerprint: String, index: &HashMap<&str, usize>) -> Option<Self> {
        let (path, told) = match item.what {
            What::Finding(finding) => {
                let path = finding.violation.as_ref().map(|violation| words::plain(&violation.path));
                (path, serde_json::to_value(FindingShape::of(finding)))
            }
            What::Advice(advice) => {
                let shape = AdviceShape::of(advice, item.level == Level::Error);
                (Some(words::plain(&advice.path)), serde_json::to_value(shape))
            }
            What::Error(_) | What::Warning(_) => return None,
        };
        let logical = path.into_iter().map(|path| Logical { fully_qualified_name: path }).collect();
        let mut physical = Physical::of_item(item);
        if let Some(physical) = &mut physical {
            physical.region.get_or_insert(Region::TOP);
        }
        let place = Place { logical_locations: logical, ..Place::of(physical) };
        Some(Self {
            rule_id: item.id(),
            rule_index: *index.get(item.id())?,
            level: level(item),
            message: Message { text: text(item) },
            locations: vec![place],
            related_locations: existing(item).into_iter().collect(),
            partial_fingerprints: Fingerprints { v1: fingerprint },
            suppressions: Suppression::of(item).into_iter().collect(),
            properties: properties(item.subject, told.ok()),
        })
    }
}

impl Suppression {
    fn of(item: &Item<'_>) -> Option<Self> {
        let What::Finding(finding) = item.what else { return None };
        let justification = words::plain(finding.allowed.as_deref()?);
        Some(Self { kind: "external", status: "accepted", justification })
    }
}

fn level(item: &Item<'_>) -> &'static str {
    match item.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Notice => "note",
    }
}

/// The sentence, and behind it what to do.
fn text(item: &Item<'_>) -> String {
    match item.help() {
        Some(help) => format!("{}.\n\nhelp: {help}", item.sentence()),
        None => format!("{}.", item.sentence()),
    }
}

/// What JSON says beside what stands elsewhere in a result, and whose it is.
fn properties(subject: &Subject, told: Option<Value>) -> Map<String, Value> {
    let mut out = match told {
        Some(Value::Object(told)) => told,
        _ => Map::new(),
    };
    for elsewhere in ["rule", "id", "message", "help", "allowed", "locations", "location"] {
        out.remove(elsewhere);
    }
    out.retain(|_, value| !value.is_null());
    out.insert("proposed".to_owned(), subject.proposed.as_str().into());
    out.insert("root".to_owned(), subject.root.as_str().into());
    out.insert("strategy".to_owned(), subject.strategy.as_str().into());
    out
}

/// The other side of a finding.
fn existing(item: &Item<'_>) -> Option<Place> {
    let What::Finding(finding) = item.what else { return None };
    let place = finding.place(Origin::Existing);
    let file = place.map_or(finding.existing.as_deref()?, |place| &place.file);
    let physical = Physical::new(&items::path(file, item.subject)?, place);
    let text = format!("existing schema: {}", words::existing(finding)?);
    Some(Place { id: Some(1), message: Some(Message { text }), ..Place::at(physical) })
}

impl Place {
    fn of(physical: Option<Physical>) -> Self {
        Self { id: None, message: None, physical_location: physical, logical_locations: Vec::new() }
    }

    fn at(physical: Physical) -> Self {
        Self::of(Some(physical))
    }
}

impl Physical {
    fn of_item(item: &Item<'_>) -> Option<Self> {
        Some(Self::new(&item.file()?, item.place()))
    }

    fn new(path: &str, place: Option<&Location>) -> Self {
        Self { artifact_location: Artifact { uri: uri(path) }, region: place.map(Region::of) }
    }
}

impl Region {
    /// Where nothing better is known: code scanning asks for a line.
    const TOP: Self = Self { start_line: 1, rest: None };

    fn of(place: &Location) -> Self {
        let Location { column, end_line, end_column, .. } = *place;
        Self { start_line: place.line, rest: Some(Rest { start_column: column, end_line, end_column }) }
    }
}

/// A path as a URI, relative where the path is.
fn uri(path: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(path.len());
    match path.as_bytes() {
        [b'/', ..] => out += "file://",
        [drive, b':', b'/', ..] if drive.is_ascii_alphabetic() => out += "file:///",
        _ => {}
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte.into());
            }
            // Writing to a string cannot fail.
            _ => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{lead, uri};

    #[test]
    fn a_path_is_a_uri() {
        assert_eq!(uri("proto/a b:ü%.proto"), "proto/a%20b%3A%C3%BC%25.proto");
        assert_eq!(uri("/srv/a.proto"), "file:///srv/a.proto");
        assert_eq!(uri("C:/a.proto"), "file:///C%3A/a.proto");
    }

    #[test]
    fn the_lead_is_the_first_paragraph() {
        assert_eq!(lead("# TITLE\n\none\ntwo\n\nthree\n").as_deref(), Some("one two"));
        assert_eq!(lead("# TITLE\n"), None);
    }
}
