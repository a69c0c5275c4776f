//! One proposed input against its history.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::history::History;
use super::job::Job;
use crate::check::Extent;
use crate::history::{
    Adviser, ENOUGH, Finding, Operation, Pairing, Question, Request, Strategy, Subject, advised, root_name,
};
use crate::rules::unknown_strategy;
use crate::source::{Entry, Input, InputError};
use crate::workers::spread_all;

/// One proposed input against the history.
pub(super) struct Case<'a> {
    pub(super) job: &'a Job,
    pub(super) history: &'a History,
    pub(super) word: &'a String,
}

/// An answer, and the proposed schema where advice is asked for.
struct Answer {
    subject: Subject,
    advised: Option<Entry>,
}

impl Case<'_> {
    /// The subjects of an input that could not be read.
    pub(super) fn unread(&self, error: &InputError) -> Vec<Subject> {
        let roots = if self.job.root.is_empty() { &[String::new()][..] } else { &self.job.root };
        roots
            .iter()
            .map(|root| {
                let mut subject = self.unjudged(self.word);
                subject.root.clone_from(root);
                subject.add_errors(error.each());
                subject.add_errors(self.history.all_errors());
                subject
            })
            .collect()
    }

    /// A subject whose proposed schema is not at hand. A strategy that nobody knows is told all the same.
    fn unjudged(&self, proposed: &str) -> Subject {
        let mut subject = Subject::new(proposed, &self.job.strategy);
        subject.operation = self.job.operation.unwrap_or(Operation::Test).name();
        subject.checker = self.job.checker.name();
        if self.job.strategy.parse::<Strategy>().is_err() {
            subject.findings.push(Finding::new(&unknown_strategy::RULE, &self.job.strategy));
        }
        subject
    }

    /// The answers for an input; `told` counts the findings of all inputs.
    pub(super) fn judge_all(&self, proposed: &Input, told: &mut usize) -> Vec<Subject> {
        let mut adviser = Adviser::new(&self.history.slots, self.is_asked_again());
        let mut subjects = self.judge_roots(proposed, &mut adviser, told);
        adviser.advise(&mut subjects);
        subjects
    }

    fn judge_roots(&self, proposed: &Input, adviser: &mut Adviser<'_>, told: &mut usize) -> Vec<Subject> {
        if self.job.every_message && !proposed.names_its_root() {
            let roots = proposed.every_root();
            if !roots.is_empty() {
                return self.judge_every(proposed, &roots, adviser, told);
            }
        }
        let roots: Vec<Option<String>> = match &self.job.root[..] {
            _ if proposed.names_its_root() => vec![self.root_of_others(proposed)],
            [] => vec![None],
            roots => roots.iter().cloned().map(Some).collect(),
        };
        let judged = roots.iter().map(|root| {
            let subject = self.judge(proposed, root.as_ref(), *told, |request| adviser.answer(request));
            *told += subject.findings.len();
            subject
        });
        judged.collect()
    }

    /// The root of the existing inputs where the proposed one should name its own and cannot be read: what was given or, of
    /// every message, one.
    fn root_of_others(&self, proposed: &Input) -> Option<String> {
        if !proposed.roots().is_empty() {
            return None;
        }
        let any =
            || self.scope().iter().flatten().rev().find_map(|input| input.every_root().into_iter().next());
        self.job.root.first().cloned().or_else(|| if self.job.every_message { any() } else { None })
    }

    /// Existing schemas are needed more than once: worth keeping, which a long history gone through once is not.
    fn is_asked_again(&self) -> bool {
        self.job.every_message || self.job.root.len() > 1 || self.job.proposed.len() > 1
    }

    fn judge_every(
        &self,
        proposed: &Input,
        roots: &[String],
        adviser: &mut Adviser<'_>,
        told: &mut usize,
    ) -> Vec<Subject> {
        let mut subjects = Vec::with_capacity(roots.len());
        let mut keep = |answer: Answer, told: &mut usize| {
            *told += answer.subject.findings.len();
            adviser.attend(answer.advised);
            subjects.push(answer.subject);
        };
        // The first ones build what the others share, in their order, so that nothing depends on who is quicker.
        let is_settled = || self.scope().iter().flatten().chain([proposed]).all(Input::is_settled);
        let mut rest = roots;
        while let Some((root, others)) = rest.split_first().filter(|_| !is_settled()) {
            keep(self.answer(proposed, root, *told), told);
            rest = others;
        }
        for (root, answer) in rest.iter().zip(self.answer_at_once(proposed, rest, *told)) {
            let is_told = |answer: &Answer| *told + answer.subject.findings.len() < self.enough();
            let answer = answer.filter(is_told).unwrap_or_else(|| self.answer(proposed, root, *told));
            keep(answer, told);
        }
        let gone = self.scope().iter().flatten().flat_map(|input| {
            let gone = input.every_root().into_iter().filter(|root| !proposed.declares(root));
            gone.map(|root| format!("`{root}` is gone: {} has it, {} does not", input.label, proposed.label))
        });
        if let Some(subject) = subjects.first_mut() {
            subject.notes.extend(gone);
        }
        subjects
    }

    /// Answers as long as all findings are told, whatever comes first; what is beyond is left to be answered in its turn.
    fn answer_at_once(&self, proposed: &Input, roots: &[String], told: usize) -> Vec<Option<Answer>> {
        let told = AtomicUsize::new(told);
        spread_all(roots, |root| {
            let is_told = told.load(Ordering::Relaxed) < self.enough();
            let answer = is_told.then(|| self.answer(proposed, root, 0));
            let found = answer.as_ref().map_or(0, |answer| answer.subject.findings.len());
            told.fetch_add(found, Ordering::Relaxed);
            answer
        })
    }

    fn answer(&self, proposed: &Input, root: &String, told: usize) -> Answer {
        let mut entry = None;
        let subject = self.judge(proposed, Some(root), told, |request| {
            entry = advised(request).cloned();
            request.answer()
        });
        Answer { subject, advised: entry }
    }

    /// The existing schemas that are looked at.
    fn scope(&self) -> &[Result<Input, InputError>] {
        Request::in_scope(&self.job.strategy, self.job.operation, &self.history.slots)
    }

    fn request<'q>(
        &'q self,
        proposed: &'q Entry,
        existing: &'q [Entry],
        registered: &'q [Entry],
        told: usize,
    ) -> Request<'q> {
        // A message that no version has: nothing is compared, and what no registry would take is told all the same.
        let is_new = self.job.every_message
            && self.job.operation.is_none()
            && existing.is_empty()
            && self.history.slots.iter().all(Result::is_ok);
        let question = Question {
            strategy: &self.job.strategy,
            proposed,
            existing,
            operation: self.job.operation,
            is_first: self.history.errors.is_empty() && (self.history.slots.is_empty() || is_new),
            extent: if self.job.first && !self.accepts() { Extent::First } else { Extent::All },
        };
        let Job { checker, auto_update, .. } = *self.job;
        Request { question, registered, checker, auto_update, enough: self.enough().saturating_sub(told) }
    }

    /// Whether a finding may be accepted, behind which there may be one that is not.
    fn accepts(&self) -> bool {
        !self.job.allow.is_empty()
    }

    /// How many findings are told in full.
    fn enough(&self) -> usize {
        if self.accepts() { usize::MAX } else { ENOUGH }
    }

    /// Asks for an answer about one root message, and tells beside it what was noticed on the way.
    fn judge(
        &self,
        proposed: &Input,
        root: Option<&String>,
        told: usize,
        answer: impl FnOnce(&Request<'_>) -> Subject,
    ) -> Subject {
        let wanted = root.map(String::as_str);
        let pairing = Pairing::new(proposed, self.scope(), wanted, self.job.every_message);
        let registered = match self.job.operation {
            Some(Operation::Register) => Pairing::new(proposed, &self.history.slots, wanted, true).existing,
            _ => Vec::new(),
        };
        if self.is_asked_again() {
            let is_same = |entry: &Entry| pairing.proposed.as_ref().is_ok_and(|it| it.is_identical(entry));
            let others: Vec<&Entry> = pairing.existing.iter().filter(|entry| !is_same(entry)).collect();
            let proposed = pairing.proposed.as_ref().ok().filter(|_| !others.is_empty());
            Entry::build_all(proposed.into_iter().chain(others));
        }
        let mut subject = match &pairing.proposed {
            Ok(entry) => answer(&self.request(entry, &pairing.existing, &registered, told)),
            Err(error) => {
                let mut subject = self.unjudged(&proposed.label);
                subject.add_errors(error.each());
                subject
            }
        };
        let found = pairing.proposed.ok().as_ref().and_then(root_name);
        subject.root = found.or(root.cloned()).unwrap_or_default();
        subject.add_errors(self.history.all_errors());
        subject.add_errors(pairing.errors.iter().flat_map(InputError::each));
        let caveats = proposed.caveats.iter().filter(|caveat| !self.history.notes.contains(caveat));
        subject.notes.extend(caveats.chain(&self.history.notes).cloned().chain(pairing.notes));
        if self.history.slots.is_empty() && subject.errors.is_empty() {
            subject.notes.push("nothing to compare: the history is empty".to_owned());
        }
        subject
    }
}
