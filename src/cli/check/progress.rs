//! How far a long run is, on a terminal.

use std::io::Write;
use std::time::{Duration, Instant};

/// Runs shorter than this say nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often the line is written anew.
const PACE: Duration = Duration::from_millis(100);

/// A line that is written over and over, and gone in the end.
pub(super) struct Progress {
    done: usize,
    of: usize,
    /// When the line may be written; never where nobody sees it.
    due: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new(of: usize, is_seen: bool) -> Self {
        let due = is_seen.then(|| Instant::now() + PATIENCE);
        Self { done: 0, of, due, is_shown: false }
    }

    /// One more subject is done.
    pub(super) fn step(&mut self, out: &mut dyn Write) {
        self.done += 1;
        if self.due.is_some_and(|due| Instant::now() >= due) {
            // Nobody is left to be told where this fails.
            let _ = write!(out, "\r{} of {} subjects", self.done, self.of).and_then(|()| out.flush());
            self.due = Some(Instant::now() + PACE);
            self.is_shown = true;
        }
    }

    /// Takes the line away.
    pub(super) fn end(&mut self, out: &mut dyn Write) {
        if self.is_shown {
            let _ = write!(out, "\r\x1b[K").and_then(|()| out.flush());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_run_says_nothing() {
        let mut out = Vec::new();
        let mut progress = Progress::new(2, true);
        progress.step(&mut out);
        progress.end(&mut out);
        assert!(out.is_empty());
        assert!(Progress::new(2, false).due.is_none(), "nobody sees it");
    }

    #[test]
    fn a_long_run_says_how_far_it_is_and_leaves_nothing_behind() {
        let mut out = Vec::new();
        let mut progress = Progress { due: Some(Instant::now()), ..Progress::new(7, true) };
        progress.step(&mut out);
        progress.step(&mut out);
        progress.end(&mut out);
        assert_eq!(String::from_utf8_lossy(&out), "\r1 of 7 subjects\r\x1b[K");
    }
}
