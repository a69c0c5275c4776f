//! What has a number and a name: the fields of a message or the values of an enum, and how two versions of them differ.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::ops::{Range, RangeInclusive};

use crate::schema::{Enum, Message};

/// Fields or values by ascending number; names are used once, numbers of an enum may be used again.
pub(super) trait Members {
    fn count(&self) -> usize;
    /// The number and the name at a place.
    fn member(&self, place: usize) -> (i32, &str);
    fn number_of(&self, name: &str) -> Option<i32>;
    /// Something else than a member owns the number, so that it can be neither free nor reserved.
    fn gives_away(&self, number: i32) -> bool;
    /// The smallest number above another one that a member may have.
    fn free_above(&self, number: i32) -> Option<i32>;
}

/// The numbers that a field may have, but for those that are set aside for implementations of the format.
const FIELD_NUMBERS: RangeInclusive<i32> = 1..=536_870_911;
const SET_ASIDE: RangeInclusive<i32> = 19_000..=19_999;

impl Members for &Message {
    fn count(&self) -> usize {
        self.fields.len()
    }

    fn member(&self, place: usize) -> (i32, &str) {
        let field = &self.fields[place];
        (field.number, &field.name)
    }

    fn number_of(&self, name: &str) -> Option<i32> {
        self.field_named(name).map(|field| field.number)
    }

    fn gives_away(&self, number: i32) -> bool {
        self.declares_extension(number)
    }

    fn free_above(&self, number: i32) -> Option<i32> {
        let next = number.checked_add(1)?;
        let next = if SET_ASIDE.contains(&next) { SET_ASIDE.end() + 1 } else { next };
        (FIELD_NUMBERS.contains(&next) && !self.gives_away(next)).then_some(next)
    }
}

/// The values of an enum by number.
pub(super) struct Values<'a> {
    found: &'a Enum,
    /// Places in the enum's values.
    order: Vec<u32>,
    /// The same by name; made when first asked for.
    by_name: OnceCell<Vec<u32>>,
}

impl<'a> Values<'a> {
    pub(super) fn of(found: &'a Enum) -> Self {
        let order = sorted(found, |at| (found.values[at].number, at));
        Self { found, order, by_name: OnceCell::new() }
    }

    /// The place in the enum's values of the one at a place by number.
    pub(super) fn declared(&self, place: usize) -> u32 {
        self.order[place]
    }
}

impl Members for Values<'_> {
    fn count(&self) -> usize {
        self.order.len()
    }

    fn member(&self, place: usize) -> (i32, &str) {
        let value = &self.found.values[self.order[place] as usize];
        (value.number, &value.name)
    }

    fn number_of(&self, name: &str) -> Option<i32> {
        let values = &self.found.values;
        let by_name = self.by_name.get_or_init(|| sorted(self.found, |at| &values[at].name));
        let at = by_name.binary_search_by(|at| (*values[*at as usize].name).cmp(name)).ok()?;
        Some(values[by_name[at] as usize].number)
    }

    fn gives_away(&self, _: i32) -> bool {
        false
    }

    fn free_above(&self, number: i32) -> Option<i32> {
        number.checked_add(1)
    }
}

fn sorted<K: Ord>(found: &Enum, key: impl Fn(usize) -> K) -> Vec<u32> {
    let mut order: Vec<u32> = (0..).take(found.values.len()).collect();
    order.sort_unstable_by_key(|at| key(*at as usize));
    order
}

/// One thing in which two versions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difference<'a> {
    /// The older version has it, and the newer one nothing of its number.
    Gone { number: i32, name: &'a str },
    /// Both versions have what stands at this place of the newer one, by number and name.
    Same { place: usize },
    /// The newer version has it at this place, and the older one not by the same number and name.
    Other {
        place: usize,
        /// What the older version calls the number, if it has it.
        was: Option<&'a str>,
        /// The number that the older version has for the name, if it has it.
        had: Option<i32>,
    },
}

/// Tells all differences and what is the same, by ascending number.
pub(super) fn differences<'a, M: Members>(older: &'a M, newer: &M, mut tell: impl FnMut(Difference<'a>)) {
    let (mut old, mut new) = (0, 0);
    while old < older.count() || new < newer.count() {
        let [next_old, next_new] = [next(older, old), next(newer, new)];
        let order = match (next_old, next_new) {
            (Some(old), Some(new)) => old.cmp(&new),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        let gone = if order.is_le() { run(older, &mut old) } else { 0..0 };
        let kept = if order.is_ge() { run(newer, &mut new) } else { 0..0 };
        if kept.is_empty() {
            for (number, name) in gone.map(|place| older.member(place)) {
                tell(Difference::Gone { number, name });
            }
            continue;
        }
        let was = gone.clone().next().map(|place| older.member(place).1);
        for place in kept {
            let (number, name) = newer.member(place);
            if was == Some(name) {
                tell(Difference::Same { place });
                continue;
            }
            let had = older.number_of(name);
            let is_same = had == Some(number);
            tell(if is_same { Difference::Same { place } } else { Difference::Other { place, was, had } });
        }
    }
}

fn next(members: &impl Members, place: usize) -> Option<i32> {
    (place < members.count()).then(|| members.member(place).0)
}

/// The members with the number at a place, which is moved behind them.
fn run(members: &impl Members, place: &mut usize) -> Range<usize> {
    let start = *place;
    let number = next(members, start);
    while number.is_some() && next(members, *place) == number {
        *place += 1;
    }
    start..*place
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Members as a test writes them.
    struct List(Vec<(i32, &'static str)>);

    impl Members for List {
        fn count(&self) -> usize {
            self.0.len()
        }

        fn member(&self, place: usize) -> (i32, &str) {
            self.0[place]
        }

        fn number_of(&self, name: &str) -> Option<i32> {
            self.0.iter().find(|(_, found)| *found == name).map(|(number, _)| *number)
        }

        fn gives_away(&self, _: i32) -> bool {
            false
        }

        fn free_above(&self, _: i32) -> Option<i32> {
            None
        }
    }

    fn told(older: &[(i32, &'static str)], newer: &[(i32, &'static str)]) -> Vec<String> {
        let mut out = Vec::new();
        let (older, newer) = (List(older.to_vec()), List(newer.to_vec()));
        differences(&older, &newer, |difference| {
            out.extend(match difference {
                Difference::Gone { number, name } => Some(format!("{number} {name} is gone")),
                Difference::Same { .. } => None,
                Difference::Other { place, was, had } => {
                    Some(format!("{:?}: {was:?}, {had:?}", newer.0[place]))
                }
            });
        });
        out
    }

    #[test]
    fn what_stays_is_not_told() {
        let members = [(1, "id"), (2, "card"), (9, "note")];
        assert!(told(&members, &members).is_empty());
        assert!(told(&[], &[]).is_empty());
    }

    #[test]
    fn both_ways_to_know_a_member_count() {
        assert_eq!(told(&[(1, "id"), (4, "card")], &[(1, "id")]), ["4 card is gone"]);
        assert_eq!(told(&[(4, "card")], &[(4, "pin")]), [r#"(4, "pin"): Some("card"), None"#]);
        assert_eq!(told(&[(4, "card")], &[(7, "card")]), ["4 card is gone", r#"(7, "card"): None, Some(4)"#]);
        assert_eq!(told(&[], &[(7, "card")]), [r#"(7, "card"): None, None"#]);
    }

    #[test]
    fn aliases_are_one_number() {
        let older = [(1, "OPEN"), (1, "NEW")];
        assert!(told(&older, &[(1, "NEW")]).is_empty());
        assert!(told(&older, &[(1, "NEW"), (1, "OPEN")]).is_empty());
        assert_eq!(told(&older, &[(1, "FRESH")]), [r#"(1, "FRESH"): Some("OPEN"), None"#]);
        assert_eq!(
            told(&older, &[(0, "ZERO")]),
            [r#"(0, "ZERO"): None, None"#, "1 OPEN is gone", "1 NEW is gone"]
        );
    }
}
