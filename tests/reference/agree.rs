//! The checker and the plain reading agree: on random schemas and their edited versions, and on the measured pairs.

use std::collections::BTreeMap;

use base64::Engine as _;
use proptest::prelude::*;
use protoward::check::Extent;
use protoward::history::Direction;
use protoward::history::judge::{Question, judge};
use protoward::schema::descriptor::FileDescriptor;
use protoward::schema::encode::encode_set;
use protoward::schema::link::link;
use protoward::source::Entry;

use super::compare::{Built, compare, finding};
use super::question::{Decision, Stored, decide};
use super::{Finding, Reading, side};
use crate::support::edits::versions;
use crate::support::random::Random;
use crate::support::relative::spread;
use crate::support::{draw, specs};

/// How often what was found.
#[derive(Default)]
struct Seen {
    pairs: usize,
    work: u64,
    rules: BTreeMap<&'static str, usize>,
}

impl Seen {
    fn add(&mut self, reading: &Reading) {
        self.pairs += 1;
        self.work += reading.work.map_or(0, |[_, total, _]| total);
        for finding in &reading.findings {
            *self.rules.entry(finding.rule).or_default() += 1;
        }
        if reading.findings.is_empty() {
            *self.rules.entry("compatible").or_default() += 1;
        }
    }
}

#[test]
fn on_schemas_and_their_next_versions() {
    let mut seen = Seen::default();
    let mut unbuilt = 0;
    draw(&(specs(), any::<u64>(), 0..8usize), 4000, |(spec, seed, edits)| {
        let files = versions(&spec, seed, edits).map(|file| [file]);
        let built = files.each_ref().map(|file| Built::new(file, "law.proto")?.both(&spec.root()));
        let [Some(old), Some(new)] = built else {
            unbuilt += 1;
            return;
        };
        seen.add(&compare(&old, &new));
        seen.add(&compare(&new, &old));
    });
    assert!(seen.pairs > 4000, "{} pairs, {unbuilt} not built", seen.pairs);
    assert!(seen.rules["compatible"] * 10 > seen.pairs, "{:?}", seen.rules);
    // Each rule of the walk, what is unsupported, and what is compatible.
    assert_eq!(seen.rules.len(), 11, "{:?}", seen.rules);
}

#[test]
fn on_what_relative_names_mean() {
    let mut seen = Seen::default();
    let mut unread = 0;
    draw(&(specs(), any::<u64>(), 0..5usize), 2500, |(spec, seed, edits)| {
        let mut random = Random::new(seed);
        // Here nothing but a name can be wrong.
        let files = spread(spec.file(), &mut random);
        let is_linked = link(&files, "law.proto").is_ok();
        assert_eq!(is_linked, side(&files, "law.proto", &spec.root()).is_some(), "{files:#?}");
        unread += usize::from(!is_linked);

        let files = versions(&spec, seed, edits).map(|file| spread(file, &mut random));
        let built = files.each_ref().map(|file| {
            let built = Built::new(file, "law.proto")?;
            Some(built.both(&spec.root()).expect("what can be linked can be read"))
        });
        let [Some(old), Some(new)] = built else { return };
        seen.add(&compare(&old, &new));
        seen.add(&compare(&new, &old));
    });
    assert!(unread > 200, "{unread} without a meaning");
    assert!(seen.pairs > 500 && seen.rules.len() == 11, "{} pairs: {:?}", seen.pairs, seen.rules);
}

#[test]
fn on_schemas_that_have_nothing_to_do_with_each_other() {
    let mut seen = Seen::default();
    draw(&(specs(), specs()), 500, |(old, new)| {
        let files = [[old.file()], [new.file()]];
        let built = files.each_ref().map(|file| Built::new(file, "law.proto")?.both(&old.root()));
        let [Some(old), Some(new)] = built else { panic!("both can be built") };
        seen.add(&compare(&old, &new));
    });
    assert_eq!(seen.pairs, 500);
    assert!(seen.rules.len() > 6, "{:?}", seen.rules);
}

const STRATEGIES: [&str; 9] = [
    "ALWAYS_COMPATIBLE",
    "ALWAYS_INCOMPATIBLE",
    "BACKWARD",
    "BACKWARD_TRANSITIVE",
    "FORWARD",
    "FORWARD_TRANSITIVE",
    "FULL",
    "FULL_TRANSITIVE",
    "SIDEWARD",
];

/// A schema as it is stored, for both.
fn stored(file: &FileDescriptor<'static>, root: &str) -> Option<(Entry, Stored)> {
    let files = std::slice::from_ref(file);
    let (_, side) = Built::new(files, "law.proto")?.both(root)?;
    let set = base64::engine::general_purpose::STANDARD.encode(encode_set(files));
    let names = format!(r#""rootMessageTypeName":"{root}","rootFileDescriptorName":"law.proto""#);
    let bytes = format!(r#"{{"fileDescriptorSet":"{set}",{names}}}"#).into_bytes();
    Some((Entry::native("", None, bytes.clone()), Stored { bytes, side }))
}

#[test]
fn on_the_order_of_decisions() {
    let (mut asked, mut found) = (0, 0);
    let strategy = prop::sample::select(STRATEGIES.to_vec());
    draw(&(specs(), any::<u64>(), strategy), 1200, |(spec, seed, strategy)| {
        let [old, new] = versions(&spec, seed, 2);
        let [_, newer] = versions(&spec, seed ^ 1, 4);
        let history: Option<Vec<_>> =
            [&old, &new, &newer].map(|file| stored(file, &spec.root())).into_iter().collect();
        let Some(history) = history else { return };
        let (entries, plain): (Vec<_>, Vec<_>) = history.into_iter().unzip();
        let proposed = usize::from(seed % 2 == 0) + 1;
        let subject = judge(&Question {
            strategy,
            proposed: &entries[proposed],
            existing: &entries,
            operation: None,
            is_first: false,
            extent: Extent::All,
        });
        let (decisions, _) = decide(strategy, &plain, Some(&plain[proposed]));
        assert_eq!(subject.findings.len(), decisions.len(), "{decisions:?}");
        for (ours, Decision { of, finding: wanted }) in subject.findings.iter().zip(&decisions) {
            assert_eq!(ours.rule.map(|rule| rule.id), Some(wanted.rule));
            assert_eq!(ours.direction.map(Direction::name), of.map(|(_, direction)| direction));
            let existing = of.map(|(at, _)| entries[at].fingerprint());
            assert_eq!(ours.fingerprint, existing);
            let told: Option<Finding> = ours.violation.as_ref().map(finding);
            assert_eq!(told.as_ref(), of.map(|_| wanted));
        }
        asked += 1;
        found += decisions.len();
    });
    assert!(asked > 300 && found > 500, "{asked} questions, {found} findings");
}
