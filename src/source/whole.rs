//! All files of a set linked at once, where many root files are asked for: linking each by itself would read the files that they
//! share once for each.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::entry::Rooted;
use super::files::Files;
use crate::schema::link::{Linked, link_all};
use crate::schema::{FileId, Pool};

/// All files of a set, linked where it is worth while.
#[derive(Default)]
pub(super) struct Whole {
    /// How many bytes of files were linked for single root files by now.
    alone: AtomicUsize,
    linked: OnceLock<All>,
}

struct All {
    pool: Arc<Pool>,
    /// The place of each file; `None` for one that has to be linked apart.
    places: Vec<Option<FileId>>,
}

impl Whole {
    /// A root file among all files, where what was linked for single root files by now comes to more than half of the set with
    /// this one.
    pub(super) fn find(&self, files: &Files, root: usize) -> Option<Rooted> {
        if self.linked.get().is_none() {
            let size = files.size_of(root, files.size() / 2);
            if !is_due(files, self.alone.fetch_add(size, Ordering::Relaxed), size) {
                return None;
            }
        }
        let all = self.linked.get_or_init(|| link(files));
        Some(Rooted { pool: Arc::clone(&all.pool), file: all.places[root]? })
    }

    /// How many bytes have to be read for a root file; of much more than `enough` only so many as come to more.
    pub(super) fn unread(&self, files: &Files, root: usize, enough: usize) -> usize {
        if self.linked.get().is_some_and(|all| all.places[root].is_some()) {
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

/// Links all files that can be built but for what they declare.
fn link(files: &Files) -> All {
    let sound = files.live().filter(|at| files.graph().is_sound(*at));
    let (sound, descriptors): (Vec<_>, Vec<_>) =
        sound.filter_map(|at| Some((at, files.descriptor(at).ok()?))).unzip();
    let Linked { pool, files: linked } = link_all(&descriptors);
    let mut places = vec![None; files.len()];
    for (at, place) in sound.into_iter().zip(linked) {
        places[at] = place;
    }
    All { pool: Arc::new(pool), places }
}
