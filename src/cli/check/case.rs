//! One proposed input against its history.

use super::history::History;
use super::job::Job;
use crate::check::Extent;
use crate::history::{
    Adviser, Finding, Operation, Pairing, Question, Request, Strategy, Subject, advised, root_name,
};
use crate::rules::unknown_strategy;
use crate::source::{Entry, Input, InputError};
use crate::workers::spread;

/// One proposed input against the history.
pub(super) struct Case<'a> {
    pub(super) job: &'a Job,
    pub(super) history: &'a History,
    pub(super) word: &'a String,
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

    pub(super) fn judge_all(&self, proposed: &Input) -> Vec<Subject> {
        let mut adviser = Adviser::new(&self.history.slots, self.is_asked_again());
        let mut subjects = self.judge_roots(proposed, &mut adviser);
        adviser.advise(&mut subjects);
        subjects
    }

    fn judge_roots(&self, proposed: &Input, adviser: &mut Adviser<'_>) -> Vec<Subject> {
        if proposed.names_its_root() {
            let root = self.root_of_others(proposed);
            return vec![self.judge(proposed, root.as_ref(), |request| adviser.answer(request))];
        }
        if self.job.every_message {
            let roots = proposed.every_root();
            if !roots.is_empty() {
                return self.judge_every(proposed, &roots, adviser);
            }
        }
        let mut judge = |root| self.judge(proposed, root, |request| adviser.answer(request));
        match &self.job.root[..] {
            [] => vec![judge(None)],
            roots => roots.iter().map(|root| judge(Some(root))).collect(),
        }
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

    fn judge_every(&self, proposed: &Input, roots: &[String], adviser: &mut Adviser<'_>) -> Vec<Subject> {
        let judge = |root| {
            let mut asked = None;
            let subject = self.judge(proposed, Some(root), |request| {
                asked = advised(request).cloned();
                request.answer()
            });
            (subject, asked)
        };
        let mut judged = Vec::with_capacity(roots.len());
        // The first ones build what the others share, in their order, so that nothing depends on who is quicker.
        let is_settled = || self.scope().iter().flatten().chain([proposed]).all(Input::is_settled);
        judged.extend(roots.iter().take_while(|_| !is_settled()).map(judge));
        let others = &roots[judged.len()..];
        judged.extend(spread(others.len(), |share| {
            let own = others.iter().enumerate().filter(|(at, _)| share.has(*at));
            own.map(|(at, root)| (at, judge(root))).collect()
        }));
        let (mut subjects, asked): (Vec<_>, Vec<_>) = judged.into_iter().unzip();
        adviser.attend(asked.into_iter().flatten());
        let gone = self.scope().iter().flatten().flat_map(|input| {
            let gone = input.every_root().into_iter().filter(|root| !proposed.declares(root));
            gone.map(|root| format!("`{root}` is gone: {} has it, {} does not", input.label, proposed.label))
        });
        if let Some(subject) = subjects.first_mut() {
            subject.notes.extend(gone);
        }
        subjects
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
            // Behind a finding that is accepted there may be one that is not.
            extent: if self.job.first && self.job.allow.is_empty() { Extent::First } else { Extent::All },
        };
        let Job { checker, auto_update, .. } = *self.job;
        Request { question, registered, checker, auto_update }
    }

    fn judge(
        &self,
        proposed: &Input,
        root: Option<&String>,
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
            Ok(entry) => answer(&self.request(entry, &pairing.existing, &registered)),
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
