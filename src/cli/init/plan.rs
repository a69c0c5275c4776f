//! From what lies around to the subjects of a first `protoward.toml`: each history with the source that continues it;
//! without one, sources against what git has of them.

use std::collections::{BTreeMap, HashSet};

use super::imports::{self, proto_path, shared_with_histories};
use crate::config::{Draft, Starter};
use crate::schema::{Message, Pool, Target};
use crate::source::{Archive, Input, InputError, Layout, Loaded, Options, load_history, load_proposed};

/// Subjects, and what somebody should know of them.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// What is written.
    pub(super) draft: Draft,
    pub(super) notes: Vec<String>,
    /// Commands to run before the first check.
    pub(super) first: Vec<String>,
}

/// How many sources get a subject of their own.
const MANY: usize = 20;

/// A source that can be read.
struct Source<'a> {
    path: &'a str,
    input: Input,
}

pub(super) fn plan(layout: &Layout, options: &Options<'static>) -> Plan {
    let mut out = Plan::default();
    let (mut sources, mut faults) = read(layout, options);
    let lacking = faults.iter().filter(|(_, error)| error.kind == "missing-import");
    let lacking: Vec<&str> = lacking.map(|(path, _)| *path).collect();
    let paths: HashSet<&str> = sources.iter().map(|source| source.path).collect();
    let roots: Vec<_> = sources.iter().map(|source| (source.path, import_root(source, &paths))).collect();
    out.draft.proto_path = proto_path(layout, &roots, &lacking);
    if out.draft.proto_path.is_empty() {
        out.draft.proto_path = shared_with_histories(layout, &roots);
    }
    let found = imports::options(&out.draft.proto_path);
    let options = if out.draft.proto_path.is_empty() { options } else { &found };
    if !out.draft.proto_path.is_empty() {
        (sources, faults) = read(layout, options);
    }
    out.notes.extend(faults.iter().map(|(path, error)| unread(path, error)));
    for Archive { path, versions } in &layout.histories {
        let again = load_history(path, options).ok().filter(|_| !out.draft.proto_path.is_empty());
        match continues(path, again.as_ref().unwrap_or(versions), &sources) {
            Ok(Some(subject)) => out.add(subject),
            Ok(None) => out.notes.push(format!(
                "no source has a message that {path} has: name what continues it as `proposed`"
            )),
            Err(error) => out.notes.push(unread(&error.input, error)),
        }
    }
    out.add_others(layout, &sources, options);
    if layout.is_cut {
        out.notes
            .push("there is more here than was looked at; run it in the directory that counts".to_owned());
    }
    out
}

/// The sources, and what is wrong with those that cannot be read.
fn read<'a>(layout: &'a Layout, options: &Options<'_>) -> (Vec<Source<'a>>, Vec<(&'a str, InputError)>) {
    let (mut sources, mut faults) = (Vec::new(), Vec::new());
    for path in &layout.sources {
        match load_proposed(path, options) {
            Ok(input) => sources.push(Source { path, input }),
            Err(error) => faults.push((path.as_str(), error)),
        }
    }
    (sources, faults)
}

/// What is told of a source that cannot be read; its mend is one of the file that is written.
fn unread(path: &str, error: &InputError) -> String {
    let in_file = |help: &String| format!("; {}", help.replace("`-I DIR`", "`proto-path` in protoward.toml"));
    let help = error.help.as_ref().map_or(String::new(), in_file);
    format!("{path} cannot be read as it is: {}{help}", error.message)
}

/// A history and the source that shares most messages with its latest version, which may be one that cannot be read.
fn continues<'v>(
    path: &str,
    versions: &'v Loaded,
    sources: &[Source<'_>],
) -> Result<Option<Starter>, &'v InputError> {
    let Some(latest) = versions.inputs.last() else { return Ok(None) };
    let known: HashSet<String> = latest.as_ref()?.every_root().into_iter().collect();
    let is_general = |part: &&str| !["history", "versions", "schemas", "releases"].contains(part);
    let name = path.rsplit('/').find(is_general).unwrap_or_default();
    let shared =
        |source: &Source<'_>| source.input.every_root().iter().filter(|root| known.contains(*root)).count();
    let likeness = |source: &Source<'_>| {
        let stem = stem(source.path);
        let is_alike = !name.is_empty() && (name.contains(stem) || stem.contains(name));
        (shared(source), is_alike, std::cmp::Reverse(source.path.len()))
    };
    let alike = sources.iter().filter(|source| shared(source) > 0);
    let Some(source) = alike.max_by_key(|source| likeness(source)) else { return Ok(None) };
    let roots = entrances(&source.input);
    let kept: Vec<String> = roots.iter().filter(|root| known.contains(*root)).cloned().collect();
    Ok(Some(Starter {
        name: if name.is_empty() { stem(source.path) } else { name }.to_owned(),
        proposed: source.path.to_owned(),
        against: path.to_owned(),
        roots: if kept.is_empty() { known_of(source, &known) } else { kept },
    }))
}

impl Plan {
    /// What no history has: against a branch, or where there is none and nothing else, with a history to begin.
    fn add_others(&mut self, layout: &Layout, sources: &[Source<'_>], options: &Options<'_>) {
        let is_proposed =
            |source: &&Source<'_>| self.draft.subjects.iter().any(|subject| subject.proposed == source.path);
        let proposed = sources.iter().filter(is_proposed);
        let seen: HashSet<String> = proposed
            .flat_map(|source| [vec![source.path], source.input.files()].concat())
            .map(str::to_owned)
            .collect();
        let others: Vec<&Source<'_>> = sources.iter().filter(|source| !seen.contains(source.path)).collect();
        match &layout.branch {
            _ if others.is_empty() => {}
            Some(branch) => {
                self.compare_with_git(branch, layout, &others, &seen, options);
                if let Some(note) = &layout.branch_note {
                    self.notes.push(note.clone());
                    self.draft.remarks.push(note.clone());
                }
            }
            None if seen.is_empty() => self.begin_histories(sources),
            None => {
                let shown: Vec<&str> = others.iter().take(MANY).map(|source| source.path).collect();
                let more = others.len() - shown.len();
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let what = format!("no history was found of {}{more}: no subject has it", shown.join(", "));
                self.draft.remarks.push(what.clone());
                self.notes.push(what);
            }
        }
    }

    /// Import roots as trees, or sources one by one, against a branch. Those that were `seen` have a subject already.
    fn compare_with_git(
        &mut self,
        branch: &str,
        layout: &Layout,
        sources: &[&Source<'_>],
        seen: &HashSet<String>,
        options: &Options<'_>,
    ) {
        for (root, inside) in import_roots(sources) {
            let is_tree = !root.is_empty()
                && !seen.iter().any(|path| is_inside(path, &root))
                && !layout.histories.iter().any(|archive| is_inside(&archive.path, &root))
                && load_proposed(&root, options).is_ok();
            if is_tree || inside.len() > MANY {
                let proposed = if root.is_empty() { "." } else { &root };
                let name = if root.is_empty() { "all" } else { last(&root) };
                self.add(subject(name, proposed, branch));
            } else {
                for path in inside {
                    self.add(subject(stem(path), path, branch));
                }
            }
        }
    }

    /// Where nothing is kept yet: what is there now becomes the first version.
    fn begin_histories(&mut self, sources: &[Source<'_>]) {
        for Source { path, input } in sources.iter().take(MANY) {
            let against = format!("history/{}", stem(path));
            let (folder, file) = (in_shell(&against), in_shell(&format!("{against}/v1.proto")));
            self.first.push(format!("mkdir -p {folder} && cp {} {file}", in_shell(path)));
            self.add(Starter { roots: entrances(input), ..subject(stem(path), path, &against) });
        }
        if let Some(more) = sources.len().checked_sub(MANY).filter(|more| *more > 0) {
            self.notes.push(format!("{more} more sources have no subject"));
        }
    }

    /// Adds a subject under a name of its own.
    fn add(&mut self, subject: Starter) {
        let is_free = |name: &str| self.draft.subjects.iter().all(|other| other.name != name);
        let names = (2..).map(|number| format!("{}-{number}", subject.name));
        let name = std::iter::once(subject.name.clone()).chain(names).find(|name| is_free(name));
        self.draft.subjects.push(Starter { name: name.unwrap_or_default(), ..subject });
    }
}

fn subject(name: &str, proposed: &str, against: &str) -> Starter {
    let [name, proposed, against] = [name, proposed, against].map(str::to_owned);
    Starter { name, proposed, against, roots: Vec::new() }
}

fn known_of(source: &Source<'_>, known: &HashSet<String>) -> Vec<String> {
    source.input.every_root().into_iter().filter(|root| known.contains(root)).collect()
}

/// The top-level messages that no other message has as a field; all of them where each has its user.
fn entrances(input: &Input) -> Vec<String> {
    let roots = input.every_root();
    let pools: Vec<_> = input.pools().into_iter().flatten().flatten().collect();
    let mut used = HashSet::new();
    for pool in &pools {
        for message in &pool.messages {
            let targets = message.fields.iter().filter_map(|field| match field.target {
                Target::Message(id) => Some(top(pool, &pool[id])),
                _ => None,
            });
            used.extend(targets.filter(|target| *target != top(pool, message)));
        }
    }
    let free: Vec<String> = roots.iter().filter(|root| !used.contains(root.as_str())).cloned().collect();
    if free.is_empty() { roots } else { free }
}

/// The name of the top-level message around a message.
fn top<'p>(pool: &'p Pool, message: &'p Message) -> &'p str {
    let mut at = message;
    while let Some(parent) = at.parent {
        at = &pool[parent];
    }
    &at.name
}

/// The directories that imports start from, with the sources in them; none is inside another.
fn import_roots<'a>(sources: &[&Source<'a>]) -> BTreeMap<String, Vec<&'a str>> {
    let paths: HashSet<&str> = sources.iter().map(|source| source.path).collect();
    let mut roots: Vec<String> = sources.iter().map(|source| import_root(source, &paths)).collect();
    roots.sort();
    let mut out: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for source in sources {
        // The outermost one comes first.
        if let Some(root) = roots.iter().find(|root| is_inside(source.path, root)) {
            out.entry(root.clone()).or_default().push(source.path);
        }
    }
    out
}

/// Where a source's own import path starts: above the directories of its package, or where its imports are found.
fn import_root(source: &Source<'_>, paths: &HashSet<&str>) -> String {
    let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let pool = source.input.pools().into_iter().flatten().flatten().next();
    let Some(pool) = pool else { return folder.to_owned() };
    let file = &pool[pool.root_file()];
    let package = file.package.replace('.', "/");
    if let Some(above) = folder.strip_suffix(&package)
        && !package.is_empty()
        && (above.is_empty() || above.ends_with('/'))
    {
        return above.trim_end_matches('/').to_owned();
    }
    let mut parents = std::iter::successors(Some(folder), |folder| match folder.rsplit_once('/') {
        Some((parent, _)) => Some(parent),
        None => (!folder.is_empty()).then_some(""),
    });
    let finds =
        |parent: &&str| file.imports.iter().any(|import| paths.contains(join(parent, &import.path).as_str()));
    parents.find(finds).unwrap_or(folder).to_owned()
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn is_inside(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// A path as a word of a shell.
fn in_shell(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._/-".contains(c);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// The last part of a path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The last part of a path without its ending.
fn stem(path: &str) -> &str {
    last(path).split('.').next().unwrap_or(path)
}
