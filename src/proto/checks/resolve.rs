//! What a name means where it stands: scopes from the innermost outwards, and only what is imported.
//!
//! Follows `protoc` to the letter, its oddities included: the first part of a name decides, and a field may hide a message where
//! names of any kind are sought.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use super::super::ImportKind;
use super::super::{Parsed, bundled, bundled_paths};
use super::Walk;
use super::symbols::{Id, ROOT, Symbols, What};
use crate::schema::descriptor::Kind;

/// What may be found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seek {
    /// Messages and enums; others do not hide them.
    Types,
    /// Anything.
    Any,
    /// Anything, in files that are imported for options too.
    Options,
}

/// The names of fields, oneofs and methods by what they are in, gathered where somebody asks: what holds many of them may be
/// asked as many times.
#[derive(Default)]
pub(super) struct Members<'s>(RefCell<HashMap<Id, HashSet<&'s str>>>);

impl<'s> Members<'s> {
    fn hold(&self, name: &str, scope: Id, what: What<'s, '_>) -> bool {
        let mut known = self.0.borrow_mut();
        let names = known.entry(scope).or_insert_with(|| match what {
            What::Message(message) => {
                let oneofs = message.oneofs.iter().map(|oneof| &*oneof.name);
                message.fields.iter().map(|field| &*field.name).chain(oneofs).collect()
            }
            What::Service(service) => service.methods.iter().map(|method| &*method.name).collect(),
            _ => HashSet::new(),
        });
        names.contains(name)
    }
}

/// The files and packages that one file sees.
#[derive(Default)]
pub(super) struct View {
    files: Vec<Sight>,
    packages: Vec<bool>,
    used: Vec<bool>,
    /// The files that have something in `files`, `packages` or `used`: few of many.
    seen: Vec<usize>,
    /// An import is missing, so names may be too.
    partial: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Sight {
    #[default]
    Hidden,
    Options,
    Full,
}

impl View {
    /// Looks from a file instead of from another one of the same files.
    pub(super) fn look_from(&mut self, files: &[Parsed<'_>], at: usize, symbols: &Symbols<'_, '_>) {
        self.forget(symbols);
        self.files.resize(files.len(), Sight::Hidden);
        self.used.resize(files.len(), false);
        self.see(at, Sight::Full);
        for import in &files[at].imports {
            match symbols.file(&import.path) {
                Some(file) => {
                    let sight = if import.kind == ImportKind::Option { Sight::Options } else { Sight::Full };
                    self.see_all(file, sight, symbols);
                }
                None => self.partial |= import.kind != ImportKind::Option,
            }
        }
        for &file in self.seen.iter().filter(|file| self.files[**file] == Sight::Full) {
            for &package in symbols.packages(file) {
                if self.packages.len() <= package {
                    self.packages.resize(package + 1, false);
                }
                self.packages[package] = true;
            }
        }
    }

    fn forget(&mut self, symbols: &Symbols<'_, '_>) {
        for file in self.seen.drain(..) {
            (self.files[file], self.used[file]) = (Sight::Hidden, false);
            for &package in symbols.packages(file) {
                if let Some(seen) = self.packages.get_mut(package) {
                    *seen = false;
                }
            }
        }
        self.partial = false;
    }

    fn see_all(&mut self, first: usize, sight: Sight, symbols: &Symbols<'_, '_>) {
        let mut waiting = vec![first];
        while let Some(file) = waiting.pop() {
            if self.files[file] < sight {
                self.see(file, sight);
                waiting.extend(symbols.passed_on(file));
            }
        }
    }

    fn see(&mut self, file: usize, sight: Sight) {
        if self.files[file] == Sight::Hidden {
            self.seen.push(file);
        }
        self.files[file] = sight;
    }

    fn mark_used(&mut self, file: usize) {
        if self.files[file] == Sight::Hidden {
            self.seen.push(file);
        }
        self.used[file] = true;
    }

    /// Whether something of an imported file, or of one that it passes on, was used.
    pub(super) fn was_used(&self, file: usize) -> bool {
        self.used[file]
    }

    fn sees(&self, id: Id, symbols: &Symbols<'_, '_>, seek: Seek) -> bool {
        let node = symbols.node(id);
        let least = if seek == Seek::Options { Sight::Options } else { Sight::Full };
        match node.what {
            What::Package => self.packages.get(id) == Some(&true) || seek == Seek::Options,
            _ => self.files[node.file] >= least,
        }
    }
}

impl Walk<'_, '_> {
    /// Finds what a name means, or says that it means nothing.
    pub(super) fn lookup(&mut self, name: &str, scope: Id, seek: Seek, facet: &[i32]) -> Option<Found> {
        let found = self.find(name, scope, seek);
        match found {
            Some(Found::Node(id)) => self.use_file(self.symbols.node(id).file),
            Some(_) => {}
            None if self.view.partial => {}
            None => self.undefined(name, scope, facet),
        }
        found
    }

    /// Finds what a name means.
    pub(super) fn find(&self, name: &str, scope: Id, seek: Seek) -> Option<Found> {
        if let Some(absolute) = name.strip_prefix('.') {
            return self.descend(ROOT, absolute, seek);
        }
        let (first, rest) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
        let mut scope = scope;
        while scope != ROOT {
            if let Some(found) = self.member(scope, first, seek) {
                match (rest, found) {
                    (None, _) if seek != Seek::Types || found.what(self.symbols).is_type() => {
                        return Some(found);
                    }
                    (Some(rest), Found::Node(id)) if self.symbols.node(id).what.is_scope() => {
                        return self.descend(id, rest, seek);
                    }
                    _ => {}
                }
            }
            scope = self.symbols.node(scope).parent;
        }
        self.descend(ROOT, name, seek)
    }

    /// Follows a name from a scope inwards; only the last part has to be seen.
    fn descend(&self, scope: Id, name: &str, seek: Seek) -> Option<Found> {
        let mut scope = scope;
        let mut parts = name.split('.').peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                return self.member(scope, part, seek);
            }
            scope = self.symbols.child(scope, part)?;
        }
        None
    }

    fn member(&self, scope: Id, name: &str, seek: Seek) -> Option<Found> {
        if let Some(id) = self.symbols.child(scope, name) {
            return self.view.sees(id, self.symbols, seek).then_some(Found::Node(id));
        }
        if seek == Seek::Types {
            return None;
        }
        let hidden = self.members.hold(name, scope, self.symbols.node(scope).what);
        hidden.then_some(Found::Member)
    }

    fn undefined(&mut self, name: &str, scope: Id, facet: &[i32]) {
        let full = name.trim_start_matches('.');
        let elsewhere = self.everywhere(full, scope);
        if let Some(id) = elsewhere {
            let file = &self.files[self.symbols.node(id).file].file.name;
            let how = if self.reaches(self.symbols.node(id).file) {
                "imported only indirectly"
            } else {
                "not imported"
            };
            let message = format!("`{full}` is declared in \"{file}\", which is {how}");
            self.error_with(facet, message, format!("write `import \"{file}\";`"));
            return;
        }
        let first = full.split('.').next().unwrap_or(full);
        let inner = (first != full && !name.starts_with('.'))
            .then(|| self.find(first, scope, Seek::Types))
            .flatten()
            .and_then(Found::id)
            .filter(|&id| self.symbols.node(id).parent != ROOT);
        if let Some(id) = inner {
            let message = format!(
                "`{name}` is not declared: here `{first}` is `{}`, which has no such part",
                self.symbols.full_name(id)
            );
            let help = format!("start with a dot to look from the outermost scope: `.{name}`");
            self.error_with(facet, message, help);
            return;
        }
        let help =
            advice(full).unwrap_or_else(|| "check the spelling, or import the file that declares it".into());
        self.error_with(facet, format!("`{name}` is not declared here or in any imported file"), help);
    }

    /// A type's name in any file, seen or not, with or without a leading dot.
    pub(super) fn everywhere_from(&self, name: &str, scope: Id) -> Option<Id> {
        match name.strip_prefix('.') {
            Some(absolute) => self.everywhere(absolute, ROOT),
            None => self.everywhere(name, scope),
        }
    }

    /// A name in any file, seen or not.
    fn everywhere(&self, name: &str, scope: Id) -> Option<Id> {
        let mut scope = scope;
        loop {
            let found = name.split('.').try_fold(scope, |scope, part| self.symbols.child(scope, part));
            if let Some(id) = found.filter(|&id| self.symbols.node(id).what.is_type()) {
                return Some(id);
            }
            if scope == ROOT {
                return None;
            }
            scope = self.symbols.node(scope).parent;
        }
    }

    /// Says that something is no message, and whether `local` keeps it from this file.
    pub(super) fn expect_message(&mut self, found: Found, name: &str, facet: &[i32]) -> Option<Id> {
        if let (Some(id), What::Message(_)) = (found.id(), found.what(self.symbols)) {
            self.visible(id, facet);
            return Some(id);
        }
        self.error(
            facet,
            format!("`{name}` is not a message"),
            Some("where a field or method has the name of a message, start with a dot"),
        );
        None
    }

    /// Says so where a type is local to another file.
    pub(super) fn visible(&mut self, id: Id, facet: &[i32]) {
        let node = self.symbols.node(id);
        if node.file == self.at {
            return;
        }
        let top = matches!(self.symbols.node(node.parent).what, What::Package);
        let exported = node.visibility.unwrap_or(match self.symbols.visibility[node.file] {
            1 => true,
            2 => top,
            _ => false,
        });
        if !exported {
            let file = &self.files[node.file].file.name;
            let message = format!("`{}` is local to \"{file}\"", self.symbols.full_name(id));
            self.error(facet, message, Some("write `export` in front of its declaration"));
        }
    }

    pub(super) fn use_file(&mut self, file: usize) {
        if self.view.used[file] {
            return;
        }
        self.view.mark_used(file);
        // A file that passes it on is used with it.
        for import in &self.parsed().imports {
            let Some(other) = self.symbols.file(&import.path) else {
                continue;
            };
            if !self.view.used[other] && self.passes(other, file) {
                self.view.mark_used(other);
            }
        }
    }

    /// Whether this file imports another one by way of others.
    fn reaches(&self, wanted: usize) -> bool {
        let mut seen = vec![false; self.files.len()];
        let mut waiting = vec![self.at];
        while let Some(file) = waiting.pop() {
            if !std::mem::replace(&mut seen[file], true) {
                waiting.extend(self.symbols.imports(file));
            }
        }
        seen[wanted]
    }

    fn passes(&self, from: usize, wanted: usize) -> bool {
        if self.symbols.passed_on(from).is_empty() {
            return from == wanted;
        }
        let mut seen = vec![false; self.files.len()];
        let mut waiting = vec![from];
        while let Some(file) = waiting.pop() {
            if file == wanted {
                return true;
            }
            if !std::mem::replace(&mut seen[file], true) {
                waiting.extend(self.symbols.passed_on(file));
            }
        }
        false
    }

    pub(super) fn error_with(&mut self, facet: &[i32], message: String, help: String) {
        self.error(facet, message, None);
        if let Some(finding) = self.findings.last_mut() {
            finding.help = Some(help.into());
        }
    }
}

/// What a name led to.
#[derive(Clone, Copy)]
pub(super) enum Found {
    Node(Id),
    /// A field, oneof or method.
    Member,
}

impl Found {
    pub(super) fn id(self) -> Option<Id> {
        match self {
            Self::Node(id) => Some(id),
            Self::Member => None,
        }
    }

    pub(super) fn what<'s, 'a>(self, symbols: &Symbols<'s, 'a>) -> What<'s, 'a> {
        self.id().map_or(What::Member, |id| symbols.node(id).what)
    }
}

/// What was probably meant by a name that nothing has: a scalar type, or a type of the well-known files.
fn advice(name: &str) -> Option<String> {
    if let Some(known) = name.strip_prefix("google.protobuf.") {
        let heads = [format!("\nmessage {known} "), format!("\nenum {known} ")];
        let holds =
            |path: &String| bundled(path).is_some_and(|text| heads.iter().any(|head| text.contains(head)));
        return bundled_paths().find(holds).map(|path| format!("write `import \"{path}\";`"));
    }
    let lower = name.to_ascii_lowercase();
    let scalars = Kind::ALL.iter().filter(|kind| !kind.is_message() && **kind != Kind::Enum);
    let (distance, nearest) = scalars
        .map(|kind| kind.name().to_ascii_lowercase())
        .map(|kind| (strsim::osa_distance(&kind, &lower), kind))
        .min()?;
    (distance <= name.len() / 3).then(|| format!("did you mean `{nearest}`?"))
}
