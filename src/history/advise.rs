//! Advice on proposed schemas, from all that is known of their past: also from versions that the strategy does not look at.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::operation::{Checker, Operation, Request};
use super::pairing::renamed;
use super::strategy::Strategy;
use super::{Advice, Finding, Origin, Subject, key_value};
use crate::advice::{Chronicle, Note, Seen, field_name_reused};
use crate::rules::{Side, field_number_changed};
use crate::schema::{Part, Pool, Schema};
use crate::source::{Entry, Input, InputError};
use crate::workers::spread_all;

/// Gives advice on the proposed schemas of one input, each piece once, whichever root message leads to it.
///
/// Advice is for those who change a schema. A consumer brings the one that it was built with and changes nothing, and the
/// root-name checker and the strategies that decide by themselves look at nothing: none of them is advised.
#[derive(Debug)]
pub struct Adviser<'a> {
    history: &'a [Result<Input, InputError>],
    /// Schemas of the history stay built, so that looking at them once more costs nothing.
    keeps: bool,
    /// Where a version stands in the history, by label and version.
    places: HashMap<(&'a str, Option<u64>), usize>,
    ledger: RefCell<Ledger>,
    proposed: Vec<Entry>,
}

/// What is noted of a history.
#[derive(Debug, Default)]
struct Ledger {
    /// Of schemas that stand for themselves, of keys and of values.
    chronicles: Vec<(Option<&'static str>, Chronicle)>,
    /// What the judgement built, and noted.
    noted: HashSet<(Option<&'static str>, usize)>,
}

impl<'a> Adviser<'a> {
    /// An adviser who knows a history, oldest first, in scope of the strategy or not. `keeps` says that its schemas stay
    /// built; those of a long history that is gone through once do not, and are noted while they are judged.
    pub fn new(history: &'a [Result<Input, InputError>], keeps: bool) -> Self {
        let inputs = history.iter().enumerate().filter_map(|(at, input)| Some((at, input.as_ref().ok()?)));
        let places = inputs.map(|(at, input)| ((&*input.label, input.version), at)).collect();
        Self { history, keeps, places, ledger: RefCell::default(), proposed: Vec::new() }
    }

    /// Answers a request as [`Request::answer`] does, and keeps in mind what it was about.
    pub fn answer(&mut self, request: &Request<'_>) -> Subject {
        let Some(proposed) = advised(request) else { return request.answer() };
        self.attend([proposed.clone()]);
        if self.keeps {
            return request.answer();
        }
        request.answer_before(&Witness { adviser: self, asker: self.proposed.len() - 1 })
    }

    /// Keeps proposed schemas in mind whose requests were answered elsewhere, which those of a history that stays built may be.
    pub fn attend(&mut self, proposed: impl IntoIterator<Item = Entry>) {
        self.proposed.extend(proposed);
    }

    /// Adds advice to the subjects that were answered. It changes nothing else of them.
    pub fn advise(self, subjects: &mut [Subject]) {
        let asked = self.asked(subjects);
        let is_new =
            |(_, place): &(usize, usize)| subjects[*place].comparisons.iter().any(|it| !it.identical);
        if !asked.iter().any(is_new) {
            // Every schema is stored already as it is.
            return;
        }
        // The latest first: where nothing is new since then, older versions have nothing to say.
        for at in (0..self.history.len()).rev() {
            let is_latest = at + 1 == self.history.len();
            if asked.is_empty() || !is_latest && !self.ledger.borrow().is_curious() {
                break;
            }
            self.look_at(at, &asked);
        }
        let Self { history, proposed, ledger, .. } = self;
        let teller = Teller { history, proposed: &proposed, ledger: &ledger.into_inner() };
        let advice = spread_all(&asked, |(asker, place)| teller.advice(*asker, &subjects[*place].findings));
        for ((_, place), advice) in asked.into_iter().zip(advice) {
            subjects[place].advice.extend(advice);
        }
    }

    /// Each proposed schema that something was compared with, with the place of its subject.
    fn asked(&self, subjects: &[Subject]) -> Vec<(usize, usize)> {
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (place, subject) in subjects.iter().enumerate() {
            if !subject.comparisons.is_empty() {
                places.entry(&subject.root).or_insert(place);
            }
        }
        let place = |entry: &Entry| match subjects {
            [only] => (!only.comparisons.is_empty()).then_some(0),
            _ => places.remove(&*entry.root_name()?),
        };
        let placed = self.proposed.iter().map(place).enumerate();
        placed.filter_map(|(asker, place)| Some((asker, place?))).collect()
    }

    /// Notes a version that the judgement has not noted. Its schemas are built once for all roots, and dropped.
    fn look_at(&self, at: usize, asked: &[(usize, usize)]) {
        let Ok(input) = &self.history[at] else { return };
        let mut sight = Sight { input, may_be_new: asked.len() > 1, last: None };
        for (asker, _) in asked {
            for (component, proposed) in key_value::parts(&self.proposed[*asker]) {
                let is_noted = self.ledger.borrow().noted.contains(&(component, at));
                let Ok(newer) = proposed.reconstruct() else { continue };
                if !is_noted && let Some(older) = sight.find(component, proposed, &newer) {
                    let seen = sight.seen(&older, &newer);
                    self.chronicle(component, |chronicle| chronicle.note(*asker, at, (&older, &newer), seen));
                }
            }
        }
    }

    fn chronicle(&self, component: Option<&'static str>, write: impl FnOnce(&mut Chronicle)) {
        let mut ledger = self.ledger.borrow_mut();
        let latest = self.history.len().saturating_sub(1);
        let known = ledger.chronicles.iter().position(|(of, _)| *of == component);
        let at = known.unwrap_or_else(|| {
            ledger.chronicles.push((component, Chronicle::new(latest)));
            ledger.chronicles.len() - 1
        });
        write(&mut ledger.chronicles[at].1);
    }
}

/// Says what is noted.
struct Teller<'a> {
    history: &'a [Result<Input, InputError>],
    proposed: &'a [Entry],
    ledger: &'a Ledger,
}

impl Teller<'_> {
    fn advice(&self, asker: usize, findings: &[Finding]) -> Vec<Advice> {
        let mut out = Vec::new();
        for (component, proposed) in key_value::parts(&self.proposed[asker]) {
            let chronicle = self.ledger.chronicles.iter().find(|(of, _)| *of == component);
            let (Some((_, chronicle)), Ok(schema)) = (chronicle, proposed.reconstruct()) else { continue };
            let back = wanted_back(component, findings);
            let back = |name: &str, number| back.contains(&(name, number));
            let notes = chronicle.notes(asker, &schema, &|at| self.name(at), &back).into_iter();
            let notes = notes.filter(|note| !is_told(note, component, findings));
            out.extend(notes.map(|note| self.tell(note, component, proposed, schema.pool())));
        }
        out
    }

    /// A version in a sentence.
    fn name(&self, at: usize) -> String {
        match &self.history[at] {
            Ok(Input { version: Some(version), .. }) => format!("version {version}"),
            Ok(input) => input.label.clone(),
            Err(error) => error.input.clone(),
        }
    }

    fn tell(&self, note: Note, component: Option<&'static str>, proposed: &Entry, pool: &Pool) -> Advice {
        let existing = self.history[note.at].as_ref().ok();
        Advice {
            topic: note.topic,
            place: proposed.locate_in(pool, note.part),
            message: note.message,
            help: note.help,
            path: note.path,
            number: note.number,
            existing: existing.map(|input| input.label.clone()),
            version: existing.and_then(|input| input.version),
            component,
        }
    }
}

impl Ledger {
    fn is_curious(&self) -> bool {
        self.chronicles.iter().any(|(_, chronicle)| chronicle.is_curious())
    }
}

/// The proposed schema of a request, where there may be advice on it.
pub fn advised<'q>(request: &Request<'q>) -> Option<&'q Entry> {
    let strategy = request.question.strategy.parse::<Strategy>();
    let is_advised = strategy.is_ok_and(|strategy| !strategy.directions().is_empty())
        && request.question.operation != Some(Operation::Consume)
        && request.checker == Checker::Advanced;
    is_advised.then_some(request.question.proposed)
}

/// Types and numbers in them that breaks ask to keep or to give back, so that nobody is to reserve them.
fn wanted_back<'a>(component: Option<&'static str>, findings: &'a [Finding]) -> HashSet<(&'a str, i32)> {
    let open = findings.iter().filter(|it| it.component == component && it.allowed.is_none());
    let wanted = open.filter_map(|finding| {
        let owner = finding.detail.owner.as_deref()?;
        let numbers = finding.detail.wanted_back(finding.violation.as_ref()?, finding.direction?);
        Some(numbers.into_iter().map(move |number| (owner, number)))
    });
    wanted.flatten().collect()
}

/// Whether the contract says the same of the same field.
fn is_told(note: &Note, component: Option<&'static str>, findings: &[Finding]) -> bool {
    note.topic.id == field_name_reused::TOPIC.id
        && findings.iter().any(|finding| {
            finding.rule == Some(&field_number_changed::RULE)
                && finding.component == component
                && finding.proposed_part() == Some(note.part)
        })
}

impl Finding {
    /// The part of the proposed schema that it points at.
    fn proposed_part(&self) -> Option<Part> {
        let violation = self.violation.as_ref()?;
        match self.direction?.on(Side::Writer) {
            Origin::Proposed => violation.writer,
            Origin::Existing => violation.reader,
        }
    }
}

/// Who sees the schemas that a judgement builds, before they are dropped.
#[derive(Clone, Copy)]
pub(super) struct Witness<'a> {
    adviser: &'a Adviser<'a>,
    asker: usize,
}

impl Witness<'_> {
    /// Notes an existing and the proposed schema.
    pub(super) fn see(&self, component: Option<&'static str>, existing: &Entry, schemas: (&Schema, &Schema)) {
        let adviser = self.adviser;
        let Some(at) = adviser.places.get(&(&*existing.label, existing.version)).copied() else { return };
        if adviser.ledger.borrow_mut().noted.insert((component, at)) {
            let mut seen = Seen::new(schemas.0.pool(), schemas.1.pool());
            adviser.chronicle(component, |chronicle| chronicle.note(self.asker, at, schemas, &mut seen));
        }
    }
}

/// A look at one version: the schema that was found last serves all roots of the same file.
struct Sight<'a> {
    input: &'a Input,
    may_be_new: bool,
    last: Option<(Arc<Pool>, Arc<Pool>, Seen)>,
}

impl Sight<'_> {
    /// The version's schema for a proposed one; `None` where it has none, or has the very same.
    fn find(&self, component: Option<&'static str>, proposed: &Entry, newer: &Schema) -> Option<Schema> {
        let root = newer.root_name();
        // What was proposed unchanged is found in the proposed schema, which tells nothing of others.
        let is_older = |last: &&(Arc<Pool>, Arc<Pool>, Seen)| !Arc::ptr_eq(&last.0, &last.1);
        let last = self.last.as_ref().filter(|_| !self.input.names_its_root()).filter(is_older);
        if let Some((pool, ..)) = last
            && let mut found = pool.named(root)
            && let (Some(id), None) = (found.next(), found.next())
        {
            return Some(Schema::new(Arc::clone(pool), id));
        }
        let found = self.input.entry(Some(root)).ok();
        let found = found.or_else(|| if self.may_be_new { None } else { renamed(self.input, root) })?;
        let part = key_value::parts(&found).into_iter().find(|(of, _)| *of == component)?.1;
        // A version that is proposed once more has everything that the proposed schema has.
        if part.is_identical(proposed) { proposed.reconstruct().ok() } else { part.build().ok() }
    }

    /// What is seen of two schemas by now.
    fn seen(&mut self, older: &Schema, newer: &Schema) -> &mut Seen {
        let pools = (older.shared_pool(), newer.shared_pool());
        let is_last = |last: &(Arc<Pool>, Arc<Pool>, Seen)| {
            Arc::ptr_eq(&last.0, &pools.0) && Arc::ptr_eq(&last.1, &pools.1)
        };
        let last = self.last.take().filter(is_last);
        let seen = last.map_or_else(|| Seen::new(&pools.0, &pools.1), |(.., seen)| seen);
        &mut self.last.insert((pools.0, pools.1, seen)).2
    }
}
