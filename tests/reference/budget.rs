//! Section 5: work is charged in units, and a charge that goes beyond the limit ends the comparison.

pub(super) struct Budget {
    work: u64,
    graph: u64,
    limit: u64,
    most: u64,
}

/// A charge that failed.
pub(super) struct Spent {
    pub(super) path: String,
    pub(super) work: u64,
    pub(super) limit: u64,
}

impl Budget {
    /// For both support scans.
    pub(super) fn new(most: u64) -> Self {
        let most = most.min(100_000);
        Self { work: 0, graph: 0, limit: most, most }
    }

    pub(super) fn charge(&mut self, amount: usize, path: &str) -> Result<(), Spent> {
        let work = self.work + amount as u64;
        if work > self.limit {
            return Err(Spent { path: path.to_owned(), work, limit: self.limit });
        }
        self.work = work;
        Ok(())
    }

    /// For what follows the scans.
    pub(super) fn fix(&mut self) {
        self.graph = self.work;
        self.limit = self.most.min(16 * self.graph);
    }

    pub(super) fn figures(&self) -> [u64; 3] {
        [self.graph, self.work, self.limit]
    }
}
