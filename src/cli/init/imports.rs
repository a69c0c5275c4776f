//! Which directories the imports of sources start from, where they are not found around them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::source::{Archive, Layout, Loaded, Options, load_history, load_proposed};

/// How many sources are tried.
const MANY: usize = 50;

/// The directories to name as `proto-path`: with them all sources can be read that have a root in `read` or, among those that
/// lack an import (`unread`), can be read at all. None where none help.
pub(super) fn proto_path(layout: &Layout, read: &[(&str, String)], unread: &[&str]) -> Vec<String> {
    let (mut roots, mut others) = (BTreeSet::new(), BTreeSet::new());
    let mut mended = Vec::new();
    for path in unread.iter().take(MANY) {
        if let Some((root, needed)) = found(layout, path) {
            roots.insert(root);
            others.extend(needed);
            mended.push(*path);
        }
    }
    if mended.is_empty() {
        return Vec::new();
    }
    roots.extend(read.iter().map(|(_, root)| named(root)));
    let mut out = in_order(roots);
    out.extend(others.into_iter().filter(|other| !out.contains(other)).collect::<Vec<_>>());
    let holds = |path: &&str| can_read(path, &out);
    let all_hold = read.iter().map(|(path, _)| path).chain(&mended).all(holds);
    if all_hold { out } else { Vec::new() }
}

/// The directories to name as `proto-path` where versions import what stands beside today's sources, which can be read
/// (`read`) without any: those that these start from. None where they do not help.
pub(super) fn shared_with_histories(layout: &Layout, read: &[(&str, String)]) -> Vec<String> {
    let lacking: Vec<&Archive> = layout.histories.iter().filter(|archive| lacks(&archive.versions)).collect();
    let out = in_order(read.iter().map(|(_, root)| named(root)).collect());
    let options = options(&out);
    let is_mended = |archive: &&Archive| load_history(&archive.path, &options).is_ok_and(|it| !lacks(&it));
    let helps = lacking.iter().any(is_mended) && read.iter().all(|(path, _)| can_read(path, &out));
    if helps { out } else { Vec::new() }
}

fn lacks(versions: &Loaded) -> bool {
    let mut faults = versions.inputs.iter().filter_map(|input| input.as_ref().err());
    faults.any(|error| error.kind == "missing-import")
}

/// What is inside another one comes first: a file's import path is that from the first directory that has it.
fn in_order(roots: BTreeSet<String>) -> Vec<String> {
    let mut out: Vec<String> = roots.into_iter().collect();
    out.sort_by_key(|root| std::cmp::Reverse(if root == "." { 0 } else { root.split('/').count() }));
    out
}

/// The directory that a source's own import path starts from, and those that its imports need besides: as few as will do.
fn found(layout: &Layout, path: &str) -> Option<(String, Vec<String>)> {
    let roots = Path::new(path).ancestors().skip(1).map(|parent| named(&parent.display().to_string()));
    let with_needs = roots.filter_map(|root| needed(layout, path, &root).map(|needed| (root, needed)));
    with_needs.min_by_key(|(_, needed)| needed.len())
}

/// The directories that a source's imports need besides one that its own path starts from; none where it cannot be read.
fn needed(layout: &Layout, path: &str, root: &String) -> Option<Vec<String>> {
    let reads = |others: &[String]| can_read(path, &[std::slice::from_ref(root), others].concat());
    let others = layout.import_roots.iter().filter(|other| *other != root);
    let mut needed: Vec<String> = others.cloned().collect();
    if !reads(&needed) {
        return None;
    }
    for at in (0..needed.len()).rev() {
        let without = [&needed[..at], &needed[at + 1..]].concat();
        if reads(&without) {
            needed = without;
        }
    }
    Some(needed)
}

fn can_read(path: &str, proto_path: &[String]) -> bool {
    load_proposed(path, &options(proto_path)).is_ok()
}

/// As the file that names these directories has schemas read.
pub(super) fn options(proto_path: &[String]) -> Options<'static> {
    Options { proto_paths: proto_path.iter().map(PathBuf::from).collect(), ..Options::default() }
}

fn named(root: &str) -> String {
    if root.is_empty() { ".".to_owned() } else { root.to_owned() }
}
