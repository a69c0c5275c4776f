//! `can_read(writer, reader)`: can values written in the declared fields of a valid writer message be read according to
//! the reader? (contract, section 2)
//!
//! Cannot fail and does no I/O: a comparison can only find something or run out of budget.

mod atlas;
mod budget;
mod chart;
mod circle;
mod glance;
mod marks;
mod outline;
mod pair;
mod support;
mod walk;

use crate::rules::{Facts, Side, Violation, root_message_changed, short};
use crate::schema::{MessageId, Part, Pool, Schema};
use atlas::Atlas;
use budget::Budget;
pub use glance::Glance;
pub use outline::{Lexicon, Outline};
use support::Stop;
use walk::{Log, Walked};

/// Compares two schemas under the broker's budget.
pub fn can_read(writer: &Schema, reader: &Schema, extent: Extent) -> Reading {
    can_read_within(writer, reader, extent, budget::MOST)
}

/// Compares two schemas at a cost of at most `most` work units, the broker's limits kept otherwise.
pub fn can_read_within(writer: &Schema, reader: &Schema, extent: Extent, most: u64) -> Reading {
    if let Some(facts) = root_message_changed::check(writer, reader) {
        let violation = Violation {
            rule: &root_message_changed::RULE,
            path: short(writer.root_name().to_owned()),
            field: None,
            facts,
            writer: Some(Part::Message(writer.root())),
            reader: Some(Part::Message(reader.root())),
        };
        return Reading { violations: vec![violation], work: None };
    }
    let mut atlas = Atlas::take(writer, reader);
    let reading = match atlas.agreed.get(&(writer.root(), reader.root())) {
        Some(&Work { graph, total, .. }) if graph <= most && total <= budget::limit(graph, most) => {
            let work = Work { graph, total, limit: budget::limit(graph, most) };
            Reading { violations: Vec::new(), work: Some(work) }
        }
        _ => compare(writer, reader, &mut atlas, (extent, most)),
    };
    atlas.leave(writer, reader);
    reading
}

/// Looks at all that both root messages lead to.
fn compare(writer: &Schema, reader: &Schema, atlas: &mut Atlas, (extent, most): (Extent, u64)) -> Reading {
    let mut budget = Budget::new(most);
    let mut log = Log::new(extent);
    let ended = look(writer, reader, atlas, &mut budget, &mut log).map_err(|stop| log.stop(stop));
    let unsupported = log.violations.iter().any(|v| matches!(v.facts, Facts::Unsupported { .. }));
    let work = (ended.is_ok() && !unsupported).then(|| budget.figures());
    if let (Ok(Some(walked)), Some(work), true) = (ended, work, log.violations.is_empty()) {
        let alike = circle::pairs(&walked, atlas);
        atlas.agreed.extend(alike.into_iter().map(|ids| (ids, work)));
    }
    Reading { violations: log.violations, work }
}

/// Both support scans, then, where they found nothing, the walk, and what that tells.
fn look(
    writer: &Schema,
    reader: &Schema,
    atlas: &mut Atlas,
    budget: &mut Budget,
    log: &mut Log,
) -> Result<Option<Walked>, Stop> {
    graph(writer, Side::Writer, budget, log)?;
    graph(reader, Side::Reader, budget, log)?;
    if !log.violations.is_empty() {
        return Ok(None);
    }
    budget.fix();
    walk::walk(writer, reader, atlas, budget, log).map(Some)
}

/// The support scan of one side; one that is known to find nothing only costs what it cost.
fn graph(schema: &Schema, side: Side, budget: &mut Budget, log: &mut Log) -> Result<(), Stop> {
    let (pool, root) = (schema.pool(), schema.root());
    if pool.graph(root).is_some_and(|cost| budget.pay(cost)) {
        return Ok(());
    }
    let (found, before) = (log.violations.len(), budget.work());
    let scanned = support::scan(pool, vec![root], side, budget, log)?;
    if log.violations.len() == found {
        pool.keep_graph(circle::messages(&scanned, pool).into_iter(), budget.work() - before);
    }
    Ok(())
}

/// Scans all that some messages reach, as a comparison does with each of its sides, but to the end whatever it costs.
pub fn scan(pool: &Pool, from: Vec<MessageId>) -> Scan {
    let mut budget = Budget::new(u64::MAX);
    let mut log = Log::new(Extent::All);
    let scanned = support::scan(pool, from, Side::Writer, &mut budget, &mut log);
    let messages = scanned.map(|scanned| scanned.messages).unwrap_or_default();
    Scan { violations: log.violations, messages, graph: budget.work() }
}

/// What one side of a comparison is found to be.
#[derive(Clone, Debug)]
pub struct Scan {
    /// What the contract does not cover; told of the writer's side.
    pub violations: Vec<Violation>,
    /// The messages in the order of the scan.
    pub messages: Vec<MessageId>,
    /// What the scan costs, in work units: this side's share of G (contract, section 5).
    pub graph: u64,
}

impl Scan {
    /// What a comparison of the schema with itself may cost, in work units.
    pub fn limit(&self) -> u64 {
        budget::limit(self.graph.saturating_mul(2), budget::MOST)
    }
}

/// How far a comparison goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Up to the first violation, as the broker does.
    First,
    /// Through everything.
    All,
}

/// What a comparison found.
#[derive(Clone, Debug)]
pub struct Reading {
    /// In the broker's order; the first is the one that the broker tells.
    pub violations: Vec<Violation>,
    /// `None` where the comparison did not end.
    pub work: Option<Work>,
}

/// The work of a comparison that ended, in work units (contract, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Both support scans (G).
    pub graph: u64,
    /// All.
    pub total: u64,
    /// The limit that G set.
    pub limit: u64,
}
