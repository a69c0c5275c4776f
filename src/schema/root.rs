//! Root lookup: what a stored root name means in a root file, aliases of older clients included (contract, section 7).

use regex_lite::Regex;

use super::{FileId, MessageId, Pool};

impl Pool {
    /// The message that a stored root name stands for in the pool's root file.
    pub fn find_root(&self, name: &str) -> Option<MessageId> {
        self.find_root_in(self.root_file(), name)
    }

    /// The message that a stored root name stands for in a file.
    pub fn find_root_in(&self, file: FileId, name: &str) -> Option<MessageId> {
        let package = &*self[file].package;
        let pattern = Pattern::of(package)?;
        let own = match package {
            "" => Some(name),
            _ => name.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')),
        };
        match own {
            Some(own) => self.find_relative(file, own).or_else(|| self.find_legacy(file, name, &pattern)),
            None => self.find_legacy(file, name, &pattern).or_else(|| self.find_relative(file, name)),
        }
    }

    /// What clients before full names stored: the package deleted where it first matches, then the first dot.
    fn find_legacy(&self, file: FileId, name: &str, pattern: &Pattern<'_>) -> Option<MessageId> {
        let without = match pattern.find(name) {
            Some((start, end)) => format!("{}{}", &name[..start], &name[end..]),
            None => name.to_owned(),
        };
        self.find_relative(file, &without.replacen('.', "", 1))
    }

    /// A top-level message of the file, then messages nested in it.
    fn find_relative(&self, file: FileId, name: &str) -> Option<MessageId> {
        let name = name.trim_end_matches('.');
        let package = &*self[file].package;
        let full = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
        self.named(&full).find(|id| self[*id].file == file)
    }
}

/// A package read as a regular expression, which is how those clients look for it.
enum Pattern<'p> {
    /// Identifiers and dots; a dot stands for any one character.
    Plain(&'p str),
    Expression(Regex),
}

impl<'p> Pattern<'p> {
    /// `None` where the package is no regular expression, with which every lookup fails.
    fn of(package: &'p str) -> Option<Self> {
        if package.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.')) {
            return Some(Self::Plain(package));
        }
        Regex::new(package).ok().map(Self::Expression)
    }

    /// Start and end of the first match.
    fn find(&self, name: &str) -> Option<(usize, usize)> {
        match self {
            Self::Plain(package) => {
                name.char_indices().map(|(at, _)| at).chain([name.len()]).find_map(|start| {
                    let mut rest = name[start..].chars();
                    let matches =
                        package.chars().all(|p| rest.next().is_some_and(|c| c == p || p == '.' && c != '\n'));
                    matches.then(|| (start, name.len() - rest.as_str().len()))
                })
            }
            Self::Expression(regex) => regex.find(name).map(|m| (m.start(), m.end())),
        }
    }
}
