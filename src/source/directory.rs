//! Directories: as a history, one version per file or folder in numeric order; as one schema, a tree of sources.
//!
//! A name's number is its leading digits, else the digits behind a `v`, else its trailing digits: `1.proto`, `v2.proto`,
//! `0003-add-note.binpb`, `order-v10.json`, `v4/`. What is no version is passed over with a reason; a schema file that
//! should be one and is none is an error.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::sniff::by_name;
use super::{InputError, InputType, names};

/// How deep folders of sources may nest, and how many files they may hold.
const MAX_DEPTH: usize = 64;
const MAX_FILES: usize = 10_000;

/// What a directory holds, as a history.
#[derive(Debug, Default)]
pub(super) struct Versions {
    /// By ascending number.
    pub(super) versions: Vec<Member>,
    /// Names that were passed over, each with the reason.
    pub(super) skipped: Vec<(String, String)>,
    /// Schema files without a number, and numbers that several names have.
    pub(super) errors: Vec<InputError>,
    /// There is nothing but hidden files and documents.
    pub(super) empty: bool,
}

/// One version.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) number: u64,
    /// The directory as it was typed, and the name in it.
    pub(super) path: PathBuf,
    /// It is a directory and its own import root.
    pub(super) folder: bool,
}

/// What a name in a directory of versions is.
enum Name {
    Version(Option<u64>),
    /// A schema file without a number.
    Unnumbered,
    Skipped(&'static str),
}

/// Lists the versions in a directory.
///
/// # Errors
///
/// Where it cannot be read, or holds other things but no version.
pub(super) fn versions(directory: &Path, input: &str) -> Result<Versions, InputError> {
    let mut found: BTreeMap<u64, Vec<Member>> = BTreeMap::new();
    let mut out = Versions { empty: true, ..Versions::default() };
    let (mut unnumbered, mut endless) = (Vec::new(), Vec::new());
    for (name, path) in list(directory, input)? {
        let folder = path.is_dir();
        out.empty &= is_harmless(&name);
        match classify(&name, folder) {
            Name::Version(Some(number)) => {
                found.entry(number).or_default().push(Member { number, path, folder })
            }
            Name::Version(None) => endless.push(name),
            Name::Unnumbered => unnumbered.push(name),
            Name::Skipped(why) => out.skipped.push((path.display().to_string(), why.to_owned())),
        }
    }
    let quoted = |names: &[String]| names::list(names.iter().map(String::as_str));
    if !unnumbered.is_empty() {
        let message = format!("no version number in the name of {}", quoted(&unnumbered));
        let error = InputError::new("no-version-number", input, message);
        out.errors.push(
            error.help(
                "name versions `1.proto`, `v2.proto`, `0003-why.proto`; keep what they share in a folder",
            ),
        );
    }
    if !endless.is_empty() {
        let message = format!("a version number of more than 64 bits in {}", quoted(&endless));
        out.errors.push(InputError::new("version-number", input, message));
    }
    for (number, mut members) in found {
        if members.len() == 1 {
            out.versions.append(&mut members);
            continue;
        }
        let names: Vec<String> =
            members.iter().filter_map(|m| Some(m.path.file_name()?.to_string_lossy().into())).collect();
        let message = format!("version {number} is there {} times: {}", names.len(), quoted(&names));
        out.errors
            .push(InputError::new("duplicate-version", input, message).help("rename or remove all but one"));
    }
    if out.versions.is_empty() && out.errors.is_empty() && !out.empty {
        return Err(no_versions(&out.skipped, input));
    }
    Ok(out)
}

fn no_versions(skipped: &[(String, String)], input: &str) -> InputError {
    let seen = names::list(skipped.iter().map(|(name, _)| name.as_str()));
    InputError::new("no-versions", input, format!("no versions in this directory, only {seen}")).help(
        "versions are files or folders with a number in their names, `1.proto`, `v2.binpb`, `0003-add-note.json`, `v4/`",
    )
}

/// Names and paths in a directory, by name.
fn list(directory: &Path, input: &str) -> Result<Vec<(String, PathBuf)>, InputError> {
    let failed = |error: std::io::Error| InputError::from_io(&error, input, directory);
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        names.push((name.to_string_lossy().into_owned(), directory.join(&name)));
    }
    names.sort();
    Ok(names)
}

/// Names that may stand in a history without any version in it.
fn is_harmless(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let document = [".md", ".txt"].iter().any(|ending| lower.ends_with(ending));
    lower.starts_with('.') || document || lower == "readme" || lower == "license"
}

fn classify(name: &str, folder: bool) -> Name {
    let stem = Path::new(name).file_stem().map(|s| s.to_string_lossy()).unwrap_or_default();
    if name.starts_with('.') {
        return Name::Skipped("a hidden file");
    }
    if folder {
        return number(name).map_or(Name::Skipped("a folder without a number in its name"), Name::Version);
    }
    if name.ends_with('~') || [".bak", ".swp", ".orig"].iter().any(|ending| name.ends_with(ending)) {
        return Name::Skipped("a backup");
    }
    if by_name(Path::new(name)).is_none() {
        return Name::Skipped("not an ending of a schema file");
    }
    number(&stem).map_or(Name::Unnumbered, Name::Version)
}

/// The version number in a name; `Some(None)` where it is too large.
fn number(stem: &str) -> Option<Option<u64>> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let parse = |text: &str| Some(text.parse().ok());
    let leading = digits(stem);
    if leading > 0 {
        return parse(&stem[..leading]);
    }
    // A `v` that ends a word, as in `rev2`, names no version.
    let starts_word = |at: usize| !stem[..at].ends_with(|c: char| c.is_alphanumeric());
    for (at, _) in stem.match_indices(['v', 'V']).filter(|(at, _)| starts_word(*at)) {
        let rest = &stem[at + 1..];
        if digits(rest) > 0 {
            return parse(&rest[..digits(rest)]);
        }
    }
    let start = stem.len() - stem.bytes().rev().take_while(u8::is_ascii_digit).count();
    if start < stem.len() { parse(&stem[start..]) } else { None }
}

/// What a folder that is one version holds.
#[derive(Debug)]
pub(super) enum Tree {
    /// Import paths of all sources in it, in order.
    Sources(Vec<String>),
    /// The only schema file in it.
    File(PathBuf),
}

/// Looks through a folder that is its own import root. Hidden names are passed over, and so are links to folders, which
/// could lead in a circle.
///
/// # Errors
///
/// Where it holds no schema file, or several that are no sources.
pub(super) fn tree(folder: &Path, input: &str) -> Result<Tree, InputError> {
    let (mut sources, mut others) = (Vec::new(), Vec::new());
    let mut open = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((directory, prefix, depth)) = open.pop() {
        for (name, path) in list(&directory, input)? {
            let import = format!("{prefix}{name}");
            let linked = path.is_symlink();
            match by_name(&path) {
                _ if name.starts_with('.') || (linked && path.is_dir()) => {}
                _ if path.is_dir() && depth < MAX_DEPTH => open.push((path, format!("{import}/"), depth + 1)),
                _ if path.is_dir() => return Err(too_much(input, "folders nested more than 64 deep")),
                Some(InputType::Proto) => sources.push(import),
                Some(_) => others.push(path),
                None => {}
            }
            if sources.len() + others.len() > MAX_FILES {
                return Err(too_much(input, "more than 10,000 schema files"));
            }
        }
    }
    sources.sort();
    match (sources.is_empty(), others.as_slice()) {
        (false, _) => Ok(Tree::Sources(sources)),
        (true, [only]) => Ok(Tree::File(only.clone())),
        (true, []) => Err(InputError::new("no-schema", input, "no schema file in this directory")
            .help("it would hold `.proto` files, or one descriptor set or native schema")),
        (true, several) => {
            let list = several.iter().map(|p| p.display().to_string()).collect::<Vec<_>>();
            let message = format!("several schema files: {}", names::list(list.iter().map(String::as_str)));
            Err(InputError::new("several-schemas", input, message)
                .help("name one of them, or hand the directory over as history"))
        }
    }
}

fn too_much(input: &str, what: &str) -> InputError {
    InputError::new("too-many-files", input, format!("holds {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names() {
        for (stem, expected) in [
            ("1", Some(Some(1))),
            ("0003-add-note", Some(Some(3))),
            ("v2", Some(Some(2))),
            ("V2", Some(Some(2))),
            ("order-v10", Some(Some(10))),
            ("order_v2_final3", Some(Some(2))),
            ("order7", Some(Some(7))),
            ("rev2-x", None),
            ("rev2", Some(Some(2))),
            ("vv3x", None),
            ("order.v3", Some(Some(3))),
            ("order", None),
            ("", None),
            ("v", None),
            ("é9", Some(Some(9))),
            ("99999999999999999999999", Some(None)),
            ("18446744073709551615", Some(Some(u64::MAX))),
        ] {
            assert_eq!(number(stem), expected, "{stem}");
        }
    }
}
