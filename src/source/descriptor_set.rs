//! Encoded `FileDescriptorSet`s, from `protoc -o`, from buf (its images too) and from our own compiler: which files there
//! are, which of them are root files, and which file declares a message.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::InputError;
use super::compile::Compiled;
use super::entry::Unreadable;
use super::error::Location;
use super::files::{FileRecord, Files};
use super::places::Places;
use super::record::records;
use super::written::Written;
use super::{names, sniff};
use crate::schema::Pool;
use crate::schema::decode::{TOO_MANY, decode_set};
use crate::schema::graph::{ByName, Graph, Importer, by_name};
use crate::schema::place::Place;
use crate::schema::survey::{Surveyed, survey};
use crate::schema::wire::{Fields, Value, WireError};

/// A descriptor set whose files are told apart.
pub(super) struct DescriptorSet {
    files: Arc<Files>,
    /// Files that the set was made for rather than files that those import.
    root_files: Vec<usize>,
    /// Full names of the root files' top-level messages.
    roots: Vec<String>,
    /// Full names of the top-level messages of all files that the set was made for, imported or not.
    every: Vec<String>,
    /// Names that two of the files that the set was made for declare, and those files.
    ambiguous: HashMap<String, [usize; 2]>,
    /// The file that declares a message, nested ones too, by full name.
    declared: HashMap<Box<str>, usize>,
    /// Made where somebody asks for a root of that file.
    written: Vec<OnceLock<Result<Arc<Written>, InputError>>>,
}

impl DescriptorSet {
    /// Reads a set. Its root files are those that no other file imports (and that buf does not mark as imports), and if
    /// each imports another, the last one.
    ///
    /// # Errors
    ///
    /// Where the bytes are no descriptor set, or hold no file.
    pub(super) fn read(bytes: Vec<u8>, input: &str) -> Result<Self, InputError> {
        Self::new(bytes, input, Made::Elsewhere)
    }

    /// A set that was compiled from sources of these import paths. A `tree` is one schema of many files, of which those are
    /// the root files that no other one imports.
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub(super) fn compiled(
        compiled: Compiled,
        input: &str,
        names: &[String],
        tree: bool,
    ) -> Result<Self, InputError> {
        Self::new(compiled.set, input, Made::Here { names, tree, places: compiled.places })
    }

    fn new(set: Vec<u8>, input: &str, made: Made<'_>) -> Result<Self, InputError> {
        let set = Arc::new(set);
        let surveyed = survey(&set).map_err(|error| explain(&set, error, input))?;
        if surveyed.is_empty() {
            return Err(empty(&set, input));
        }
        let records = records(&set).map_err(|error| explain(&set, error, input))?;
        let names: Vec<MessageNames> = surveyed.iter().map(MessageNames::of).collect();
        let (named, tree, places) = match made {
            Made::Here { names, tree, places } => (Some(names), tree, places),
            Made::Elsewhere => {
                let infos = surveyed.iter().zip(&records).map(|(file, record)| (&*file.name, &*record.info));
                (None, true, Places::of_infos(&set, infos))
            }
        };
        let is_import: Vec<bool> = records.iter().map(|record| record.is_import).collect();
        let by_name = by_name(surveyed.iter().map(|file| &*file.name));
        let graph = Graph::new(&surveyed.iter().map(importer).collect::<Vec<_>>(), &by_name);
        let files = surveyed.iter().zip(records).map(|(file, record)| FileRecord::new(&file.name, record));
        let files = Arc::new(Files::new(Arc::clone(&set), files.collect(), graph, places));
        let own: Vec<usize> = match named {
            Some(named) => named.iter().filter_map(|name| Some(*by_name.get(&**name)? as usize)).collect(),
            None => files.live().filter(|at| !is_import[*at]).collect(),
        };
        let root_files = if tree { root_files(&files, &surveyed, &by_name, &own) } else { own.clone() };
        let mut declared = HashMap::with_capacity(names.iter().map(|file| file.all.len()).sum());
        // A root file's declaration counts first where two files declare the same name.
        for at in root_files.iter().copied().chain(files.live().rev()) {
            for name in &names[at].all {
                declared.entry(name.as_str().into()).or_insert(at);
            }
        }
        let top_level = |files: &[usize]| distinct(files.iter().flat_map(|at| &names[*at].top_level));
        let roots = top_level(&root_files);
        let every = if own == root_files { roots.clone() } else { top_level(&own) };
        let mut homes: HashMap<&str, usize> = HashMap::with_capacity(every.len());
        let mut ambiguous = HashMap::new();
        for (at, name) in own.iter().flat_map(|at| names[*at].top_level.iter().map(move |name| (*at, name))) {
            let first = *homes.entry(name).or_insert(at);
            if first != at {
                ambiguous.entry(name.clone()).or_insert([first, at]);
            }
        }
        let written = names.iter().map(|_| OnceLock::new()).collect();
        Ok(Self { files, root_files, roots, every, ambiguous, declared, written })
    }

    /// The texts that the set was compiled from, as their files are shown.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.texts()
    }

    /// Full names of the root files' top-level messages, in order.
    pub(super) fn roots(&self) -> &[String] {
        &self.roots
    }

    /// Full names of the top-level messages of all files that the set was made for, in order.
    pub(super) fn every(&self) -> &[String] {
        &self.every
    }

    /// Whether any file declares a message of this full name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.declared.contains_key(name)
    }

    /// Whether its files are linked, or will be, whatever root message is asked for next: all at once, or each by itself.
    pub(super) fn is_settled(&self) -> bool {
        let is_linked = |written: &Arc<Written>| written.unread(0) == 0;
        let is_only_one_linked = || match &self.written[..] {
            [only] => only.get().and_then(|written| written.as_ref().ok()).is_some_and(is_linked),
            _ => false,
        };
        self.files.is_linked() || is_only_one_linked()
    }

    /// The set as it would be stored for a root message, and that message's full name; without a name for the only one
    /// that there is. What is no full name is looked up in the root files as the broker looks up the names that it
    /// stores: `Order` and `.Order` find `shop.Order`.
    ///
    /// # Errors
    ///
    /// Where there is no such message, more than one to choose from, or an import is missing.
    pub(super) fn root(&self, root: Option<&str>, input: &str) -> Result<(Arc<Written>, &str), InputError> {
        let root = match (root, self.roots()) {
            (Some(root), _) => root,
            (None, [only]) => only,
            (None, roots) => return Err(self.no_root(roots, input)),
        };
        if let Some(files) = self.ambiguous.get(root) {
            return Err(self.several_roots(root, *files, input));
        }
        if let Some((name, &at)) = self.declared.get_key_value(root) {
            return Ok((self.written(at, input)?, name));
        }
        // A root file that cannot be linked has no aliases.
        let aliased = self.root_files.iter().find_map(|at| {
            let written = self.written(*at, input).ok()?;
            let schema = written.schema(root).ok()?;
            Some((written, &**self.declared.get_key_value(schema.root_name())?.0))
        });
        aliased.ok_or_else(|| self.unknown_root(root, input))
    }

    /// Each root file with its imports, linked, no root message chosen.
    ///
    /// # Errors
    ///
    /// Where an import is missing; a file that cannot be built is an error in its place.
    pub(super) fn pools(&self, input: &str) -> Result<Vec<Result<Arc<Pool>, Unreadable>>, InputError> {
        self.root_files.iter().map(|at| Ok(self.written(*at, input)?.look_at_all())).collect()
    }

    /// Where a part of the files stands.
    pub(super) fn locate(&self, place: &Place) -> Option<Location> {
        self.files.locate(place)
    }

    fn written(&self, file: usize, input: &str) -> Result<Arc<Written>, InputError> {
        let written = self.written[file].get_or_init(|| match missing_import(&self.files, file, input) {
            Some(error) => Err(error),
            None => Ok(Arc::new(Written::new(Arc::clone(&self.files), file))),
        });
        written.clone()
    }

    fn several_roots(&self, root: &str, files: [usize; 2], input: &str) -> InputError {
        let [one, other] = files.map(|at| names::cut(self.files.name(at)));
        let message = format!("two files declare `{}`: `{one}` and `{other}`", names::cut(root));
        InputError::new("ambiguous-root", input, message).help("hand over a set for each of them")
    }

    fn no_root(&self, roots: &[String], input: &str) -> InputError {
        let files = names::list(self.root_files.iter().map(|at| self.files.name(*at)));
        let declare = if self.root_files.len() == 1 { "declares" } else { "declare" };
        if roots.is_empty() {
            return InputError::new("no-root", input, format!("{files} {declare} no message"));
        }
        let list = names::list(roots.iter().map(String::as_str));
        InputError::new("no-root", input, format!("{files} {declare} {} messages: {list}", roots.len())).help(
            format!("name the root message: `--root {}`, or take them all: `--every-message`", roots[0]),
        )
    }

    fn unknown_root(&self, root: &str, input: &str) -> InputError {
        let message = format!("no file declares a message `{}`", names::cut(root));
        let error = InputError::new("unknown-root", input, message);
        let mut declared: Vec<&str> = self.declared.keys().map(|name| &**name).collect();
        declared.sort_unstable();
        let all = self.roots.iter().map(String::as_str).chain(declared);
        match (names::nearest(root, all), self.roots.as_slice()) {
            (Some(near), [] | [_]) => error.help(format!("did you mean `{near}`?")),
            (None, []) => error.help("there is no message at all"),
            (near, roots) => {
                let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
                error.help(format!("{near}there are {}", names::list(roots.iter().map(String::as_str))))
            }
        }
    }
}

impl fmt::Debug for DescriptorSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DescriptorSet")
            .field("files", &self.files)
            .field("roots", &self.roots)
            .finish_non_exhaustive()
    }
}

/// Names in order, each once.
fn distinct<'n>(all: impl Iterator<Item = &'n String>) -> Vec<String> {
    let mut met = HashSet::new();
    all.filter(|name| met.insert(*name)).cloned().collect()
}

/// Full names of the messages that a file declares.
struct MessageNames {
    top_level: Vec<String>,
    all: Vec<String>,
}

impl MessageNames {
    fn of(file: &Surveyed<'_>) -> Self {
        let all = file.messages();
        let top_level =
            all.iter().filter(|(_, is_nested)| !is_nested).map(|(name, _)| name.clone()).collect();
        Self { top_level, all: all.into_iter().map(|(name, _)| name).collect() }
    }
}

/// How a set came about.
enum Made<'n> {
    /// By another compiler, which leaves open what it was asked for.
    Elsewhere,
    /// By this program, from these sources.
    Here { names: &'n [String], tree: bool, places: Places },
}

fn importer<'s>(file: &'s Surveyed<'_>) -> Importer<'s> {
    Importer {
        name: &file.name,
        dependencies: &file.dependencies,
        public_dependencies: &file.public_dependencies,
    }
}

/// Those of a set's own files that no file imports.
fn root_files(files: &Files, surveyed: &[Surveyed<'_>], by_name: &ByName<'_>, own: &[usize]) -> Vec<usize> {
    let mut imported = vec![false; surveyed.len()];
    for at in files.live() {
        let imports = surveyed[at].dependencies.iter().chain(&surveyed[at].option_dependencies);
        for found in imports.filter_map(|import| by_name.get(&**import)) {
            imported[*found as usize] |= *found as usize != at;
        }
    }
    let roots: Vec<usize> = own.iter().copied().filter(|at| !imported[*at]).collect();
    if !roots.is_empty() {
        return roots;
    }
    // Each file imports another in a circle; the file that was named comes last.
    own.last().copied().or_else(|| files.live().next_back()).into_iter().collect()
}

/// Says why bytes are no descriptor set, and in which file it shows.
fn explain(bytes: &[u8], error: WireError, input: &str) -> InputError {
    if error.what == TOO_MANY {
        return InputError::new("too-large", input, format!("declares {error}"));
    }
    let mut set = Fields::new(bytes);
    let mut looks_like_one = sniff::is_cut_set(bytes);
    loop {
        match set.next() {
            Ok(Some((1, Value::Bytes(_), start))) => {
                let record = &bytes[start..set.position()];
                if let Err(error) = decode_set(record) {
                    let file =
                        file_name(record).map(|n| format!(" of `{}`", names::cut(&n))).unwrap_or_default();
                    let message = format!(
                        "malformed descriptor{file}, which starts at byte {start}: in one of its parts {error}"
                    );
                    return InputError::new("malformed-set", input, message);
                }
                looks_like_one = true;
            }
            Ok(Some(_)) => {}
            Err(error) if looks_like_one && error.what.contains("end") => {
                let message = format!("truncated descriptor set of {} bytes: {error}", bytes.len());
                return InputError::new("truncated-set", input, message).help("write or copy the file anew");
            }
            Ok(None) | Err(_) => break,
        }
    }
    let error = InputError::new("no-set", input, format!("no descriptor set: {error}"));
    let printable = |c: char| !c.is_control() || c.is_whitespace();
    if std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(printable)) {
        return error
            .help("it is text; for a source or JSON, say `--input-type proto` or `--input-type native`");
    }
    error.help("a descriptor set is written by `protoc --include_imports -o FILE` or `buf build -o FILE`")
}

/// The name of the first file in a record that need not be well formed.
fn file_name(record: &[u8]) -> Option<String> {
    let mut set = Fields::new(record);
    let Ok(Some((1, Value::Bytes(file), _))) = set.next() else { return None };
    let mut fields = Fields::new(file);
    while let Ok(Some((number, value, _))) = fields.next() {
        if let (1, Value::Bytes(name)) = (number, value) {
            return Some(String::from_utf8_lossy(name).into_owned());
        }
    }
    None
}

fn empty(bytes: &[u8], input: &str) -> InputError {
    let message = if bytes.is_empty() { "empty" } else { "a descriptor set without a file" };
    InputError::new("empty-set", input, message)
        .help("a descriptor set is written by `protoc --include_imports -o FILE` or `buf build -o FILE`")
}

/// What is told of a root file's imports that the set lacks.
fn missing_import(files: &Files, root_file: usize, input: &str) -> Option<InputError> {
    let missing = files.graph().missing(root_file);
    if missing.is_empty() {
        return None;
    }
    let list = names::list(missing.iter().map(|(import, _)| *import));
    let wanted: BTreeSet<&str> = missing.iter().map(|(_, by)| files.name(*by as usize)).collect();
    let by = names::list(wanted.into_iter());
    let message = format!("the descriptor set lacks {list}, imported by {by}");
    let error = InputError::new("missing-import", input, message);
    Some(error.help("write it with its imports: `protoc --include_imports -o FILE`"))
}
