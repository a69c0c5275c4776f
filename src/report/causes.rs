//! Causes that several root messages of one proposed input share: a message that is used everywhere breaks all that reach
//! it, and nobody reads of it a thousand times.
//!
//! Linear in the findings: a cause is looked up by what is told of it, and never set against all others.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use super::group::{Group, existing_value, groups, values};
use super::words;
use crate::history::{Direction, Finding, Origin, Subject};
use crate::rules::Facts;
use crate::schema::place::Part;
use crate::source::Location;

/// The groups of all subjects, and which of them are of one cause.
#[derive(Debug)]
pub(super) struct Causes<'a> {
    subjects: &'a [Subject],
    groups: Vec<Vec<(usize, Group<'a>)>>,
    /// For each cause the subjects that it is found in, ascending, each once.
    found: Vec<Vec<usize>>,
}

impl<'a> Causes<'a> {
    pub(super) fn of(subjects: &'a [Subject]) -> Self {
        let mut known: HashMap<Told<'a>, Known> = HashMap::new();
        let mut out = Self { subjects, groups: Vec::with_capacity(subjects.len()), found: Vec::new() };
        for (at, subject) in subjects.iter().enumerate() {
            let groups = groups(&subject.findings).into_iter();
            let groups = groups.map(|group| {
                let known = known.entry(Told::of(subject, &group)).or_default();
                (known.cause(at, &mut out.found), group)
            });
            out.groups.push(groups.collect());
        }
        out
    }

    /// The groups of a subject, each with the number of its cause.
    pub(super) fn groups(&self, at: usize) -> &[(usize, Group<'a>)] {
        &self.groups[at]
    }

    /// The groups that are first of their cause, which stand for all of it, each with a line about the others.
    pub(super) fn firsts(&self, at: usize) -> impl Iterator<Item = (&Group<'a>, Option<String>)> {
        let firsts = self.groups[at].iter().filter(move |(cause, _)| self.found[*cause][0] == at);
        firsts.map(|(cause, group)| (group, self.others(*cause, group)))
    }

    /// The other root messages in which a cause is found.
    fn others(&self, cause: usize, group: &Group<'_>) -> Option<String> {
        let others = &self.found[cause][1..];
        if others.is_empty() {
            return None;
        }
        let names = words::listed(others, |at| {
            let Subject { root, proposed, .. } = &self.subjects[*at];
            if root.is_empty() { words::input(proposed) } else { words::plain(root) }
        });
        let more = words::count(others.len(), "more root message");
        Some(match (&group.first().violation, others) {
            (None, _) => format!("the same for {more}: {names}"),
            (Some(_), [_]) => format!("{more} reaches it: {names}"),
            (Some(_), _) => format!("{more} reach it: {names}"),
        })
    }
}

/// The causes of which the same is told. A subject may have several: each is the one in the same place of another subject.
#[derive(Default)]
struct Known {
    causes: Vec<usize>,
    subject: usize,
    used: usize,
}

impl Known {
    fn cause(&mut self, subject: usize, found: &mut Vec<Vec<usize>>) -> usize {
        if self.subject != subject {
            self.subject = subject;
            self.used = 0;
        }
        if self.used == self.causes.len() {
            self.causes.push(found.len());
            found.push(Vec::new());
        }
        let cause = self.causes[self.used];
        self.used += 1;
        found[cause].push(subject);
        cause
    }
}

/// What is told of a cause, whichever root message leads to it.
#[derive(PartialEq, Eq, Hash)]
struct Told<'a> {
    proposed: &'a str,
    allowed: Option<&'a str>,
    facts: BTreeSet<Fact<'a>>,
}

impl<'a> Told<'a> {
    fn of(subject: &'a Subject, group: &Group<'a>) -> Self {
        Self {
            proposed: &subject.proposed,
            allowed: group.first().allowed.as_deref(),
            facts: group.findings().map(Fact::of).collect(),
        }
    }
}

/// A finding without the path from the root.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Fact<'a> {
    rule: Option<&'static str>,
    component: Option<&'static str>,
    existing: (Option<u64>, Option<&'a str>),
    direction: Option<&'static str>,
    spot: Spot<'a>,
    place: Option<(&'a str, u32, u32)>,
    names: [Option<&'a str>; 2],
    values: [Cow<'a, str>; 2],
    existing_value: String,
}

/// Where it stands in the proposed schema.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Spot<'a> {
    Place((&'a str, u32, u32)),
    /// Of a type: one of its fields, which has names, a oneof by its name, or a value of it.
    Member(&'a str, Option<&'a str>),
    Path(&'a str, Option<i32>),
    Nowhere,
}

impl<'a> Fact<'a> {
    fn of(finding: &'a Finding) -> Self {
        let spot = Spot::of(finding);
        let is_known = matches!(spot, Spot::Place(_) | Spot::Member(..));
        Self {
            rule: finding.rule.map(|rule| rule.id),
            component: finding.component,
            existing: (finding.version, finding.existing.as_deref()),
            direction: finding.direction.map(Direction::name),
            place: finding.place(Origin::Existing).map(spelt),
            names: finding.detail.names.each_ref().map(Option::as_deref),
            values: values(finding, is_known),
            existing_value: existing_value(finding),
            spot,
        }
    }
}

impl<'a> Spot<'a> {
    fn of(finding: &'a Finding) -> Self {
        let Some(violation) = &finding.violation else { return Self::Nowhere };
        if let Some(place) = finding.place(Origin::Proposed) {
            return Self::Place(spelt(place));
        }
        let is_oneof =
            [violation.writer, violation.reader].iter().any(|it| matches!(it, Some(Part::Oneof(..))));
        match (&finding.detail.owner, &violation.facts) {
            (Some(owner), Facts::Change { .. }) => {
                let name = violation.path.rsplit('.').next().filter(|_| is_oneof);
                Self::Member(owner, name)
            }
            // What a scan finds it calls by its full name.
            _ => Self::Path(&violation.path, violation.field),
        }
    }
}

fn spelt(place: &Location) -> (&str, u32, u32) {
    (&place.file, place.line, place.column)
}
