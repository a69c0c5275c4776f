//! Root messages that lead to each other: a comparison from any of them meets the same pairs, so one answers for all.
//!
//! Where nothing is found, findings' paths and order do not matter, and the work is that of the same scans and pairs, whichever
//! comes first (contract, section 5).

use rustc_hash::FxHashMap;

use super::Work;
use super::budget::limit;
use super::walk::{Ids, match_by_number};
use crate::schema::{Message, Pool, Schema, Target};

/// How many pairs are worth a second look.
const MANY: usize = 64;

/// What a comparison of these schemas would come to that finds nothing, as one with other root messages found out.
pub(super) fn known(writer: &Schema, reader: &Schema, most: u64) -> Option<Work> {
    let [graph, total] = reader.pool().agreed(writer.pool(), (writer.root(), reader.root()))?;
    let limit = limit(graph, most);
    (graph <= most && total <= limit).then_some(Work { graph, total, limit })
}

/// Keeps what a comparison came to that found nothing, and whose pairs lead back to its root messages.
pub(super) fn keep(writer: &Schema, reader: &Schema, work: Work, pairs: usize) {
    if pairs < MANY {
        return;
    }
    let roots = (writer.root(), reader.root());
    let same = leading_to(roots, writer.pool(), reader.pool());
    reader.pool().keep_agreed(writer.pool(), same.into_iter(), [work.graph, work.total]);
}

/// The pairs among those that the roots lead to that lead to the roots themselves.
fn leading_to(roots: Ids, writer: &Pool, reader: &Pool) -> Vec<Ids> {
    let mut places = FxHashMap::from_iter([(roots, 0)]);
    let mut pairs = vec![roots];
    let mut from: Vec<Vec<usize>> = vec![Vec::new()];
    let mut at = 0;
    while let Some(pair) = pairs.get(at).copied() {
        for next in targets(&writer[pair.0], &reader[pair.1]) {
            let place = *places.entry(next).or_insert_with(|| {
                pairs.push(next);
                from.push(Vec::new());
                pairs.len() - 1
            });
            from[place].push(at);
        }
        at += 1;
    }
    let mut leads = vec![false; pairs.len()];
    leads[0] = true;
    let mut open = vec![0];
    while let Some(place) = open.pop() {
        for &other in &from[place] {
            if !std::mem::replace(&mut leads[other], true) {
                open.push(other);
            }
        }
    }
    pairs.into_iter().zip(leads).filter(|(_, leads)| *leads).map(|(pair, _)| pair).collect()
}

/// The pairs that the fields of a pair lead to.
fn targets<'s>(writer: &'s Message, reader: &'s Message) -> impl Iterator<Item = Ids> + 's {
    let matches = match_by_number(writer, reader);
    reader.fields.iter().zip(matches).filter_map(|(read, at)| {
        match (writer.fields[at? as usize].target, read.target) {
            (Target::Message(written), Target::Message(read)) => Some((written, read)),
            _ => None,
        }
    })
}
