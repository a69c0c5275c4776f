//! What stands for a file with all its imports, in digests: the file's own, and one of the files that import each other with it
//! in circles and of all that those import.
//!
//! Equal digests stand for the same files in the same order. What is stored of a file tells its name and what it imports, and no
//! two files of a set that count have one name; so whoever knows all files and which of them is the root knows the order.

use std::sync::OnceLock;

use rustc_hash::FxHashSet;
use sha2::{Digest as _, Sha256};

use super::files::Files;
use crate::schema::groups::Groups;

/// A SHA-256.
pub(super) type Digest = [u8; 32];

/// The SHA-256 of what comes in pieces.
pub(super) fn digest<'p>(pieces: impl Iterator<Item = &'p [u8]>) -> Digest {
    let mut hash = Sha256::new();
    pieces.for_each(|piece| hash.update(piece));
    hash.finalize().into()
}

/// The digests of a set's groups, each made when first asked for.
pub(super) struct Content {
    groups: Vec<OnceLock<Digest>>,
}

impl Content {
    /// Of these groups, no digest made yet.
    pub(super) fn of(groups: &Groups) -> Self {
        Self { groups: (0..groups.count()).map(|_| OnceLock::new()).collect() }
    }

    /// The digests that stand for a file of `files`.
    pub(super) fn of_file(&self, files: &Files, file: u32) -> [Digest; 2] {
        let group = files.graph().groups().of(file);
        if self.groups[group as usize].get().is_none() {
            for group in self.needed(files, group) {
                self.groups[group as usize].get_or_init(|| self.of_group(files, group));
            }
        }
        [files.digest(file), self.known(group)]
    }

    fn known(&self, group: u32) -> Digest {
        self.groups[group as usize].get().copied().unwrap_or_default()
    }

    /// The groups without a digest that a group's digest is made from, itself among them, each behind those that it needs.
    fn needed(&self, files: &Files, group: u32) -> Vec<u32> {
        let (graph, groups) = (files.graph(), files.graph().groups());
        let mut needed = vec![group];
        let mut met = FxHashSet::from_iter([group]);
        let mut next = 0;
        while let Some(group) = needed.get(next) {
            next += 1;
            for import in groups.members(*group).iter().flat_map(|file| graph.imports(*file)) {
                let other = groups.of(*import);
                if self.groups[other as usize].get().is_none() && met.insert(other) {
                    needed.push(other);
                }
            }
        }
        needed.sort_unstable();
        needed
    }

    fn of_group(&self, files: &Files, group: u32) -> Digest {
        let (graph, groups) = (files.graph(), files.graph().groups());
        let mut members: Vec<_> =
            groups.members(group).iter().map(|file| (files.digest(*file), *file)).collect();
        members.sort_unstable();
        let mut hash = Sha256::new();
        // No file starts with either byte, so nothing else has the same digest.
        for (digest, file) in members {
            hash.update([0]);
            hash.update(digest);
            for other in graph.imports(file).iter().map(|import| groups.of(*import)) {
                if other != group {
                    hash.update([1]);
                    hash.update(self.known(other));
                }
            }
        }
        hash.finalize().into()
    }
}
