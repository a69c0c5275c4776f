//! Root messages that lead to each other: a comparison from any of them meets the same, so one answers for all.
//!
//! Where nothing is found, findings' paths and order do not matter, and the work is that of the same scans and pairs, whichever
//! comes first (contract, section 5).

use rustc_hash::FxHashMap;

/// How many parts are worth a second look.
pub(super) const MANY: usize = 64;

/// Those of some parts that lead to the first one, which leads to all of them.
pub(super) fn leading_to_first<I: Iterator<Item = u32>>(
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
