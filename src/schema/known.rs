//! What comparisons found out about a pool and need not find out again. Changes no answer.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{MessageId, Pool};

/// A writer's pool, by the number that no other pool has, its root message and the reader's.
type Roots = (u64, MessageId, MessageId);

/// What is known of a pool as the reader's.
#[derive(Debug)]
pub(super) struct Known {
    /// A number that no other pool has.
    own: u64,
    /// Work units of both support scans, and of all, where nothing was found.
    agreed: Mutex<HashMap<Roots, [u64; 2]>>,
}

impl Known {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Self { own: COUNT.fetch_add(1, Ordering::Relaxed), agreed: Mutex::default() }
    }
}

impl Pool {
    /// The work of a comparison in which this pool's message reads all that a writer's message stands for, where it is known:
    /// that of the support scans, and all of it.
    pub(crate) fn agreed(&self, writer: &Self, roots: (MessageId, MessageId)) -> Option<[u64; 2]> {
        let agreed = self.known.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        agreed.get(&(writer.known.own, roots.0, roots.1)).copied()
    }

    /// Keeps such work for some pairs of root messages.
    pub(crate) fn keep_agreed(
        &self,
        writer: &Self,
        pairs: impl Iterator<Item = (MessageId, MessageId)>,
        work: [u64; 2],
    ) {
        let mut agreed = self.known.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        agreed.extend(pairs.map(|(from, to)| ((writer.known.own, from, to), work)));
    }
}
