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
use protoward::schema::descriptor::FileDescriptor;

use crate::reference::compare::Built;
use crate::reference::{Finding, Side, can_read};
use crate::support::draw;
use crate::support::edits::versions;
use crate::support::random::Random;
use crate::support::specs;
use kept::Court;
use policy::policy;
use reader::Reader;
use writer::Writer;

/// What was tried.
#[derive(Debug, Default)]
struct Tried {
    pairs: usize,
    messages: usize,
    /// Messages that were not empty.
    bytes: usize,
}

/// Sends random messages from a writer to a reader until one loses something: `Some` is what it loses.
fn loss(
    writer: &Side,
    (reader, file): (&Side, &FileDescriptor<'static>),
    messages: usize,
    random: &mut Random,
    tried: &mut Tried,
) -> Option<Option<String>> {
    let reading = Reader::new(reader, file)?;
    let court = Court { writer, reader, reading: &reading };
    let mut written = 0;
    for at in 0..messages {
        let mut writer = Writer { side: writer, random, density: [9, 5, 2, 7][at % 4], room: 40 };
        let Some(values) = writer.message() else { continue };
        let bytes = writer.encode(&values);
        written += 1;
        tried.messages += 1;
        tried.bytes += bytes.len();
        let lost = reading.read(&bytes).and_then(|read| court.judge(&values, &read));
        if let Err(why) = lost {
            tried.pairs += 1;
            return Some(Some(why));
        }
    }
    tried.pairs += usize::from(written > 0);
    (written > 0).then_some(None)
}

/// Both directions of an old and a new version, which can be built.
fn pairs(
    files: &[[FileDescriptor<'static>; 1]; 2],
    root: &str,
    mut look: impl FnMut(&Side, (&Side, &FileDescriptor<'static>), Vec<Finding>),
) {
    let built = files.each_ref().map(|file| Built::new(file, "law.proto")?.both(root));
    let [Some((_, old)), Some((_, new))] = built else { return };
    for (writer, reader, file) in [(&old, &new, &files[1][0]), (&new, &old, &files[0][0])] {
        look(writer, (reader, file), can_read(writer, reader, u64::MAX).findings);
    }
}

#[test]
fn what_is_accepted_keeps_its_values() {
    let mut tried = Tried::default();
    draw(&(specs(), any::<u64>(), 0..5usize), 1500, |(spec, seed, edits)| {
        let files = versions(&spec, seed, edits).map(|file| [file]);
        let mut random = Random::new(seed);
        pairs(&files, &spec.root(), |writer, reader, findings| {
            if findings.is_empty() {
                let lost = loss(writer, reader, 8, &mut random, &mut tried);
                assert!(lost.clone().flatten().is_none(), "{lost:?}\n{files:#?}");
            }
        });
    });
    println!("accepted: {tried:?}");
    assert!(tried.pairs > 800 && tried.messages > 6000 && tried.bytes > 100_000, "{tried:?}");
}

#[test]
fn what_is_refused_loses_values() {
    let mut tried = Tried::default();
    // Of each rule: pairs that lost something, and those of each policy.
    let mut lost: BTreeMap<&str, usize> = BTreeMap::new();
    let mut kept: BTreeMap<&str, usize> = BTreeMap::new();
    let mut open = Vec::new();
    draw(&(specs(), any::<u64>(), 1..4usize), 4000, |(spec, seed, edits)| {
        let files = versions(&spec, seed, edits).map(|file| [file]);
        let mut random = Random::new(seed);
        pairs(&files, &spec.root(), |writer, reader, findings| {
            let [finding] = &findings[..] else { return };
            // The one is about names and not about numbers, the other about what is not known.
            if ["FIELD_NUMBER_CHANGED", "UNSUPPORTED_FEATURE"].contains(&finding.rule) {
                return;
            }
            match loss(writer, reader, 150, &mut random, &mut tried) {
                None => {}
                Some(Some(_)) => *lost.entry(finding.rule).or_default() += 1,
                Some(None) => match policy(finding, writer, reader.0) {
                    Some(name) => *kept.entry(name).or_default() += 1,
                    None => open.push(format!("{finding:?}, seed {seed}")),
                },
            }
        });
    });
    println!("refused: {tried:?}\nlost: {lost:?}\npolicy: {kept:?}");
    assert!(open.is_empty(), "refused for nothing: {open:#?}");
    let least = |rule: &str, count: usize| assert!(lost[rule] >= count, "{rule}: {lost:?}");
    ["CARDINALITY_CHANGED", "DEFAULT_CHANGED", "ENUM_VALUE_NOT_READABLE", "MAP_CHANGED", "TYPE_CHANGED"]
        .into_iter()
        .for_each(|rule| least(rule, 40));
    ["ONEOF_CONFLICT", "REQUIRED_FIELD_NOT_GUARANTEED", "UTF8_VALIDATION_ADDED"]
        .into_iter()
        .for_each(|rule| least(rule, 5));
}
