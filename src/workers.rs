//! Long work on all processors: the comparisons of a long history, or the files of a large tree, do not depend on each other.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

/// As many pieces as are worth starting threads for.
const MANY: usize = 32;

/// Which pieces of work fall to a worker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    worker: usize,
    workers: usize,
}

impl Share {
    /// Everything.
    pub(crate) const ALL: Self = Self { worker: 0, workers: 1 };

    pub(crate) fn has(self, piece: usize) -> bool {
        piece % self.workers == self.worker
    }

    /// Does what falls to the worker, each piece by itself.
    fn of<W, T>(self, pieces: &[W], work: impl Fn(&W) -> T) -> Vec<(usize, T)> {
        let own = pieces.iter().enumerate().filter(|(at, _)| self.has(*at));
        own.map(|(at, piece)| (at, work(piece))).collect()
    }
}

/// Has `count` pieces of work done, each by one worker, who says which piece each of its results is of; the results in order.
pub(crate) fn spread<T: Send>(count: usize, work: impl Fn(Share) -> Vec<(usize, T)> + Sync) -> Vec<T> {
    share(if count < MANY { 1 } else { count }, work)
}

/// The same where each piece stands for itself.
pub(crate) fn spread_all<W: Sync, T: Send>(pieces: &[W], work: impl Fn(&W) -> T + Sync) -> Vec<T> {
    spread(pieces.len(), |share| share.of(pieces, &work))
}

/// Has a few pieces of long work done at once; the results in order.
pub(crate) fn at_once<W: Sync, T: Send>(pieces: &[W], work: impl Fn(&W) -> T + Sync) -> Vec<T> {
    share(pieces.len(), |share| share.of(pieces, &work))
}

/// Divides work among so many workers at most, and no more than there are processors.
fn share<T: Send>(most: usize, work: impl Fn(Share) -> Vec<(usize, T)> + Sync) -> Vec<T> {
    // To find the processors takes longer than a short piece of work.
    let workers =
        if most > 1 { thread::available_parallelism().map_or(1, NonZero::get).min(most) } else { 1 };
    let mut all = thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = (1..workers)
            .map(|worker| {
                let share = Share { worker, workers };
                (share, thread::Builder::new().spawn_scoped(scope, move || work(share)))
            })
            .collect();
        let mut all = work(Share { worker: 0, workers });
        for (share, other) in others {
            all.extend(match other {
                Ok(other) => other.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // Where there may be no more threads, this one does it all.
                Err(_) => work(share),
            });
        }
        all
    });
    all.sort_by_key(|(piece, _)| *piece);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_done_once_and_in_order() {
        for count in [0, 1, MANY, 1_000] {
            let pieces =
                spread(count, |share| (0..count).filter(|it| share.has(*it)).map(|it| (it, it)).collect());
            assert_eq!(pieces, (0..count).collect::<Vec<_>>());
            assert_eq!(at_once(&pieces, |piece| *piece), pieces);
            assert_eq!(spread_all(&pieces, |piece| *piece), pieces);
        }
    }
}
