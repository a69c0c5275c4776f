//! What is said of an input that cannot be read.

use std::fmt;
use std::path::Path;

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
}

/// A stretch of a file; lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

impl InputError {
    pub(super) fn new(kind: &'static str, input: &str, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), help: None, input: input.to_owned(), location: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
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
        let missing = Self::new("missing-file", input, "no such file");
        if !directory.is_dir() {
            return missing.help(format!("there is no directory `{}` either", directory.display()));
        }
        let names = std::fs::read_dir(directory).into_iter().flatten().take(super::names::MANY).flatten();
        let names: Vec<String> = names.filter_map(|e| e.file_name().into_string().ok()).collect();
        let wanted = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        match super::names::nearest(&wanted, names.iter().map(String::as_str)) {
            Some(near) => missing.help(format!("did you mean `{}`?", path.with_file_name(near).display())),
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
    /// The stretch of `text` from byte `start` up to byte `end`; both are moved back to the start of a character.
    pub(super) fn in_text(file: &str, text: &str, start: usize, end: usize) -> Self {
        let (line, column) = line_and_column(text, start);
        let (end_line, end_column) = line_and_column(text, end.max(start));
        Self { file: file.to_owned(), line, column, end_line, end_column }
    }
}

/// Line and column of a byte, both from 1, the column in characters.
pub(super) fn line_and_column(text: &str, at: usize) -> (u32, u32) {
    let before = &text[..character_start(text, at)];
    let line_start = before.rfind('\n').map_or(0, |n| n + 1);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let lines = before.bytes().filter(|b| *b == b'\n').count();
    (count(lines).saturating_add(1), count(before[line_start..].chars().count()).saturating_add(1))
}

fn character_start(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        assert_eq!(line_and_column("aé\nüb", 0), (1, 1));
        assert_eq!(line_and_column("aé\nüb", 3), (1, 3));
        assert_eq!(line_and_column("aé\nüb", 6), (2, 2));
        assert_eq!(line_and_column("aé\nüb", 2), (1, 2), "inside a character");
        assert_eq!(line_and_column("aé\nüb", 99), (2, 3), "past the end");
    }
}
