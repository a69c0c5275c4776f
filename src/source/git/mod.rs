//! Schemas as they stand in git: `git:REF`, `git:REF:PATH`, `git:A...`, `git:A..B`, `git:v*`, `git:`.

mod forgotten;
mod missing_path;
mod missing_ref;
mod moved;
mod repository;
mod revision;
mod shared;
mod snapshot;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::library::Role;
use super::search::clean;
use super::shelf::Shelf;
use super::standpoint::seen_from_here;
use super::{Found, Input, InputError, Loaded, MaxSize, Options, Reader, load_directory, split_tree};
pub(super) use forgotten::hinted;
use missing_path::{absent, in_submodule, new};
pub use repository::Repositories;
use repository::Repository;
use revision::Revisions;
pub(super) use shared::shared_branch;
pub(super) use snapshot::Snapshot;

/// A word of the command line that begins with `git:`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words<'a> {
    /// All of it.
    text: &'a str,
    /// Which versions; nothing for the index.
    revision: &'a str,
    /// The path in the repository; that of the proposed schema where absent. What begins with `./`, `../` or `/` is a path
    /// of the file system, everything else starts at the top, as for `git show`.
    pub(super) path: Option<&'a str>,
}

impl<'a> Words<'a> {
    /// Takes a word apart; `None` where it does not begin with `git:`.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let rest = text.strip_prefix("git:")?;
        let (revision, path) = rest.split_once(':').map_or((rest, None), |(r, path)| (r, Some(path)));
        Some(Self { text, revision, path })
    }

    /// What stands in front of a path in a label.
    fn name(&self) -> String {
        format!("git:{}", self.revision)
    }
}

/// The word for a path of the file system as it stands in the index.
pub(super) fn staged(word: &str) -> String {
    let (tree, place) = split_tree(word);
    let tree = if tree { "tree:" } else { "" };
    let here = if Path::new(place).has_root() || place.starts_with("../") { "" } else { "./" };
    format!("{tree}git::{here}{place}")
}

/// Reads one schema.
pub(super) fn load_proposed(
    words: &Words<'_>,
    tree: bool,
    options: &Options<'_>,
) -> Result<Input, InputError> {
    let path = words.path.ok_or_else(|| no_path(words))?;
    let place = Place::of(path, words, &options.repositories)?;
    let found = revision::find(&place, words)?;
    let [snapshot] = <[Snapshot; 1]>::try_from(found.snapshots).map_err(|several| {
        let message = format!("stands for {} versions, and a proposed schema is one", several.len());
        InputError::new("several-versions", words.text, message).help("name one ref: `git:REF:PATH`")
    })?;
    let shelf = Shelf::Git(Rc::new(snapshot));
    if let Some(submodule) = shelf.submodule(&place.path) {
        Err(in_submodule(&place, submodule, words))
    } else if shelf.holds(&place.path, words.text)? {
        version(&Reader::new(options, Role::Proposed, shelf), &place.path, tree, words)?.only(words.text)
    } else {
        Err(absent(&place, &shelf, words, options))
    }
}

/// Reads a history. One that has no such path yet is empty where the path is the proposed schema's: that one is new.
pub(super) fn load_history(
    words: &Words<'_>,
    proposed: Option<&str>,
    tree: bool,
    options: &Options<'_>,
) -> Result<Loaded, InputError> {
    let place = match (words.path, proposed.map(split_tree)) {
        (Some(path), _) => Place::of(path, words, &options.repositories)?,
        (None, Some((_, proposed))) => Place::of_proposed(proposed, words, &options.repositories)?,
        (None, None) => return Err(no_path(words)),
    };
    let Revisions { snapshots, notes, several } = revision::find(&place, words)?;
    let mut out = Loaded { notes, ..Loaded::default() };
    out.notes.extend(elsewhere(&place, words));
    let reader = |shelf| Reader::new(options, Role::Existing, shelf);
    let shelves: Vec<Shelf> = snapshots.into_iter().map(|it| Shelf::Git(Rc::new(it))).collect();
    let mut paths = vec![Some(place.path.clone()); shelves.len()];
    if let (None, Some(proposed)) = (words.path, proposed) {
        paths = moved::paths(&place, &shelves, split_tree(proposed).1, words.text)?;
    }
    let mut absent_at = None;
    for (shelf, found) in shelves.into_iter().zip(paths) {
        let path = found.as_ref().unwrap_or(&place.path);
        if let Shelf::Git(snapshot) = &shelf
            && *path != place.path
        {
            out.notes.push(moved::told(&place.path, path, snapshot.name()));
        }
        match shelf.holds(path, words.text) {
            Ok(true) if shelf.submodule(path).is_some() => {
                out.inputs.push(Err(in_submodule(&place, path, words)));
            }
            // One path among many versions is one schema, and so is the directory of a proposed one.
            Ok(true) if tree || several || words.path.is_none() || !shelf.is_dir(path) => {
                out.add(version(&reader(shelf), path, tree, words));
            }
            Ok(true) => {
                let label = shelf.shown(path);
                let found = load_directory(&reader(shelf), path, &label)?;
                out = Loaded { notes: [out.notes, found.notes].concat(), ..found };
            }
            Ok(false) => {
                if several {
                    out.skipped.push((shelf.shown(path), "not there at this point".to_owned()));
                }
                absent_at = Some(shelf);
            }
            Err(error) => out.inputs.push(Err(error)),
        }
    }
    match absent_at.filter(|_| out.inputs.is_empty()) {
        Some(shelf) if words.path.is_some() => Err(absent(&place, &shelf, words, options)),
        Some(_) => {
            out.notes.push(new(&place, words));
            Ok(out)
        }
        None => Ok(out),
    }
}

/// What is told of a repository that is not the one somebody stands in: its refs are others.
fn elsewhere(place: &Place, words: &Words<'_>) -> Option<String> {
    let top = place.repository.submodule()?;
    let working = std::env::current_dir().ok()?;
    let is_meant = !words.revision.is_empty() && !working.starts_with(top);
    is_meant
        .then(|| format!("`{}` is that of the submodule `{}`", words.name(), seen_from_here(top).display()))
}

/// A file or a tree of sources, read as one version.
fn version(reader: &Reader<'_, '_>, path: &Path, tree: bool, words: &Words<'_>) -> Result<Found, InputError> {
    if tree || reader.shelf.is_dir(path) { reader.tree(path, words.text) } else { reader.file(path) }
}

/// The top of the repository around a directory, and the paths from there of what differs from the last commit: in the
/// index alone (`staged`), or in the work tree, new files included.
///
/// # Errors
///
/// Where there is no repository with a work tree, or no `git`.
pub(super) fn changed(
    directory: &Path,
    staged: bool,
    open: &Repositories,
) -> Result<(PathBuf, Vec<PathBuf>), InputError> {
    let repository = Repository::open(directory, "--affected", open)?;
    let failed = |why: String| InputError::new("no-changes", &repository.word, why);
    let top =
        repository.top().ok_or_else(|| failed("has no work tree that could have changed".to_owned()))?;
    let asked = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all"];
    let answer = repository.ask(&asked)?.map_err(failed)?;
    let entries = answer.split(|byte| *byte == 0).filter(|entry| entry.len() > 3);
    let counts = |entry: &&[u8]| !staged || !matches!(entry[0], b' ' | b'?');
    let path = |entry: &[u8]| PathBuf::from(String::from_utf8_lossy(&entry[3..]).into_owned());
    Ok((top.to_owned(), entries.filter(counts).map(path).collect()))
}

/// Whether the index has a path of the file system, or anything in it.
///
/// # Errors
///
/// Where git cannot be asked.
pub(super) fn is_staged(path: &str, options: &Options<'_>) -> Result<bool, InputError> {
    let (shelf, place) = index_at(path, options)?;
    shelf.holds(&place, path)
}

/// A file of the file system as it stands in the index; `None` where the index has none.
///
/// # Errors
///
/// Where git cannot be asked.
pub(super) fn staged_bytes(path: &str, options: &Options<'_>) -> Result<Option<Vec<u8>>, InputError> {
    let (shelf, place) = index_at(path, options)?;
    if shelf.holds(&place, path)? { shelf.read(&place, path, MaxSize::default()).map(Some) } else { Ok(None) }
}

/// The index, and where a path of the file system is in it.
fn index_at(path: &str, options: &Options<'_>) -> Result<(Shelf, PathBuf), InputError> {
    let words = Words { text: path, revision: "", path: None };
    let Place { repository, path } = Place::on_disk(path, &words, &options.repositories)?;
    Ok((Shelf::Git(Rc::new(Snapshot::of_index(&repository)?)), path))
}

fn no_path(words: &Words<'_>) -> InputError {
    InputError::new("no-path", words.text, "which file or directory is meant?")
        .help(format!("name it behind a colon: `{}:PATH`", words.text))
}

/// A path in a repository.
struct Place {
    repository: Rc<Repository>,
    /// From the top.
    path: PathBuf,
}

impl Place {
    /// The path of a word, `./`, `../` and `/` from the file system, else from the top of the working directory's
    /// repository.
    fn of(path: &str, words: &Words<'_>, open: &Repositories) -> Result<Self, InputError> {
        let is_local = path == "." || path == ".." || path.starts_with("./") || path.starts_with("../");
        if is_local || Path::new(path).has_root() {
            return Self::on_disk(path, words, open);
        }
        let repository = Rc::new(Repository::open(Path::new("."), words.text, open)?);
        let path = path.trim_end_matches('/');
        let leaves = path.split('/').any(|part| part == "..");
        if leaves || path.contains(['\0', '\n']) {
            let message = format!("`{}` is no path from the top of a repository", super::names::cut(path));
            return Err(InputError::new("no-path", words.text, message));
        }
        Ok(Self { repository, path: Path::new(path).components().collect() })
    }

    /// The path of a proposed schema.
    fn of_proposed(proposed: &str, words: &Words<'_>, open: &Repositories) -> Result<Self, InputError> {
        match Words::read(proposed) {
            Some(Words { path: Some(path), .. }) => Self::of(path, words, open),
            None if proposed != "-" => Self::on_disk(proposed, words, open),
            _ => Err(InputError::new("no-path", words.text, format!("`{proposed}` has no path to look up"))
                .help(format!("name the path: `{}:PATH`", words.text))),
        }
    }

    fn on_disk(path: &str, words: &Words<'_>, open: &Repositories) -> Result<Self, InputError> {
        let whole = clean(Path::new(path)).unwrap_or_else(|| PathBuf::from(path));
        let parents = whole.ancestors().skip(usize::from(!whole.is_dir()));
        let directory = parents.into_iter().find(|parent| parent.is_dir()).unwrap_or(Path::new("."));
        let repository = Rc::new(Repository::open(directory, words.text, open)?);
        let inner = repository.top().and_then(|top| snapshot::inside(top, &whole));
        match inner {
            Some(path) => Ok(Self { repository, path }),
            None => Err(InputError::new(
                "no-work-tree",
                words.text,
                format!("`{path}` is in no work tree of the repository"),
            )
            .help(format!("name the path from the top of the repository: `{}:PATH`", words.name()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        for (text, expected) in [
            ("git:", Some(("", None))),
            ("git:main", Some(("main", None))),
            ("git:main:a b/c.proto", Some(("main", Some("a b/c.proto")))),
            ("git::c.proto", Some(("", Some("c.proto")))),
            ("git:v1..v2", Some(("v1..v2", None))),
            ("./git:main", None),
            ("order.proto", None),
        ] {
            assert_eq!(Words::read(text).map(|words| (words.revision, words.path)), expected, "{text}");
        }
    }

    #[test]
    fn the_word_for_what_is_staged() {
        for (word, expected) in [
            ("a.proto", "git::./a.proto"),
            ("../a.proto", "git::../a.proto"),
            ("/a.proto", "git::/a.proto"),
            ("tree:proto", "tree:git::./proto"),
        ] {
            assert_eq!(staged(word), expected);
        }
    }
}
