//! Who can read whom: every version of a history set against every other, and which strategies the history satisfies.
//!
//! A history satisfies a strategy where each version is accepted against those before it that the strategy looks at: the
//! one right before it, or all of them under a transitive one.

use std::collections::HashMap;

use super::outlines::Outlines;
use super::timeline::{Slot, State, Timeline};
use super::{Direction, Finding, Question, Strategy, Subject, Verdict, judge};
use crate::check::{Extent, Glance, Outline, can_read};
use crate::rules::Effect;
use crate::source::{Entry, Fingerprint, InputError, SchemaType};
use crate::workers::{Share, spread};

/// Who can read whom.
#[derive(Debug)]
pub struct Matrix {
    /// The root message's full name; empty where it is not known.
    pub root: String,
    /// The versions that have the root message, or may have it, oldest first.
    pub versions: Vec<Version>,
    /// The directional strategies, each with how the history stands to it.
    pub standings: Vec<Standing>,
    marks: Marks,
}

/// A row and a column.
#[derive(Debug)]
pub struct Version {
    /// The input, as a person would name it.
    pub label: String,
    /// The version, where one is known.
    pub version: Option<u64>,
    /// Of the stored bytes; `None` where they could not be read.
    pub fingerprint: Option<Fingerprint>,
    /// Why they could not be read.
    pub errors: Vec<InputError>,
}

/// Whether readers on one version can read what writers on another wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// One version, or two with the same bytes: there is nothing to compare.
    Same,
    /// They can.
    Reads,
    /// They cannot.
    Breaks,
    /// It could not be found out.
    Undecided,
    /// One of the two could not be read.
    Unread,
}

/// How a history stands to a strategy.
#[derive(Debug)]
pub struct Standing {
    /// Which strategy.
    pub strategy: Strategy,
    /// Whether it is satisfied.
    pub promise: Promise,
}

/// Whether a history satisfies a strategy.
#[derive(Debug)]
pub enum Promise {
    /// Every version is accepted against those before it.
    Kept,
    /// A version is refused.
    Broken {
        /// The first version that is refused and the pair that it is refused for.
        by: Box<Pair>,
        /// The one version without which the history would satisfy the strategy, if one is enough: a place in the
        /// versions. It is the refused one where either of the pair will do.
        without: Option<usize>,
    },
    /// No version is refused, and not all could be compared.
    Open {
        /// The first pair of which nothing is known.
        by: Box<Pair>,
    },
}

/// Two versions in one direction.
#[derive(Debug)]
pub struct Pair {
    /// The version that was judged: the later one.
    pub judged: usize,
    /// Whose data it is: a place in the versions.
    pub writer: usize,
    /// Who reads it: a place in the versions.
    pub reader: usize,
    /// What was found first; `None` where a version could not be read.
    pub finding: Option<Finding>,
}

impl Matrix {
    /// Compares every version with every other, pairs with the same bytes once.
    pub fn new(timeline: &Timeline) -> Self {
        let slots: Vec<_> =
            timeline.slots.iter().filter(|slot| !matches!(slot.state, State::Absent)).collect();
        let marks = Marks::of(&slots);
        let versions = slots.iter().map(|slot| Version {
            label: slot.label.clone(),
            version: slot.version,
            fingerprint: slot.entry().map(Entry::fingerprint),
            errors: slot.error().into_iter().flat_map(InputError::each).collect(),
        });
        let standings = Strategy::ALL.into_iter().filter(|strategy| !strategy.directions().is_empty());
        Self {
            root: timeline.root.clone(),
            versions: versions.collect(),
            standings: standings.map(|strategy| standing(strategy, &marks, &slots)).collect(),
            marks,
        }
    }

    /// Whether readers on one version can read what writers on another wrote; both are places in the versions.
    pub fn mark(&self, writer: usize, reader: usize) -> Mark {
        self.marks.get(writer, reader)
    }

    /// Whether any pair has this mark.
    pub fn has(&self, mark: Mark) -> bool {
        let all = 0..self.versions.len();
        all.clone().any(|writer| all.clone().any(|reader| self.mark(writer, reader) == mark))
    }

    /// The satisfied strategies that no other satisfied one promises already: none, one, or two that promise different
    /// things.
    pub fn strictest(&self) -> Vec<Strategy> {
        let kept = self.standings.iter().filter(|standing| matches!(standing.promise, Promise::Kept));
        let kept: Vec<_> = kept.map(|standing| standing.strategy).collect();
        let is_promised =
            |strategy: &Strategy| kept.iter().any(|other| other != strategy && promises(*other, *strategy));
        kept.iter().filter(|strategy| !is_promised(strategy)).copied().collect()
    }
}

/// Whether all that satisfies one strategy satisfies the other.
fn promises(one: Strategy, other: Strategy) -> bool {
    let asks = |direction| one.directions().contains(direction);
    other.directions().iter().all(asks) && (one.is_transitive() || !other.is_transitive())
}

/// The marks of pairs of distinct bytes.
#[derive(Debug)]
struct Marks {
    /// For each version the row and column of its bytes; `None` where it could not be read.
    place: Vec<Option<usize>>,
    rows: Vec<Vec<Mark>>,
}

impl Marks {
    fn of(slots: &[&Slot]) -> Self {
        let mut known: HashMap<(&SchemaType, Fingerprint), usize> = HashMap::new();
        let mut entries = Vec::new();
        let mut place = Vec::with_capacity(slots.len());
        for slot in slots {
            place.push(slot.entry().map(|entry| {
                *known.entry((entry.schema_type(), entry.fingerprint())).or_insert_with(|| {
                    entries.push(entry);
                    entries.len() - 1
                })
            }));
        }
        let outlines = Outlines::of(slots.iter().copied());
        let schemas: Vec<_> = entries.into_iter().map(|entry| (entry, outlines.get(entry))).collect();
        let all = 0..schemas.len();
        let rows = |share: Share| {
            let mut glance = outlines.glance();
            let rows = all.clone().filter(|writer| share.has(*writer));
            rows.map(|writer| {
                let row = all.clone().map(|reader| mark(&schemas, writer, reader, &mut glance));
                (writer, row.collect())
            })
            .collect()
        };
        Self { rows: spread(schemas.len(), rows), place }
    }

    fn get(&self, writer: usize, reader: usize) -> Mark {
        match (self.place[writer], self.place[reader]) {
            (Some(writer), Some(reader)) => self.rows[writer][reader],
            _ => Mark::Unread,
        }
    }
}

/// A schema, and its outline where it has one.
type Outlined<'a> = (&'a Entry, Option<&'a Outline>);

/// What one distinct schema makes of values of another. Native ones are compared at once; the others, and pairs of native
/// ones, are for the registry to answer.
fn mark(schemas: &[Outlined<'_>], writer: usize, reader: usize, glance: &mut Glance<'_>) -> Mark {
    let ((existing, written), (proposed, read)) = (schemas[writer], schemas[reader]);
    let is_native = |entry: &Entry| *entry.schema_type() == SchemaType::PROTOBUF_NATIVE;
    if writer == reader {
        let is_schema = written.is_some() || !is_native(existing) || existing.reconstruct().is_ok();
        return if is_schema { Mark::Same } else { Mark::Undecided };
    }
    if let (Some(written), Some(read)) = (written, read)
        && glance.reads(written, read).is_some()
    {
        return Mark::Reads;
    }
    if !is_native(existing) || !is_native(proposed) {
        return match ask(existing, proposed, Strategy::Backward).verdict() {
            Verdict::Compatible => Mark::Reads,
            Verdict::Incompatible => Mark::Breaks,
            Verdict::Undecided => Mark::Undecided,
        };
    }
    let (Ok(writer), Ok(reader)) = (existing.reconstruct(), proposed.reconstruct()) else {
        return Mark::Undecided;
    };
    // The first finding decides: one that leaves a comparison undecided comes only where no other can.
    match can_read(&writer, &reader, Extent::First).violations.first().map(|found| found.rule.effect) {
        None => Mark::Reads,
        Some(Effect::Incompatible) => Mark::Breaks,
        Some(Effect::Undecided) => Mark::Undecided,
    }
}

/// What the registry says of one schema after another, up to the first finding.
fn ask(existing: &Entry, proposed: &Entry, strategy: Strategy) -> Subject {
    judge(&Question {
        strategy: strategy.name(),
        proposed,
        existing: std::slice::from_ref(existing),
        operation: None,
        is_first: false,
        extent: Extent::First,
    })
}

fn standing(strategy: Strategy, marks: &Marks, slots: &[&Slot]) -> Standing {
    let all: Vec<_> = (0..slots.len()).collect();
    let is = |wanted: &[Mark]| {
        let wanted = wanted.to_vec();
        move |(_, writer, reader): &(usize, usize, usize)| wanted.contains(&marks.get(*writer, *reader))
    };
    let pair = |(judged, writer, reader)| Box::new(Pair::new(judged, writer, reader, slots));
    let promise = if let Some(found) = asked(strategy, &all).find(is(&[Mark::Breaks])) {
        let without = |gone: &usize| {
            let rest: Vec<_> = all.iter().filter(|place| *place != gone).copied().collect();
            asked(strategy, &rest).all(|pair| is(&[Mark::Reads, Mark::Same])(&pair))
        };
        // Nothing but one of the pair can be to blame for all: the refused one, if either will do.
        let (judged, writer, reader) = found;
        let existing = if judged == writer { reader } else { writer };
        let without = [judged, existing].into_iter().find(without);
        Promise::Broken { by: pair(found), without }
    } else if let Some(found) = asked(strategy, &all).find(is(&[Mark::Undecided, Mark::Unread])) {
        Promise::Open { by: pair(found) }
    } else if let [Slot { state: State::Unread(_), .. }] = slots {
        Promise::Open { by: pair((0, 0, 0)) }
    } else {
        Promise::Kept
    };
    Standing { strategy, promise }
}

/// What a strategy asks of a history in the order in which a registry would ask it: the version judged, the writer, the
/// reader.
fn asked(strategy: Strategy, places: &[usize]) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
    (1..places.len()).flat_map(move |at| {
        let from = if strategy.is_transitive() { 0 } else { at - 1 };
        let judged = places[at];
        places[from..at].iter().flat_map(move |&existing| {
            strategy.directions().iter().map(move |direction| match direction {
                Direction::Backward => (judged, existing, judged),
                Direction::Forward => (judged, judged, existing),
            })
        })
    })
}

impl Pair {
    fn new(judged: usize, writer: usize, reader: usize, slots: &[&Slot]) -> Self {
        let (existing, strategy) =
            if judged == reader { (writer, Strategy::Backward) } else { (reader, Strategy::Forward) };
        let entries = slots[judged].entry().zip(slots[existing].entry());
        let finding = entries
            .and_then(|(proposed, existing)| ask(existing, proposed, strategy).findings.into_iter().next());
        Self { judged, writer, reader, finding }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::samples::timeline;

    fn rows(matrix: &Matrix) -> Vec<String> {
        let all = 0..matrix.versions.len();
        let letter = |mark| match mark {
            Mark::Same => '=',
            Mark::Reads => '.',
            Mark::Breaks => 'X',
            Mark::Undecided => '?',
            Mark::Unread => '!',
        };
        let row = |writer| all.clone().map(|reader| letter(matrix.mark(writer, reader))).collect();
        all.clone().map(row).collect()
    }

    /// The strictest strategies, and for each that is not satisfied the pair and the version to blame.
    fn told(versions: &str) -> (Vec<&'static str>, Vec<String>) {
        let matrix = Matrix::new(&timeline(versions));
        let spoiled = matrix.standings.iter().filter_map(|standing| {
            let name = standing.strategy.name();
            match &standing.promise {
                Promise::Kept => None,
                Promise::Broken { by, without } => {
                    Some(format!("{name} {}->{} {without:?}", by.writer, by.reader))
                }
                Promise::Open { by } => Some(format!("{name} {}->{} open", by.writer, by.reader)),
            }
        });
        (matrix.strictest().into_iter().map(Strategy::name).collect(), spoiled.collect())
    }

    #[test]
    fn rows_are_writers_and_columns_are_readers() {
        assert_eq!(rows(&Matrix::new(&timeline("ar"))), ["=X", ".="]);
        assert_eq!(rows(&Matrix::new(&timeline("aba-{!"))), ["=.=?!", ".=.?!", "=.=?!", "????!", "!!!!!"]);
    }

    #[test]
    fn a_strategy_is_satisfied_where_each_version_is_accepted_after_those_before_it() {
        assert_eq!(told("ab"), (vec!["FULL_TRANSITIVE"], vec![]));
        assert_eq!(told(""), (vec!["FULL_TRANSITIVE"], vec![]));
        let (strictest, spoiled) = told("arr");
        assert_eq!(strictest, ["FORWARD_TRANSITIVE"]);
        let spoiled_by = |name| format!("{name} 0->1 Some(0)");
        assert_eq!(spoiled, ["BACKWARD", "BACKWARD_TRANSITIVE", "FULL", "FULL_TRANSITIVE"].map(spoiled_by));
    }

    #[test]
    fn the_refused_version_is_to_blame_where_either_would_do() {
        let (_, spoiled) = told("asa");
        assert!(spoiled.iter().all(|line| line.ends_with("Some(1)")), "{spoiled:?}");
        let (strictest, spoiled) = told("asas");
        assert!(strictest.is_empty());
        assert!(spoiled.iter().all(|line| line.ends_with("None")), "{spoiled:?}");
    }

    #[test]
    fn a_strategy_promises_those_that_ask_less() {
        assert!(promises(Strategy::FullTransitive, Strategy::Full));
        assert!(promises(Strategy::Full, Strategy::Backward));
        assert!(!promises(Strategy::Full, Strategy::BackwardTransitive));
        assert!(!promises(Strategy::BackwardTransitive, Strategy::Full));
    }

    #[test]
    fn what_could_not_be_compared_is_not_promised() {
        let (strictest, spoiled) = told("a!");
        assert!(strictest.is_empty());
        assert_eq!(spoiled.len(), 6);
        assert!(spoiled.iter().all(|line| line.ends_with("open")));
        assert!(told("!").0.is_empty());
        assert!(told("a{").0.is_empty());
    }
}
