//! What comparisons found out about a pool and need not find out again. Changes no answer.

use std::any::Any;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use super::{MessageId, Pool};

/// What is known of a pool.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// What scans of its messages cost that found nothing, in work units.
    graphs: Mutex<HashMap<MessageId, u64>>,
    /// How many messages scans met.
    scanned: AtomicUsize,
    /// What scans need to know of all messages, once they met each of them several times.
    chart: OnceLock<Box<dyn Any + Send + Sync>>,
    /// What comparisons with it as the reader's pool leave for the next, by the address of the writer's. Nothing is left of a
    /// pool that is gone.
    left: Mutex<HashMap<usize, Left>>,
}

/// What is left, but for what comparisons have that go on, and of which writer's pool.
type Left = (Weak<Pool>, Vec<Box<dyn Any + Send>>);

impl Pool {
    /// What a scan of a message and all that it reaches costs, where it is known and nothing is found.
    pub(crate) fn graph(&self, root: MessageId) -> Option<u64> {
        lock(&self.known.graphs).get(&root).copied()
    }

    /// Keeps what such a scan costs for all messages that reach the same.
    pub(crate) fn keep_graph(&self, roots: impl Iterator<Item = MessageId>, cost: u64) {
        lock(&self.known.graphs).extend(roots.map(|root| (root, cost)));
    }

    /// Counts messages that a scan met.
    pub(crate) fn add_scanned(&self, messages: usize) {
        self.known.scanned.fetch_add(messages, Ordering::Relaxed);
    }

    /// What scans need to know of all messages, where they meet them so often that it is worth making.
    pub(crate) fn chart<T: Send + Sync + 'static>(&self, make: impl FnOnce(&Self) -> T) -> Option<&T> {
        /// How often is often.
        const OFTEN: usize = 2;
        if self.known.scanned.load(Ordering::Relaxed) <= self.messages.len() * OFTEN {
            return None;
        }
        self.known.chart.get_or_init(|| Box::new(make(self))).downcast_ref()
    }

    /// Takes what a comparison with a writer's pool left, if no other one has it.
    pub(crate) fn take_left<T: 'static>(&self, writer: &Arc<Self>) -> Option<Box<T>> {
        lock(&self.known.left).get_mut(&address(writer))?.1.pop()?.downcast().ok()
    }

    /// Leaves something for the next comparison with a writer's pool.
    pub(crate) fn leave<T: Send + 'static>(&self, writer: &Arc<Self>, what: Box<T>) {
        let mut left = lock(&self.known.left);
        if let Some((_, all)) = left.get_mut(&address(writer)) {
            all.push(what);
            return;
        }
        left.retain(|_, (writer, _)| writer.strong_count() > 0);
        left.insert(address(writer), (Arc::downgrade(writer), vec![what]));
    }
}

/// No two pools have the same as long as something is left of both.
fn address(pool: &Arc<Pool>) -> usize {
    Arc::as_ptr(pool).addr()
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
