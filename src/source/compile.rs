//! From `.proto` sources to an encoded descriptor set: the seam to the compiler, which is protox for now.
//!
//! protox reads proto2 and proto3. What it cannot stand is kept from it: editions, a byte order mark, and nesting without
//! end, which it would follow until the stack is spent.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use miette::Diagnostic as _;
use protox::file::{ChainFileResolver, File, FileResolver, GoogleFileResolver};

use super::search::{Search, refusal};
use super::{InputError, error::Location, read};

/// How deep brackets may nest in a source.
const MAX_NESTING: usize = 100;
/// How many files one source may import, directly and indirectly, well-known ones left out.
const MAX_FILES: usize = 10_000;

/// A source that is read already.
pub(super) struct Source {
    /// The import path.
    pub(super) name: String,
    /// The path as a person would name it.
    pub(super) path: String,
    /// What is in the file.
    pub(super) bytes: Vec<u8>,
}

/// Compiles sources and whatever they import to an encoded `FileDescriptorSet`. `names` are import paths; `sources` are
/// taken as given, everything else is read through `search`.
///
/// # Errors
///
/// The first fault: in which file, where, and why.
pub(super) fn compile(
    names: &[String],
    sources: Vec<Source>,
    search: Search,
    input: &str,
) -> Result<Vec<u8>, InputError> {
    let state =
        Rc::new(State { input: input.to_owned(), sources: RefCell::default(), failed: RefCell::default() });
    let given = sources.into_iter().map(|source| (source.name.clone(), source)).collect();
    let mut resolver = ChainFileResolver::new();
    resolver.add(Resolver { state: Rc::clone(&state), given: RefCell::new(given), search });
    resolver.add(GoogleFileResolver::new());
    let mut compiler = protox::Compiler::with_file_resolver(resolver);
    compiler.include_imports(true).include_source_info(false);
    for name in names {
        compiler.open_file(name).map_err(|error| state.explain(&error))?;
    }
    Ok(compiler.encode_file_descriptor_set())
}

/// What is kept for the sake of errors.
struct State {
    input: String,
    /// The path and the text of each file by import path.
    sources: RefCell<HashMap<String, (String, String)>>,
    /// A fault that protox does not know of.
    failed: RefCell<Option<InputError>>,
}

impl State {
    fn explain(&self, error: &protox::Error) -> InputError {
        if let Some(failed) = self.failed.borrow_mut().take() {
            return failed;
        }
        let kind = match () {
            () if error.is_file_not_found() => "missing-import",
            () if error.is_parse() => "syntax",
            () => "compile",
        };
        let mut out = InputError::new(kind, &self.input, in_our_words(&error.to_string()));
        out.help = error.help().map(|help| help.to_string());
        if kind == "missing-import" {
            out.help = Some("give the directory that the import starts from: `-I DIR`".to_owned());
        }
        let sources = self.sources.borrow();
        if let Some((path, text)) = error.file().and_then(|file| sources.get(file)) {
            let label = error.labels().and_then(|mut labels| labels.next());
            out.location = label.map(|l| Location::in_text(path, text, l.offset(), l.offset() + l.len()));
            if out.location.is_none() {
                out.message = format!("`{path}`: {}", out.message);
            }
        }
        out
    }
}

/// Code is quoted with backticks here.
fn in_our_words(message: &str) -> String {
    let trimmed = message.trim_end_matches('.');
    if trimmed.matches('\'').count() % 2 == 0 { trimmed.replace('\'', "`") } else { trimmed.to_owned() }
}

struct Resolver {
    state: Rc<State>,
    given: RefCell<HashMap<String, Source>>,
    search: Search,
}

impl FileResolver for Resolver {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        let failed = |error: InputError| {
            let told = protox::Error::new(error.clone());
            *self.state.failed.borrow_mut() = Some(error);
            told
        };
        let Some(source) = self.source(name).map_err(failed)? else {
            return Err(protox::Error::file_not_found(name));
        };
        let text = readable(&source, &self.state.input).map_err(failed)?;
        let file = File::from_source(name, &text);
        self.state.sources.borrow_mut().insert(name.to_owned(), (source.path, text));
        file
    }
}

impl Resolver {
    fn source(&self, name: &str) -> Result<Option<Source>, InputError> {
        let input = &self.state.input;
        if let Some(given) = self.given.borrow_mut().remove(name) {
            return Ok(Some(given));
        }
        if let Some(why) = refusal(name) {
            return Err(InputError::new(
                "import",
                input,
                format!("imports `{}`: {why}", super::names::cut(name)),
            ));
        }
        if self.state.sources.borrow().len() >= MAX_FILES {
            return Err(InputError::new(
                "too-many-files",
                input,
                format!("imports more than {MAX_FILES} files"),
            ));
        }
        let Some(path) = self.search.find(name) else { return Ok(None) };
        let bytes = read_import(&path, name, input)?;
        Ok(Some(Source { name: name.to_owned(), path: path.display().to_string(), bytes }))
    }
}

fn read_import(path: &Path, name: &str, input: &str) -> Result<Vec<u8>, InputError> {
    read::file(path, input).map_err(|mut error| {
        error.message = format!("imports `{name}`: `{}`: {}", path.display(), error.message);
        error
    })
}

/// The text of a source that may be handed to protox.
fn readable(source: &Source, input: &str) -> Result<String, InputError> {
    let text = std::str::from_utf8(&source.bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&source.bytes[..error.valid_up_to()]);
        let location = Location::in_text(&source.path, &before, before.len(), before.len());
        InputError { location: Some(location), ..InputError::new("not-utf8", input, "not UTF-8") }
            .help("a source is UTF-8 text; if this is something else, say what with `--input-type`")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match scan(text) {
        Ok(()) => Ok(text.to_owned()),
        Err((Fault::Edition, start, end)) => Err(InputError::new(
            "edition",
            input,
            "edition sources are not read yet",
        )
        .help("hand over a descriptor set, which may have editions: `protoc --include_imports -o FILE`"))
        .map_err(|e| InputError { location: Some(Location::in_text(&source.path, text, start, end)), ..e }),
        Err((Fault::Nesting, start, end)) => {
            let message = format!("brackets nest more than {MAX_NESTING} deep");
            let location = Some(Location::in_text(&source.path, text, start, end));
            Err(InputError { location, ..InputError::new("syntax", input, message) })
        }
    }
}

enum Fault {
    Edition,
    Nesting,
}

/// Looks over the tokens of a source for what protox cannot stand, and where.
fn scan(text: &str) -> Result<(), (Fault, usize, usize)> {
    let bytes = text.as_bytes();
    let until = |at: usize, end: &str| text[at..].find(end).map_or(bytes.len(), |n| at + n + end.len());
    let (mut at, mut depth, mut first) = (0, 0usize, true);
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at = match byte {
            b'/' if bytes[at..].starts_with(b"//") => until(at, "\n"),
            b'/' if bytes[at..].starts_with(b"/*") => until(at + 2, "*/"),
            b'"' | b'\'' => string_end(bytes, at),
            b if b.is_ascii_alphabetic() || b == b'_' => {
                let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
                at + bytes[at..].iter().take_while(|b| word(b)).count()
            }
            _ => at + 1,
        };
        if byte.is_ascii_whitespace() || byte == b'/' {
            continue;
        }
        match byte {
            b'e' if first && &bytes[start..at] == b"edition" => return Err((Fault::Edition, start, at)),
            b'{' | b'[' | b'<' | b'(' => depth += 1,
            b'}' | b']' | b'>' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_NESTING {
            return Err((Fault::Nesting, start, at));
        }
        first = false;
    }
    Ok(())
}

/// Behind the closing quote, or at the end of the line.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            b if b == bytes[start] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}
