//! Where files stand: on disk, or in a git repository as they were at a commit or are in the index.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::git::Snapshot;
use super::{InputError, MaxSize, read};

/// What paths are paths of.
#[derive(Clone, Debug)]
pub(super) enum Shelf {
    Disk,
    /// Paths start at the top of the repository.
    Git(Rc<Snapshot>),
}

impl Shelf {
    pub(super) fn exists(&self, path: &Path) -> bool {
        match self {
            Self::Disk => path.exists(),
            Self::Git(snapshot) => snapshot.exists(path),
        }
    }

    /// As [`Self::exists`] where not knowing is not the same as being absent.
    pub(super) fn holds(&self, path: &Path, input: &str) -> Result<bool, InputError> {
        match self {
            Self::Disk => path.try_exists().map_err(|error| InputError::from_io(&error, input, path)),
            Self::Git(snapshot) => snapshot.holds(path),
        }
    }

    pub(super) fn is_dir(&self, path: &Path) -> bool {
        match self {
            Self::Disk => path.is_dir(),
            Self::Git(snapshot) => snapshot.is_dir(path),
        }
    }

    /// The submodule of a commit that a path is, or is in.
    pub(super) fn submodule<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        match self {
            Self::Disk => None,
            Self::Git(snapshot) => snapshot.submodule(path),
        }
    }

    pub(super) fn is_link(&self, path: &Path) -> bool {
        match self {
            Self::Disk => path.is_symlink(),
            Self::Git(snapshot) => snapshot.is_link(path),
        }
    }

    /// Names and paths in a directory, by name.
    pub(super) fn list(&self, directory: &Path, input: &str) -> Result<Vec<(String, PathBuf)>, InputError> {
        let failed = |error: std::io::Error| InputError::from_io(&error, input, directory);
        let mut names = Vec::new();
        match self {
            Self::Disk => {
                for entry in std::fs::read_dir(directory).map_err(failed)? {
                    let name = entry.map_err(failed)?.file_name();
                    names.push((name.to_string_lossy().into_owned(), directory.join(&name)));
                }
            }
            Self::Git(snapshot) => {
                let found = snapshot.names(directory, input)?.into_iter();
                names.extend(found.map(|name| (name.clone(), directory.join(name))));
            }
        }
        names.sort();
        Ok(names)
    }

    pub(super) fn read(&self, path: &Path, input: &str, most: MaxSize) -> Result<Vec<u8>, InputError> {
        match self {
            Self::Disk => read::file(path, input, most),
            Self::Git(snapshot) => snapshot.read(path, input, most),
        }
    }

    /// What a path from the working directory is in a repository.
    pub(super) fn seen_from_here(&self, path: &Path) -> Option<PathBuf> {
        match self {
            Self::Disk => None,
            Self::Git(snapshot) => snapshot.inside(&Path::new(".").join(path)),
        }
    }

    /// The file that a place is in: of the index the one of the work tree, which somebody can open.
    pub(super) fn file(&self, path: &Path) -> String {
        match self {
            Self::Disk => path.display().to_string(),
            Self::Git(snapshot) => snapshot.file(path),
        }
    }

    /// A path as a person would name it.
    pub(super) fn shown(&self, path: &Path) -> String {
        match self {
            Self::Disk => path.display().to_string(),
            Self::Git(snapshot) => snapshot.shown(path),
        }
    }
}
