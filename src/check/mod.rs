//! `can_read(writer, reader)`: can values written in the declared fields of a valid writer message be read according to
//! the reader? (contract, section 2)
//!
//! Cannot fail and does no I/O: a comparison can only find something or run out of budget.

use crate::rules::Violation;
use crate::schema::Schema;

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
