//! Which versions a word means: a commit, a merge base, a range of commits, tags, the index.

use std::rc::Rc;

use super::super::{InputError, names};
use super::missing_ref::{missing_ref, missing_tags, no_merge_base};
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
        return if revision.contains("..") { Err(pattern_in_range(words)) } else { lookup.tags() };
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
            // The tree is asked for along with the name: a question for each of many tags would take its time.
            "--format=%(tree)%(*tree) %(refname:strip=2)",
            "--",
            pattern,
        ])?;
        if tags.is_empty() {
            return Err(missing_tags(self.repository, self.words)?);
        }
        self.bounded(tags.len())?;
        let snapshots = tags.iter().map(|line| match line.split_once(' ') {
            Some(("", tag)) => {
                // A tag of a tag, or of what is no commit.
                let commit = self.commit(&format!("refs/tags/{tag}"))?;
                self.snapshot(format!("git:{tag}"), &commit)
            }
            Some((tree, tag)) => Ok(Snapshot::of_tree(self.repository, format!("git:{tag}"), tree)),
            None => Err(Repository::lacks(self.words.text)),
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
        Err(no_merge_base(self.repository, self.words, (one, other))?)
    }

    /// The commits between two that changed the path, on whichever line of commits, and the merges that brought such a change.
    /// What stands there in the end is then always the last one's.
    fn range(&self, from: &str, to: &str, place: &Place) -> Result<Revisions, InputError> {
        let range = format!("{}..{}", self.commit(or_head(from))?, self.commit(or_head(to))?);
        let path = place.path.to_string_lossy();
        let most = format!("--max-count={}", MAX_VERSIONS + 1);
        let mut args = vec!["rev-list", "--full-history", "--topo-order", "--reverse", "--format=%T", &most];
        args.extend(["--end-of-options", &range, "--"]);
        if !path.is_empty() {
            args.push(&path);
        }
        // Each is a line `commit <id>` and one with its tree.
        let lines = self.repository.lines(&args)?;
        let commits: Vec<&[String]> = lines.chunks(2).collect();
        self.bounded(commits.len())?;
        let mut notes = Vec::new();
        if commits.is_empty() {
            self.refuse_misspelt(&self.commit(or_head(to))?, &path)?;
            notes.push(format!("no commit of `{}` changed `{path}`", self.words.name()));
        }
        if self.repository.is_shallow()? {
            notes.push(format!("this is a shallow clone, so `{}` may lack commits", self.words.name()));
        }
        let snapshots = commits.iter().map(|commit| match commit {
            [id, tree] => {
                let short: String = id.trim_start_matches("commit ").chars().take(12).collect();
                Ok(Snapshot::of_tree(self.repository, format!("git:{short}"), tree))
            }
            _ => Err(Repository::lacks(self.words.text)),
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
            None => Err(missing_ref(self.repository, self.words, revision)?),
        }
    }

    fn commit_of(&self, revision: &str) -> Result<Option<String>, InputError> {
        self.repository.verify(&format!("{revision}^{{commit}}"))
    }

    fn bounded(&self, versions: usize) -> Result<(), InputError> {
        if versions <= MAX_VERSIONS {
            return Ok(());
        }
        let message = format!("stands for more than {MAX_VERSIONS} versions");
        Err(InputError::new("too-many-versions", self.words.text, message))
    }
}

fn pattern_in_range(words: &Words<'_>) -> InputError {
    let message = format!("`{}`: a pattern is no end of a range", names::cut(words.revision));
    InputError::new("no-range", words.text, message)
        .help("name two refs, `git:v1.0..main`, or every tag that matches, `git:v*`")
}

fn or_head(revision: &str) -> &str {
    if revision.is_empty() { "HEAD" } else { revision }
}
