//! What lies around in a directory: sources, directories that look like histories, and the branch that others build on.
//!
//! Only looks, and not for ever: hidden directories and those that hold what others made are passed over.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::git::shared_branch;
use super::shelf::Shelf;
use super::sniff::by_name;
use super::{InputError, InputType, Loaded, Options, directory, load_history};

/// How deep is looked, at how many names, and for how many sources.
const MAX_DEPTH: usize = 16;
const MAX_NAMES: usize = 100_000;
const MAX_SOURCES: usize = 1_000;

/// Directories that hold what was fetched or built.
const OTHERS: [&str; 10] = [
    "node_modules",
    "target",
    "build",
    "dist",
    "out",
    "vendor",
    "third_party",
    "external",
    "venv",
    "__pycache__",
];

/// Names of directories that hold a history or several.
const ARCHIVES: [&str; 7] =
    ["history", "histories", "versions", "releases", "schemas", "snapshots", "archive"];

/// Names of directories that imports often start from.
const IMPORT_ROOTS: [&str; 9] =
    ["third_party", "vendor", "include", "proto", "protos", "protobuf", "external", "googleapis", "api"];

/// What was found; paths are relative, with `/`.
#[derive(Debug, Default)]
pub struct Layout {
    /// `.proto` sources that are no version of a history.
    pub sources: Vec<String>,
    /// Directories of versions.
    pub histories: Vec<Archive>,
    /// The word for what others have of this git repository: `git:origin/main...`.
    pub branch: Option<String>,
    /// What should be known of it.
    pub branch_note: Option<String>,
    /// Directories that imports may start from, those of others among them.
    pub import_roots: Vec<String>,
    /// There was more than is looked at.
    pub is_cut: bool,
}

/// A directory of versions, read.
#[derive(Debug)]
pub struct Archive {
    /// Where it is.
    pub path: String,
    /// What is in it.
    pub versions: Loaded,
}

/// Looks around in the working directory.
///
/// # Errors
///
/// Where it cannot be listed.
pub fn look_around(options: &Options<'_>) -> Result<Layout, InputError> {
    let (branch, branch_note) = shared_branch(&options.repositories).unzip();
    let mut out = Layout { branch, branch_note: branch_note.flatten(), ..Layout::default() };
    let mut names_left = MAX_NAMES;
    let mut open = vec![(PathBuf::from("."), 0)];
    while let Some((directory, depth)) = open.pop() {
        let names = match Shelf::Disk.list(&directory, ".") {
            // What is closed to others need not be looked at.
            Err(_) if depth > 0 => continue,
            listed => listed?,
        };
        if let Some(archive) = archive(&directory, options) {
            out.histories.push(archive);
            continue;
        }
        for (name, path) in names {
            out.is_cut |= names_left == 0 || out.sources.len() == MAX_SOURCES;
            if out.is_cut {
                break;
            }
            names_left -= 1;
            if name.starts_with('.') {
                continue;
            }
            if !Shelf::Disk.is_dir(&path) {
                out.sources.extend((by_name(&path) == Some(InputType::Proto)).then(|| shown(&path)));
                continue;
            }
            if IMPORT_ROOTS.contains(&name.as_str()) {
                out.import_roots.push(shown(&path));
            }
            if depth < MAX_DEPTH && !OTHERS.contains(&name.as_str()) && !path.is_symlink() {
                open.push((path, depth + 1));
            }
        }
    }
    out.sources.sort();
    out.import_roots.sort();
    out.histories.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(out)
}

/// A path from the working directory, with `/` wherever it was found.
fn shown(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// A directory that is a history: all schema files in it are versions, and of one schema.
fn archive(path: &Path, options: &Options<'_>) -> Option<Archive> {
    let label = shown(path);
    let found = directory::versions(&Shelf::Disk, path, &label).ok()?;
    let members: Vec<_> = found.members.iter().flatten().collect();
    if label.is_empty()
        || members.is_empty()
        || !found.errors.is_empty()
        || members.len() < found.members.len()
    {
        return None;
    }
    let names = || members.iter().filter_map(|member| Some(member.path.file_name()?.to_str()?.to_owned()));
    let is_named_so =
        label.split('/').any(|part| ARCHIVES.contains(&part)) || names().all(|name| is_plain(&name));
    let versions = load_history(&label, options).ok()?;
    // `shop/v1/` with the package `shop.v1` is an interface of its own, no version of one.
    let own: HashSet<String> = members
        .iter()
        .filter(|member| member.folder)
        .filter_map(|member| Some(format!(".{}.", member.path.file_name()?.to_str()?)))
        .collect();
    let roots: Vec<Vec<String>> = versions.inputs.iter().flatten().map(super::Input::every_root).collect();
    if roots.iter().flatten().any(|root| own.iter().any(|part| format!(".{root}").contains(part))) {
        return None;
    }
    let are_alike = match roots.split_last() {
        Some((last, others)) if !others.is_empty() => {
            others.iter().any(|roots| roots.iter().any(|root| last.contains(root)))
        }
        _ => is_named_so,
    };
    are_alike.then_some(Archive { path: label, versions })
}

/// A name that is hardly anything but a version: `1.proto`, `v2.proto`, `0003-add-note.proto`.
fn is_plain(name: &str) -> bool {
    let rest = name.strip_prefix(['v', 'V']).unwrap_or(name);
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    behind.len() < rest.len() && (behind.is_empty() || behind.starts_with(['.', '-', '_']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_versions() {
        for name in ["1.proto", "v2.proto", "V3", "0004-add-note.binpb", "v5_x.json", "6"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["utf8.proto", "order-v2.proto", "3d.proto", "v.proto", "version1.proto", ""] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
