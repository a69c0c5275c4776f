//! Answers that hold the texts of sources: the versions of one subject, compiled with the texts that they refer to.

use std::collections::HashSet;
use std::sync::Arc;

use super::answers::{Answers, named, refuse_duplicates};
use super::compile::{Source, compile};
use super::descriptor_set::DescriptorSet;
use super::error::InputError;
use super::registry::{Answer, Kind, Reference, Text};
use super::search::{Search, is_import_path};
use super::{Content, Input, names};
use crate::proto;

/// The versions of the one subject that no other refers to; `answers` are in order.
///
/// # Errors
///
/// Where there are several such subjects, or a version is there twice. What is wrong with one version is in its place.
pub(super) fn versions(answers: &[Answer], search: &Search, label: &str) -> Result<Answers, InputError> {
    let library = Library { texts: answers.iter().filter_map(text).collect(), search, label };
    let referred: HashSet<&str> = library
        .texts
        .iter()
        .flat_map(|(_, text)| &text.references)
        .filter_map(|reference| reference.subject.as_deref())
        .collect();
    let is_own = |text: &Text| text.subject.as_deref().is_none_or(|subject| !referred.contains(subject));
    let own = || library.texts.iter().filter(|(_, text)| is_own(text));
    let mut subjects: Vec<&str> = own().filter_map(|(_, text)| text.subject.as_deref()).collect();
    subjects.sort_unstable();
    subjects.dedup();
    if subjects.len() > 1 {
        let message =
            format!("holds the versions of several subjects: {}", names::list(subjects.into_iter()));
        let help = "hand over one subject, and the subjects that it refers to";
        return Err(InputError::new("several-subjects", label, message).help(help));
    }
    refuse_duplicates(own().map(|(answer, _)| answer.version), label)?;
    let mut out = Answers::default();
    for (answer, text) in own() {
        if answer.deleted {
            // Here a deleted version is gone, and those before it are not.
            out.passed_over.push((named(label, answer.version), "deleted".to_owned()));
        } else {
            out.versions.push(library.compile(answer.version, text));
        }
    }
    Ok(out)
}

fn text(answer: &Answer) -> Option<(&Answer, &Text)> {
    match &answer.kind {
        Kind::Text(text) => Some((answer, text)),
        Kind::Stored(_) => None,
    }
}

/// All texts of an input.
struct Library<'a> {
    texts: Vec<(&'a Answer, &'a Text)>,
    search: &'a Search,
    label: &'a str,
}

impl Library<'_> {
    fn compile(&self, version: Option<u64>, text: &Text) -> Result<Input, InputError> {
        let subject = text.subject.as_deref().filter(|subject| is_import_path(subject)).unwrap_or("schema");
        let name = format!("{subject}.proto");
        let source = |name: &str, text: &Text| Source {
            name: name.to_owned(),
            path: Some(format!("{}#{name}", self.label)),
            bytes: text.bytes.clone(),
        };
        let mut given = vec![source(&name, text)];
        let mut seen = HashSet::from([name.clone()]);
        let mut open: Vec<&Reference> = text.references.iter().collect();
        while let Some(reference) = open.pop() {
            if !seen.insert(reference.name.clone()) {
                continue;
            }
            if let Some(found) = self.find(reference) {
                given.push(source(&reference.name, found));
                open.extend(&found.references);
            } else if self.search.find(&reference.name).is_none() && proto::bundled(&reference.name).is_none()
            {
                return Err(self.missing(reference, version));
            }
        }
        let own = [name];
        let mut compiled = compile(&own, given, self.search, self.label)?;
        let notes = std::mem::take(&mut compiled.notes);
        let set = DescriptorSet::compiled(compiled, self.label, &own, false)?;
        let (label, content) = (self.label.to_owned(), Content::Set(Arc::new(set)));
        Ok(Input { label, version, notes, content })
    }

    fn find(&self, reference: &Reference) -> Option<&Text> {
        let is_meant = |answer: &Answer, text: &Text| {
            reference.subject.is_some()
                && text.subject == reference.subject
                && (reference.version.is_none() || answer.version == reference.version)
        };
        let mut latest_first = self.texts.iter().rev();
        latest_first.find(|(answer, text)| is_meant(answer, text)).map(|(_, text)| *text)
    }

    fn missing(&self, reference: &Reference, version: Option<u64>) -> InputError {
        let name = names::cut(&reference.name);
        let subject = reference.subject.as_deref().map_or_else(String::new, |subject| {
            let version = reference.version.map_or_else(String::new, |version| format!(" version {version}"));
            format!(" (`{}`{version})", names::cut(subject))
        });
        let from = version.map_or_else(String::new, |version| format!("version {version} "));
        let message = format!(
            "{from}refers to `{name}`{subject}, which is neither another answer in this input nor a file in {}",
            self.search.list()
        );
        let help = "add the answer of that subject to a JSON array with this one, or give the file's directory: `-I DIR`";
        InputError::new("missing-reference", self.label, message).help(help)
    }
}
