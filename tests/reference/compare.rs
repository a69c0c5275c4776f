//! Holds the checker to the plain reading of the contract.

use std::sync::Arc;

use protoward::check::{Extent, can_read_within};
use protoward::rules::{Facts, Side as Party, Violation};
use protoward::schema::decode::decode_set;
use protoward::schema::descriptor::FileDescriptor;
use protoward::schema::link::link;
use protoward::schema::{Pool, Schema};

use super::{Finding, Reading, Side, side};

/// A root file and what it imports, linked, and by the plain reading.
pub(crate) struct Built<'f, 'a> {
    files: &'f [FileDescriptor<'a>],
    root_file: &'f str,
    pool: Arc<Pool>,
}

impl<'f, 'a> Built<'f, 'a> {
    /// What the reference runtime could not build is nothing.
    pub(crate) fn new(files: &'f [FileDescriptor<'a>], root_file: &'f str) -> Option<Self> {
        let pool = link(files, root_file).ok()?;
        Some(Self { files, root_file, pool: Arc::new(pool) })
    }

    /// The last file of a set and what it imports.
    fn last(files: &'f [FileDescriptor<'a>]) -> Option<Self> {
        Self::new(files, &files.last()?.name)
    }

    /// The full names of the messages that may be the root.
    fn roots(&self) -> Vec<String> {
        self.pool.top_level(self.pool.root_file()).map(|id| self.pool[id].name.to_string()).collect()
    }

    /// A root message for both.
    pub(crate) fn both(&self, root: &str) -> Option<(Schema, Side)> {
        let id = self.pool.find_root(root)?;
        let schema = Schema::new(Arc::clone(&self.pool), id);
        let plain = side(self.files, self.root_file, schema.root_name())?;
        Some((schema, plain))
    }
}

/// What both find.
///
/// # Panics
///
/// Where they differ, under the broker's budget and under smaller ones.
pub(crate) fn compare(writer: &(Schema, Side), reader: &(Schema, Side)) -> Reading {
    let at = |most: u64| {
        let plain = super::can_read(&writer.1, &reader.1, most);
        let reading = can_read_within(&writer.0, &reader.0, Extent::All, most);
        let work = reading.work.map(|work| [work.graph, work.total, work.limit]);
        let found: Vec<Finding> = reading.violations.iter().map(finding).collect();
        assert_eq!(
            (found, work),
            (plain.findings.clone(), plain.work),
            "checker, plain reading; most {most}"
        );
        plain
    };
    let whole = at(u64::MAX);
    if let Some([graph, total, _]) = whole.work {
        for most in [total - 1, total * 2 / 3, graph / 2] {
            at(most);
        }
    }
    whole
}

/// A violation in the words of the plain reading.
pub(crate) fn finding(violation: &Violation) -> Finding {
    let rest = match &violation.facts {
        Facts::Change { writer, reader } => format!("writer={writer}, reader={reader}"),
        Facts::Unsupported { side, detail } => {
            let side = if *side == Party::Writer { "writer" } else { "reader" };
            format!("side={side}, detail={}", super::cut(&detail.to_string(), 256))
        }
        Facts::Limit { work, limit } => format!("work={work}, limit={limit}"),
    };
    Finding { rule: violation.rule.id, path: violation.path.clone(), field: violation.field, rest }
}

/// Compares the last files of two descriptor sets, of which the first is as long as its first two bytes say, under every
/// root message that both have; how many there were.
///
/// # Panics
///
/// As [`compare`].
pub(crate) fn compare_sets(bytes: &[u8]) -> usize {
    let Some((length, rest)) = bytes.split_first_chunk::<2>() else { return 0 };
    let (old, new) = rest.split_at(usize::from(u16::from_le_bytes(*length)).min(rest.len()));
    let (Ok(old), Ok(new)) = (decode_set(old), decode_set(new)) else { return 0 };
    let (Some(old), Some(new)) = (Built::last(&old), Built::last(&new)) else { return 0 };
    let shared = old.roots().into_iter().filter(|root| new.roots().contains(root)).take(3);
    let pairs = shared.filter_map(|root| Some((old.both(&root)?, new.both(&root)?)));
    let mut count = 0;
    for (old, new) in pairs {
        compare(&old, &new);
        compare(&new, &old);
        count += 1;
    }
    count
}
