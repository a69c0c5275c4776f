//! The texts that all inputs' answers hold, so that a reference leads from one input to another.
//!
//! Inputs are read one by one, in any order. Where an answer may refer to one that was read behind it, all are read once
//! more, with everything known.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

use super::registry::{Answer, Kind, Reference, Text};

/// What an input is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The schema that somebody proposes.
    Proposed,
    /// Versions of a history.
    Existing,
}

/// All texts that were met.
#[derive(Default)]
pub struct Library(RefCell<Texts>);

#[derive(Default)]
struct Texts {
    known: Vec<Known>,
    /// All inputs are met: what comes is read once more.
    is_complete: bool,
}

struct Known {
    /// The input that holds it.
    label: Rc<str>,
    role: Role,
    version: Option<u64>,
    text: Rc<Text>,
}

/// What a reference leads to.
pub(super) enum Lead {
    /// A text, and the input that holds it.
    Found(Rc<str>, Rc<Text>),
    /// Inputs that hold the same version, each with another text.
    Disputed(Vec<String>),
    /// Nothing; the versions of the subject that there are, in words.
    Lost(Vec<String>),
}

impl Library {
    /// Takes in what an input holds.
    pub(super) fn add(&self, label: &str, role: Role, answers: &[Answer]) {
        let mut texts = self.0.borrow_mut();
        if texts.is_complete {
            return;
        }
        let label: Rc<str> = label.into();
        texts.known.extend(answers.iter().filter_map(|answer| match &answer.kind {
            Kind::Text(text) => {
                let (label, text) = (Rc::clone(&label), Rc::clone(text));
                Some(Known { label, role, version: answer.version, text })
            }
            Kind::Stored(_) => None,
        }));
    }

    /// Whether what was read may read otherwise now that everything is known.
    pub(super) fn complete(&self) -> bool {
        let mut texts = self.0.borrow_mut();
        let refers = texts.known.iter().any(|known| !known.text.references.is_empty());
        let labels: HashSet<&str> = texts.known.iter().map(|known| &*known.label).collect();
        let is_first = !texts.is_complete && refers && labels.len() > 1;
        texts.is_complete = true;
        is_first
    }

    /// What a reference of an input means: a text of the same input before one of another.
    pub(super) fn find(&self, reference: &Reference, label: &str) -> Lead {
        let texts = self.0.borrow();
        let (mut own, mut others) = (Vec::new(), Vec::new());
        let of_subject =
            |known: &&Known| reference.subject.is_some() && known.text.subject == reference.subject;
        for known in texts.known.iter().filter(of_subject) {
            if reference.version.is_none() || known.version == reference.version {
                if *known.label == *label { &mut own } else { &mut others }.push(known);
            }
        }
        // Those without a version stand behind the others, as in a history.
        let place = |known: &&Known| known.version.unwrap_or(u64::MAX);
        if let Some(latest) = own.into_iter().max_by_key(place) {
            return latest.found();
        }
        let Some(latest) = others.iter().copied().max_by_key(place) else {
            return Lead::Lost(texts.known.iter().filter(of_subject).map(Known::named).collect());
        };
        let same = || others.iter().filter(|known| known.version == latest.version);
        if same().all(|known| known.text.bytes == latest.text.bytes) {
            return latest.found();
        }
        Lead::Disputed(same().map(|known| known.label.to_string()).collect())
    }

    /// Who refers to which subjects, so that these are there for the sake of others and no history: any input for one of a
    /// history, and only the same one for one that is proposed. Never all subjects of a history: one must be left to compare
    /// with.
    pub(super) fn referrers(&self, role: Role, label: &str) -> HashMap<String, String> {
        let texts = self.0.borrow();
        let in_reach = |known: &&Known| role == Role::Existing || *known.label == *label;
        let referred = referred(texts.known.iter());
        let is_left = |known: &&Known| {
            let subject = known.text.subject.as_deref();
            known.role == role
                && in_reach(known)
                && !subject.is_some_and(|subject| referred.contains_key(subject))
        };
        if role == Role::Existing && !texts.known.iter().any(|known| is_left(&known)) {
            return HashMap::new();
        }
        let own = self::referred(texts.known.iter().filter(in_reach));
        own.into_iter().map(|(subject, by)| (subject.to_owned(), by.named())).collect()
    }
}

/// The subjects that others refer to, each with the first that does.
fn referred<'k>(all: impl Iterator<Item = &'k Known>) -> HashMap<&'k str, &'k Known> {
    let mut out = HashMap::new();
    for known in all {
        let subjects = known.text.references.iter().filter_map(|reference| reference.subject.as_deref());
        for subject in subjects.filter(|subject| known.text.subject.as_deref() != Some(*subject)) {
            out.entry(subject).or_insert(known);
        }
    }
    out
}

impl Known {
    fn found(&self) -> Lead {
        Lead::Found(Rc::clone(&self.label), Rc::clone(&self.text))
    }

    /// The version of the subject, in words.
    fn named(&self) -> String {
        match (&self.text.subject, self.version) {
            (Some(subject), Some(version)) => format!("`{subject}` version {version} of {}", self.label),
            (Some(subject), None) => format!("`{subject}` of {}", self.label),
            (None, _) => self.label.to_string(),
        }
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.borrow().known.iter().map(Known::named)).finish()
    }
}
