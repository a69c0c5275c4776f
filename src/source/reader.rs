//! Reads one version from a shelf: told what it is by its content, found imports, and made an input of it.

use std::path::Path;
use std::sync::Arc;

use super::answers::{self, Answers, Found};
use super::compile::{Compiled, Source, compile};
use super::descriptor_set::DescriptorSet;
use super::directory::{self, Files, Tree};
use super::library::Role;
use super::registry::{self, Answer};
use super::search::Search;
use super::shelf::Shelf;
use super::subject::Origin;
use super::{Content, Entry, Input, InputError, InputType, Options, sniff};

/// Reads one version.
#[derive(Clone)]
pub(super) struct Reader<'a, 's> {
    pub(super) options: &'a Options<'s>,
    pub(super) role: Role,
    pub(super) shelf: Shelf,
    pub(super) version: Option<u64>,
}

impl<'a, 's> Reader<'a, 's> {
    /// For a schema without a version.
    pub(super) fn new(options: &'a Options<'s>, role: Role, shelf: Shelf) -> Self {
        Self { options, role, shelf, version: None }
    }

    pub(super) fn stdin(&self) -> Result<Found, InputError> {
        let bytes = self.options.stdin.take("-", self.options.max_size)?;
        if bytes.is_empty() {
            return Err(InputError::new("empty-input", "-", "standard input is empty"));
        }
        self.input("-", bytes, None, || {
            Ok((Search::for_stdin(&self.options.proto_paths, "-")?, "stdin.proto".to_owned()))
        })
    }

    /// A directory that a word says is a tree of sources.
    pub(super) fn tree(&self, path: &Path, word: &str) -> Result<Found, InputError> {
        if self.shelf.is_dir(path) {
            return self.folder(path);
        }
        let what = if self.shelf.exists(path) { "is no directory" } else { "no such directory" };
        Err(InputError::new("no-directory", word, what).help("`tree:` stands before a directory of sources"))
    }

    pub(super) fn file(&self, path: &Path) -> Result<Found, InputError> {
        let label = self.shelf.shown(path);
        let bytes = self.shelf.read(path, &label, self.options.max_size)?;
        let given = &self.options.proto_paths;
        self.input(&label, bytes, Some(path), || {
            let base = &self.options.base;
            match self.role {
                Role::Existing => Search::for_existing(&self.shelf, path, given, base, &label),
                Role::Proposed => Search::for_file(&self.shelf, path, given, base, &label),
            }
        })
    }

    pub(super) fn folder(&self, folder: &Path) -> Result<Found, InputError> {
        let label = self.shelf.shown(folder);
        let Tree { schema, passed_over } = directory::tree(&self.shelf, folder, &label)?;
        let found = match schema {
            Files::One(path) => self.file(&path)?,
            Files::Sources(names) => {
                let search = Search::for_folder(&self.shelf, folder, &self.options.proto_paths, &label)?;
                let compiled = compile(&names, Vec::new(), &search, self.options.max_size, &label)?;
                Found::Schema(self.compiled(&label, compiled, &names, true)?)
            }
        };
        Ok(found.besides(&label, &passed_over))
    }

    /// An input from its bytes; `search` is asked for where they are a source.
    fn input(
        &self,
        label: &str,
        bytes: Vec<u8>,
        path: Option<&Path>,
        search: impl FnOnce() -> Result<(Search, String), InputError>,
    ) -> Result<Found, InputError> {
        let input_type = match self.options.input_type {
            Some(given) => given,
            None => sniff::detect(&bytes, path, label)?,
        };
        Ok(Found::Schema(match input_type {
            InputType::Registry => {
                let answers = registry::read(&bytes, label, self.version)?;
                return self.answers(label, path, answers).map(Found::Answers);
            }
            InputType::Native => self.made(label, Content::Native(Entry::native(label, self.version, bytes))),
            InputType::DescriptorSet => {
                self.made(label, Content::Set(Arc::new(DescriptorSet::read(bytes, label)?)))
            }
            InputType::Proto => {
                let (search, name) = search()?;
                let names = [name.clone()];
                let file = path.map_or_else(|| label.to_owned(), |path| self.shelf.file(path));
                let source = Source::new(name, Some(file), bytes);
                let compiled = compile(&names, vec![source], &search, self.options.max_size, label)?;
                self.compiled(label, compiled, &names, false)?
            }
        }))
    }

    fn answers(&self, label: &str, path: Option<&Path>, answers: Vec<Answer>) -> Result<Answers, InputError> {
        self.options.library.add(label, self.role, &answers);
        answers::found(answers, label, || {
            let Options { proto_paths, base, max_size, .. } = self.options;
            let search = Search::for_answers(&self.shelf, path, proto_paths, base, label)?;
            Ok(Origin { library: &self.options.library, role: self.role, search, max_size: *max_size, label })
        })
    }

    fn compiled(
        &self,
        label: &str,
        mut compiled: Compiled,
        names: &[String],
        tree: bool,
    ) -> Result<Input, InputError> {
        let notes = std::mem::take(&mut compiled.notes);
        let set = DescriptorSet::compiled(compiled, label, names, tree)?;
        Ok(Input { notes, ..self.made(label, Content::Set(Arc::new(set))) })
    }

    fn made(&self, label: &str, content: Content) -> Input {
        let (notes, caveats) = (Vec::new(), Vec::new());
        Input { label: label.to_owned(), version: self.version, notes, caveats, content }
    }
}
