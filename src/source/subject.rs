//! Answers that hold the texts of sources: the versions of one subject, compiled with the texts that they refer to.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::answers::{Answers, named, refuse_duplicates};
use super::circle;
use super::compile::{self, Source, compile};
use super::descriptor_set::DescriptorSet;
use super::error::InputError;
use super::library::{Lead, Library, Role};
use super::registry::{Answer, Kind, Reference, Text};
use super::search::{Search, is_import_path};
use super::{Content, Input, MaxSize, names, readable};
use crate::proto;

/// Where the texts that an input's answers refer to may be.
pub(super) struct Origin<'a> {
    /// Answers of all inputs.
    pub(super) library: &'a Library,
    pub(super) role: Role,
    /// Files.
    pub(super) search: Search,
    pub(super) max_size: MaxSize,
    pub(super) label: &'a str,
}

/// How many versions that are there are named where another one is missing.
const NAMED: usize = 8;

/// A text that another one refers to.
struct Referred {
    /// The import path.
    name: String,
    /// The input that holds it.
    label: Rc<str>,
    text: Rc<Text>,
}

/// The versions of the one subject that no other refers to; `answers` are in order.
///
/// # Errors
///
/// Where there are several such subjects, or a version is there twice. What is wrong with one version is in its place.
pub(super) fn versions(answers: &[Answer], origin: &Origin<'_>) -> Result<Answers, InputError> {
    let label = origin.label;
    let mut out = Answers::default();
    let subjects = answers.iter().filter_map(text).filter_map(|(_, text)| text.subject.as_deref());
    let referrers = origin.library.referrers(origin.role, label, &subjects.collect());
    let mut own = Vec::new();
    for (answer, text) in answers.iter().filter_map(text) {
        let subject = text.subject.as_deref();
        match subject.and_then(|subject| referrers.get(subject)) {
            Some(by) => {
                let name = named_of(subject, label, answer.version);
                out.passed_over.push((name, format!("{by} refers to it")));
            }
            None => own.push((answer, text)),
        }
    }
    let mut subjects: Vec<&str> = own.iter().filter_map(|(_, text)| text.subject.as_deref()).collect();
    subjects.sort_unstable();
    subjects.dedup();
    if subjects.len() > 1 {
        let referred: HashSet<&str> = own.iter().flat_map(|(_, text)| text.others()).collect();
        let is_circle = subjects.iter().all(|subject| referred.contains(subject));
        let listed = names::list(subjects.into_iter());
        let message = if is_circle {
            format!("holds subjects that refer to each other in a circle: {listed}")
        } else {
            format!("holds the versions of several subjects: {listed}")
        };
        let help = "hand over one subject, and the subjects that it refers to";
        return Err(InputError::new("several-subjects", label, message).help(help));
    }
    refuse_duplicates(own.iter().map(|(answer, _)| answer.version), label)?;
    for (answer, text) in own {
        if answer.deleted {
            // Here a deleted version is gone, and those before it are not.
            out.passed_over.push((named(label, answer.version), "deleted".to_owned()));
        } else {
            out.versions.push(origin.compile(answer.version, text));
        }
    }
    Ok(out)
}

fn text(answer: &Answer) -> Option<(&Answer, &Rc<Text>)> {
    match &answer.kind {
        Kind::Text(text) => Some((answer, text)),
        Kind::Stored(_) => None,
    }
}

fn named_of(subject: Option<&str>, label: &str, version: Option<u64>) -> String {
    let subject = subject.map_or_else(String::new, |subject| format!("#{}", names::cut(subject)));
    named(&format!("{label}{subject}"), version)
}

impl Origin<'_> {
    fn compile(&self, version: Option<u64>, text: &Text) -> Result<Input, InputError> {
        let subject = text.subject.as_deref().filter(|subject| is_import_path(subject)).unwrap_or("schema");
        let name = format!("{subject}.proto");
        let source = |label: &str, name: &str, text: &Text| {
            Source::new(name.to_owned(), Some(format!("{}#{name}", readable(label))), text.bytes.clone())
        };
        let mut caveats = Vec::new();
        let closure = self.closure(text, version, &mut caveats)?;
        let referred = closure.iter().map(|it| (&*it.name, &*it.text));
        let texts = std::iter::once((&*name, text)).chain(referred).collect();
        if let Some(circle) = circle::find(&name, &texts) {
            let last = circle.names.last().copied().unwrap_or(&name);
            let holder = closure.iter().find(|it| it.name == last).map_or(self.label, |it| &*it.label);
            let importing = source(holder, last, texts[last]);
            return Err(compile::in_a_circle(&circle.names, &importing, circle.span, self.label));
        }
        let mut given = vec![source(self.label, &name, text)];
        given.extend(closure.iter().map(|it| source(&it.label, &it.name, &it.text)));
        let own = [name];
        let mut compiled = compile(&own, given, &self.search, self.max_size, self.label)?;
        let notes = std::mem::take(&mut compiled.notes);
        let set = DescriptorSet::compiled(compiled, self.label, &own, false)?;
        let (label, content) = (self.label.to_owned(), Content::Set(Arc::new(set)));
        Ok(Input { label, version, notes, caveats, content })
    }

    /// All that a text refers to, directly and indirectly, but for files.
    fn closure(
        &self,
        text: &Text,
        version: Option<u64>,
        caveats: &mut Vec<String>,
    ) -> Result<Vec<Referred>, InputError> {
        let mut out = Vec::new();
        let mut seen: HashMap<String, Reference> = HashMap::new();
        let mut open: Vec<Reference> = text.references.iter().rev().cloned().collect();
        while let Some(reference) = open.pop() {
            if let Some(other) = seen.get(&reference.name) {
                if *other != reference {
                    let (one, other) = (other.meant(), reference.meant());
                    caveats
                        .push(format!("`{}` is {one} here, though it is {other} elsewhere", reference.name));
                }
                continue;
            }
            seen.insert(reference.name.clone(), reference.clone());
            match self.library.find(&reference, self.label) {
                Lead::Found(label, found) => {
                    open.extend(found.references.iter().rev().cloned());
                    out.push(Referred { name: reference.name, label, text: found });
                }
                Lead::Disputed(labels) => return Err(self.disputed(&reference, &labels)),
                Lead::Lost(others) => match self.search.find(&reference.name) {
                    Some((shelf, path)) => caveats.extend(unchecked(&reference, &shelf.shown(&path))),
                    None if proto::bundled(&reference.name).is_some() => {}
                    None => return Err(self.missing(&reference, version, &others)),
                },
            }
        }
        Ok(out)
    }

    fn disputed(&self, reference: &Reference, labels: &[String]) -> InputError {
        let message = format!(
            "refers to {}, which has different texts in {}",
            reference.meant(),
            names::list(labels.iter().map(|label| readable(label)))
        );
        InputError::new("disputed-reference", self.label, message).help("hand over the one that is meant")
    }

    fn missing(&self, reference: &Reference, version: Option<u64>, others: &[String]) -> InputError {
        let name = names::cut(&reference.name);
        let subject = match reference.subject {
            Some(_) => format!(" ({})", reference.meant()),
            None => String::new(),
        };
        let from = version.map_or_else(String::new, |version| format!("version {version} "));
        let files = self.search.list();
        let message =
            format!("{from}refers to `{name}`{subject}, which is in no answer and no file of {files}");
        let near = match others {
            [] => String::new(),
            others if others.len() > NAMED => {
                format!("there is {} and {} more; ", others[..NAMED].join(", "), others.len() - NAMED)
            }
            others => format!("there is {}; ", others.join(", ")),
        };
        let what = reference.subject.as_deref().unwrap_or(&reference.name);
        let help = format!(
            "{near}hand the answer of `{}` over as well, as another word of `--against`, or give the file's directory: `-I DIR`",
            names::cut(what)
        );
        InputError::new("missing-reference", self.label, message).help(help)
    }
}

/// A file does not tell which version it is.
fn unchecked(reference: &Reference, path: &str) -> Option<String> {
    reference.version?;
    Some(format!("`{path}` is taken for {}: a file does not tell its version", reference.meant()))
}

impl Reference {
    /// The text that is meant, in words.
    fn meant(&self) -> String {
        let subject = names::cut(self.subject.as_deref().unwrap_or(&self.name));
        match self.version {
            Some(version) => format!("version {version} of `{subject}`"),
            None => format!("`{subject}`"),
        }
    }
}
