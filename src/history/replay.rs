//! A history replayed: every version is judged against those before it, as if it had been proposed then.

use std::collections::{HashMap, HashSet};
use std::mem;

use super::timeline::{Slot, State, Timeline};
use super::workers::{Share, spread};
use super::{Finding, Operation, Question, Strategy, Subject, Verdict, judge};
use crate::check::Extent;
use crate::rules::Facts;
use crate::source::{Entry, Fingerprint, InputError};

/// What a replay came to.
#[derive(Debug)]
pub struct Replay {
    /// The root message's full name; empty where it is not known.
    pub root: String,
    /// Under which strategy.
    pub strategy: Strategy,
    /// One for each version up to the last one that was looked at, oldest first.
    pub steps: Vec<Step>,
}

/// One version and those before it.
#[derive(Debug)]
pub struct Step {
    /// The input, as a person would name it.
    pub label: String,
    /// The version, where one is known.
    pub version: Option<u64>,
    /// What came out.
    pub outcome: Outcome,
}

/// What came out for a version.
#[derive(Debug)]
pub enum Outcome {
    /// It was judged.
    Judged(Box<Judged>),
    /// It could not be read.
    Unread(InputError),
    /// It does not have the root message.
    Absent,
}

/// A version's judgement, in a size that does not grow with the number of versions before it.
#[derive(Debug)]
pub struct Judged {
    /// The judgement, without its comparisons. Its findings are the first of each cause, in the broker's order, so that the
    /// first of all is what the broker tells.
    pub subject: Subject,
    /// For each finding, how many more earlier versions it was found with.
    pub repeats: Vec<usize>,
    /// The fingerprint of the version.
    pub fingerprint: Fingerprint,
    /// How many earlier versions it was set against.
    pub compared: usize,
    /// How many earlier versions in scope could not be read.
    pub unread: usize,
    /// The places in the history of the earlier versions that it is incompatible with.
    pub breaks_with: Vec<usize>,
}

impl Judged {
    /// What it comes to. A version in scope that could not be read leaves it undecided at best.
    pub fn verdict(&self) -> Verdict {
        let floor = if self.unread == 0 { Verdict::Compatible } else { Verdict::Undecided };
        self.subject.verdict().max(floor)
    }
}

impl Step {
    /// The verdict of a version that was judged.
    pub fn verdict(&self) -> Option<Verdict> {
        self.judged().map(Judged::verdict)
    }

    /// The judgement of a version that was judged.
    pub fn judged(&self) -> Option<&Judged> {
        match &self.outcome {
            Outcome::Judged(judged) => Some(judged),
            Outcome::Unread(_) | Outcome::Absent => None,
        }
    }
}

impl Replay {
    /// The worst of all versions.
    pub fn verdict(&self) -> Verdict {
        let worst = self.steps.iter().map(|step| match &step.outcome {
            Outcome::Judged(judged) => judged.verdict(),
            Outcome::Unread(_) => Verdict::Undecided,
            Outcome::Absent => Verdict::Compatible,
        });
        worst.max().unwrap_or(Verdict::Compatible)
    }

    /// The place of the first version with a verdict.
    pub fn first(&self, verdict: Verdict) -> Option<usize> {
        self.steps.iter().position(|step| step.verdict() == Some(verdict))
    }

    /// How many versions have a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.steps.iter().filter(|step| step.verdict() == Some(verdict)).count()
    }

    /// The versions that could not be read.
    pub fn errors(&self) -> impl Iterator<Item = &InputError> {
        self.steps.iter().filter_map(|step| match &step.outcome {
            Outcome::Unread(error) => Some(error),
            Outcome::Judged(_) | Outcome::Absent => None,
        })
    }
}

/// Replays a history under a strategy, to the end or, with [`Extent::First`], to the first version that breaks.
///
/// A registry is asked of each version ([`Operation::Test`]): it must be readable, and the first one is accepted under
/// every strategy. Versions that were refused stay in the history, since data of them may be out there.
pub fn replay(timeline: &Timeline, strategy: Strategy, extent: Extent) -> Replay {
    let go = |share| steps(timeline, strategy, extent, share);
    let steps = match extent {
        // Where it ends is known when it is there.
        Extent::First => go(Share::ALL).into_iter().map(|(_, step)| step).collect(),
        Extent::All => spread(timeline.slots.len(), go),
    };
    Replay { root: timeline.root.clone(), strategy, steps }
}

/// The steps of a share of the history, each with its place.
fn steps(timeline: &Timeline, strategy: Strategy, extent: Extent, share: Share) -> Vec<(usize, Step)> {
    let mut past = Past { strategy, entries: Vec::new(), places: HashMap::new(), slots: Vec::new() };
    let mut out = Vec::new();
    for (place, slot) in timeline.slots.iter().enumerate() {
        if share.has(place) {
            let outcome = match &slot.state {
                State::Entry(entry) => Outcome::Judged(Box::new(past.judge(entry))),
                State::Unread(error) => Outcome::Unread(error.clone()),
                State::Absent => Outcome::Absent,
            };
            let step = Step { label: slot.label.clone(), version: slot.version, outcome };
            let is_over = extent == Extent::First && step.verdict() == Some(Verdict::Incompatible);
            out.push((place, step));
            if is_over {
                break;
            }
        }
        past.add(place, slot);
    }
    out
}

/// The versions before the one that is judged.
struct Past<'a> {
    strategy: Strategy,
    /// Where one has the same bytes as an earlier one, it is the earlier one that is asked.
    entries: Vec<Entry>,
    /// Where the bytes of an entry stand in the history.
    places: HashMap<Fingerprint, Vec<usize>>,
    /// All that have the root message, or may have it.
    slots: Vec<&'a Slot>,
}

impl<'a> Past<'a> {
    fn add(&mut self, place: usize, slot: &'a Slot) {
        if let State::Absent = slot.state {
            return;
        }
        if !self.strategy.is_transitive() {
            self.entries.clear();
            self.places.clear();
            self.slots.clear();
        }
        self.slots.push(slot);
        if let Some(entry) = slot.entry() {
            let places = self.places.entry(entry.fingerprint()).or_default();
            if places.is_empty() {
                self.entries.push(entry.clone());
            }
            places.push(place);
        }
    }

    fn judge(&self, proposed: &Entry) -> Judged {
        let existing = if self.strategy.directions().is_empty() { &[][..] } else { &self.entries };
        let mut subject = judge(&Question {
            strategy: self.strategy.name(),
            proposed,
            existing,
            operation: Some(Operation::Test),
            is_first: self.slots.is_empty(),
            extent: Extent::All,
        });
        let places = |entry: &Fingerprint| self.places.get(entry).map_or(&[][..], Vec::as_slice);
        let comparisons = mem::take(&mut subject.comparisons);
        let set_against: HashSet<_> = comparisons.iter().map(|comparison| comparison.fingerprint).collect();
        let broken = comparisons.iter().filter(|comparison| comparison.verdict == Verdict::Incompatible);
        let broken: HashSet<_> = broken.map(|comparison| comparison.fingerprint).collect();
        let mut breaks_with: Vec<_> = broken.iter().flat_map(places).copied().collect();
        breaks_with.sort_unstable();
        let in_scope = if self.strategy.directions().is_empty() { &[][..] } else { &self.slots };
        Judged {
            repeats: keep_causes(&mut subject.findings, |entry| places(&entry).len()),
            subject,
            fingerprint: proposed.fingerprint(),
            compared: set_against.iter().map(|entry| places(entry).len()).sum(),
            unread: in_scope.iter().filter(|slot| slot.error().is_some()).count(),
            breaks_with,
        }
    }
}

/// Keeps the first finding of each cause; how many more versions each of them stands for.
fn keep_causes(findings: &mut Vec<Finding>, versions: impl Fn(Fingerprint) -> usize) -> Vec<usize> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut repeats: Vec<usize> = Vec::new();
    for finding in mem::take(findings) {
        let count = finding.fingerprint.map_or(1, &versions);
        let place = *places.entry(cause(&finding)).or_insert(findings.len());
        if let Some(repeats) = repeats.get_mut(place) {
            *repeats += count;
        } else {
            repeats.push(count.saturating_sub(1));
            findings.push(finding);
        }
    }
    repeats
}

/// What two findings with different earlier versions have in common where they are one cause.
fn cause(finding: &Finding) -> String {
    let violation = finding.violation.as_ref();
    let facts = violation.map(|violation| match &violation.facts {
        Facts::Limit { .. } => String::new(),
        facts => format!("{facts:?}"),
    });
    let place = violation.map(|violation| (&violation.path, violation.field));
    format!("{:?}", (finding.rule.map(|rule| rule.id), finding.direction, place, facts, &finding.why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::samples::timeline;

    /// A letter for each version: compatible, incompatible, undecided, unread, absent.
    fn verdicts(versions: &str, strategy: Strategy) -> String {
        letters(&replay(&timeline(versions), strategy, Extent::All))
    }

    fn letters(replay: &Replay) -> String {
        let letter = |step: &Step| match (&step.outcome, step.verdict()) {
            (_, Some(Verdict::Compatible)) => 'c',
            (_, Some(Verdict::Incompatible)) => 'i',
            (_, Some(Verdict::Undecided)) => 'u',
            (Outcome::Absent, None) => '-',
            (_, None) => '!',
        };
        replay.steps.iter().map(letter).collect()
    }

    #[test]
    fn a_version_is_set_against_the_one_before_it_or_against_all() {
        assert_eq!(verdicts("aab", Strategy::FullTransitive), "ccc");
        // A field that becomes required hurts those who read what was written without it, and nobody else.
        assert_eq!(verdicts("arr", Strategy::Backward), "cic");
        assert_eq!(verdicts("arr", Strategy::BackwardTransitive), "cii");
        assert_eq!(verdicts("arr", Strategy::ForwardTransitive), "ccc");
        assert_eq!(verdicts("ara", Strategy::Forward), "cci");
    }

    #[test]
    fn a_registry_takes_the_first_version_under_every_strategy() {
        assert_eq!(verdicts("aa", Strategy::AlwaysIncompatible), "ci");
        assert_eq!(verdicts("as", Strategy::AlwaysCompatible), "cc");
        assert_eq!(verdicts("-as", Strategy::Full), "-ci");
    }

    #[test]
    fn what_cannot_be_read_leaves_those_open_that_look_at_it() {
        assert_eq!(verdicts("a!b", Strategy::Full), "c!u");
        assert_eq!(verdicts("a!bb", Strategy::Full), "c!uc");
        assert_eq!(verdicts("a!bb", Strategy::FullTransitive), "c!uu");
        assert_eq!(verdicts("a!s", Strategy::FullTransitive), "c!i");
        assert_eq!(verdicts("!a", Strategy::AlwaysCompatible), "!c");
        assert_eq!(verdicts("a{b", Strategy::Full), "cuu");
    }

    #[test]
    fn a_cause_is_told_once_with_the_first_version_and_counted_with_the_others() {
        let replay = replay(&timeline("abas"), Strategy::FullTransitive, Extent::All);
        let judged = replay.steps[3].judged().expect("a judgement");
        assert_eq!((judged.compared, judged.breaks_with.as_slice()), (3, &[0, 1, 2][..]));
        let versions: Vec<_> = judged.subject.findings.iter().map(|finding| finding.version).collect();
        assert_eq!(versions, [Some(1), Some(1)]);
        assert_eq!(judged.repeats, [2, 2]);
        assert_eq!(replay.first(Verdict::Incompatible), Some(3));
    }

    #[test]
    fn a_replay_ends_at_the_first_break_where_that_is_enough() {
        let replay = replay(&timeline("absba"), Strategy::Full, Extent::First);
        assert_eq!(letters(&replay), "cci");
    }
}
