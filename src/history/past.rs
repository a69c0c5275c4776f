//! The versions before one that is judged: a judgement of it in a size that does not grow with their number.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::mem;

use super::outlines::{Outlines, agree};
use super::replay::Judged;
use super::timeline::{Slot, State};
use super::{
    Comparison, Direction, Finding, Operation, Question, Strategy, Subject, Verdict, judge, key_value,
};
use crate::check::{Extent, Glance, Outline};
use crate::rules::{Facts, Side};
use crate::source::{Entry, Fingerprint, SchemaType};

/// The versions before the one that is judged.
pub(super) struct Past<'a> {
    strategy: Strategy,
    outlines: &'a Outlines,
    /// Where versions have the same bytes, the earliest of them.
    known: Vec<Known<'a>>,
    /// Where bytes stand among the known ones.
    places: HashMap<(&'a SchemaType, Fingerprint), usize>,
    /// All that have the root message, or may have it.
    slots: Vec<&'a Slot>,
}

/// Bytes that one version has, or several.
struct Known<'a> {
    entry: &'a Entry,
    outline: Option<&'a Outline>,
    /// The places of the versions in the history.
    places: Vec<usize>,
}

impl<'a> Past<'a> {
    /// No versions yet, of a history with these outlines.
    pub(super) fn new(strategy: Strategy, outlines: &'a Outlines) -> Self {
        Self { strategy, outlines, known: Vec::new(), places: HashMap::new(), slots: Vec::new() }
    }

    /// One more version, which stands at this place in the history.
    pub(super) fn add(&mut self, place: usize, slot: &'a Slot) {
        if let State::Absent = slot.state {
            return;
        }
        if !self.strategy.is_transitive() {
            self.known.clear();
            self.places.clear();
            self.slots.clear();
        }
        self.slots.push(slot);
        if let Some(entry) = slot.entry() {
            let at = *self.places.entry((entry.schema_type(), entry.fingerprint())).or_insert_with(|| {
                self.known.push(Known { entry, outline: self.outlines.get(entry), places: Vec::new() });
                self.known.len() - 1
            });
            self.known[at].places.push(place);
        }
    }

    /// Judges a version by those before it; the glance is at the outlines of the history.
    pub(super) fn judge(&self, proposed: &Entry, glance: &mut Glance<'_>) -> Judged {
        let in_scope = !self.strategy.directions().is_empty();
        let open = self.open(proposed, glance);
        let mut subject = self.ask(proposed, &open);
        (subject.version, subject.is_replayed) = (proposed.version, true);
        let comparisons = mem::take(&mut subject.comparisons);
        let index = Index::of(&open);
        let broken = comparisons.iter().filter(|comparison| comparison.verdict == Verdict::Incompatible);
        let mut breaks_with: BTreeSet<usize> =
            broken.flat_map(|found| index.compared(found)).copied().collect();
        // What is found before anything is compared is found of no version.
        let is_readable = subject.findings.iter().all(|finding| finding.existing.is_some());
        let is_refused = |known: &Known<'_>| !key_value::are_alike(known.entry, proposed);
        if is_readable {
            let refused = open.iter().filter(|known| is_refused(known));
            breaks_with.extend(refused.flat_map(|known| &known.places));
        }
        let is_compared = |known: &&Known<'_>| is_refused(known) || is_judged(known.entry, proposed);
        let compared = self.known.iter().filter(|_| in_scope && is_readable).filter(is_compared);
        Judged {
            compared: compared.map(|known| known.places.len()).sum(),
            repeats: keep_causes(&mut subject.findings, |finding| index.found(finding).len().max(1)),
            subject,
            fingerprint: proposed.fingerprint(),
            unread: self.slots.iter().filter(|slot| in_scope && slot.error().is_some()).count(),
            breaks_with: breaks_with.into_iter().collect(),
        }
    }

    /// Those before it that a glance does not show to agree with a version.
    fn open(&self, proposed: &Entry, glance: &mut Glance<'_>) -> Vec<&Known<'a>> {
        let directions = self.strategy.directions();
        if directions.is_empty() {
            return Vec::new();
        }
        let Some(outline) = self.outlines.get(proposed) else { return self.known.iter().collect() };
        let mut agrees = |known: &&Known<'_>| {
            let seen = known.outline.is_some_and(|existing| agree(glance, existing, outline, directions));
            seen || known.entry.is_identical(proposed)
        };
        self.known.iter().filter(|known| !agrees(known)).collect()
    }

    /// What a registry says of a version after those that are open.
    fn ask(&self, proposed: &Entry, open: &[&Known<'a>]) -> Subject {
        let strategy = self.strategy.name();
        if open.is_empty() && self.outlines.get(proposed).is_some() && !self.strategy.directions().is_empty()
        {
            // It can be built, and nothing is left to ask.
            return Subject::new(&proposed.label, strategy);
        }
        for known in open {
            // Whether it can be built is for the comparison to tell; later versions find it built.
            let _ = known.entry.reconstruct();
        }
        let existing: Vec<Entry> = open.iter().map(|known| known.entry.clone()).collect();
        judge(&Question {
            strategy,
            proposed,
            existing: &existing,
            operation: Some(Operation::Test),
            is_first: self.slots.is_empty(),
            extent: Extent::All,
        })
    }
}

/// Whether there is anybody to judge a change between two schemas of one type, or there is no change.
fn is_judged(existing: &Entry, proposed: &Entry) -> bool {
    let parts = key_value::parts(existing).into_iter().zip(key_value::parts(proposed));
    parts.into_iter().any(|((_, one), (_, other))| !one.schema_type().is_foreign() || one.is_identical(other))
}

/// Whose versions a comparison or a finding is about: of pairs, the fingerprint is that of a component.
struct Index<'a>(HashMap<(Fingerprint, Option<u64>, &'a str), Vec<usize>>);

impl<'a> Index<'a> {
    fn of(open: &[&Known<'a>]) -> Self {
        let mut out: HashMap<_, Vec<usize>> = HashMap::new();
        for known in open {
            let mut parts: Vec<_> =
                key_value::parts(known.entry).iter().map(|(_, part)| part.fingerprint()).collect();
            parts.dedup();
            for part in parts {
                let key = (part, known.entry.version, known.entry.label.as_str());
                out.entry(key).or_default().extend(&known.places);
            }
        }
        Self(out)
    }

    fn compared<'s>(&'s self, comparison: &'s Comparison) -> &'s [usize] {
        self.get(comparison.fingerprint(), comparison.version, &comparison.existing)
    }

    fn found<'s>(&'s self, finding: &'s Finding) -> &'s [usize] {
        match (finding.fingerprint, &finding.existing) {
            (Some(fingerprint), Some(existing)) => self.get(fingerprint, finding.version, existing),
            _ => &[],
        }
    }

    fn get<'s>(&'s self, fingerprint: Fingerprint, version: Option<u64>, label: &'s str) -> &'s [usize] {
        self.0.get(&(fingerprint, version, label)).map_or(&[], Vec::as_slice)
    }
}

/// Keeps the first finding of each cause; how many more versions each of them stands for.
fn keep_causes(findings: &mut Vec<Finding>, versions: impl Fn(&Finding) -> usize) -> Vec<usize> {
    let mut places: HashMap<Cause<'_>, usize> = HashMap::new();
    let mut repeats: Vec<usize> = Vec::new();
    let mut is_first = Vec::with_capacity(findings.len());
    for finding in &*findings {
        let place = *places.entry(Cause::of(finding)).or_insert(repeats.len());
        is_first.push(place == repeats.len());
        if place == repeats.len() {
            repeats.push(versions(finding).saturating_sub(1));
        } else {
            repeats[place] += versions(finding);
        }
    }
    let mut is_first = is_first.into_iter();
    findings.retain(|_| is_first.next().unwrap_or(true));
    // Few are left of many, and a judgement is kept for every version.
    findings.shrink_to_fit();
    repeats
}

/// What two findings with different earlier versions have in common where they are one cause.
#[derive(PartialEq, Eq, Hash)]
struct Cause<'f> {
    rule: Option<&'static str>,
    component: Option<&'static str>,
    direction: Option<&'static str>,
    place: Option<(&'f str, Option<i32>)>,
    /// What the writer has and the reader has, or what one of them has that is not supported.
    change: Option<(&'f str, Cow<'f, str>)>,
    told: (Option<&'f str>, Option<&'f str>),
}

impl<'f> Cause<'f> {
    fn of(finding: &'f Finding) -> Self {
        let violation = finding.violation.as_ref();
        let change = violation.and_then(|violation| match &violation.facts {
            Facts::Change { writer, reader } => Some((writer.as_str(), Cow::Borrowed(reader.as_str()))),
            Facts::Unsupported { side: Side::Writer, detail } => Some(("writer", detail.to_string().into())),
            Facts::Unsupported { side: Side::Reader, detail } => Some(("reader", detail.to_string().into())),
            Facts::Limit { .. } => None,
        });
        Self {
            rule: finding.rule.map(|rule| rule.id),
            component: finding.component,
            direction: finding.direction.map(Direction::name),
            place: violation.map(|violation| (violation.path.as_str(), violation.field)),
            change,
            told: (finding.text.as_deref(), finding.why.as_deref()),
        }
    }
}
