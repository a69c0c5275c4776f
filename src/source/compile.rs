//! From `.proto` sources to an encoded descriptor set: gathers a source's imports and has them read and checked by
//! `proto`, imports before what imports them.

use std::collections::HashMap;
use std::sync::OnceLock;

use typed_arena::Arena;

use super::places::{Places, Text};
use super::search::Search;
use super::{InputError, MaxSize, error::Location, names};
use crate::proto::{self, Diagnostic, ImportKind, Lines, Parsed, Span};
use crate::schema::decode::{MAX_DECLARED, TOO_MANY};
use crate::schema::encode::encode_set;
use crate::workers::spread_all;

/// How many files one source may import, directly and indirectly.
const MAX_FILES: usize = 20_000;

/// A source that is read.
pub(super) struct Source {
    /// The import path.
    pub(super) name: String,
    /// The path as a person would name it; none where it is a well-known file of our own.
    pub(super) path: Option<String>,
    /// What is in the file.
    pub(super) bytes: Vec<u8>,
    /// Found where somebody asks for a place.
    lines: OnceLock<Lines>,
}

/// Sources that compile.
pub(super) struct Compiled {
    /// An encoded `FileDescriptorSet`, imports before what imports them.
    pub(super) set: Vec<u8>,
    /// Where their parts stand.
    pub(super) places: Places,
    /// What `protoc` would warn about, with its place.
    pub(super) notes: Vec<String>,
}

/// Compiles sources and whatever they import. `names` are import paths; `given` are taken as they are, everything else is
/// read through `search`, and well-known files that are not found there are our own.
///
/// # Errors
///
/// All faults of all files; the first one holds the others.
pub(super) fn compile(
    names: &[String],
    given: Vec<Source>,
    search: &Search,
    max_size: MaxSize,
    input: &str,
) -> Result<Compiled, InputError> {
    let arena = Arena::new();
    let given = given.into_iter().map(|source| (source.name.clone(), source)).collect();
    let mut loader = Loader {
        input,
        search,
        max_size,
        left: max_size,
        declared: 0,
        given,
        arena: &arena,
        ahead: HashMap::new(),
        state: HashMap::new(),
        files: Vec::new(),
        faults: Vec::new(),
    };
    let mut names = names;
    while let Some((name, rest)) = names.split_first() {
        loader.read_ahead(names);
        loader.load(name)?;
        names = rest;
    }
    let Loader { files, mut faults, .. } = loader;
    let (sources, mut parsed): (Vec<&Source>, Vec<Parsed<'_>>) = files.into_iter().unzip();
    let read: Vec<usize> = parsed.iter().map(|parsed| parsed.errors.len()).collect();
    proto::check(&mut parsed);
    let mut notes = Vec::new();
    for ((source, parsed), read) in sources.iter().zip(&parsed).zip(read) {
        for (at, error) in parsed.errors.iter().enumerate() {
            let kind = if at < read { "syntax" } else { "compile" };
            faults.push(fault(kind, source, error, input));
        }
        if source.path.is_some() {
            notes.extend(parsed.notes.iter().take(MAX_NOTES).map(|note| told(source, note, input)));
        }
    }
    if let Some(error) = InputError::all(faults) {
        return Err(error);
    }
    let set = encode_set(parsed.iter().map(|parsed| &parsed.file));
    drop(parsed);
    Ok(Compiled { set, places: Places::of_texts(arena.into_vec().into_iter().filter_map(Text::of)), notes })
}

/// How many notes one file may have: nobody reads more.
const MAX_NOTES: usize = 50;

/// Reads and parses sources and their imports, once each.
struct Loader<'s> {
    input: &'s str,
    search: &'s Search,
    max_size: MaxSize,
    /// How much of that is left for files to come.
    left: MaxSize,
    /// How much the files declare.
    declared: usize,
    given: HashMap<String, Source>,
    arena: &'s Arena<Source>,
    /// Files of a tree that are read and parsed before their turn, many at once.
    ahead: HashMap<&'s str, (&'s Source, Parsed<'s>)>,
    state: HashMap<String, State>,
    /// Each behind those that it imports.
    files: Vec<(&'s Source, Parsed<'s>)>,
    /// Imports that are missing or go in a circle.
    faults: Vec<InputError>,
}

/// How far a file is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Its imports are being read.
    Open,
    Done,
}

/// A file on the way from the root to the one at hand, and how many of its imports are seen to.
struct Opened<'s> {
    source: &'s Source,
    parsed: Parsed<'s>,
    next: usize,
}

/// How many files are worth being parsed at once, and how many bytes of them: what hostile files declare stays bounded.
const MANY: usize = 512;
const MANY_BYTES: usize = 4 << 20;

impl<'s> Loader<'s> {
    /// Reads and parses the next files of a tree on all processors, where none is at hand. A file that cannot be read, or
    /// is too much, is left for its turn.
    fn read_ahead(&mut self, names: &[String]) {
        if !self.ahead.is_empty() || names.len() == 1 || self.state.contains_key(&names[0]) {
            return;
        }
        let mut left = self.left.bytes().min(MANY_BYTES as u64);
        let mut sources: Vec<&'s Source> = Vec::new();
        let mut names = names.iter();
        while let Some(name) = names.find(|name| !self.state.contains_key(*name))
            && sources.len() < MANY
        {
            let Ok(Some(source)) = self.source(name) else { break };
            let Some(rest) = left.checked_sub(source.bytes.len() as u64) else {
                self.given.insert(name.clone(), source);
                break;
            };
            left = rest;
            sources.push(self.arena.alloc(source));
        }
        let parsed = spread_all(&sources, |source| proto::parse(&source.name, &source.bytes));
        self.ahead =
            sources.iter().map(|source| &*source.name).zip(sources.iter().copied().zip(parsed)).collect();
    }

    /// Reads a file and all that it imports, without recursion: chains of imports may be long.
    fn load(&mut self, name: &str) -> Result<(), InputError> {
        if self.state.contains_key(name) {
            return Ok(());
        }
        let Some(root) = self.open(name)? else {
            return Err(InputError::new("missing-file", self.input, format!("no such file: `{name}`")));
        };
        let mut open = vec![root];
        while let Some(top) = open.last_mut() {
            let Some(import) = top.parsed.imports.get(top.next) else {
                if let Some(Opened { source, parsed, .. }) = open.pop() {
                    self.state.insert(source.name.clone(), State::Done);
                    self.files.push((source, parsed));
                }
                continue;
            };
            top.next += 1;
            let (path, span, kind) = (import.path.to_string(), import.span, import.kind);
            let by = top.source;
            match self.state.get(&*path) {
                Some(State::Done) => {}
                Some(State::Open) => {
                    let fault = self.circle(&open, &path, by, span);
                    self.faults.push(fault);
                }
                None => {
                    let fault = match self.open(&path) {
                        Ok(Some(opened)) => {
                            open.push(opened);
                            continue;
                        }
                        Ok(None) => self.missing(&path, kind, by, span),
                        Err(error) => {
                            let message = match error.kind {
                                "too-large" | "too-many-files" => error.message,
                                _ => format!("imports `{}`: {}", names::cut(&path), error.message),
                            };
                            InputError { location: Some(by.location(span)), message, ..error }
                        }
                    };
                    if matches!(fault.kind, "too-large" | "too-many-files") {
                        return Err(fault);
                    }
                    self.faults.push(fault);
                    self.state.insert(path, State::Done);
                }
            }
        }
        Ok(())
    }

    /// Reads and parses a file; `None` where there is none of that import path.
    fn open(&mut self, name: &str) -> Result<Option<Opened<'s>>, InputError> {
        if self.state.len() >= MAX_FILES {
            let message = format!("imports more than {MAX_FILES} files");
            return Err(InputError::new("too-many-files", self.input, message));
        }
        let ahead = self.ahead.remove(name);
        let source: &'s Source = match &ahead {
            Some((source, _)) => source,
            None => match self.source(name)? {
                Some(source) => self.arena.alloc(source),
                None => return Ok(None),
            },
        };
        if source.bytes.len() as u64 > self.left.bytes() {
            return Err(self.max_size.exceeded_in_all(self.input));
        }
        self.left = self.left.less(source.bytes.len());
        self.state.insert(name.to_owned(), State::Open);
        let parsed = ahead.map_or_else(|| proto::parse(&source.name, &source.bytes), |(_, parsed)| parsed);
        self.declared = self.declared.saturating_add(parsed.declared);
        if self.declared > MAX_DECLARED && parsed.declared < self.declared {
            return Err(InputError::new("too-large", self.input, format!("its files declare {TOO_MANY}")));
        }
        Ok(Some(Opened { source, parsed, next: 0 }))
    }

    fn source(&mut self, name: &str) -> Result<Option<Source>, InputError> {
        if let Some(given) = self.given.remove(name) {
            return Ok(Some(given));
        }
        if let Some((shelf, path)) = self.search.find(name) {
            let shown = shelf.shown(&path);
            let bytes = shelf.read(&path, self.input, self.max_size).map_err(|mut error| {
                error.message = format!("`{shown}`: {}", error.message);
                error
            })?;
            return Ok(Some(Source::new(name.to_owned(), Some(shelf.file(&path)), bytes)));
        }
        let own = proto::bundled(name);
        Ok(own.map(|text| Source::new(name.to_owned(), None, text.as_bytes().to_vec())))
    }

    fn missing(&self, import: &str, kind: ImportKind, by: &Source, span: Span) -> InputError {
        let deleted = self.search.find_deleted(import);
        let submodule = self.search.find_submodule(import);
        let import = names::cut(import);
        let message = if let Some(path) = &deleted {
            format!("`{}` is deleted in the index: the next commit removes it", path.display())
        } else if let Some(submodule) = &submodule {
            format!(
                "`{import}` is not found: `{submodule}` is a submodule, whose files are in a repository of its own"
            )
        } else if super::search::is_import_path(&import) {
            format!("`{import}` is not found, looked for in {}", self.search.list())
        } else {
            format!(
                "`{import}` is no import path: one starts from an import directory, without `.`, `..` and `\\`"
            )
        };
        let help = match kind {
            _ if deleted.is_some() => "take the deletion back, `git restore --staged`, or the import out",
            _ if submodule.is_some() => {
                "check that version out with its submodules, and hand over its directory: `tree:DIR`, or `-I DIR`"
            }
            ImportKind::Option => {
                "options are checked too: give the directory that the import starts from, `-I DIR`"
            }
            _ => "give the directory that the import starts from: `-I DIR`",
        };
        let location = Some(by.location(span));
        InputError { location, ..InputError::new("missing-import", self.input, message).help(help) }
    }

    fn circle(&self, open: &[Opened<'s>], import: &str, by: &Source, span: Span) -> InputError {
        let start = open.iter().position(|opened| opened.source.name == import).unwrap_or_default();
        let files: Vec<&str> = open[start..].iter().map(|opened| opened.source.name.as_str()).collect();
        in_a_circle(&files, by, span, self.input)
    }
}

/// What is told of files that import each other, of which the last one, `by`, imports the first.
pub(super) fn in_a_circle(files: &[&str], by: &Source, span: Span, input: &str) -> InputError {
    let listed = names::list(files.iter().copied());
    let message = match files {
        [_] => format!("{listed} imports itself"),
        _ => format!("{listed} import each other in a circle"),
    };
    let location = Some(by.location(span));
    InputError { location, ..InputError::new("import-circle", input, message) }
}

impl Source {
    pub(super) fn new(name: String, path: Option<String>, bytes: Vec<u8>) -> Self {
        Self { name, path, bytes, lines: OnceLock::new() }
    }

    /// The path that a person is told.
    fn shown(&self) -> &str {
        self.path.as_deref().unwrap_or(&self.name)
    }

    fn location(&self, span: Span) -> Location {
        let lines = self.lines.get_or_init(|| Lines::new(&self.bytes));
        Location::in_text(self.shown(), &self.bytes, lines, span)
    }
}

fn fault(kind: &'static str, source: &Source, error: &Diagnostic, input: &str) -> InputError {
    InputError {
        help: error.help.as_deref().map(|help| names::sentence(help.to_owned())),
        location: Some(source.location(error.span)),
        ..InputError::new(kind, input, &*error.message)
    }
}

fn told(source: &Source, note: &Diagnostic, input: &str) -> String {
    fault("note", source, note, input).to_string()
}
