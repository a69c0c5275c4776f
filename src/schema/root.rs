//! Root lookup: what a stored root name means in a root file, aliases of older clients included (contract, section 7).

use std::collections::HashMap;
use std::sync::Arc;

use regex_lite::Regex;

use super::{MessageId, Pool};

impl Pool {
    /// The message that a stored root name stands for in the pool's root file.
    pub fn find_root(&self, name: &str) -> Option<MessageId> {
        let package = &*self[self.root_file()].package;
        let own = match package {
            "" => Some(name),
            _ => name.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')),
        };
        match own {
            Some(own) => self.find_relative(own).or_else(|| self.find_root_legacy(name, package)),
            None => self.find_root_legacy(name, package).or_else(|| self.find_relative(name)),
        }
    }

    /// What clients before full names stored: the package deleted wherever it matches, then the first dot.
    fn find_root_legacy(&self, name: &str, package: &str) -> Option<MessageId> {
        let start = find_package(name, package)?;
        let without = match start {
            Some((start, end)) => format!("{}{}", &name[..start], &name[end..]),
            None => name.to_owned(),
        };
        self.find_relative(&without.replacen('.', "", 1))
    }

    /// A top-level message of the root file, then messages nested in it.
    fn find_relative(&self, name: &str) -> Option<MessageId> {
        let name = name.trim_end_matches('.');
        let package = &*self[self.root_file()].package;
        let full = if package.is_empty() { name.to_owned() } else { format!("{package}.{name}") };
        self.in_root_file().get(&*full).copied()
    }

    /// The messages of the root file by full name.
    fn in_root_file(&self) -> &HashMap<Arc<str>, MessageId> {
        self.root_names.get_or_init(|| {
            let root_file = self.root_file();
            let own = (0..).zip(&self.messages).filter(|(_, m)| m.file == root_file);
            own.map(|(id, m)| (Arc::clone(&m.name), MessageId(id))).collect()
        })
    }
}

/// Where the package, read as a regular expression, first matches in the name; `None` where it is no expression.
#[expect(clippy::option_option, reason = "no expression and no match are told apart")]
fn find_package(name: &str, package: &str) -> Option<Option<(usize, usize)>> {
    if package.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return Some(name.find(package).map(|at| (at, at + package.len())));
    }
    let found = Regex::new(package).ok()?.find(name).map(|m| (m.start(), m.end()));
    Some(found)
}
