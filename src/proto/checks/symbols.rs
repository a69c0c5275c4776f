//! All names of all files, as a tree: packages, messages, enums and their values, services, extensions.
//!
//! Fields, oneofs and methods are compared within their message or service and not kept. Names are put in the order in which `protoc`
//! puts them, since the second of two equal ones is to blame. Never asks what a name is used for.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::super::lexer::MAX_ERRORS;
use super::super::parser::index;
use super::super::{ImportKind, Parsed};
use super::inherit::Inherited;
use crate::schema::descriptor::{
    EnumDescriptor, FieldDescriptor, MessageDescriptor, MessageOptions, ServiceDescriptor,
};

/// A name's place in the tree.
pub(super) type Id = usize;

/// The package without a name.
pub(super) const ROOT: Id = 0;

/// What a name stands for.
#[derive(Clone, Copy)]
pub(super) enum What<'s, 'a> {
    Package,
    Message(&'s MessageDescriptor<'a>),
    Enum {
        declared: &'s EnumDescriptor<'a>,
        closed: bool,
    },
    Value,
    Service(&'s ServiceDescriptor<'a>),
    Extension(&'s FieldDescriptor<'a>),
    /// A field, oneof or method, found where names of any kind are sought.
    Member,
}

impl What<'_, '_> {
    pub(super) fn is_type(self) -> bool {
        matches!(self, Self::Message(_) | Self::Enum { .. })
    }

    /// Whether names may be sought in it.
    pub(super) fn is_scope(self) -> bool {
        matches!(self, Self::Package | Self::Message(_) | Self::Enum { .. } | Self::Service(_))
    }
}

pub(super) struct Node<'s, 'a> {
    pub(super) parent: Id,
    pub(super) name: &'s str,
    /// The file that declares it; for a package the first one.
    pub(super) file: usize,
    pub(super) what: What<'s, 'a>,
    /// `export` or `local` as written.
    pub(super) visibility: Option<bool>,
}

/// A name that is taken.
pub(super) struct Clash {
    pub(super) path: Vec<i32>,
    pub(super) message: String,
    pub(super) help: Option<&'static str>,
}

pub(super) struct Symbols<'s, 'a> {
    nodes: Vec<Node<'s, 'a>>,
    children: HashMap<(Id, &'s str), Id>,
    by_name: HashMap<&'s str, usize>,
    /// Per file: its package and those around it, outermost first.
    packages: Vec<Vec<Id>>,
    /// Per file: its messages in the order of the text's tree.
    messages: Vec<Vec<Id>>,
    imports: Vec<Vec<usize>>,
    /// Per file: what it passes on to its importers.
    passed_on: Vec<Vec<usize>>,
    clashes: Vec<Vec<Clash>>,
    /// What `default_symbol_visibility` each file has.
    pub(super) visibility: Vec<i32>,
}

impl<'s, 'a> Symbols<'s, 'a> {
    pub(super) fn of(files: &'s [Parsed<'a>]) -> Self {
        let root = Node { parent: ROOT, name: "", file: 0, what: What::Package, visibility: None };
        let mut symbols = Self {
            nodes: vec![root],
            children: HashMap::new(),
            by_name: HashMap::new(),
            packages: Vec::new(),
            messages: Vec::new(),
            imports: Vec::new(),
            passed_on: Vec::new(),
            clashes: Vec::new(),
            visibility: Vec::new(),
        };
        for (at, parsed) in files.iter().enumerate() {
            symbols.add_file(at, parsed);
        }
        for parsed in files {
            let public = parsed.imports.iter().filter(|import| import.kind == ImportKind::Public);
            let public = public.filter_map(|import| symbols.file(&import.path)).collect();
            symbols.passed_on.push(public);
        }
        symbols
    }

    pub(super) fn node(&self, id: Id) -> &Node<'s, 'a> {
        &self.nodes[id]
    }

    pub(super) fn child(&self, scope: Id, name: &str) -> Option<Id> {
        self.children.get(&(scope, name)).copied()
    }

    /// The package of a file.
    pub(super) fn package(&self, file: usize) -> Id {
        self.packages[file].last().copied().unwrap_or(ROOT)
    }

    /// The package of a file and those around it.
    pub(super) fn packages(&self, file: usize) -> &[Id] {
        &self.packages[file]
    }

    /// A file's message by its place in the order of the tree.
    pub(super) fn message(&self, file: usize, at: usize) -> Id {
        self.messages[file].get(at).copied().unwrap_or(ROOT)
    }

    /// The files that a file imports and that are known.
    pub(super) fn imports(&self, file: usize) -> &[usize] {
        &self.imports[file]
    }

    /// The files that a file passes on to its importers.
    pub(super) fn passed_on(&self, file: usize) -> &[usize] {
        &self.passed_on[file]
    }

    /// A file by its path.
    pub(super) fn file(&self, path: &str) -> Option<usize> {
        self.by_name.get(path).copied()
    }

    pub(super) fn clashes(&self, file: usize) -> &[Clash] {
        &self.clashes[file]
    }

    /// The name with its package and messages, without a leading dot.
    pub(super) fn full_name(&self, id: Id) -> String {
        let mut parts = Vec::new();
        let mut id = id;
        while id != ROOT {
            parts.push(self.nodes[id].name);
            id = self.nodes[id].parent;
        }
        parts.reverse();
        parts.join(".")
    }

    fn add_file(&mut self, at: usize, parsed: &'s Parsed<'a>) {
        let file = &parsed.file;
        self.imports.push(parsed.imports.iter().filter_map(|import| self.file(&import.path)).collect());
        self.by_name.entry(&file.name).or_insert(at);
        self.messages.push(Vec::new());
        self.clashes.push(Vec::new());
        let features =
            Inherited::of_edition(parsed.edition).with(&file.options.features, parsed.extras.get(&[]));
        self.visibility.push(features.visibility);
        self.add_package(at, &file.package);
        let mut adder = Adder { symbols: self, parsed, at, path: Vec::new(), taken: HashSet::new() };
        let scope = adder.symbols.package(at);
        for (index, message) in file.messages.iter().enumerate() {
            adder.add_message(scope, message, [4, index], &features);
        }
        for (index, declared) in file.enums.iter().enumerate() {
            adder.add_enum(scope, declared, [5, index], &features);
        }
        for (index, service) in file.services.iter().enumerate() {
            adder.add(scope, &service.name, What::Service(service), [6, index]);
        }
        for (index, extension) in file.extensions.iter().enumerate() {
            adder.add(scope, &extension.name, What::Extension(extension), [7, index]);
        }
    }

    fn add_package(&mut self, at: usize, package: &'s str) {
        let mut scopes = Vec::new();
        let mut scope = ROOT;
        for part in package.split('.').filter(|part| !part.is_empty()) {
            match self.child(scope, part) {
                Some(id) if matches!(self.nodes[id].what, What::Package) => scope = id,
                Some(id) => {
                    let message = format!(
                        "the package `{package}` is also the name of something in {}",
                        self.place(id, at)
                    );
                    self.clashes[at].push(Clash {
                        path: vec![2],
                        message,
                        help: Some("choose another package"),
                    });
                    break;
                }
                None => {
                    let id = self.nodes.len();
                    self.nodes.push(Node {
                        parent: scope,
                        name: part,
                        file: at,
                        what: What::Package,
                        visibility: None,
                    });
                    self.children.insert((scope, part), id);
                    scope = id;
                }
            }
            scopes.push(scope);
        }
        self.packages.push(scopes);
    }

    fn place(&self, id: Id, at: usize) -> String {
        let file = self.nodes[id].file;
        if file == at {
            return "this file".into();
        }
        let name = self.by_name.iter().find(|entry| *entry.1 == file).map_or("", |entry| entry.0);
        format!("\"{name}\"")
    }
}

/// Adds the names of one file.
struct Adder<'t, 's, 'a> {
    symbols: &'t mut Symbols<'s, 'a>,
    parsed: &'s Parsed<'a>,
    at: usize,
    path: Vec<i32>,
    /// Names of fields and oneofs of the message whose names are being added.
    taken: HashSet<&'s str>,
}

impl<'s, 'a> Adder<'_, 's, 'a> {
    fn add(&mut self, scope: Id, name: &'s str, what: What<'s, 'a>, step: [usize; 2]) -> Id {
        let id = self.symbols.nodes.len();
        let visibility = match what {
            What::Message(_) | What::Enum { .. } if !self.parsed.extras.is_empty() => {
                self.parsed.extras.get(&self.step(step)).and_then(|extra| extra.visibility)
            }
            _ => None,
        };
        self.symbols.nodes.push(Node { parent: scope, name, file: self.at, what, visibility });
        match self.symbols.children.entry((scope, name)) {
            Entry::Occupied(other) => {
                let other = *other.get();
                self.clash(name, Some(other), what, step);
            }
            Entry::Vacant(_) if self.taken.contains(name) => self.clash(name, None, what, step),
            Entry::Vacant(free) => {
                free.insert(id);
            }
        }
        id
    }

    fn step(&self, step: [usize; 2]) -> Vec<i32> {
        let mut path = self.path.clone();
        path.extend(step.map(index));
        path
    }

    fn clash(&mut self, name: &str, other: Option<Id>, what: What<'s, 'a>, step: [usize; 2]) {
        if self.symbols.clashes[self.at].len() >= MAX_ERRORS {
            return;
        }
        let place = other.map_or("this message".into(), |id| self.symbols.place(id, self.at));
        if let What::Message(MessageDescriptor { options: MessageOptions { map_entry: true, .. }, .. }) = what
        {
            // At the message around it.
            let mut path = self.path.clone();
            path.push(1);
            let message =
                format!("the entry type `{name}` of a map field is also the name of something in {place}");
            let help = Some(
                "a map field `foo_bar` declares a message `FooBarEntry` beside it; rename one of the two",
            );
            self.symbols.clashes[self.at].push(Clash { path, message, help });
            return;
        }
        let mut path = self.step(step);
        path.push(1);
        let help = if matches!(what, What::Value) {
            Some(
                "the values of an enum stand beside it, not in it, so their names have to differ from all others there",
            )
        } else {
            None
        };
        self.symbols.clashes[self.at].push(Clash {
            path,
            message: format!("`{name}` is already declared in {place}"),
            help,
        });
    }

    fn add_message(
        &mut self,
        scope: Id,
        message: &'s MessageDescriptor<'a>,
        step: [usize; 2],
        features: &Inherited,
    ) {
        let id = self.add(scope, &message.name, What::Message(message), step);
        self.symbols.messages[self.at].push(id);
        let depth = self.path.len();
        self.path = self.step(step);
        let outer = std::mem::take(&mut self.taken);
        let features = features.with(&message.options.features, None);
        let oneofs = message.oneofs.iter().enumerate().map(|(at, oneof)| (&*oneof.name, [8, at]));
        let fields = message.fields.iter().enumerate().map(|(at, field)| (&*field.name, [2, at]));
        for (name, step) in oneofs.chain(fields) {
            if !self.taken.insert(name) {
                self.clash(name, None, What::Member, step);
            }
        }
        for (at, declared) in message.enums.iter().enumerate() {
            self.add_enum(id, declared, [4, at], &features);
        }
        for (at, extension) in message.extensions.iter().enumerate() {
            self.add(id, &extension.name, What::Extension(extension), [6, at]);
        }
        for (at, nested) in message.messages.iter().enumerate() {
            self.add_message(id, nested, [3, at], &features);
        }
        self.taken = outer;
        self.path.truncate(depth);
    }

    fn add_enum(
        &mut self,
        scope: Id,
        declared: &'s EnumDescriptor<'a>,
        step: [usize; 2],
        features: &Inherited,
    ) {
        let closed = features.with(&declared.features, None).enum_type == 2;
        let depth = self.path.len();
        self.path = self.step(step);
        for (at, value) in declared.values.iter().enumerate() {
            self.add(scope, &value.name, What::Value, [2, at]);
        }
        self.path.truncate(depth);
        self.add(scope, &declared.name, What::Enum { declared, closed }, step);
    }
}
