//! Which types of two versions belong together: what the same fields lead to, from the root messages down.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use crate::schema::{EnumId, Field, MessageId, Pool, Schema, Target};

/// What is known of one pair of pools, so that several roots do not go over the same types again.
#[derive(Debug)]
pub struct Seen {
    messages: FxHashSet<(MessageId, MessageId)>,
    enums: FxHashSet<(EnumId, EnumId)>,
    /// How many more fields may be looked at.
    left: usize,
}

/// How often, on average, a type may be met in another company. Types that cross each other without end exist only to
/// spend time, and a comparison of them runs out of budget, too.
const MOST_TURNS: usize = 16;

impl Seen {
    /// Nothing seen yet of an older and a newer pool.
    pub fn new(older: &Pool, newer: &Pool) -> Self {
        let size = |pool: &Pool| {
            let fields: usize = pool.messages.iter().map(|message| message.fields.len() + 1).sum();
            fields + pool.enums.iter().map(|found| found.values.len()).sum::<usize>()
        };
        let left = (size(older) + size(newer)).saturating_mul(MOST_TURNS);
        Self { messages: FxHashSet::default(), enums: FxHashSet::default(), left }
    }

    fn spend(&mut self, amount: usize) -> bool {
        let is_enough = amount <= self.left;
        self.left = self.left.saturating_sub(amount);
        is_enough
    }
}

/// Two types that belong together, the older one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    Messages(MessageId, MessageId),
    Enums(EnumId, EnumId),
}

/// Hands over each pair once, nearest to the roots first. Entries of maps are passed through: nobody declares them.
pub(super) fn pairs(older: &Schema, newer: &Schema, seen: &mut Seen, mut tell: impl FnMut(Pair)) {
    let (old_pool, new_pool) = (older.pool(), newer.pool());
    let roots = (older.root(), newer.root());
    let mut open = VecDeque::from_iter(seen.messages.insert(roots).then_some(roots));
    while let Some((old, new)) = open.pop_front() {
        let (old_message, new_message) = (&old_pool[old], &new_pool[new]);
        if !seen.spend(old_message.fields.len() + new_message.fields.len() + 1) {
            return;
        }
        if !old_message.map_entry && !new_message.map_entry {
            tell(Pair::Messages(old, new));
        }
        for (was, is) in shared(&old_message.fields, &new_message.fields) {
            match (was.target, is.target) {
                (Target::Message(old), Target::Message(new)) => {
                    let is_same = was.name == is.name || old_pool[old].name == new_pool[new].name;
                    if is_same && seen.messages.insert((old, new)) {
                        open.push_back((old, new));
                    }
                }
                (Target::Enum(old), Target::Enum(new)) => {
                    let (old_enum, new_enum) = (&old_pool[old], &new_pool[new]);
                    let is_same = was.name == is.name || old_enum.name == new_enum.name;
                    if is_same && seen.enums.insert((old, new)) {
                        if !seen.spend(old_enum.values.len() + new_enum.values.len()) {
                            return;
                        }
                        tell(Pair::Enums(old, new));
                    }
                }
                _ => {}
            }
        }
    }
}

/// The fields of the same number.
fn shared<'a>(older: &'a [Field], newer: &'a [Field]) -> impl Iterator<Item = (&'a Field, &'a Field)> {
    let mut old = older.iter().peekable();
    newer.iter().filter_map(move |new| {
        while old.next_if(|old| old.number < new.number).is_some() {}
        old.next_if(|old| old.number == new.number).map(|old| (old, new))
    })
}
