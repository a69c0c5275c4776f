//! What `protoc` refuses in files that read well: everything that takes more than one statement to see.
//!
//! Works on descriptors and paths. Only when something is wrong is the text read again to say where. Never changes a descriptor,
//! but for feature sets whose extensions had to be looked up first.
//!
//! `symbols` knows all names, `resolve` finds what a name means, `inherit` what features elements have, and the others look at one
//! kind of element each.

mod custom;
mod enums;
mod extensions;
mod fields;
mod inherit;
mod messages;
mod numbers;
mod resolve;
mod style;
mod support;
mod symbols;

use std::borrow::Cow;
use std::collections::HashSet;

use super::options::Extra;
use super::parser::PROTO2;
use super::{Diagnostic, ImportKind, Parsed};
use crate::schema::descriptor::{FileDescriptor, MessageDescriptor, Raw, ServiceDescriptor};
use crate::workers::spread;
use inherit::Inherited;
use resolve::View;
use symbols::{Id, Symbols};

/// Checks files together. They come with what they import first; each one's findings are added to its `errors` and `notes`.
///
/// Files that did not read well, but for values of options, are passed over, and so is what imports them: their names are not known. An import that is
/// missing from `files` is for the caller to tell; names that it may hold are then not complained about.
pub fn check(files: &mut [Parsed<'_>]) {
    let found = walk_all(files, &Symbols::of(files));
    for (outcome, file) in found.into_iter().zip(files) {
        if let Some(outcome) = outcome {
            outcome.apply(file);
        }
    }
}

/// What walks over all files found, on all processors; nothing of a file that is passed over.
fn walk_all(files: &[Parsed<'_>], symbols: &Symbols<'_, '_>) -> Vec<Option<Outcome>> {
    let mut read = vec![true; files.len()];
    for at in 0..files.len() {
        let imports = symbols.imports(at);
        read[at] = files[at].readable && imports.iter().all(|&it| read[it] && files[it].errors.is_empty());
    }
    let mut found = spread(files.len(), |share| {
        let mut view = View::default();
        let mine = (0..files.len()).filter(|at| share.has(*at));
        let outcomes = mine.map(|at| {
            let outcome = read[at].then(|| {
                let mut walk = Walk::new(files, at, symbols, std::mem::take(&mut view));
                walk.file();
                let (outcome, used) = walk.end();
                view = used;
                outcome
            });
            (at, outcome)
        });
        outcomes.collect()
    });
    // What a file found whose import is at fault is not worth telling.
    let mut sound = read;
    for at in 0..files.len() {
        sound[at] &= symbols.imports(at).iter().all(|&import| sound[import]);
        if !sound[at] {
            found[at] = None;
        }
        sound[at] &= files[at].errors.is_empty() && found[at].as_ref().is_some_and(Outcome::is_clean);
    }
    found
}

/// Something that is wrong with an element.
struct Finding {
    path: Vec<i32>,
    message: Cow<'static, str>,
    help: Option<Cow<'static, str>>,
}

/// What a walk found, free of the files it walked over.
struct Outcome {
    errors: Vec<Finding>,
    notes: Vec<Diagnostic>,
    located: Vec<Diagnostic>,
    /// Pieces of feature sets by the path of their element.
    features: Vec<(Vec<i32>, Vec<u8>)>,
}

impl Outcome {
    fn is_clean(&self) -> bool {
        self.errors.is_empty() && self.located.is_empty()
    }

    fn apply(self, file: &mut Parsed<'_>) {
        if !self.errors.is_empty() {
            let spans = super::spans(file.text);
            for finding in self.errors {
                let span = spans.nearest(&finding.path).unwrap_or_default();
                file.errors.push(Diagnostic { span, message: finding.message, help: finding.help });
            }
        }
        file.errors.extend(self.located);
        file.errors.sort_by_key(|error| error.span.start);
        file.errors.truncate(super::lexer::MAX_ERRORS);
        file.notes.extend(self.notes);
        for (path, piece) in self.features {
            if let Some(features) = features_at(&mut file.file, &path) {
                features.extend(&piece);
            }
            if let [outer @ .., 2, at] = &*path {
                for part in
                    entry_of(&mut file.file, outer, *at).into_iter().flat_map(|entry| &mut entry.fields)
                {
                    part.options.features.extend(&piece);
                }
            }
        }
    }
}

/// The entry of a map field, whose parts have the features of the field.
fn entry_of<'f, 'a>(
    file: &'f mut FileDescriptor<'a>,
    message: &[i32],
    field: i32,
) -> Option<&'f mut MessageDescriptor<'a>> {
    let index = |at: &i32| usize::try_from(*at).ok();
    let [4, at, rest @ ..] = message else {
        return None;
    };
    let mut message = file.messages.get_mut(index(at)?)?;
    let mut steps = rest;
    while let [3, at, rest @ ..] = steps {
        message = message.messages.get_mut(index(at)?)?;
        steps = rest;
    }
    let name = message.fields.get(index(&field)?)?.type_name.as_deref()?;
    message.messages.iter_mut().find(|nested| nested.options.map_entry && nested.name == name)
}

/// The feature set of an element, where descriptors keep one.
fn features_at<'f, 'a>(file: &'f mut FileDescriptor<'a>, path: &[i32]) -> Option<&'f mut Raw<'a>> {
    let index = |at: i32| usize::try_from(at).ok();
    match *path {
        [] => Some(&mut file.options.features),
        [4, at, ref rest @ ..] => features_in(file.messages.get_mut(index(at)?)?, rest),
        [5, at] => Some(&mut file.enums.get_mut(index(at)?)?.features),
        [5, at, 2, value] => {
            Some(&mut file.enums.get_mut(index(at)?)?.values.get_mut(index(value)?)?.features)
        }
        [7, at] => Some(&mut file.extensions.get_mut(index(at)?)?.options.features),
        _ => None,
    }
}

fn features_in<'f, 'a>(message: &'f mut MessageDescriptor<'a>, path: &[i32]) -> Option<&'f mut Raw<'a>> {
    let index = |at: i32| usize::try_from(at).ok();
    match *path {
        [] => Some(&mut message.options.features),
        [2, at] => Some(&mut message.fields.get_mut(index(at)?)?.options.features),
        [3, at, ref rest @ ..] => features_in(message.messages.get_mut(index(at)?)?, rest),
        [4, at] => Some(&mut message.enums.get_mut(index(at)?)?.features),
        [4, at, 2, value] => {
            Some(&mut message.enums.get_mut(index(at)?)?.values.get_mut(index(value)?)?.features)
        }
        [6, at] => Some(&mut message.extensions.get_mut(index(at)?)?.options.features),
        [8, at] => Some(&mut message.oneofs.get_mut(index(at)?)?.features),
        _ => None,
    }
}

/// One walk over one file.
struct Walk<'s, 'a> {
    files: &'s [Parsed<'a>],
    at: usize,
    symbols: &'s Symbols<'s, 'a>,
    view: View,
    members: resolve::Members<'s>,
    path: Vec<i32>,
    findings: Vec<Finding>,
    located: Vec<Diagnostic>,
    notes: Vec<Diagnostic>,
    features: Vec<(Vec<i32>, Vec<u8>)>,
    /// How many messages the walk has entered.
    entered: usize,
    /// Numbers of extensions that this file declares, by extendee.
    extension_numbers: HashSet<(Id, i32)>,
}

impl<'s, 'a> Walk<'s, 'a> {
    /// A walk that is about to start; a view that is used no more spares it a new one.
    fn new(files: &'s [Parsed<'a>], at: usize, symbols: &'s Symbols<'s, 'a>, mut view: View) -> Self {
        view.look_from(files, at, symbols);
        Self {
            files,
            at,
            symbols,
            view,
            members: resolve::Members::default(),
            path: Vec::new(),
            findings: Vec::new(),
            located: Vec::new(),
            notes: Vec::new(),
            features: Vec::new(),
            entered: 0,
            extension_numbers: HashSet::new(),
        }
    }

    /// What was found, and the view, to be used once more.
    fn end(self) -> (Outcome, View) {
        let Self { findings: errors, notes, located, features, view, .. } = self;
        (Outcome { errors, notes, located, features }, view)
    }

    fn parsed(&self) -> &'s Parsed<'a> {
        &self.files[self.at]
    }

    fn edition(&self) -> i32 {
        self.parsed().edition
    }

    fn file(&mut self) {
        let parsed = self.parsed();
        let file = &parsed.file;
        for clash in self.symbols.clashes(self.at) {
            self.findings.push(Finding {
                path: clash.path.clone(),
                message: clash.message.clone().into(),
                help: clash.help.map(Into::into),
            });
        }
        self.imports();
        let features = Inherited::of_edition(self.edition()).with(&file.options.features, self.extra());
        let scope = self.symbols.package(self.at);
        self.style(&features, style::Case::Package, "package", &file.package, &[2]);
        for (at, message) in file.messages.iter().enumerate() {
            self.inside(4, at, |walk| walk.message(message, scope, &features, true));
        }
        for (at, declared) in file.enums.iter().enumerate() {
            self.inside(5, at, |walk| walk.enumeration(declared, &features));
        }
        for (at, service) in file.services.iter().enumerate() {
            self.inside(6, at, |walk| walk.service(service, scope, &features));
        }
        for (at, extension) in file.extensions.iter().enumerate() {
            self.inside(7, at, |walk| walk.extension(extension, scope, &features));
        }
        self.customs();
        self.unused_imports();
    }

    fn service(&mut self, service: &'s ServiceDescriptor<'a>, scope: Id, features: &Inherited) {
        let features = features.with_extra(self.extra());
        self.style(&features, style::Case::Title, "service", &service.name, &[1]);
        if self.is_lite(self.at) && [16, 17].iter().any(|&option| self.file_option(option) == Some(1)) {
            self.error(
                &[1],
                "a file for the lite runtime has no generic services",
                Some("leave `cc_generic_services` and `java_generic_services` out"),
            );
        }
        let own = self.symbols.child(scope, &service.name);
        let mut names: HashSet<&str> = HashSet::new();
        for (at, method) in service.methods.iter().enumerate() {
            self.inside(2, at, |walk| {
                let features = features.with_extra(walk.extra());
                walk.style(&features, style::Case::Title, "method", &method.name, &[1]);
                if !names.insert(&method.name) {
                    walk.error(&[1], format!("the service has a method `{}` already", method.name), None);
                }
                for (facet, name) in [(2, &method.input), (3, &method.output)] {
                    if let Some(found) = walk.lookup(name, own.unwrap_or(scope), resolve::Seek::Any, &[facet])
                    {
                        walk.expect_message(found, name, &[facet]);
                    }
                }
            });
        }
    }

    /// What imports get wrong together.
    fn imports(&mut self) {
        if self.is_lite(self.at) {
            return;
        }
        for (at, import) in self.parsed().file.dependencies.iter().enumerate() {
            let Some(other) = self.symbols.file(import) else {
                continue;
            };
            if self.is_lite(other) {
                let message = format!("\"{import}\" is for the lite runtime, and this file is not");
                self.error(
                    &[3, super::parser::index(at)],
                    message,
                    Some("write `option optimize_for = LITE_RUNTIME;` in both or in neither"),
                );
            }
        }
    }

    fn unused_imports(&mut self) {
        for import in &self.parsed().imports {
            let Some(other) = self.symbols.file(&import.path) else {
                continue;
            };
            if import.kind != ImportKind::Public && !self.view.was_used(other) {
                self.notes.push(Diagnostic::new(
                    import.span,
                    format!("\"{}\" is imported and not used", import.path),
                ));
            }
        }
    }

    fn is_lite(&self, file: usize) -> bool {
        self.files[file].extras.get(&[]).and_then(|extra| extra.number(9)) == Some(3)
    }

    fn file_option(&self, number: i32) -> Option<i32> {
        self.parsed().extras.get(&[]).and_then(|extra| extra.number(number))
    }

    /// What is known of the current element beside its descriptor.
    fn extra(&self) -> Option<&'s Extra<'a>> {
        let extras = &self.parsed().extras;
        if extras.is_empty() { None } else { extras.get(&self.path) }
    }

    /// Walks over an element of the current one.
    fn inside(&mut self, step: i32, at: usize, walk: impl FnOnce(&mut Self)) {
        self.path.extend([step, super::parser::index(at)]);
        walk(self);
        self.path.truncate(self.path.len() - 2);
    }

    /// Notes an error at a facet of the current element.
    fn error(&mut self, facet: &[i32], message: impl Into<Cow<'static, str>>, help: Option<&'static str>) {
        if self.findings.len() < super::lexer::MAX_ERRORS {
            let path = [&self.path, facet].concat();
            self.findings.push(Finding { path, message: message.into(), help: help.map(Cow::Borrowed) });
        }
    }

    /// Whether the file is of proto2 or proto3 rather than of an edition.
    fn is_legacy(&self) -> bool {
        self.edition() <= PROTO2 + 1
    }
}
