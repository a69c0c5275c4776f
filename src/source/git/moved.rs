//! Where a path was before it was moved, or is now, by git's own detection of renames.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::super::InputError;
use super::super::shelf::Shelf;
use super::repository::Repository;
use super::{Place, Snapshot, Words};

/// Where the path of a proposed schema is in each of its older snapshots, oldest first; none where it is in none of them
/// under any name.
///
/// # Errors
///
/// Where git cannot be asked.
pub(super) fn paths(
    place: &Place,
    snapshots: &[Shelf],
    proposed: &str,
    word: &str,
) -> Result<Vec<Option<PathBuf>>, InputError> {
    let now = match Words::read(proposed) {
        Some(words) if !words.revision.is_empty() => {
            place.repository.verify(&format!("{}^{{tree}}", words.revision))?
        }
        _ => None,
    };
    let (mut path, mut out) = (Some(place.path.clone()), Vec::new());
    for shelf in snapshots.iter().rev() {
        if let (Some(here), Shelf::Git(snapshot)) = (&path, shelf)
            // What cannot be told is for those who read it to tell.
            && matches!(shelf.holds(here, word), Ok(false))
        {
            path = before(&place.repository, snapshot, now.as_deref(), &place.path)?;
        }
        out.push(path.clone());
    }
    out.reverse();
    Ok(out)
}

/// What is told of a path that had another name.
pub(super) fn told(path: &Path, old: &Path, snapshot: &str) -> String {
    let (path, old) = (path.display(), old.display());
    format!("`{path}` was moved: it is compared with `{old}`, its path at `{snapshot}`")
}

/// Where a file of the last commit is in the index.
pub(super) fn staged_as(repository: &Repository, path: &Path) -> Option<PathBuf> {
    let renames = renames(repository, &["diff-index", "--cached"], &["HEAD"]).ok()?;
    renames.into_iter().find(|(old, _)| old == path).map(|(_, new)| new)
}

/// The path that a file or a directory of a tree, or of the index, had in an older tree.
fn before(
    repository: &Repository,
    snapshot: &Snapshot,
    now: Option<&str>,
    path: &Path,
) -> Result<Option<PathBuf>, InputError> {
    let Some(tree) = snapshot.tree() else { return Ok(None) };
    let renames = match now {
        Some(now) => renames(repository, &["diff-tree", "-r"], &[tree, now])?,
        None => renames(repository, &["diff-index", "--cached"], &[tree])?,
    };
    // A directory was where most of its files were.
    let mut votes: HashMap<PathBuf, usize> = HashMap::new();
    for (old, new) in renames {
        if new == path {
            return Ok(Some(old));
        }
        // Files may have new names in it.
        if let (Ok(inner), Some(old)) = (new.strip_prefix(path), old.parent())
            && let Some(folder) = inner.parent()
            && old.ends_with(folder)
        {
            let above = old.ancestors().nth(folder.components().count()).unwrap_or(Path::new(""));
            *votes.entry(above.to_owned()).or_default() += 1;
        }
    }
    let most = votes.into_iter().max_by(|(a, m), (b, n)| m.cmp(n).then_with(|| b.cmp(a)));
    Ok(most.map(|(path, _)| path))
}

/// Old and new paths between two trees, or a tree and the index.
fn renames(
    repository: &Repository,
    command: &[&str],
    trees: &[&str],
) -> Result<Vec<(PathBuf, PathBuf)>, InputError> {
    let options = ["--find-renames", "--diff-filter=R", "--name-status", "-z"];
    let answer = repository.ask(&[command, &options, trees].concat())?.unwrap_or_default();
    // `R<similarity> NUL <old> NUL <new> NUL`, again and again.
    let parts: Vec<_> = answer.split(|byte| *byte == 0).map(String::from_utf8_lossy).collect();
    let pairs =
        parts.chunks_exact(3).map(|rename| [&rename[1], &rename[2]].map(|path| PathBuf::from(&**path)));
    Ok(pairs.map(|[old, new]| (old, new)).collect())
}
