//! Where imports are found: a list of directories, as for `protoc -I`.
//!
//! A file of a git commit finds its imports at the same commit, wherever a directory is in the repository.
//!
//! Import paths stay inside those directories: absolute paths, `.`, `..` and backslashes are refused, as `protoc` does.
//! Symbolic links are followed, as `protoc` does too: a source tree may well be made of them.

use std::path::{Component, Path, PathBuf};

use super::InputError;
use super::git::Snapshot;
use super::shelf::Shelf;
use super::standpoint::seen_from_here;

/// Directories in the order in which they are searched.
#[derive(Clone, Debug)]
pub(super) struct Search {
    directories: Vec<Directory>,
}

/// A directory on disk or of a commit.
#[derive(Clone, Debug)]
struct Directory {
    shelf: Shelf,
    path: PathBuf,
}

impl Directory {
    fn on_disk(path: PathBuf) -> Self {
        Self { shelf: Shelf::Disk, path }
    }
}

impl Search {
    /// The search for a file's imports, and the file's own import path.
    ///
    /// With `-I` directories the file must be in one of them, and its import path is relative to the first that has it.
    /// Without any, its own directory is the first, followed by its parents up to the working directory.
    pub(super) fn for_file(
        shelf: &Shelf,
        path: &Path,
        given: &[PathBuf],
        base: &Path,
        input: &str,
    ) -> Result<(Self, String), InputError> {
        if given.is_empty() {
            let directories = match shelf {
                Shelf::Disk => parents(path, base),
                Shelf::Git(snapshot) => parents_at(snapshot, path, base),
            };
            let directory = |path| Directory { shelf: shelf.clone(), path };
            let search = Self { directories: directories.into_iter().map(directory).collect() };
            return Ok((search, name_of(Path::new(path.file_name().unwrap_or_default()), input)?));
        }
        let search = Self::given(shelf, given, input)?;
        match search.import_path(shelf, path) {
            Some(name) => {
                let name = name_of(&name, input)?;
                search.refuse_shadow(&name, shelf, path, input)?;
                Ok((search, name))
            }
            None => Err(InputError::new(
                "not-in-proto-path",
                input,
                "is in none of the directories given with `-I`",
            )
            .help("add the directory that its imports start from: `-I DIR`")),
        }
    }

    /// As [`Self::for_file`] for a version of a history, which need not be in any `-I` directory: its own directory is then
    /// searched after them.
    pub(super) fn for_existing(
        shelf: &Shelf,
        path: &Path,
        given: &[PathBuf],
        base: &Path,
        input: &str,
    ) -> Result<(Self, String), InputError> {
        let mut search = Self::given(shelf, given, input)?;
        if given.is_empty() || search.import_path(shelf, path).is_some() {
            return Self::for_file(shelf, path, given, base, input);
        }
        search.directories.push(Directory { shelf: shelf.clone(), path: parent(path) });
        Ok((search, name_of(Path::new(path.file_name().unwrap_or_default()), input)?))
    }

    /// The search for standard input, which has no directory of its own.
    pub(super) fn for_stdin(given: &[PathBuf], input: &str) -> Result<Self, InputError> {
        if given.is_empty() {
            return Ok(Self { directories: vec![Directory::on_disk(PathBuf::from("."))] });
        }
        Self::given(&Shelf::Disk, given, input)
    }

    /// The search for what a registry's answer refers to: the `-I` directories, and those around the file that holds it, as
    /// for a source.
    pub(super) fn for_answers(
        shelf: &Shelf,
        path: Option<&Path>,
        given: &[PathBuf],
        base: &Path,
        input: &str,
    ) -> Result<Self, InputError> {
        match path {
            None => Self::for_stdin(given, input),
            Some(path) => Ok(Self::for_existing(shelf, path, given, base, input)?.0),
        }
    }

    /// The search for a folder that is its own import root; the `-I` directories come behind it.
    pub(super) fn for_folder(
        shelf: &Shelf,
        folder: &Path,
        given: &[PathBuf],
        input: &str,
    ) -> Result<Self, InputError> {
        let mut search = Self::given(shelf, given, input)?;
        search.directories.insert(0, Directory { shelf: shelf.clone(), path: folder.to_owned() });
        Ok(search)
    }

    fn given(shelf: &Shelf, given: &[PathBuf], input: &str) -> Result<Self, InputError> {
        let directory = |path: &PathBuf| {
            // One that the commit does not have yet holds nothing, and is no mistake.
            if let Shelf::Git(snapshot) = shelf
                && let Some(path) = snapshot.inside(path)
            {
                return Ok(Directory { shelf: shelf.clone(), path });
            }
            if path.is_dir() {
                return Ok(Directory::on_disk(path.clone()));
            }
            let what = if path.exists() { "is no directory" } else { "does not exist" };
            let message = format!("the import directory `{}` {what}", path.display());
            Err(InputError::new("missing-proto-path", input, message).help("mend the `-I` option"))
        };
        Ok(Self { directories: given.iter().map(directory).collect::<Result<_, _>>()? })
    }

    /// The file that an import path stands for; none where the path could lead out of the directories.
    pub(super) fn find(&self, name: &str) -> Option<(&Shelf, PathBuf)> {
        if !is_import_path(name) {
            return None;
        }
        self.directories.iter().find_map(|Directory { shelf, path }| {
            let found = path.join(name);
            let found = shelf.exists(&found).then_some(found)?;
            Some((shelf, found.strip_prefix(".").map(Path::to_owned).unwrap_or(found)))
        })
    }

    /// The path of an import that the next commit removes.
    pub(super) fn find_deleted(&self, name: &str) -> Option<PathBuf> {
        let mut paths = self.directories.iter().filter_map(|directory| match &directory.shelf {
            Shelf::Git(snapshot) => Some((snapshot, directory.path.join(name))),
            Shelf::Disk => None,
        });
        let (_, path) = paths.find(|(snapshot, path)| snapshot.is_deleted(path))?;
        Some(path)
    }

    /// The submodule of a commit that an import would be in.
    pub(super) fn find_submodule(&self, name: &str) -> Option<String> {
        self.directories.iter().find_map(|Directory { shelf, path }| {
            let path = path.join(name);
            shelf.submodule(&path).map(|submodule| shelf.shown(submodule))
        })
    }

    /// An import of this name must mean this file, not one in an earlier directory.
    fn refuse_shadow(&self, name: &str, shelf: &Shelf, path: &Path, input: &str) -> Result<(), InputError> {
        let is_same = |found: &Shelf, other: &Path| match (found, shelf) {
            (Shelf::Disk, Shelf::Disk) => super::is_same_file(other, &path.to_string_lossy()),
            (Shelf::Git(one), Shelf::Git(_)) => other == path || one.real(other) == one.real(path),
            _ => false,
        };
        match self.find(name) {
            Some((found, other)) if !is_same(found, &other) => {
                let other = found.shown(&other);
                let message = format!("`{name}` means `{other}` in the directories given with `-I`");
                Err(InputError::new("shadowed", input, message)
                    .help("put the directory of the one that is meant first"))
            }
            _ => Ok(()),
        }
    }

    /// The directories, each once, for a message.
    pub(super) fn list(&self) -> String {
        let mut seen = Vec::new();
        let mut shown = Vec::new();
        for Directory { shelf, path } in &self.directories {
            let place = match shelf {
                Shelf::Disk => (None, clean(path)),
                Shelf::Git(snapshot) => (Some(snapshot.name()), Some(path.clone())),
            };
            if !seen.contains(&place) {
                seen.push(place);
                shown.push(shelf.shown(path));
            }
        }
        super::names::list(shown.iter().map(String::as_str))
    }

    /// A file's path relative to the first directory that has it.
    fn import_path(&self, shelf: &Shelf, path: &Path) -> Option<PathBuf> {
        let same = |directory: &&Directory| {
            matches!((shelf, &directory.shelf), (Shelf::Disk, Shelf::Disk) | (Shelf::Git(_), Shelf::Git(_)))
        };
        let directories = || self.directories.iter().filter(same).map(|directory| &directory.path);
        if let Shelf::Git(snapshot) = shelf {
            let lexical = |directory: &PathBuf| path.strip_prefix(directory).map(Path::to_owned).ok();
            let real = |directory: &PathBuf| {
                let file = snapshot.real(&parent(path))?.join(path.file_name()?);
                file.strip_prefix(snapshot.real(directory)?).map(Path::to_owned).ok()
            };
            return directories().find_map(lexical).or_else(|| directories().find_map(real));
        }
        let lexical =
            |directory: &PathBuf| clean(path)?.strip_prefix(clean(directory)?).map(Path::to_owned).ok();
        let real = |directory: &PathBuf| {
            let file = parent(path).canonicalize().ok()?.join(path.file_name()?);
            file.strip_prefix(directory.canonicalize().ok()?).map(Path::to_owned).ok()
        };
        directories().find_map(lexical).or_else(|| directories().find_map(real))
    }
}

pub(super) fn is_import_path(name: &str) -> bool {
    let stays = |part: &str| !part.is_empty() && part != "." && part != "..";
    name.split('/').all(stays) && !name.contains(['\\', '\0']) && !Path::new(name).is_absolute()
}

/// An import path as text, with forward slashes.
fn name_of(path: &Path, input: &str) -> Result<String, InputError> {
    let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
    parts.map(|parts| parts.join("/")).ok_or_else(|| {
        InputError::new("not-utf8", input, "its path is not UTF-8, so it can be no import path")
            .help("rename it")
    })
}

/// A file's directory and its parents up to `base`; its directory alone, where it is elsewhere.
fn parents(path: &Path, base: &Path) -> Vec<PathBuf> {
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if base.as_os_str().is_empty() && path.components().all(plain) {
        let named = |p: &Path| if p.as_os_str().is_empty() { PathBuf::from(".") } else { p.to_owned() };
        return path.ancestors().skip(1).map(named).collect();
    }
    let inside = |path: &Path, working: &Path| -> Vec<PathBuf> {
        path.ancestors().skip(1).take_while(|p| p.starts_with(working)).map(Path::to_owned).collect()
    };
    let working = std::env::current_dir().unwrap_or_default().join(base);
    let working = clean(&working).unwrap_or(working);
    let mut found = clean(path).map(|path| inside(&path, &working)).unwrap_or_default();
    if found.is_empty()
        && let (Ok(path), Ok(working)) = (path.canonicalize(), working.canonicalize())
    {
        found = inside(&path, &working);
    }
    if found.is_empty() {
        vec![parent(path)]
    } else if path.is_absolute() {
        found
    } else {
        found.iter().map(|directory| seen_from_here(directory)).collect()
    }
}

/// The same in a repository, up to `base` where that is on the way, else to the top.
fn parents_at(snapshot: &Snapshot, path: &Path, base: &Path) -> Vec<PathBuf> {
    let working = snapshot.inside(&Path::new(".").join(base)).filter(|working| path.starts_with(working));
    let end = working.unwrap_or_default();
    path.ancestors().skip(1).take_while(|parent| parent.starts_with(&end)).map(Path::to_owned).collect()
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// An absolute path without `.` and `..`, symbolic links left as they are.
pub(super) fn clean(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for part in std::path::absolute(path).ok()?.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn import_paths_stay_inside() {
        for name in
            ["../a.proto", "a/../b.proto", "/etc/passwd", "./a.proto", "a//b.proto", "a\\b.proto", "", "a/"]
        {
            assert!(!is_import_path(name), "{name}");
        }
        assert!(is_import_path("shop/v1/..order.proto"));
    }

    #[test]
    fn parents_end_at_the_working_directory() {
        let names = |path: &str| -> Vec<String> {
            parents(Path::new(path), Path::new("")).iter().map(|p| p.display().to_string()).collect()
        };
        assert_eq!(names("a/b/c.proto"), ["a/b", "a", "."]);
        assert_eq!(names("c.proto"), ["."]);
        assert_eq!(names("/elsewhere/a/c.proto"), ["/elsewhere/a"]);
        let working = std::env::current_dir().expect("a working directory");
        let base = Path::new("");
        assert_eq!(parents(&working.join("x/y.proto"), base), [working.join("x"), working.clone()]);
        assert_eq!(parents(Path::new("../z/y.proto"), Path::new("..")), [PathBuf::from("../z"), "..".into()]);
    }

    #[test]
    fn directories_are_named_once() {
        let directories =
            ["proto", "./proto", ".", "proto/", "x/../proto"].map(|it| Directory::on_disk(it.into()));
        assert_eq!(Search { directories: directories.to_vec() }.list(), "`proto` and `.`");
    }

    #[test]
    fn import_path_of_a_file() {
        let directories = ["proto/shop", "proto"].map(|path| Directory::on_disk(path.into()));
        let search = Search { directories: directories.to_vec() };
        let name = |path: &str| search.import_path(&Shelf::Disk, Path::new(path));
        assert_eq!(name("proto/shop/order.proto"), Some("order.proto".into()));
        assert_eq!(name("./proto/x/../common/a.proto"), Some("common/a.proto".into()));
        assert_eq!(name("other/a.proto"), None);
    }
}
