//! From `.proto` sources to an encoded descriptor set: the seam to the compiler, which is protox for now.
//!
//! protox reads proto2 and proto3. What it cannot stand is kept from it: editions, a byte order mark, and nesting without
//! end, which it would follow until the stack is spent.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use miette::Diagnostic as _;
use protox::file::{ChainFileResolver, File, FileResolver, GoogleFileResolver};

use super::search::Search;
use super::{InputError, error::Location, names, read};

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
    let given = sources.into_iter().map(|source| (source.name.clone(), source)).collect();
    let mut loader = Loader { input, search, given, texts: HashMap::new(), files: HashMap::new() };
    let order = loader.load(names)?;
    let mut resolver = ChainFileResolver::new();
    resolver.add(Loaded(RefCell::new(loader.files)));
    resolver.add(GoogleFileResolver::new());
    let mut compiler = protox::Compiler::with_file_resolver(resolver);
    // With source info the set is encoded as it stands; leaving it out would decode and encode it once more.
    compiler.include_imports(true).include_source_info(true);
    for name in &order {
        compiler.open_file(name).map_err(|error| explain(&error, input, &loader.texts))?;
    }
    Ok(compiler.encode_file_descriptor_set())
}

/// Reads and parses sources and their imports, once each.
struct Loader<'a> {
    input: &'a str,
    search: Search,
    given: HashMap<String, Source>,
    texts: Texts,
    files: HashMap<String, File>,
}

/// The path and the text of each file by import path, for the places in errors.
type Texts = HashMap<String, (String, String)>;

impl Loader<'_> {
    /// Import paths of all files, each behind those that it imports: protox goes from file to file by recursion, which
    /// a long chain of imports would carry past the end of the stack. Files that are not found are left to protox.
    fn load(&mut self, names: &[String]) -> Result<Vec<String>, InputError> {
        let mut order = Vec::new();
        let mut done = HashSet::new();
        // Files on the way from a named one to the one at hand, with the imports that are still to be read.
        let mut open: Vec<(String, Vec<String>)> = Vec::new();
        let mut entered = HashSet::new();
        for named in names {
            let mut next = Some(named.clone());
            loop {
                match next.take() {
                    Some(name) if done.contains(&name) => {}
                    Some(name) if !entered.insert(name.clone()) => return Err(self.circle(&open, &name)),
                    Some(name) => match self.file(&name)? {
                        Some(imports) => open.push((name, imports)),
                        None => drop(done.insert(name)),
                    },
                    None => {}
                }
                let Some((_, imports)) = open.last_mut() else { break };
                next = imports.pop();
                if next.is_none()
                    && let Some((name, _)) = open.pop()
                {
                    done.insert(name.clone());
                    order.push(name);
                }
            }
        }
        Ok(order)
    }

    /// Reads a file and returns its imports, the first one last; `None` where there is no such file.
    fn file(&mut self, name: &str) -> Result<Option<Vec<String>>, InputError> {
        let Some(source) = self.source(name)? else { return Ok(None) };
        let text = readable(&source, self.input)?;
        let (_, text) = self.texts.entry(name.to_owned()).insert_entry((source.path, text)).into_mut();
        let file = File::from_source(name, text).map_err(|error| explain(&error, self.input, &self.texts))?;
        let imports = file.file_descriptor_proto().dependency.iter().rev().cloned().collect();
        self.files.insert(name.to_owned(), file);
        Ok(Some(imports))
    }

    fn source(&mut self, name: &str) -> Result<Option<Source>, InputError> {
        if let Some(given) = self.given.remove(name) {
            return Ok(Some(given));
        }
        if self.files.len() >= MAX_FILES {
            let message = format!("imports more than {MAX_FILES} files");
            return Err(InputError::new("too-many-files", self.input, message));
        }
        let Some(path) = self.search.find(name) else { return Ok(None) };
        let bytes = read_import(&path, name, self.input)?;
        Ok(Some(Source { name: name.to_owned(), path: path.display().to_string(), bytes }))
    }

    fn circle(&self, open: &[(String, Vec<String>)], name: &str) -> InputError {
        let start = open.iter().position(|(other, _)| other == name).unwrap_or_default();
        let files = names::list(open[start..].iter().map(|(file, _)| file.as_str()));
        let message = if open.len() - start == 1 {
            format!("{files} imports itself")
        } else {
            format!("{files} import each other in a circle")
        };
        InputError::new("compile", self.input, message)
    }
}

/// Files that are parsed already.
struct Loaded(RefCell<HashMap<String, File>>);

impl FileResolver for Loaded {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        self.0.borrow_mut().remove(name).ok_or_else(|| protox::Error::file_not_found(name))
    }
}

/// A fault that protox found, in our words and with its place.
fn explain(error: &protox::Error, input: &str, texts: &Texts) -> InputError {
    let kind = match () {
        () if error.is_file_not_found() => "missing-import",
        () if error.is_parse() => "syntax",
        () => "compile",
    };
    let mut out = InputError::new(kind, input, in_our_words(&error.to_string()));
    out.help = error.help().map(|help| in_our_words(&help.to_string()));
    if kind == "missing-import" {
        out.help = Some("give the directory that the import starts from: `-I DIR`".to_owned());
    }
    if out.help.as_ref().is_some_and(|help| help.starts_with("imports may not")) {
        // protox takes its message for this one from elsewhere.
        out.message.replace_range(.., "an import path that is none");
    }
    if let Some((path, text)) = error.file().and_then(|file| texts.get(file)) {
        let label = error.labels().and_then(|mut labels| labels.next());
        out.location = label.map(|l| Location::in_text(path, text, l.offset(), l.offset() + l.len()));
        if out.location.is_none() {
            out.message = format!("`{path}`: {}", out.message);
        }
    }
    out
}

/// Code is quoted with backticks here.
fn in_our_words(message: &str) -> String {
    let trimmed = message.trim_end_matches('.');
    if trimmed.matches('\'').count().is_multiple_of(2) {
        trimmed.replace('\'', "`")
    } else {
        trimmed.to_owned()
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
