//! What is said of an input that cannot be read.

use std::fmt;
use std::path::{Path, PathBuf};

use super::names;
use crate::proto::{Lines, Position, Span};

/// An input that cannot be read: what, where, why, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// A stable word for machines: `missing-file`, `unreadable`, `syntax`, `unknown-root`, …
    pub kind: &'static str,
    /// What happened and why, lower case, no full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The word of the command line.
    pub input: String,
    /// Where in a file.
    pub location: Option<Location>,
    /// What else is wrong with the same input; none of these holds others.
    pub more: Vec<InputError>,
}

/// A stretch of a file; lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Location {
    pub file: Box<str>,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
    /// The first line itself, where the text is at hand.
    pub text: Option<Box<str>>,
}

/// How many faults of one input are told: nobody mends more at once.
const MANY: usize = 100;

impl InputError {
    pub(super) fn new(kind: &'static str, input: &str, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: names::sentence(message.into()),
            help: None,
            input: input.to_owned(),
            location: None,
            more: Vec::new(),
        }
    }

    /// Several faults of one input as one error, the first one in front; `None` where there are none.
    pub(crate) fn all(faults: Vec<Self>) -> Option<Self> {
        let count = faults.len();
        let mut faults = faults.into_iter();
        let first = faults.next()?;
        let mut more: Vec<Self> = faults.take(MANY - 1).collect();
        if count > MANY {
            let rest = format!("and {} more", count - MANY);
            more.push(Self { kind: first.kind, ..Self::new("", &first.input, rest) });
        }
        Some(Self { more, ..first })
    }

    /// This fault and all others of the input, one by one.
    pub fn each(&self) -> impl Iterator<Item = Self> {
        let first = Self { more: Vec::new(), ..self.clone() };
        std::iter::once(first).chain(self.more.iter().cloned())
    }

    /// Whether another error says the same again: what is wrong with the command line shows at every input.
    pub fn is_same(&self, other: &Self) -> bool {
        let says_the_same = match self.kind {
            "missing-proto-path" => self.message == other.message,
            // The message to name is what counts, not the file that it is missed in.
            "no-root" => self.help.is_some() && self.help == other.help,
            _ => false,
        };
        self == other || self.kind == other.kind && says_the_same
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(names::sentence(help.into()));
        self
    }

    /// What the system says of a path, in words.
    pub(super) fn from_io(error: &std::io::Error, input: &str, path: &Path) -> Self {
        use std::io::ErrorKind;
        match error.kind() {
            ErrorKind::NotFound => Self::missing(input, path),
            ErrorKind::PermissionDenied => Self::new("permission-denied", input, "permission denied"),
            ErrorKind::IsADirectory => Self::new("is-a-directory", input, "is a directory"),
            _ => Self::new("unreadable", input, format!("cannot be read: {error}")),
        }
    }

    fn missing(input: &str, path: &Path) -> Self {
        let directory = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if path.is_symlink() {
            return Self::new("missing-file", input, "a link that leads to no file");
        }
        let missing = Self::new("missing-file", input, "no such file");
        if !directory.is_dir() {
            return missing.help(format!("there is no directory `{}` either", directory.display()));
        }
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let mut others: Vec<PathBuf> = entries.map(|entry| PathBuf::from(entry.file_name())).collect();
        // Of two that are as near the same one is named wherever they stand in the directory.
        others.sort();
        // Endings that all have in common say nothing about which one was meant.
        let stem =
            |path: &Path| path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let stems: Vec<String> = others.iter().map(|name| stem(name)).collect();
        let near = names::nearest(&stem(path), stems.iter().map(String::as_str));
        match near.and_then(|near| stems.iter().position(|s| s == near)) {
            Some(at) => {
                missing.help(format!("did you mean `{}`?", path.with_file_name(&others[at]).display()))
            }
            None => missing,
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.location {
            Some(at) => write!(f, "{}:{}:{}: {}", at.file, at.line, at.column, self.message),
            None => write!(f, "{}: {}", self.input, self.message),
        }
    }
}

impl std::error::Error for InputError {}

impl Location {
    /// A stretch of a text, whose lines these are.
    pub(super) fn in_text(file: &str, text: &[u8], lines: &Lines, span: Span) -> Self {
        let [start, end] = [span.start, span.end].map(|at| lines.position(text, at));
        Self { text: line_at(text, span.start), ..Self::between(file, start, end) }
    }

    /// From one position of a file to another.
    pub(crate) fn between(file: &str, start: Position, end: Position) -> Self {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            file: file.into(),
            line: number(start.line),
            column: number(start.column),
            end_line: number(end.line),
            end_column: number(end.column),
            text: None,
        }
    }
}

/// The line of a text that a byte stands in, where it is one that a person could look at: a file without line ends would
/// be kept whole for each place in it.
pub(super) fn line_at(text: &[u8], at: u32) -> Option<Box<str>> {
    const LONGEST: usize = 4096;
    let (before, behind) = text.split_at(text.len().min(at as usize));
    // Looking further would take its time for each of many places in one line.
    let (before, behind) =
        (&before[before.len().saturating_sub(LONGEST + 1)..], &behind[..behind.len().min(LONGEST + 1)]);
    let before = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let behind = behind.split(|byte| *byte == b'\n' || *byte == b'\r').next().unwrap_or_default();
    let is_short = before.len() + behind.len() <= LONGEST;
    is_short.then(|| String::from_utf8_lossy(&[before, behind].concat()).into())
}
