//! Root messages that lead to each other: a comparison from any of them meets the same, so one answers for all.
//!
//! Where nothing is found, findings' paths and order do not matter, and the work is that of the same scans and pairs, whichever
//! comes first (contract, section 5).

use rustc_hash::FxHashMap;

use super::atlas::Atlas;
use super::support::Scanned;
use super::walk::{Ids, Walked};
use crate::schema::{MessageId, Pool, Target};

/// How many parts are worth a second look.
const MANY: usize = 64;

/// The messages of a scan from which a scan meets the same: the first one, and those that lead to it where they are many.
pub(super) fn messages(scanned: &Scanned, pool: &Pool) -> Vec<MessageId> {
    let Scanned { messages, is_circular } = scanned;
    if !is_circular || messages.len() < MANY {
        return messages.iter().take(1).copied().collect();
    }
    let targets = |id: u32| {
        pool[MessageId(id)].fields.iter().filter_map(|field| match field.target {
            Target::Message(target) => Some(target.0),
            _ => None,
        })
    };
    let parts: Vec<u32> = messages.iter().map(|id| id.0).collect();
    leading_to_first(&parts, targets).map(MessageId).collect()
}

/// The pairs of a walk from which a walk meets the same, where they are many.
pub(super) fn pairs(walked: &Walked, atlas: &Atlas) -> Vec<Ids> {
    if !walked.is_circular || walked.pairs.len() < MANY {
        return Vec::new();
    }
    leading_to_first(&walked.pairs, |pair| atlas.targets(pair)).map(|pair| atlas.ids(pair)).collect()
}

/// Those of some parts that lead to the first one, which leads to all of them.
fn leading_to_first<I: Iterator<Item = u32>>(
    parts: &[u32],
    targets: impl Fn(u32) -> I,
) -> impl Iterator<Item = u32> {
    let places: FxHashMap<u32, usize> = parts.iter().enumerate().map(|(at, part)| (*part, at)).collect();
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); parts.len()];
    for (at, part) in parts.iter().enumerate() {
        for target in targets(*part) {
            if let Some(place) = places.get(&target) {
                from[*place].push(at);
            }
        }
    }
    let mut leads = vec![false; parts.len()];
    let mut open: Vec<usize> = (0..parts.len().min(1)).collect();
    while let Some(place) = open.pop() {
        if !std::mem::replace(&mut leads[place], true) {
            open.append(&mut from[place]);
        }
    }
    parts.iter().copied().zip(leads).filter(|(_, leads)| *leads).map(|(part, _)| part)
}
