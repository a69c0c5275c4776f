//! Where imports are found: a list of directories, as for `protoc -I`.
//!
//! Import paths stay inside those directories: absolute paths, `.`, `..` and backslashes are refused, as `protoc` does.
//! Symbolic links are followed, as `protoc` does too: a source tree may well be made of them.

use std::path::{Component, Path, PathBuf};

use super::InputError;

/// Directories in the order in which they are searched.
#[derive(Clone, Debug)]
pub(super) struct Search {
    directories: Vec<PathBuf>,
}

impl Search {
    /// The search for a file's imports, and the file's own import path.
    ///
    /// With `-I` directories the file must be in one of them, and its import path is relative to the first that has it.
    /// Without any, its own directory is the first, followed by its parents up to the working directory.
    pub(super) fn for_file(
        path: &Path,
        given: &[PathBuf],
        input: &str,
    ) -> Result<(Self, String), InputError> {
        if given.is_empty() {
            let search = Self { directories: parents(path) };
            return Ok((search, name_of(Path::new(path.file_name().unwrap_or_default()), input)?));
        }
        let search = Self::given(given, input)?;
        match search.import_path(path) {
            Some(name) => {
                let name = name_of(&name, input)?;
                search.refuse_shadow(&name, path, input)?;
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

    /// As [`Self::for_file`] for a member of a directory of versions, which need not be in any `-I` directory: its own
    /// directory is then searched after them.
    pub(super) fn for_member(
        path: &Path,
        given: &[PathBuf],
        input: &str,
    ) -> Result<(Self, String), InputError> {
        let mut search = Self::given(given, input)?;
        if given.is_empty() || search.import_path(path).is_some() {
            return Self::for_file(path, given, input);
        }
        search.directories.push(parent(path));
        Ok((search, name_of(Path::new(path.file_name().unwrap_or_default()), input)?))
    }

    /// The search for standard input, which has no directory of its own.
    pub(super) fn for_stdin(given: &[PathBuf], input: &str) -> Result<Self, InputError> {
        if given.is_empty() {
            return Ok(Self { directories: vec![PathBuf::from(".")] });
        }
        Self::given(given, input)
    }

    /// The search for a folder that is its own import root; the `-I` directories come behind it.
    pub(super) fn for_folder(folder: &Path, given: &[PathBuf], input: &str) -> Result<Self, InputError> {
        let mut search = Self::given(given, input)?;
        search.directories.insert(0, folder.to_owned());
        Ok(search)
    }

    fn given(given: &[PathBuf], input: &str) -> Result<Self, InputError> {
        match given.iter().find(|directory| !directory.is_dir()) {
            Some(missing) => {
                let what = if missing.exists() { "is no directory" } else { "does not exist" };
                let message = format!("the import directory `{}` {what}", missing.display());
                Err(InputError::new("missing-proto-path", input, message).help("mend the `-I` option"))
            }
            None => Ok(Self { directories: given.to_vec() }),
        }
    }

    /// The file that an import path stands for; none where the path could lead out of the directories.
    pub(super) fn find(&self, name: &str) -> Option<PathBuf> {
        if !is_import_path(name) {
            return None;
        }
        let found =
            self.directories.iter().map(|directory| directory.join(name)).find(|path| path.exists())?;
        Some(found.strip_prefix(".").map(Path::to_owned).unwrap_or(found))
    }

    /// An import of this name must mean this file, not one in an earlier directory.
    fn refuse_shadow(&self, name: &str, path: &Path, input: &str) -> Result<(), InputError> {
        match self.find(name) {
            Some(other) if !super::is_same_file(&other, &path.to_string_lossy()) => {
                let message =
                    format!("`{name}` means `{}` in the directories given with `-I`", other.display());
                Err(InputError::new("shadowed", input, message)
                    .help("put the directory of the one that is meant first"))
            }
            _ => Ok(()),
        }
    }

    /// The directories, for a message.
    pub(super) fn list(&self) -> String {
        let shown: Vec<String> = self.directories.iter().map(|d| d.display().to_string()).collect();
        super::names::list(shown.iter().map(String::as_str))
    }

    /// A file's path relative to the first directory that has it.
    fn import_path(&self, path: &Path) -> Option<PathBuf> {
        let lexical =
            |directory: &PathBuf| clean(path)?.strip_prefix(clean(directory)?).map(Path::to_owned).ok();
        let real = |directory: &PathBuf| {
            let file = parent(path).canonicalize().ok()?.join(path.file_name()?);
            file.strip_prefix(directory.canonicalize().ok()?).map(Path::to_owned).ok()
        };
        self.directories.iter().find_map(lexical).or_else(|| self.directories.iter().find_map(real))
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

/// A file's directory and its parents up to the working directory; its directory alone, where it is elsewhere.
fn parents(path: &Path) -> Vec<PathBuf> {
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if path.components().all(plain) {
        let named = |p: &Path| if p.as_os_str().is_empty() { PathBuf::from(".") } else { p.to_owned() };
        return path.ancestors().skip(1).map(named).collect();
    }
    let inside = |path: &Path, working: &Path| -> Vec<PathBuf> {
        path.ancestors().skip(1).take_while(|p| p.starts_with(working)).map(Path::to_owned).collect()
    };
    let working = std::env::current_dir().unwrap_or_default();
    let mut found = clean(path).map(|path| inside(&path, &working)).unwrap_or_default();
    if found.is_empty()
        && let (Ok(path), Ok(working)) = (path.canonicalize(), working.canonicalize())
    {
        found = inside(&path, &working);
    }
    if found.is_empty() { vec![parent(path)] } else { found }
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// An absolute path without `.` and `..`, symbolic links left as they are.
fn clean(path: &Path) -> Option<PathBuf> {
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
            parents(Path::new(path)).iter().map(|p| p.display().to_string()).collect()
        };
        assert_eq!(names("a/b/c.proto"), ["a/b", "a", "."]);
        assert_eq!(names("c.proto"), ["."]);
        assert_eq!(names("/elsewhere/a/c.proto"), ["/elsewhere/a"]);
        let working = std::env::current_dir().expect("a working directory");
        assert_eq!(parents(&working.join("x/y.proto")), [working.join("x"), working]);
    }

    #[test]
    fn import_path_of_a_file() {
        let search = Search { directories: vec!["proto/shop".into(), "proto".into()] };
        let name = |path: &str| search.import_path(Path::new(path));
        assert_eq!(name("proto/shop/order.proto"), Some("order.proto".into()));
        assert_eq!(name("./proto/x/../common/a.proto"), Some("common/a.proto".into()));
        assert_eq!(name("other/a.proto"), None);
    }
}
