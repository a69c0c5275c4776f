//! Where somebody stands: paths as they are seen from the working directory, and from the top of its repository.

use std::path::{Component, Path, PathBuf};

use super::search::clean;

/// The working directory and the top of the work tree around it, for those who tell paths to whoever stands elsewhere. Found
/// once; telling a path looks at nothing.
#[derive(Clone, Debug, Default)]
pub struct Standpoint {
    /// As seen from the top; none where there is no repository.
    below_top: Option<PathBuf>,
    top: PathBuf,
}

impl Standpoint {
    /// The working directory. Git is not asked: it may refuse a repository of another owner, and its files are there all the
    /// same.
    pub fn here() -> Self {
        let Ok(working) = std::env::current_dir() else { return Self::default() };
        let top = working.ancestors().find(|above| above.join(".git").exists()).unwrap_or(&working);
        let below_top = working.strip_prefix(top).ok().filter(|_| top.join(".git").exists());
        Self { below_top: below_top.map(Path::to_owned), top: top.to_owned() }
    }

    /// A path from the working directory as it is seen from the top of the repository, with `/` between its parts; one that
    /// is elsewhere stays as it is.
    pub fn from_top(&self, path: &str) -> String {
        let inner = self.below_top.as_ref().and_then(|below| match Path::new(path) {
            whole if whole.is_absolute() => whole.strip_prefix(&self.top).map(Path::to_owned).ok(),
            _ => folded(&below.join(path)),
        });
        let path = inner.map_or_else(|| path.to_owned(), |inner| inner.to_string_lossy().into_owned());
        let path = path.replace(std::path::MAIN_SEPARATOR, "/");
        path.strip_prefix("./").map_or(path.clone(), str::to_owned)
    }
}

/// A relative path without `.` and `..`; none where it leads out.
fn folded(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => out.push(name),
            Component::CurDir => {}
            Component::ParentDir if out.pop() => {}
            _ => return None,
        }
    }
    Some(out)
}

/// A whole path as it is seen from the working directory, `..` some times over where it is not below.
pub(super) fn seen_from_here(path: &Path) -> PathBuf {
    let Ok(working) = std::env::current_dir() else { return path.to_owned() };
    clean(path).map_or_else(|| path.to_owned(), |path| seen_from(&working, &path))
}

fn seen_from(working: &Path, path: &Path) -> PathBuf {
    let shared = working.components().zip(path.components()).take_while(|(one, other)| one == other).count();
    // With nothing but the root in common, the way up is longer than the path.
    if shared <= 1 {
        return path.to_owned();
    }
    let up = working.components().skip(shared).map(|_| Component::ParentDir);
    let seen: PathBuf = up.chain(path.components().skip(shared)).collect();
    if seen.as_os_str().is_empty() { PathBuf::from(".") } else { seen }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_from_the_working_directory() {
        for (path, expected) in [
            ("/w/repo/sub/a.proto", "a.proto"),
            ("/w/repo/sub", "."),
            ("/w/repo/proto/a.proto", "../proto/a.proto"),
            ("/w/repo", ".."),
            ("/srv/a.proto", "/srv/a.proto"),
        ] {
            assert_eq!(seen_from(Path::new("/w/repo/sub"), Path::new(path)), Path::new(expected), "{path}");
        }
    }

    #[test]
    fn paths_from_the_top() {
        let stand = Standpoint { below_top: Some("api/sub".into()), top: "/w/repo".into() };
        for (path, expected) in [
            ("a.proto", "api/sub/a.proto"),
            ("./a.proto", "api/sub/a.proto"),
            ("../a.proto", "api/a.proto"),
            ("../../history/1.proto", "history/1.proto"),
            ("/w/repo/proto/a.proto", "proto/a.proto"),
            ("../../../a.proto", "../../../a.proto"),
            ("/srv/a.proto", "/srv/a.proto"),
        ] {
            assert_eq!(stand.from_top(path), expected, "{path}");
        }
        assert_eq!(Standpoint::default().from_top("./x/a.proto"), "x/a.proto");
    }
}
