//! Which versions a word means: a commit, a merge base, a range of commits, tags, the index.

use std::rc::Rc;

use super::super::{InputError, names};
use super::repository::Repository;
use super::snapshot::Snapshot;
use super::{Place, Words};

/// How many versions a word may stand for.
const MAX_VERSIONS: usize = 10_000;

/// The versions that a word means, oldest first.
pub(super) struct Revisions {
    pub(super) snapshots: Vec<Snapshot>,
    /// Things worth a word.
    pub(super) notes: Vec<String>,
    /// The word means several by its form, be there one or none.
    pub(super) several: bool,
}

impl Revisions {
    fn one(snapshot: Snapshot) -> Self {
        Self { snapshots: vec![snapshot], notes: Vec::new(), several: false }
    }
}

/// Looks a word's revision up.
///
/// # Errors
///
/// Where there is no such ref, no merge base, no matching tag.
pub(super) fn find(place: &Place, words: &Words<'_>) -> Result<Revisions, InputError> {
    let lookup = Lookup { repository: &place.repository, words };
    let revision = words.revision;
    if revision.is_empty() {
        return Ok(Revisions::one(Snapshot::of_index(&place.repository)?));
    }
    if revision.starts_with('-') {
        let message = format!("`{}` looks like an option and is no ref", names::cut(revision));
        return Err(InputError::new("missing-ref", words.text, message));
    }
    if revision.contains(['*', '?', '[']) {
        return lookup.tags();
    }
    if let Some((one, other)) = revision.split_once("...") {
        return lookup.merge_base(one, other);
    }
    if let Some((from, to)) = revision.split_once("..") {
        return lookup.range(from, to, place);
    }
    if revision == "HEAD" && lookup.commit_of("HEAD")?.is_none() {
        let notes = vec!["the repository has no commit yet".to_owned()];
        return Ok(Revisions { snapshots: Vec::new(), notes, several: false });
    }
    Ok(Revisions::one(lookup.snapshot(words.name(), &lookup.commit(revision)?)?))
}

struct Lookup<'a> {
    repository: &'a Rc<Repository>,
    words: &'a Words<'a>,
}

impl Lookup<'_> {
    /// Tags that match a pattern, by version: `v1.9`, `v1.10-rc1`, `v1.10`.
    fn tags(&self) -> Result<Revisions, InputError> {
        let pattern = self.words.revision;
        let tags = self.repository.lines(&[
            "-c",
            "versionsort.suffix=-",
            "tag",
            "--list",
            "--sort=version:refname",
            "--format=%(refname:strip=2)",
            "--",
            pattern,
        ])?;
        if tags.is_empty() {
            let message = format!("no tag matches `{}`", names::cut(pattern));
            return Err(InputError::new("missing-ref", self.words.text, message)
                .help("`git fetch --tags` brings those of the remote"));
        }
        self.bounded(tags.len())?;
        let snapshots = tags.iter().map(|tag| {
            let commit = self.commit(&format!("refs/tags/{tag}"))?;
            self.snapshot(format!("git:{tag}"), &commit)
        });
        Ok(Revisions { snapshots: snapshots.collect::<Result<_, _>>()?, notes: Vec::new(), several: true })
    }

    /// A path that somebody named, that no commit changed and that is not there either, is no history but a slip.
    fn refuse_misspelt(&self, commit: &str, path: &str) -> Result<(), InputError> {
        let object = format!("{commit}:{path}");
        let found = ["rev-parse", "--verify", "--quiet", "--end-of-options", &object];
        if self.words.path.is_none() || path.is_empty() || self.repository.line(&found)?.is_some() {
            return Ok(());
        }
        let message = format!("there is no `{path}`, and no commit of the range changed it");
        Err(InputError::new("missing-file", self.words.text, message)
            .help("paths start at the top of the repository; `./` stands for here"))
    }

    /// Where two lines of commits part.
    fn merge_base(&self, one: &str, other: &str) -> Result<Revisions, InputError> {
        let (one, other) = (or_head(one), or_head(other));
        let ids = [self.commit(one)?, self.commit(other)?];
        if let Some(base) = self.repository.line(&["merge-base", "--end-of-options", &ids[0], &ids[1]])? {
            return Ok(Revisions::one(self.snapshot(self.words.name(), &base)?));
        }
        let message = format!("`{one}` and `{other}` have no commit in common");
        Err(if self.is_shallow()? {
            InputError::new("no-merge-base", self.words.text, format!("{message} in this shallow clone"))
                .help("`git fetch --unshallow`, or `git fetch --deepen=100` until they have")
        } else {
            InputError::new("no-merge-base", self.words.text, message)
        })
    }

    /// The commits between two that changed the path.
    fn range(&self, from: &str, to: &str, place: &Place) -> Result<Revisions, InputError> {
        let range = format!("{}..{}", self.commit(or_head(from))?, self.commit(or_head(to))?);
        let path = place.path.to_string_lossy();
        let most = format!("--max-count={}", MAX_VERSIONS + 1);
        let mut args = vec!["rev-list", "--topo-order", "--reverse", &most, "--end-of-options", &range, "--"];
        if !path.is_empty() {
            args.push(&path);
        }
        let commits = self.repository.lines(&args)?;
        self.bounded(commits.len())?;
        let mut notes = Vec::new();
        if commits.is_empty() {
            self.refuse_misspelt(&self.commit(or_head(to))?, &path)?;
            notes.push(format!("no commit of `{}` changed `{path}`", self.words.name()));
        }
        if self.is_shallow()? {
            notes.push(format!("this is a shallow clone, so `{}` may lack commits", self.words.name()));
        }
        let snapshots = commits.iter().map(|commit| {
            let short: String = commit.chars().take(12).collect();
            self.snapshot(format!("git:{short}"), commit)
        });
        Ok(Revisions { snapshots: snapshots.collect::<Result<_, _>>()?, notes, several: true })
    }

    fn snapshot(&self, name: String, commit: &str) -> Result<Snapshot, InputError> {
        match self.repository.verify(&format!("{commit}^{{tree}}"))? {
            Some(tree) => Ok(Snapshot::of_tree(self.repository, name, &tree)),
            None => Err(Repository::lacks(self.words.text)),
        }
    }

    fn commit(&self, revision: &str) -> Result<String, InputError> {
        match self.commit_of(revision)? {
            Some(commit) => Ok(commit),
            None => Err(self.missing(revision)?),
        }
    }

    fn commit_of(&self, revision: &str) -> Result<Option<String>, InputError> {
        self.repository.verify(&format!("{revision}^{{commit}}"))
    }

    /// What to type for a ref that is not there.
    fn missing(&self, revision: &str) -> Result<InputError, InputError> {
        let shown = names::cut(revision);
        let error =
            InputError::new("missing-ref", self.words.text, format!("no ref `{shown}` in this repository"));
        let refs = self.repository.lines(&[
            "for-each-ref",
            "--count=10000",
            "--format=%(refname:strip=2)",
            "refs/heads",
            "refs/remotes",
            "refs/tags",
        ])?;
        let remotes = self.repository.lines(&["remote"])?;
        let word = |other: &str| self.words.text.replacen(revision, other, 1);
        let remote_only = remotes.iter().map(|remote| format!("{remote}/{revision}"));
        if let Some(found) = remote_only.into_iter().find(|name| refs.contains(name)) {
            return Ok(error.help(format!("the remote has it: `{}`", word(&found))));
        }
        let is_id = revision.len() >= 7 && revision.bytes().all(|b| b.is_ascii_hexdigit());
        let is_shallow = self.is_shallow()?;
        // The part that names a ref, without `~2`, `^` and `@{1}`.
        let plain = revision.split(['~', '^', '@']).next().unwrap_or_default();
        if plain != revision && !plain.is_empty() && self.commit_of(plain)?.is_some() {
            let error = error.help(if is_shallow {
                "this is a shallow clone: `git fetch --unshallow`, or `git fetch --deepen=100`".to_owned()
            } else {
                format!("there is `{plain}`, and its history does not go back that far")
            });
            return Ok(error);
        }
        let fetch = match remotes.iter().find(|remote| plain.starts_with(&format!("{remote}/"))) {
            _ if is_id && is_shallow => Some("this is a shallow clone: `git fetch --unshallow`".to_owned()),
            Some(remote) => Some(format!("`git fetch {remote} {}`", &plain[remote.len() + 1..])),
            None => remotes.first().map(|remote| {
                format!("`git fetch {remote} {plain}` brings it, then `{}`", word("FETCH_HEAD"))
            }),
        };
        let near = names::nearest(revision, refs.iter().map(String::as_str));
        let near = near.map(|near| format!("did you mean `{}`?", word(near)));
        let help: Vec<String> = near.into_iter().chain(fetch).collect();
        Ok(if help.is_empty() { error } else { error.help(help.join(" If not: ")) })
    }

    fn is_shallow(&self) -> Result<bool, InputError> {
        Ok(self.repository.line(&["rev-parse", "--is-shallow-repository"])?.as_deref() == Some("true"))
    }

    fn bounded(&self, versions: usize) -> Result<(), InputError> {
        if versions <= MAX_VERSIONS {
            return Ok(());
        }
        let message = format!("stands for more than {MAX_VERSIONS} versions");
        Err(InputError::new("too-many-versions", self.words.text, message))
    }
}

fn or_head(revision: &str) -> &str {
    if revision.is_empty() { "HEAD" } else { revision }
}
