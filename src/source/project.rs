//! Where a project's settings stand, what the words in them mean from the working directory, and which of its files a
//! change touches.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use super::search::clean;
use super::{InputError, MaxSize, Options, git, read, split_tree};

/// A file of settings.
#[derive(Clone, Debug)]
pub struct Project {
    /// The file as a person would name it.
    pub file: String,
    /// Its directory as seen from the working directory: empty, or `..` some times over, or what was given.
    pub base: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl Project {
    /// The file of this name in the working directory or the nearest of its parents.
    ///
    /// # Errors
    ///
    /// Where there is one that cannot be read.
    pub fn find(name: &str) -> Result<Option<Self>, InputError> {
        let Ok(working) = std::env::current_dir() else { return Ok(None) };
        let mut base = PathBuf::new();
        for _ in working.ancestors() {
            let path = base.join(name);
            if path.is_file() || path.is_symlink() {
                return Self::read(&path).map(Some);
            }
            base.push("..");
        }
        Ok(None)
    }

    /// A file by its path.
    ///
    /// # Errors
    ///
    /// Where it cannot be read.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let file = path.display().to_string();
        let bytes = read::file(path, &file, MaxSize::default())?;
        Ok(Self { file, base: path.parent().unwrap_or(Path::new("")).to_owned(), bytes })
    }

    /// The file as it is about to be committed, where the index has it.
    ///
    /// # Errors
    ///
    /// Where git cannot be asked.
    pub fn staged(self, options: &Options<'_>) -> Result<Self, InputError> {
        match git::staged_bytes(&self.file, options)? {
            Some(bytes) => Ok(Self { bytes, ..self }),
            None => Ok(self),
        }
    }
}

/// The word for a path as it is about to be committed, where the index has it; every other word as it is.
///
/// # Errors
///
/// Where git cannot be asked.
pub fn staged_if_tracked(word: &str, options: &Options<'_>) -> Result<String, InputError> {
    let (_, place) = split_tree(word);
    let is_tracked = place != "-" && git::Words::read(place).is_none() && git::is_staged(place, options)?;
    Ok(if is_tracked { git::staged(word) } else { word.to_owned() })
}

/// A word that is meant from a directory, as it is written from the working directory. Paths inside a repository start at
/// its top wherever somebody stands, and so stay as they are.
pub fn under(base: &Path, word: &str) -> String {
    if base.as_os_str().is_empty() {
        return word.to_owned();
    }
    let moved = |path: &str| {
        let parts = base.join(path);
        let parts: PathBuf = parts.components().filter(|part| *part != Component::CurDir).collect();
        parts.display().to_string()
    };
    let (tree, place) = split_tree(word);
    let tree = if tree { "tree:" } else { "" };
    match git::Words::read(place).map(|words| words.path) {
        None => format!("{tree}{}", moved(place)),
        Some(Some(path))
            if path == "." || path == ".." || path.starts_with("./") || path.starts_with("../") =>
        {
            let path = moved(path);
            let here = if path.starts_with("../") || path.starts_with('/') { "" } else { "./" };
            let front = &place[..place.rfind(':').map_or(0, |at| at + 1)];
            format!("{tree}{front}{here}{path}")
        }
        Some(_) => word.to_owned(),
    }
}

/// Files that are changed in the work tree or the index of a repository.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    top: PathBuf,
    /// Whole paths.
    files: HashSet<PathBuf>,
}

impl Changes {
    /// What differs from the last commit: of the index alone (`staged`), or of the work tree, new files included.
    ///
    /// # Errors
    ///
    /// Where there is no repository or no `git`.
    pub fn read(base: &Path, staged: bool, options: &Options<'_>) -> Result<Self, InputError> {
        let (top, files) = git::changed(&Path::new(".").join(base), staged, &options.repositories)
            .map_err(|error| error.help("leave out `--affected`, and every subject is checked"))?;
        let top = real(&top);
        let files = files.into_iter().map(|file| real(&top.join(file))).collect();
        Ok(Self { top, files })
    }

    /// Whether a file, or anything in a directory, is changed. Takes what a label or a word says, git's among them.
    pub fn touch(&self, label: &str) -> bool {
        let (_, place) = split_tree(label);
        let path = match git::Words::read(place) {
            None => real(Path::new(place)),
            Some(words) => match words.path {
                // The index holds what is changed; another commit does not.
                Some(path) if place.starts_with("git::") => real(&self.top.join(path)),
                _ => return false,
            },
        };
        // What is changed may be a submodule, and with it everything below.
        path.ancestors().any(|above| self.files.contains(above))
            || self.files.iter().any(|file| file.starts_with(&path))
    }
}

/// A whole path; links among its directories followed where they exist.
fn real(path: &Path) -> PathBuf {
    let whole = clean(path).unwrap_or_else(|| path.to_owned());
    let (Some(parent), Some(name)) = (whole.parent(), whole.file_name()) else { return whole };
    parent.canonicalize().map_or_else(|_| whole.clone(), |parent| parent.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_meant_from_the_directory_of_the_file() {
        for (base, word, expected) in [
            ("", "proto/a.proto", "proto/a.proto"),
            ("..", "proto/a.proto", "../proto/a.proto"),
            ("..", "tree:proto", "tree:../proto"),
            ("..", "git:main", "git:main"),
            ("..", "git:main:proto/a.proto", "git:main:proto/a.proto"),
            ("..", "git:main:./a.proto", "git:main:../a.proto"),
            ("sub", "git::../a.proto", "git::./sub/../a.proto"),
            ("..", "./a.proto", "../a.proto"),
            ("sub", "a.proto", "sub/a.proto"),
            ("/x", "a.proto", "/x/a.proto"),
            ("..", "/abs/a.proto", "/abs/a.proto"),
            ("", "tree:git::./a", "tree:git::./a"),
        ] {
            assert_eq!(under(Path::new(base), word), expected, "{base} {word}");
        }
    }
}
