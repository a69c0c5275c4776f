//! The work that a comparison may cost (contract, section 5).
//!
//! The figures are part of the verdict: the broker refuses what costs too much, to the unit.

use super::Work;

/// What no comparison may cost more than at the broker, in work units.
pub(super) const MOST: u64 = 100_000;

/// How many times the graphs' own size a comparison may cost.
const TIMES_GRAPH: u64 = 16;

/// A charge that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent {
    /// The work with the refused charge.
    pub(super) work: u64,
    /// The limit in force.
    pub(super) limit: u64,
}

/// The limit of a comparison whose two support scans cost `graph` together.
pub(super) fn limit(graph: u64, most: u64) -> u64 {
    most.min(TIMES_GRAPH.saturating_mul(graph))
}

/// What is spent, and what may be.
#[derive(Debug)]
pub(super) struct Budget {
    work: u64,
    limit: u64,
    most: u64,
    graph: u64,
}

impl Budget {
    /// The budget of the two support scans, which may cost `most`.
    pub(super) fn new(most: u64) -> Self {
        Self { work: 0, limit: most, most, graph: 0 }
    }

    /// The scans are done: their work stays counted and sets the limit for the rest.
    pub(super) fn fix(&mut self) {
        self.graph = self.work;
        self.limit = limit(self.graph, self.most);
    }

    /// Spends `amount`; reaching the limit is allowed, passing it is not.
    pub(super) fn charge(&mut self, amount: usize) -> Result<(), Spent> {
        let work = self.work.saturating_add(u64::try_from(amount).unwrap_or(u64::MAX));
        if work > self.limit {
            return Err(Spent { work, limit: self.limit });
        }
        self.work = work;
        Ok(())
    }

    /// Whether so much is left.
    pub(super) fn has(&self, amount: u32) -> bool {
        self.work.saturating_add(amount.into()) <= self.limit
    }

    /// Spends what is known to be spent in parts, if there is enough left; otherwise the parts tell which is refused.
    pub(super) fn pay(&mut self, cost: u64) -> bool {
        let work = self.work.saturating_add(cost);
        let has_enough = work <= self.limit;
        if has_enough {
            self.work = work;
        }
        has_enough
    }

    /// What was spent so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// The figures of a comparison that ended.
    pub(super) fn figures(&self) -> Work {
        Work { graph: self.graph, total: self.work, limit: self.limit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_passes_and_one_more_does_not() {
        let mut budget = Budget::new(MOST);
        assert_eq!(budget.charge(100_000), Ok(()));
        assert_eq!(budget.charge(1), Err(Spent { work: 100_001, limit: 100_000 }));
    }

    #[test]
    fn the_graph_sets_the_limit() {
        let mut budget = Budget::new(MOST);
        assert_eq!(budget.charge(10), Ok(()));
        budget.fix();
        assert_eq!(budget.charge(151), Err(Spent { work: 161, limit: 160 }));
        assert_eq!(budget.charge(150), Ok(()));
        assert_eq!(budget.figures(), Work { graph: 10, total: 160, limit: 160 });
    }
}
