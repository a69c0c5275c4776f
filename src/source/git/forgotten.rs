//! What was probably meant by a word that names no file: a ref without `git:` before it, or a file that git knows.

use std::path::Path;

use super::super::search::clean;
use super::super::standpoint::seen_from_here;
use super::super::{InputError, Role};
use super::missing_ref::quoted;
use super::repository::{Repositories, Repository};
use super::snapshot::inside;

/// Adds what git knows of a word to the error that there is no such file.
pub(in super::super) fn hinted(error: InputError, word: &str, role: Role, open: &Repositories) -> InputError {
    let is_about_it = error.kind == "missing-file" && error.location.is_none();
    let is_guess = error.help.as_deref().is_some_and(|help| help.starts_with("did you mean"));
    let Some(repository) = is_about_it.then(|| Repository::open(Path::new("."), word, open).ok()).flatten()
    else {
        return error;
    };
    let help = as_ref(&repository, word, role).or_else(|| lost(&repository, word));
    match help.or_else(|| if is_guess { None } else { deeper(&repository, word) }) {
        Some(help) => error.help(help),
        None => error,
    }
}

/// A branch, a tag, a commit, or a range of them, with a path behind it or not.
fn as_ref(repository: &Repository, word: &str, role: Role) -> Option<String> {
    let (revision, path) = word.split_once(':').map_or((word, None), |(r, path)| (r, Some(path)));
    let (name, is_range) = revision.split_once("..").map_or((revision, false), |(from, _)| (from, true));
    let is_word = !name.is_empty() && !name.starts_with(['-', '.', '/', '@']);
    repository.verify(&format!("{name}^{{commit}}")).ok().flatten().filter(|_| is_word)?;
    let full = repository.line(&["rev-parse", "--symbolic-full-name", name]).ok().flatten();
    let what = match full.as_deref().unwrap_or_default() {
        full if full.starts_with("refs/heads/") || full.starts_with("refs/remotes/") => "a branch",
        full if full.starts_with("refs/tags/") => "a tag",
        _ => "a commit",
    };
    let word = match (role, path) {
        (Role::Existing, _) => format!("--against git:{word}"),
        (Role::Proposed, Some(_)) => format!("git:{word}"),
        (Role::Proposed, None) => format!("git:{word}:PATH"),
    };
    let behind = if is_range { "; a range of commits is" } else { ":" };
    Some(format!("`{name}` is {what}{behind} `{word}`"))
}

/// A file that is in the index or the last commit and no longer in the work tree.
fn lost(repository: &Repository, word: &str) -> Option<String> {
    let path = inside(repository.top()?, Path::new(word))?;
    let path = path.to_str().filter(|path| !path.is_empty())?;
    let pathspec = quoted(word);
    let is_there = |revision: &str| repository.verify(&format!("{revision}:{path}")).ok().flatten().is_some();
    if is_there("") {
        return Some(format!(
            "it is deleted in the work tree only: `git restore {pathspec}` brings it back, `git::{path}` is what is staged"
        ));
    }
    is_there("HEAD").then(|| format!("it is deleted since the last commit: `git:HEAD:{path}` is what it was"))
}

/// A file of the same name elsewhere in the repository.
fn deeper(repository: &Repository, word: &str) -> Option<String> {
    let top = repository.top()?;
    let wanted = Path::new(word.trim_start_matches("./"));
    let name = wanted.file_name()?.to_str()?;
    let index = repository.index().ok()?;
    let mut found: Vec<_> = index
        .iter()
        .filter(|(_, folder)| folder.contains_key(name))
        .map(|(folder, _)| top.join(&**folder).join(name))
        .filter(|path| path.ends_with(wanted) && clean(path).is_some_and(|path| path.exists()))
        .map(|path| seen_from_here(&path).display().to_string())
        .collect();
    found.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    found.first().map(|path| format!("did you mean `{path}`?"))
}
