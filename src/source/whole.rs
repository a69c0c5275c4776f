//! All files of a set linked at once, where many root files are asked for: linking each by itself would read the files that they
//! share once for each.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::entry::{Rooted, Unreadable, refused};
use super::files::Files;
use crate::schema::Pool;
use crate::schema::together::{Linked, Members, link_all};

/// All files of a set, linked where it is worth while.
#[derive(Default)]
pub(super) struct Whole {
    /// How many bytes of files were linked for single root files by now.
    alone: AtomicUsize,
    linked: OnceLock<All>,
}

struct All {
    pool: Arc<Pool>,
    files: Members,
}

impl Whole {
    /// A root file among all files, where what was linked for single root files by now comes to more than half of the set with
    /// this one. `None` also where it has to be linked by itself all the same.
    pub(super) fn find(&self, files: &Files, root: usize) -> Option<Result<Rooted, Unreadable>> {
        if self.linked.get().is_none() {
            let size = files.size_of(root, files.size() / 2);
            if !is_due(files, self.alone.fetch_add(size, Ordering::Relaxed), size) {
                return None;
            }
        }
        let all = self.linked.get_or_init(|| link(files));
        Some(match all.files.find(root, || files.with_imports(root))? {
            Ok(file) => Ok(Rooted { pool: Arc::clone(&all.pool), file }),
            Err(error) => Err(refused(error, files.unsupported_in(root))),
        })
    }

    /// Whether all files were linked.
    pub(super) fn is_linked(&self) -> bool {
        self.linked.get().is_some()
    }

    /// How many bytes have to be read for a root file; of much more than `enough` only so many as come to more.
    pub(super) fn unread(&self, files: &Files, root: usize, enough: usize) -> usize {
        if self.linked.get().is_some_and(|all| all.files.is_plain(root)) {
            return 0;
        }
        let size = files.size_of(root, enough);
        let is_due = self.linked.get().is_none() && is_due(files, self.alone.load(Ordering::Relaxed), size);
        if is_due { files.size() } else { size }
    }
}

/// Whether all files are linked at once where files of this size come behind those that were linked before.
fn is_due(files: &Files, before: usize, size: usize) -> bool {
    before > 0 && before + size > files.size() / 2
}

fn link(files: &Files) -> All {
    let descriptors: Result<Vec<_>, _> = (0..files.len()).map(|at| files.descriptor(at)).collect();
    let Linked { pool, files } = link_all(&descriptors.unwrap_or_default());
    All { pool: Arc::new(pool), files }
}
