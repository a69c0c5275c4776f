//! Directories: as a history, one version per file or folder in numeric order; as one schema, a tree of sources.
//!
//! A name's number is its leading digits, else the digits behind a `v`, else its trailing digits: `1.proto`, `v2.proto`,
//! `0003-add-note.binpb`, `order-v10.json`, `v4/`. What is no version is passed over with a reason; a schema file that
//! should be one and is none is an error.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::shelf::Shelf;
use super::sniff::by_name;
use super::{InputError, InputType, names};

/// How deep folders of sources may nest, and how many files they may hold.
const MAX_DEPTH: usize = 64;
const MAX_FILES: usize = 10_000;

/// What a directory holds, as a history.
#[derive(Debug, Default)]
pub(super) struct Versions {
    /// By ascending number; an error stands where several names have one.
    pub(super) members: Vec<Result<Member, InputError>>,
    /// Names that were passed over, each with the reason.
    pub(super) skipped: Vec<(String, String)>,
    /// Schema files without a number.
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
    /// A version; without a number where it is too large.
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
pub(super) fn versions(shelf: &Shelf, directory: &Path, input: &str) -> Result<Versions, InputError> {
    let mut found: BTreeMap<u64, Vec<Member>> = BTreeMap::new();
    let mut out = Versions { empty: true, ..Versions::default() };
    let (mut unnumbered, mut too_large) = (Vec::new(), Vec::new());
    for (name, path) in shelf.list(directory, input)? {
        let folder = shelf.is_dir(&path);
        out.empty &= is_harmless(&name);
        match classify(&name, folder) {
            Name::Version(Some(number)) => {
                found.entry(number).or_default().push(Member { number, path, folder });
            }
            Name::Version(None) => too_large.push(name),
            Name::Unnumbered => unnumbered.push(name),
            Name::Skipped(why) => out.skipped.push((shelf.shown(&path), why.to_owned())),
        }
    }
    out.errors.extend(without_number(&unnumbered, &too_large, found.is_empty(), input));
    for (number, members) in found {
        out.members.push(match <[Member; 1]>::try_from(members) {
            Ok([only]) => Ok(only),
            Err(several) => Err(duplicate(number, &several, input)),
        });
    }
    if out.members.is_empty() && out.errors.is_empty() && !out.empty {
        return Err(no_versions(&out.skipped, input));
    }
    Ok(out)
}

fn without_number(
    unnumbered: &[String],
    too_large: &[String],
    is_alone: bool,
    input: &str,
) -> Vec<InputError> {
    let quoted = |names: &[String]| names::list(names.iter().map(String::as_str));
    let mut errors = Vec::new();
    if !unnumbered.is_empty() {
        let message = format!("no version number in the name of {}", quoted(unnumbered));
        let names = "name versions `1.proto`, `v2.proto`, `0003-why.proto`";
        // Without any number it may well be no history at all.
        let help = if is_alone {
            format!("{names}; a tree of sources that is one version is `tree:{input}`")
        } else {
            format!("{names}; keep what they share in a folder")
        };
        errors.push(InputError::new("no-version-number", input, message).help(help));
    }
    if !too_large.is_empty() {
        let message = format!("a version number of more than 64 bits in {}", quoted(too_large));
        errors.push(InputError::new("version-number", input, message));
    }
    errors
}

fn duplicate(number: u64, members: &[Member], input: &str) -> InputError {
    let name = |member: &Member| Some(member.path.file_name()?.to_string_lossy().into_owned());
    let names: Vec<String> = members.iter().filter_map(name).collect();
    let list = names::list(names.iter().map(String::as_str));
    let message = format!("version {number} is there {} times: {list}", names.len());
    InputError::new("duplicate-version", input, message).help("rename or remove all but one")
}

/// The errors for versions that do not ascend: answers tell theirs, and files are named by theirs.
pub(super) fn disorder<'a>(versions: impl Iterator<Item = (u64, &'a str)>, input: &str) -> Vec<InputError> {
    let mut last: Option<(u64, &str)> = None;
    let mut errors = Vec::new();
    for (version, label) in versions {
        if let Some((before, other)) = last.filter(|(before, _)| *before >= version) {
            let message =
                format!("`{label}` is version {version} and stands behind version {before}, `{other}`");
            errors.push(
                InputError::new("version-order", input, message)
                    .help("name each file by the version that it holds, and keep each version once"),
            );
        }
        last = Some((version, label));
    }
    errors
}

fn no_versions(skipped: &[(String, String)], input: &str) -> InputError {
    let seen = names::list(skipped.iter().map(|(name, _)| name.as_str()));
    let help = "versions are files or folders with a number in their names, `1.proto`, `v2.binpb`, `0003-add-note.json`, \
        `v4/`; a tree of sources that is one version is";
    InputError::new("no-versions", input, format!("no versions in this directory, only {seen}"))
        .help(format!("{help} `tree:{input}`"))
}

/// Names that may stand in a history without any version in it.
fn is_harmless(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let document = [".md", ".txt"].iter().any(|ending| lower.ends_with(ending));
    lower.starts_with('.') || document || lower == "readme" || lower == "license"
}

fn classify(name: &str, folder: bool) -> Name {
    let stem = Path::new(name).file_stem().map(|s| s.to_string_lossy()).unwrap_or_default();
    let version = |stem: &str| number(stem).map(|digits| Name::Version(digits.parse().ok()));
    if name.starts_with('.') {
        return Name::Skipped("a hidden file");
    }
    if folder {
        return version(name).unwrap_or(Name::Skipped("a folder without a number in its name"));
    }
    if name.ends_with('~') || [".bak", ".swp", ".orig"].iter().any(|ending| name.ends_with(ending)) {
        return Name::Skipped("a backup");
    }
    if by_name(Path::new(name)).is_none() {
        return Name::Skipped("not an ending of a schema file");
    }
    version(&stem).unwrap_or(Name::Unnumbered)
}

/// The digits in a name that are its version number.
fn number(stem: &str) -> Option<&str> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    // A `v` that ends a word, as in `rev2`, names no version.
    let starts_word = |at: usize| !stem[..at].ends_with(|c: char| c.is_alphanumeric());
    let behind_v = stem.match_indices(['v', 'V']).filter(|(at, _)| starts_word(*at)).map(|(at, _)| at + 1);
    let trailing = stem.len() - stem.bytes().rev().take_while(u8::is_ascii_digit).count();
    let mut starts = std::iter::once(0).chain(behind_v).chain([trailing]);
    starts.find_map(|start| {
        let rest = &stem[start..];
        Some(&rest[..digits(rest)]).filter(|found| !found.is_empty())
    })
}

/// What a folder that is one version holds.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) schema: Files,
    /// Names that were passed over.
    pub(super) passed_over: Vec<String>,
}

/// The schema files of a folder.
#[derive(Debug)]
pub(super) enum Files {
    /// Import paths of all sources in it, in order.
    Sources(Vec<String>),
    /// The only schema file in it.
    One(PathBuf),
}

/// Looks through a folder that is its own import root. Hidden names are passed over, and so are links to folders, which
/// could lead in a circle.
///
/// # Errors
///
/// Where it holds no schema file, or several that are no sources.
pub(super) fn tree(shelf: &Shelf, folder: &Path, input: &str) -> Result<Tree, InputError> {
    let (mut sources, mut others, mut passed_over) = (Vec::new(), Vec::new(), Vec::new());
    let mut open = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((directory, prefix, depth)) = open.pop() {
        for (name, path) in shelf.list(&directory, input)? {
            let import = format!("{prefix}{name}");
            let folder = shelf.is_dir(&path);
            match by_name(&path) {
                _ if name.starts_with('.') || (folder && shelf.is_link(&path)) => passed_over.push(import),
                _ if folder && depth < MAX_DEPTH => open.push((path, format!("{import}/"), depth + 1)),
                _ if folder => return Err(too_much(input, "folders nested more than 64 deep")),
                // Its lossy text is the name of another file, or of none.
                Some(InputType::Proto) if !path.ends_with(&import) => return Err(no_text(&import, input)),
                Some(InputType::Proto) => sources.push(import),
                Some(_) => others.push((import, path)),
                None => passed_over.push(import),
            }
            if sources.len() + others.len() > MAX_FILES {
                return Err(too_much(input, "more than 10,000 schema files"));
            }
        }
    }
    if sources.is_empty() {
        let schema = Files::One(only(shelf, others, input)?);
        return Ok(Tree { schema, passed_over });
    }
    // Among sources anything else is none of the tree.
    passed_over.extend(others.into_iter().map(|(import, _)| import));
    sources.sort();
    passed_over.sort();
    Ok(Tree { schema: Files::Sources(sources), passed_over })
}

/// The only schema file of a folder without sources.
fn only(shelf: &Shelf, files: Vec<(String, PathBuf)>, input: &str) -> Result<PathBuf, InputError> {
    match <[(String, PathBuf); 1]>::try_from(files) {
        Ok([(_, only)]) => Ok(only),
        Err(none) if none.is_empty() => {
            Err(InputError::new("no-schema", input, "no schema file in this directory")
                .help("it would hold `.proto` files, or one descriptor set or native schema"))
        }
        Err(several) => {
            let list = several.iter().map(|(_, path)| shelf.shown(path)).collect::<Vec<_>>();
            let message = format!("several schema files: {}", names::list(list.iter().map(String::as_str)));
            Err(InputError::new("several-schemas", input, message)
                .help("name one of them, or hand the directory over as history"))
        }
    }
}

fn no_text(import: &str, input: &str) -> InputError {
    let message = format!("`{import}` is no import path: its name is not UTF-8");
    InputError::new("unreadable-name", input, message).help("rename it")
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
            ("1", Some("1")),
            ("0003-add-note", Some("0003")),
            ("v2", Some("2")),
            ("V2", Some("2")),
            ("order-v10", Some("10")),
            ("order_v2_final3", Some("2")),
            ("order7", Some("7")),
            ("rev2-x", None),
            ("rev2", Some("2")),
            ("vv3x", None),
            ("order.v3", Some("3")),
            ("order", None),
            ("", None),
            ("v", None),
            ("é9", Some("9")),
        ] {
            assert_eq!(number(stem), expected, "{stem}");
        }
    }
}
