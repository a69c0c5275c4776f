//! The branch that others build on, as far as a repository knows it.

use std::path::Path;

use super::repository::{Repositories, Repository};

/// Names of branches that others mostly build on.
const USUAL: [&str; 4] = ["main", "master", "trunk", "develop"];

/// The word for what others have of the working directory's repository, where HEAD left the branch that they build on, or else
/// HEAD; and what should be known of it. `None` where nothing is committed yet.
pub(in super::super) fn shared_branch(open: &Repositories) -> Option<(String, Option<String>)> {
    let repository = Repository::open(Path::new("."), "git:", open).ok()?;
    let known = Branches { repository: &repository };
    if !known.holds("HEAD") {
        return None;
    }
    let branch = known.of_remote().or_else(|| known.local());
    Some(match branch {
        Some(branch) if Some(branch.as_str()) == known.upstream_of_one().as_deref() => {
            let note = format!(
                "this clone has but one branch of its remote, `{branch}`: fetch the one that others build on, and name it as \
                 `against`, for what is committed here is in `{branch}` once it is pushed"
            );
            (format!("git:{branch}..."), Some(note))
        }
        Some(branch) => (format!("git:{branch}..."), None),
        None => {
            let note = "no branch was found that others build on: `git:HEAD` is the last commit, so a break is seen until it \
                        is committed, and no longer; name a branch, `git:BRANCH...`";
            ("git:HEAD".to_owned(), Some(note.to_owned()))
        }
    })
}

struct Branches<'a> {
    repository: &'a Repository,
}

impl Branches<'_> {
    fn holds(&self, name: &str) -> bool {
        self.repository.verify(&format!("{name}^{{commit}}")).ok().flatten().is_some()
    }

    fn line(&self, args: &[&str]) -> Option<String> {
        self.repository.line(args).ok().flatten()
    }

    fn remote(&self) -> Option<String> {
        let remotes = self.repository.lines(&["remote"]).ok()?;
        let origin = remotes.iter().position(|remote| remote == "origin").unwrap_or_default();
        remotes.into_iter().nth(origin)
    }

    /// The branch that a remote calls its own, or one of a usual name. A clone of a single branch takes that one for the
    /// remote's.
    fn of_remote(&self) -> Option<String> {
        let remote = self.remote()?;
        let head = self.line(&["symbolic-ref", "--quiet", "--short", &format!("refs/remotes/{remote}/HEAD")]);
        let usual = USUAL.iter().map(|branch| format!("{remote}/{branch}"));
        let one = self.upstream_of_one();
        let (first, last) = if one.is_none() { (head, None) } else { (None, head.or(one)) };
        first.into_iter().chain(usual).chain(last).find(|branch| self.holds(branch))
    }

    /// The only branch that is ever fetched.
    fn upstream_of_one(&self) -> Option<String> {
        let remote = self.remote()?;
        let fetched = self.line(&["config", "--get", &format!("remote.{remote}.fetch")])?;
        let (_, tracked) = fetched.split_once(':')?;
        let name = tracked.strip_prefix("refs/remotes/").filter(|name| !name.contains('*'))?;
        let is_usual = USUAL.iter().any(|usual| name.strip_prefix(&remote) == Some(&format!("/{usual}")));
        (!is_usual).then(|| name.to_owned())
    }

    /// The branch that new repositories begin with, one of a usual name, the only one there is, or the only other one.
    fn local(&self) -> Option<String> {
        let branches = ["for-each-ref", "--format=%(refname:strip=2)", "refs/heads"];
        let branches = self.repository.lines(&branches).ok()?;
        let default = self.line(&["config", "--get", "init.defaultBranch"]);
        let mut usual = default.into_iter().chain(USUAL.map(str::to_owned));
        if let Some(found) = usual.find(|name| branches.contains(name)) {
            return Some(found);
        }
        let current = self.line(&["symbolic-ref", "--quiet", "--short", "HEAD"]);
        let others: Vec<&String> = branches.iter().filter(|name| current.as_ref() != Some(*name)).collect();
        match (&branches[..], &others[..]) {
            ([only], _) => Some(only.clone()),
            (_, [other]) => Some((*other).clone()),
            _ => None,
        }
    }
}
