//! What to type for a ref that is not there: the name that was meant, or the command that brings it.
//!
//! A command that is told makes the same word work, or the word that is told with it; `git fetch origin main` alone would
//! leave `origin/main` missing in a clone of a single branch.

use super::super::{InputError, names};
use super::Words;
use super::repository::Repository;

/// The error for a name that stands for no commit.
///
/// # Errors
///
/// Where git cannot be asked.
pub(super) fn missing_ref(
    repository: &Repository,
    words: &Words<'_>,
    name: &str,
) -> Result<InputError, InputError> {
    let shown = names::cut(name);
    let lost = Lost::new(repository, words, name)?;
    if let Some(what) = lost.other_object()? {
        let error = InputError::new("no-commit", words.text, format!("`{shown}` is no commit but a {what}"));
        let is_near = lost.plain != name && lost.commit_of(lost.plain)?;
        return Ok(error.help(if is_near {
            format!("did you mean `{}`?", lost.word(lost.plain))
        } else {
            "name a branch, a tag or a commit; a path stands behind a colon: `git:REF:PATH`".to_owned()
        }));
    }
    let error = InputError::new("missing-ref", words.text, format!("no ref `{shown}` in this repository"));
    Ok(error.help(lost.help()?))
}

/// The error for a pattern that no tag matches.
///
/// # Errors
///
/// As [`missing_ref`].
pub(super) fn missing_tags(repository: &Repository, words: &Words<'_>) -> Result<InputError, InputError> {
    let pattern = names::cut(words.revision);
    let tags =
        repository.lines(&["-c", "versionsort.suffix=-", "tag", "--list", "--sort=-version:refname"])?;
    let here = match names::list(tags.iter().map(String::as_str)) {
        none if none.is_empty() => "there is no tag here".to_owned(),
        some => format!("there are {some}"),
    };
    let fetch = repository.lines(&["remote"])?.into_iter().next().map(|remote| {
        let remote = quoted(&remote);
        // Without a pattern of its own, the depth would cut the branches too.
        let command = match repository.is_shallow() {
            Ok(true) => format!("git fetch --depth=1 {remote} 'refs/tags/*:refs/tags/*'"),
            _ => format!("git fetch --tags {remote}"),
        };
        format!("; `{command}` brings those of the remote")
    });
    let error = InputError::new("missing-ref", words.text, format!("no tag matches `{pattern}`"));
    Ok(error.help(here + &fetch.unwrap_or_default()))
}

/// The error for two commits that no history joins.
///
/// # Errors
///
/// As [`missing_ref`].
pub(super) fn no_merge_base(
    repository: &Repository,
    words: &Words<'_>,
    (one, other): (&str, &str),
) -> Result<InputError, InputError> {
    let message = format!("`{one}` and `{other}` have no commit in common");
    if !repository.is_shallow()? {
        return Ok(InputError::new("no-merge-base", words.text, message));
    }
    let message = format!("{message} in this shallow clone");
    let help = deepen(&repository.lines(&["remote"])?);
    Ok(InputError::new("no-merge-base", words.text, message).help(format!("{help} until they have")))
}

/// What brings more of a shallow clone's history.
fn deepen(remotes: &[String]) -> String {
    let remote = remotes.first().map(|remote| format!(" {}", quoted(remote))).unwrap_or_default();
    format!("`git fetch --unshallow{remote}`, or `git fetch --deepen=100{remote}`")
}

/// A name that stands for no commit.
struct Lost<'a> {
    repository: &'a Repository,
    words: &'a Words<'a>,
    name: &'a str,
    /// The part that names a ref, without `~2`, `^` and `@{1}`.
    plain: &'a str,
    remotes: Vec<String>,
    is_shallow: bool,
}

impl<'a> Lost<'a> {
    fn new(repository: &'a Repository, words: &'a Words<'a>, name: &'a str) -> Result<Self, InputError> {
        let end = [name.find(['~', '^']), name.find("@{")].into_iter().flatten().min();
        let plain = &name[..end.unwrap_or(name.len())];
        let (remotes, is_shallow) = (repository.lines(&["remote"])?, repository.is_shallow()?);
        Ok(Self { repository, words, name, plain, remotes, is_shallow })
    }

    /// What the name stands for, if that is there.
    fn other_object(&self) -> Result<Option<String>, InputError> {
        match self.repository.verify(&format!("{}^{{}}", self.name))? {
            Some(id) => self.repository.line(&["cat-file", "-t", &id]),
            None => Ok(None),
        }
    }

    fn commit_of(&self, name: &str) -> Result<bool, InputError> {
        Ok(!name.is_empty() && self.repository.verify(&format!("{name}^{{commit}}"))?.is_some())
    }

    /// The word of the command line with another name in this one's place.
    fn word(&self, other: &str) -> String {
        let revision = self.words.revision;
        let ends = ["...", ".."].iter().find_map(|dots| Some((*dots, revision.split_once(dots)?)));
        let revision = match ends {
            None => other.to_owned(),
            Some((dots, (from, to))) if from == self.name => format!("{other}{dots}{to}"),
            Some((dots, (from, _))) => format!("{from}{dots}{other}"),
        };
        format!("git:{revision}{}", &self.words.text["git:".len() + self.words.revision.len()..])
    }

    fn help(&self) -> Result<String, InputError> {
        let suffix = &self.name[self.plain.len()..];
        if !suffix.is_empty() && self.commit_of(self.plain)? {
            return Ok(self.too_far(suffix));
        }
        // Names that stand for other names are left out: `origin/HEAD` may well be the branch that is to be checked.
        let refs = self.repository.lines(&[
            "for-each-ref",
            "--count=10000",
            "--format=%(if)%(symref)%(then)%(else)%(refname:strip=2)%(end)",
            "refs/heads",
            "refs/remotes",
            "refs/tags",
        ])?;
        let refs: Vec<&str> = refs.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
        let mut of_remotes = self.remotes.iter().map(|remote| format!("{remote}/{}", self.plain));
        if let Some(found) = of_remotes.find(|name| refs.contains(&name.as_str())) {
            return Ok(format!("the remote has it: `{}`", self.word(&(found + suffix))));
        }
        let near = names::nearest(self.name, refs.iter().copied());
        let near = near.map(|near| format!("did you mean `{}`?", self.word(near)));
        let help: Vec<String> = near.into_iter().chain(self.fetch()).collect();
        Ok(match refs.is_empty() {
            _ if !help.is_empty() => help.join(" If not: "),
            true => "the repository has no branch and no tag yet".to_owned(),
            false => format!("there are {}", names::list(refs.into_iter())),
        })
    }

    /// There is a ref, and not what stands behind it.
    fn too_far(&self, suffix: &str) -> String {
        let plain = self.plain;
        match self.is_shallow {
            true => format!("this is a shallow clone: {}", deepen(&self.remotes)),
            false if suffix.starts_with('~') => {
                format!("there is `{plain}`, and its history does not go back that far")
            }
            false => format!("there is `{plain}`, and no `{}` of it", names::cut(suffix)),
        }
    }

    /// The command that brings the ref, if there is a remote to have it.
    fn fetch(&self) -> Option<String> {
        let first = self.remotes.first()?;
        let is_id = self.name.len() >= 7 && self.name.bytes().all(|b| b.is_ascii_hexdigit());
        if is_id {
            return Some(self.fetch_id(first));
        }
        let plain = self.plain.trim_start_matches("refs/");
        if let Some(tag) = plain.strip_prefix("tags/") {
            return Some(format!("`{}`", self.command(first, &format!("tag {}", quoted(tag)))));
        }
        if let Some(branch) = plain.strip_prefix("heads/") {
            let refspec = quoted(&format!("{branch}:refs/heads/{branch}"));
            return Some(format!("`{}`", self.command(first, &refspec)));
        }
        let tracked = plain.trim_start_matches("remotes/");
        let owner = |remote: &&String| tracked.starts_with(&format!("{remote}/"));
        if let Some(remote) = self.remotes.iter().filter(owner).max_by_key(|remote| remote.len()) {
            let refspec = format!("{}:refs/remotes/{tracked}", &tracked[remote.len() + 1..]);
            return Some(format!("`{}`", self.command(remote, &quoted(&refspec))));
        }
        let branch = self.command(first, &quoted(&format!("{plain}:refs/remotes/{first}/{plain}")));
        let tag = self.command(first, &format!("tag {}", quoted(plain)));
        let suffix = &self.name[self.plain.len()..];
        let word = self.word(&format!("{first}/{plain}{suffix}"));
        Some(format!("`{branch}` brings a branch, then `{word}`; `{tag}` brings a tag"))
    }

    /// A whole id can be asked for; what a part of one stands for, the remote does not tell.
    fn fetch_id(&self, remote: &str) -> String {
        match (self.name.len(), self.is_shallow) {
            (40 | 64, _) => format!("`{}`", self.command(remote, self.name)),
            (_, true) => format!("this is a shallow clone: {}", deepen(&self.remotes)),
            (_, false) => {
                let refspec = quoted(&format!("refs/heads/*:refs/remotes/{remote}/*"));
                format!("`git fetch {} {refspec}` brings every branch", quoted(remote))
            }
        }
    }

    /// A shallow clone is brought no more than is asked for: the commit alone, or what lies between two.
    fn command(&self, remote: &str, what: &str) -> String {
        let needs_history = self.words.revision.contains("..") || self.plain != self.name;
        let depth = match (self.is_shallow, needs_history) {
            (false, _) => "",
            (true, false) => "--depth=1 ",
            (true, true) => "--unshallow ",
        };
        format!("git fetch {depth}{} {what}", quoted(remote))
    }
}

/// A word as a shell takes it.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./:@%+=,-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_shell() {
        for (word, expected) in [
            ("main:refs/remotes/origin/main", "main:refs/remotes/origin/main"),
            ("refs/tags/*", "'refs/tags/*'"),
            ("a'b;c", r"'a'\''b;c'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
