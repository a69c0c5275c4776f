//! What is told of a path that is not there: at a commit, or in the index.

use std::path::Path;

use super::super::search::clean;
use super::super::shelf::Shelf;
use super::super::standpoint::seen_from_here;
use super::super::{InputError, Options, names};
use super::missing_ref::quoted;
use super::{Place, Words, moved};

/// What is told of a proposed schema that is not there yet. One that was moved would escape unseen.
pub(super) fn new(place: &Place, words: &Words<'_>) -> String {
    let (path, name) = (place.path.display(), words.name());
    let at = if words.revision.is_empty() { "in the index".to_owned() } else { format!("at `{name}`") };
    format!("`{path}` is new: it does not exist {at}; if it was moved, name its old path: `{name}:OLD-PATH`")
}

/// The error for a path that somebody named and that is not there.
pub(super) fn absent(place: &Place, shelf: &Shelf, words: &Words<'_>, options: &Options<'_>) -> InputError {
    let path = &place.path;
    if let Some(submodule) = shelf.submodule(path) {
        return in_submodule(place, submodule, words);
    }
    if words.revision.is_empty() {
        return unstaged(place, shelf, words, options);
    }
    let error = InputError::new("missing-file", words.text, format!("no `{}` there", path.display()));
    let here = shelf.seen_from_here(path);
    if let Some(here) = here.filter(|here| here != path && shelf.exists(here)) {
        return error.help(format!(
            "paths start at the top of the repository: `{}`, or `{}:./{}`",
            shelf.shown(&here),
            words.name(),
            path.display()
        ));
    }
    near(error, path, shelf, words)
}

/// The error for a path that is a submodule, or is in one.
pub(super) fn in_submodule(place: &Place, submodule: &Path, words: &Words<'_>) -> InputError {
    let message =
        format!("`{}` is a submodule: its files are in a repository of its own", submodule.display());
    let error = InputError::new("submodule", words.text, message);
    let Some(top) = place.repository.top() else { return error };
    let seen = seen_from_here(&top.join(&place.path));
    let here = if seen.has_root() || seen.starts_with("..") { "" } else { "./" };
    error.help(format!(
        "ask that repository, which has refs of its own, by the path in the work tree: `git:REF:{here}{}`",
        seen.display()
    ))
}

/// A path that the index does not have: deleted there, never staged, or misspelt.
fn unstaged(place: &Place, index: &Shelf, words: &Words<'_>, options: &Options<'_>) -> InputError {
    let path = place.path.display();
    let pathspec = quoted(&match words.path {
        Some(local) if local.starts_with("./") => local[2..].to_owned(),
        Some(other) if other.starts_with("../") || Path::new(other).has_root() => other.to_owned(),
        _ => format!(":/{path}"),
    });
    let at_head = ["cat-file", "-e", &format!("HEAD:{path}")];
    if matches!(place.repository.ask(&at_head), Ok(Ok(_))) {
        let message = format!("`{path}` is deleted in the index: the next commit removes it");
        let new = moved::staged_as(&place.repository, &place.path);
        let (message, help) = match new.as_deref().zip(place.repository.top()) {
            Some((new, top)) => renamed(&path.to_string(), &top.join(new), options),
            None => (message, left_out(options)),
        };
        return InputError::new("deleted", words.text, message)
            .help(format!("{help}, or take the deletion back: `git restore --staged {pathspec}`"));
    }
    let error = InputError::new("missing-file", words.text, format!("`{path}` is not in the index"));
    if place.repository.top().is_some_and(|top| top.join(&place.path).exists()) {
        return error.help(format!("stage it first: `git add {pathspec}`"));
    }
    near(error, &place.path, index, words)
}

/// What is told of a path that has another name in the index.
fn renamed(old: &str, new: &Path, options: &Options<'_>) -> (String, String) {
    let seen = seen_from_here(new);
    let message = format!("`{old}` is renamed in the index: it is `{}` there", seen.display());
    let help = match &options.subject {
        Some(name) => {
            let base = clean(&options.base);
            let in_file = base.and_then(|base| Some(new.strip_prefix(base).ok()?.to_owned())).unwrap_or(seen);
            let in_file = in_file.display();
            format!("name it in protoward.toml, for subject `{name}`: `proposed = \"{in_file}\"`")
        }
        None => "name it as it is called there".to_owned(),
    };
    (message, help)
}

/// What to do where a path is gone.
fn left_out(options: &Options<'_>) -> String {
    match &options.subject {
        Some(name) => format!("remove subject `{name}` from protoward.toml"),
        None => "leave it out, as `git diff --cached --name-only --diff-filter=d` does".to_owned(),
    }
}

/// Adds the name that was probably meant.
fn near(error: InputError, path: &Path, shelf: &Shelf, words: &Words<'_>) -> InputError {
    let parent = path.parent().unwrap_or(Path::new(""));
    let names = shelf.list(parent, words.text).unwrap_or_default();
    if shelf.is_link(path) {
        return error.help("it is a link that leads to nothing in the repository");
    }
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    match names::nearest(&wanted, names.iter().map(|(name, _)| name.as_str())) {
        Some(near) => error.help(format!("did you mean `{}`?", shelf.shown(&parent.join(near)))),
        None if names.is_empty() => {
            error.help(format!("there is no directory `{}` either", parent.display()))
        }
        None => error,
    }
}
