//! Where schemas come from; the only room that touches files.
//!
//! A word of the command line becomes an [`Input`] ([`load_proposed`]) or several ([`load_history`]); an input and a root
//! message become an [`Entry`], a schema as a registry would store it. Never compares two of them.

mod answers;
mod base_64;
mod circle;
mod compact;
mod compile;
mod content;
mod descriptor_set;
mod directory;
mod encoding;
mod entry;
mod envelope;
mod error;
mod files;
mod git;
mod library;
mod layout;
mod max_size;
pub(crate) mod names;
mod native;
mod places;
mod project;
mod read;
mod reader;
mod record;
mod registry;
mod schema_type;
mod search;
mod shelf;
mod sniff;
mod standpoint;
mod subject;
mod whole;
mod written;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

pub use entry::{Entry, Fingerprint, Unreadable};
pub use error::{InputError, Location};
pub use git::Repositories;
pub use layout::{Archive, Layout, look_around};
pub use library::Library;
pub use max_size::MaxSize;
pub use project::{Changes, Project, staged_if_tracked, under};
pub use read::Stdin;
pub use schema_type::SchemaType;
pub use standpoint::Standpoint;

use crate::schema::{Part, Pool};
use answers::{Answers, Found};
use descriptor_set::DescriptorSet;
use directory::Member;
use library::Role;
use reader::Reader;
use shelf::Shelf;

/// What an input is, where content and name shall not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputType {
    /// A `.proto` source.
    Proto,
    /// An encoded `FileDescriptorSet`.
    DescriptorSet,
    /// Native schema data, the JSON envelope.
    Native,
    /// What a registry answers: one version or several.
    Registry,
}

impl InputType {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Proto, Self::DescriptorSet, Self::Native, Self::Registry];

    /// As it is written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proto => "proto",
            Self::DescriptorSet => "descriptor-set",
            Self::Native => "native",
            Self::Registry => "registry",
        }
    }
}

impl fmt::Display for InputType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for InputType {
    type Err = String;

    /// Any case, `-` or `_`.
    fn from_str(text: &str) -> Result<Self, String> {
        let word = text.to_ascii_lowercase().replace('_', "-");
        Self::ALL.into_iter().find(|t| t.name() == word).ok_or_else(|| {
            let known = names::list(Self::ALL.iter().map(|t| t.name()));
            let near = names::nearest(&word, Self::ALL.iter().map(|t| t.name()));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            format!("no input type `{}`, there are {known}{near}", names::cut(text))
        })
    }
}

/// How words of the command line are read.
#[derive(Debug, Default)]
pub struct Options<'a> {
    /// The `-I` directories in order.
    pub proto_paths: Vec<PathBuf>,
    /// Without any, imports are looked for in a file's directory and its parents up to this one; empty for the working
    /// directory.
    pub base: PathBuf,
    /// The subject of `protoward.toml` whose inputs are read, for what is told of them.
    pub subject: Option<String>,
    /// What every input is; told by content and name where absent.
    pub input_type: Option<InputType>,
    /// The most bytes that an input may have.
    pub max_size: MaxSize,
    /// What `-` stands for.
    pub stdin: Stdin<'a>,
    /// What is known of git repositories by now; none is read again with the same options.
    pub repositories: Repositories,
    /// Texts of the answers that were read by now, for those that refer to them.
    pub library: Library,
}

impl Options<'_> {
    /// Has inputs read, and read once more where one may refer to another that was read behind it. Two inputs may so stand in
    /// any order.
    pub fn settled<T>(&self, mut read: impl FnMut() -> T) -> T {
        let first = read();
        if !self.library.complete() {
            return first;
        }
        self.stdin.rewind();
        read()
    }
}

/// One version of a schema, read; its root message need not be chosen yet.
#[derive(Clone, Debug)]
pub struct Input {
    /// As a person would name it: the path as typed, a directory's members with the directory in front.
    pub label: String,
    /// The version number, where the input has one.
    pub version: Option<u64>,
    /// What is worth a look in its sources and no error, each with its place: unused imports, undefined custom options.
    pub notes: Vec<String>,
    /// What a verdict on this input takes for granted and nobody can check.
    pub caveats: Vec<String>,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Native(Entry),
    Set(Arc<DescriptorSet>),
}

impl Input {
    /// Whether the input names its own root message, so that a given one means nothing: what a registry stores does.
    pub fn names_its_root(&self) -> bool {
        matches!(self.content, Content::Native(_))
    }

    /// Full names of the messages that may be the root: the top-level messages of the root files in order, or the one
    /// that native schema data names, if it can be read.
    pub fn roots(&self) -> Vec<String> {
        match &self.content {
            Content::Native(entry) => entry.look().map(|s| s.root_name().to_owned()).into_iter().collect(),
            Content::Set(set) => set.roots().to_vec(),
        }
    }

    /// Full names of all messages that may be a root by themselves: the top-level messages of the files that the input was
    /// made of, imported by each other or not. Of a descriptor set that does not tell, all files count.
    pub fn every_root(&self) -> Vec<String> {
        match &self.content {
            Content::Native(_) => self.roots(),
            Content::Set(set) => set.every().to_vec(),
        }
    }

    /// The files of sources that it was compiled from, as they are shown; none where it was not compiled here.
    pub fn files(&self) -> Vec<&str> {
        match &self.content {
            Content::Native(_) => Vec::new(),
            Content::Set(set) => set.texts().collect(),
        }
    }

    /// Whether any of its files declares a message of this full name.
    pub fn declares(&self, message: &str) -> bool {
        match &self.content {
            Content::Native(_) => self.roots().iter().any(|root| root == message),
            Content::Set(set) => set.declares(message),
        }
    }

    /// Whether it is decided what is built together, which may depend on the root messages that are asked for first.
    pub fn is_settled(&self) -> bool {
        match &self.content {
            Content::Native(_) => true,
            Content::Set(set) => set.is_settled(),
        }
    }

    /// The input as it would be stored with this root message. Without a name, it is the only top-level message of the
    /// root file; native schema data names its own in any case.
    ///
    /// # Errors
    ///
    /// Where no message has that name, or there is a choice and no name. What the reference runtime would refuse is no
    /// error here: it shows in [`Entry::reconstruct`].
    pub fn entry(&self, root: Option<&str>) -> Result<Entry, InputError> {
        match &self.content {
            Content::Native(entry) => Ok(entry.clone()),
            Content::Set(set) => {
                let (written, root) = set.root(root, &self.label)?;
                Ok(Entry::written(&self.label, self.version, written, root))
            }
        }
    }
}

impl Input {
    /// Each root file with its imports, linked, without a root message to choose: more than a registry stores, for those who
    /// look. Native schema data has one root file.
    ///
    /// # Errors
    ///
    /// Where an import is missing. What the reference runtime could not build is an error in its place.
    pub fn pools(&self) -> Result<Vec<Result<Arc<Pool>, Unreadable>>, InputError> {
        match &self.content {
            Content::Native(entry) => Ok(vec![entry.look().map(|schema| schema.shared_pool())]),
            Content::Set(set) => set.pools(&self.label),
        }
    }

    /// Where a part of one of the input's pools stands, if its source or source info is at hand.
    pub fn locate(&self, pool: &Pool, part: Part) -> Option<Location> {
        match &self.content {
            Content::Native(entry) => entry.locate(part),
            Content::Set(set) => set.locate(&pool.place(part)),
        }
    }
}

/// A history, read.
#[derive(Debug, Default)]
pub struct Loaded {
    /// Versions, oldest first. One that could not be read keeps its place, so that an older one is never taken for the
    /// latest.
    pub inputs: Vec<Result<Input, InputError>>,
    /// Names that were passed over, each with the reason.
    pub skipped: Vec<(String, String)>,
    /// Things worth a word that change no verdict.
    pub notes: Vec<String>,
    /// What has no place in the order: schema files without a number.
    pub errors: Vec<InputError>,
    /// What comes before is deleted: an older history that this one continues counts no longer.
    pub restarts: bool,
}

impl Loaded {
    /// Adds what was found of one version: a registry's answer may hold several, and may delete those before it.
    fn add(&mut self, found: Result<Found, InputError>) {
        match found {
            Ok(Found::Answers(Answers { versions, passed_over, restarts })) => {
                if restarts {
                    self.restarts = true;
                    self.inputs.clear();
                }
                for caveat in versions.iter().flatten().flat_map(|input| &input.caveats) {
                    // Many versions refer to one file.
                    if !self.notes.contains(caveat) {
                        self.notes.push(caveat.clone());
                    }
                }
                self.inputs.extend(versions);
                self.skipped.extend(passed_over);
            }
            Ok(Found::Schema(input)) => self.inputs.push(Ok(input)),
            Err(error) => self.inputs.push(Err(error)),
        }
    }
}

/// The label of an input as people read it.
pub fn readable(label: &str) -> &str {
    if label == "-" { "standard input" } else { label }
}

/// Whether two paths lead to one file that exists.
pub fn is_same_file(one: &Path, other: &str) -> bool {
    matches!((one.canonicalize(), Path::new(other).canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Reads one schema: a file, `-`, a directory of sources that is its own import root (`tree:DIR` says so), or any of them
/// as it stands in git, `git:REF:PATH`.
///
/// # Errors
///
/// Where it cannot be read.
pub fn load_proposed(word: &str, options: &Options<'_>) -> Result<Input, InputError> {
    load(word, Role::Proposed, options).and_then(|found| found.only(word))
}

/// Reads what a word stands for, unless it is a history.
fn load(word: &str, role: Role, options: &Options<'_>) -> Result<Found, InputError> {
    let (tree, place) = split_tree(word);
    if let Some(words) = git::Words::read(place) {
        return git::load_proposed(&words, tree, options).map(Found::Schema);
    }
    let path = Path::new(place);
    let reader = Reader::new(options, role, Shelf::Disk);
    match place {
        "-" if !tree => reader.stdin(),
        _ if tree || path.is_dir() => reader.tree(path, word),
        _ => reader.file(path).map_err(|error| git::hinted(error, place, role, &options.repositories)),
    }
}

/// Reads a history: a file or `-` is one version without a number, or what a registry answers; a directory holds one version
/// per numbered name, and so does one that stands in git; `tree:DIR` is one version. `git:REF` stands for the path of
/// `proposed`, the word that [`load_proposed`] takes.
///
/// # Errors
///
/// Where a directory cannot be listed or holds no version; what is wrong with one of several versions is in its place.
pub fn load_history_of(
    word: &str,
    proposed: Option<&str>,
    options: &Options<'_>,
) -> Result<Loaded, InputError> {
    let (tree, place) = split_tree(word);
    if let Some(words) = git::Words::read(place) {
        return git::load_history(&words, proposed, tree, options);
    }
    let path = Path::new(place);
    if tree || place == "-" || !path.is_dir() {
        let mut out = Loaded::default();
        out.add(load(word, Role::Existing, options));
        return Ok(out);
    }
    load_directory(&Reader::new(options, Role::Existing, Shelf::Disk), path, word)
}

/// As [`load_history_of`] where no proposed schema is at hand.
pub fn load_history(word: &str, options: &Options<'_>) -> Result<Loaded, InputError> {
    load_history_of(word, None, options)
}

/// Whether a word of a history stands for another schema with each proposed one.
pub fn follows_proposed(word: &str) -> bool {
    git::Words::read(split_tree(word).1).is_some_and(|words| words.path.is_none())
}

/// The word for a path of the file system as it stands in the index, ready to be committed.
pub fn staged(word: &str) -> String {
    git::staged(word)
}

/// Takes `tree:` off a word.
fn split_tree(word: &str) -> (bool, &str) {
    word.strip_prefix("tree:").map_or((false, word), |place| (true, place))
}

/// The versions in a directory.
fn load_directory(reader: &Reader<'_, '_>, path: &Path, word: &str) -> Result<Loaded, InputError> {
    let found = directory::versions(&reader.shelf, path, word)?;
    let mut out = Loaded { skipped: found.skipped, errors: found.errors, ..Loaded::default() };
    if found.empty {
        out.notes.push(format!("`{word}` holds no version yet"));
    }
    for member in found.members {
        out.add(member.and_then(|Member { number, path, folder }| {
            let reader = Reader { version: Some(number), ..reader.clone() };
            if folder { reader.folder(&path) } else { reader.file(&path) }
        }));
    }
    let read = out.inputs.iter().flatten();
    let versions = read.filter_map(|input| Some((input.version?, input.label.as_str())));
    out.errors.extend(directory::disorder(versions, word));
    Ok(out)
}
