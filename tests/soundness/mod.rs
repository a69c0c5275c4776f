//! What a verdict promises: where `can_read` finds nothing, messages keep the values of all fields that both sides have;
//! where a rule fires, some message loses one, or the rule's page says that the refusal is policy.
//!
//! Messages are written by a small encoder (`writer.rs`) and read by another implementation (`reader.rs`).

mod datum;
mod kept;
mod policy;
mod reader;
mod writer;

use std::collections::BTreeMap;

use proptest::prelude::*;
use protoward::check::{Extent, can_read};
use protoward::schema::descriptor::FileDescriptor;

use crate::reference::compare::{Built, finding};
use crate::reference::{Finding, Side};
use crate::support::draw;
use crate::support::edits::versions;
use crate::support::random::Random;
use crate::support::specs;
use kept::Court;
use policy::{Policy, policy};
use reader::Reader;
use writer::Writer;

/// What was tried.
#[derive(Debug, Default)]
struct Tried {
    pairs: usize,
    messages: usize,
    bytes: usize,
}

/// What became of the messages of a pair.
#[derive(Debug)]
enum Fate {
    /// The other implementation cannot hold the reader, or there is no valid message of the writer's.
    NotTried,
    Kept,
    /// One of them lost something, and what.
    Lost(String),
}

/// A writer's schema, and a reader's with its file.
struct Pair<'s> {
    writer: &'s Side,
    reader: &'s Side,
    file: &'s FileDescriptor<'static>,
}

impl Pair<'_> {
    /// Sends random messages from the writer to the reader until one loses something.
    fn send(&self, messages: usize, random: &mut Random, tried: &mut Tried) -> Fate {
        let Some(reading) = Reader::new(self.reader, self.file) else { return Fate::NotTried };
        let court = Court { writer: self.writer, reader: self.reader, reading: &reading };
        let mut fate = Fate::NotTried;
        for at in 0..messages {
            let density = [9, 5, 2, 7][at % 4];
            let mut writer = Writer { side: self.writer, random, density, room: 40 };
            let Some(values) = writer.message() else { continue };
            let bytes = writer.encode(&values);
            tried.messages += 1;
            tried.bytes += bytes.len();
            fate = match reading.read(&bytes).and_then(|read| court.judge(&values, &read)) {
                Ok(()) => Fate::Kept,
                Err(why) => Fate::Lost(why),
            };
            if matches!(fate, Fate::Lost(_)) {
                break;
            }
        }
        tried.pairs += usize::from(!matches!(fate, Fate::NotTried));
        fate
    }
}

/// Both directions of an old and a new version, if they can be built, with all that the checker finds.
fn pairs(
    files: &[[FileDescriptor<'static>; 1]; 2],
    root: &str,
    mut look: impl FnMut(&Pair<'_>, Vec<Finding>),
) {
    let built = files.each_ref().map(|file| Built::new(file, "law.proto")?.both(root));
    let [Some(old), Some(new)] = built else { return };
    for (writer, reader, file) in [(&old, &new, &files[1][0]), (&new, &old, &files[0][0])] {
        let reading = can_read(&writer.0, &reader.0, Extent::All);
        let pair = Pair { writer: &writer.1, reader: &reader.1, file };
        look(&pair, reading.violations.iter().map(finding).collect());
    }
}

#[test]
fn what_is_accepted_keeps_its_values() {
    let mut tried = Tried::default();
    draw(&(specs(), any::<u64>(), 0..5usize), 1500, |(spec, seed, edits)| {
        let files = versions(&spec, seed, edits).map(|file| [file]);
        let mut random = Random::new(seed);
        pairs(&files, &spec.root(), |pair, findings| {
            let accepted = findings.is_empty();
            if accepted && let Fate::Lost(why) = pair.send(8, &mut random, &mut tried) {
                panic!("{why}\n{files:#?}");
            }
        });
    });
    assert!(tried.pairs > 1200 && tried.messages > 10_000 && tried.bytes > 500_000, "{tried:?}");
}

#[test]
fn what_is_refused_loses_values() {
    let mut tried = Tried::default();
    // Of each rule: pairs that lost something, and those of each policy.
    let mut lost: BTreeMap<&str, usize> = BTreeMap::new();
    let mut kept: BTreeMap<Policy, usize> = BTreeMap::new();
    let mut open = Vec::new();
    draw(&(specs(), any::<u64>(), 1..4usize), 4000, |(spec, seed, edits)| {
        let files = versions(&spec, seed, edits).map(|file| [file]);
        let mut random = Random::new(seed);
        pairs(&files, &spec.root(), |pair, findings| {
            let [finding] = &findings[..] else { return };
            // The one is about names and not about numbers, the other about what is not known.
            if ["FIELD_NUMBER_CHANGED", "UNSUPPORTED_FEATURE"].contains(&finding.rule) {
                return;
            }
            match pair.send(150, &mut random, &mut tried) {
                Fate::NotTried => {}
                Fate::Lost(_) => *lost.entry(finding.rule).or_default() += 1,
                Fate::Kept => match policy(finding, pair.writer, pair.reader) {
                    Some(policy) => *kept.entry(policy).or_default() += 1,
                    None => open.push(format!("{finding:?}, seed {seed}")),
                },
            }
        });
    });
    assert!(open.is_empty(), "refused for nothing: {open:#?}");
    let all = format!("{tried:?}; lost: {lost:?}; policy: {kept:?}");
    assert!(tried.pairs > 600 && tried.messages > 5000, "{all}");
    for (rule, least) in LEAST {
        assert!(lost[rule] >= least, "{rule}: {all}");
    }
    // What nothing comes of is the exception.
    assert!(kept.len() > 7 && kept.values().sum::<usize>() * 5 < lost.values().sum(), "{all}");
}

/// How many pairs with nothing but a finding of this rule lose something at least.
const LEAST: [(&str, usize); 8] = [
    ("CARDINALITY_CHANGED", 40),
    ("DEFAULT_CHANGED", 80),
    ("ENUM_VALUE_NOT_READABLE", 80),
    ("MAP_CHANGED", 50),
    ("ONEOF_CONFLICT", 10),
    ("REQUIRED_FIELD_NOT_GUARANTEED", 30),
    ("TYPE_CHANGED", 250),
    ("UTF8_VALIDATION_ADDED", 4),
];
