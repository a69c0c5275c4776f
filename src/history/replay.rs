//! A history replayed: every version is judged against those before it, as if it had been proposed then.

use super::outlines::Outlines;
use super::past::Past;
use super::timeline::{State, Timeline};
use super::{Strategy, Subject, Verdict};
use crate::check::Extent;
use crate::source::{Fingerprint, InputError};
use crate::workers::{Share, spread};

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
    let outlines = Outlines::of(&timeline.slots);
    let go = |share| steps(timeline, &outlines, strategy, extent, share);
    let steps = match extent {
        // Where it ends is known when it is there.
        Extent::First => go(Share::ALL).into_iter().map(|(_, step)| step).collect(),
        Extent::All => spread(timeline.slots.len(), go),
    };
    Replay { root: timeline.root.clone(), strategy, steps }
}

/// The steps of a share of the history, each with its place.
fn steps(
    timeline: &Timeline,
    outlines: &Outlines,
    strategy: Strategy,
    extent: Extent,
    share: Share,
) -> Vec<(usize, Step)> {
    let mut past = Past::new(strategy, outlines);
    let mut glance = outlines.glance();
    let mut out = Vec::new();
    for (place, slot) in timeline.slots.iter().enumerate() {
        if share.has(place) {
            let outcome = match &slot.state {
                State::Entry(entry) => Outcome::Judged(Box::new(past.judge(entry, &mut glance))),
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
    fn another_type_is_refused_and_hides_nothing() {
        // Both types store no bytes at all.
        assert_eq!(verdicts("tnt", Strategy::BackwardTransitive), "cii");
        assert_eq!(verdicts("ttn", Strategy::Full), "cci");
        let replay = replay(&timeline("atbs"), Strategy::ForwardTransitive, Extent::All);
        let judged = replay.steps[3].judged().expect("a judgement");
        assert_eq!((judged.compared, judged.breaks_with.as_slice()), (3, &[0, 1, 2][..]));
        let rules: Vec<_> = judged.subject.findings.iter().map(|it| it.rule.map(|rule| rule.id)).collect();
        assert_eq!(rules, [None, Some("TYPE_CHANGED")]);
        assert_eq!(judged.subject.findings[0].version, None, "the broker tells none");
        assert_eq!(judged.subject.notes, ["of another type: v2 (version 2) is STRING"]);
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
