//! The texts that all inputs' answers hold, so that a reference leads from one input to another.
//!
//! Inputs are read one by one, in any order. Where an answer may refer to one that was read behind it, all are read once
//! more, with everything known.

use std::cell::{OnceCell, RefCell};
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
    /// Where the texts of each subject are among them.
    places: HashMap<String, Vec<usize>>,
    /// Where those are that refer to a subject and are of another one.
    referrers: HashMap<String, Vec<usize>>,
    /// Whether no other subject refers to some of a history; looked at where everything is known.
    has_own: OnceCell<bool>,
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
        for answer in answers {
            let Kind::Text(text) = &answer.kind else { continue };
            let (label, text) = (Rc::clone(&label), Rc::clone(text));
            let place = texts.known.len();
            if let Some(subject) = &text.subject {
                texts.places.entry(subject.clone()).or_default().push(place);
            }
            for subject in text.others() {
                texts.referrers.entry(subject.to_owned()).or_default().push(place);
            }
            texts.known.push(Known { label, role, version: answer.version, text });
        }
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
        let of_subject = || {
            let places = reference.subject.as_ref().and_then(|subject| texts.places.get(subject));
            places.into_iter().flatten().map(|at| &texts.known[*at])
        };
        for known in of_subject() {
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
            return Lead::Lost(of_subject().map(Known::named).collect());
        };
        let same = || others.iter().filter(|known| known.version == latest.version);
        if same().all(|known| known.text.bytes == latest.text.bytes) {
            return latest.found();
        }
        Lead::Disputed(same().map(|known| known.label.to_string()).collect())
    }

    /// Who refers to which of these subjects, so that they are there for the sake of others and no history: any input for one of a
    /// history, and only the same one for one that is proposed. Never all subjects of a history: one must be left to compare
    /// with.
    pub(super) fn referrers(
        &self,
        role: Role,
        label: &str,
        subjects: &HashSet<&str>,
    ) -> HashMap<String, String> {
        let texts = self.0.borrow();
        if role == Role::Existing && !texts.have_own() {
            return HashMap::new();
        }
        let in_reach = |known: &&Known| role == Role::Existing || *known.label == *label;
        let first = |subject: &&str| {
            let places = texts.referrers.get(*subject)?;
            places.iter().map(|at| &texts.known[*at]).find(in_reach)
        };
        let named = |subject: &&str| Some(((*subject).to_owned(), first(subject)?.named()));
        subjects.iter().filter_map(named).collect()
    }
}

impl Texts {
    /// Whether a history has anything that no other subject refers to.
    fn have_own(&self) -> bool {
        let is_own = |known: &Known| {
            let subject = known.text.subject.as_deref();
            known.role == Role::Existing
                && !subject.is_some_and(|subject| self.referrers.contains_key(subject))
        };
        let look = || self.known.iter().any(is_own);
        if self.is_complete { *self.has_own.get_or_init(look) } else { look() }
    }
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
