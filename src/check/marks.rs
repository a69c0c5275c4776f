//! Parts of a pool that a walk met, most of them once: pages of bits and numbers instead of hashes.
//!
//! They cost little where a walk stays in one corner of a large pool, as the many root messages of a tree do.

use rustc_hash::FxHashMap;

use crate::schema::{EnumId, FileId, MessageId};

/// Something with a place in a pool.
pub(super) trait Placed: Copy {
    fn place(self) -> u32;
}

impl Placed for MessageId {
    fn place(self) -> u32 {
        self.0
    }
}

impl Placed for EnumId {
    fn place(self) -> u32 {
        self.0
    }
}

impl Placed for FileId {
    fn place(self) -> u32 {
        self.0
    }
}

/// Places by pages that are made where something is put on them.
#[derive(Debug)]
struct Pages<T, const SIZE: usize>(Vec<Option<Box<[T; SIZE]>>>);

impl<T: Copy + Default, const SIZE: usize> Pages<T, SIZE> {
    fn at(&mut self, place: usize) -> &mut T {
        let page = place / SIZE;
        if self.0.len() <= page {
            self.0.resize_with(page + 1, || None);
        }
        &mut self.0[page].get_or_insert_with(|| Box::new([T::default(); SIZE]))[place % SIZE]
    }
}

/// A set of messages, enums or files.
pub(super) struct Marks(Pages<u64, 64>);

impl Marks {
    pub(super) fn new() -> Self {
        Self(Pages(Vec::new()))
    }

    /// Whether it is new.
    pub(super) fn insert(&mut self, part: impl Placed) -> bool {
        let place = part.place() as usize;
        let word = self.0.at(place / 64);
        let bit = 1 << (place % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// Numbers for pairs of a writer's and a reader's part, from 0 in the order in which they are met. Most parts meet one other.
#[derive(Debug)]
pub(super) struct Numbers<P> {
    /// The first partner of each writer's part and one more than the number of both; no number where there is none.
    first: Pages<(u32, u32), 512>,
    others: FxHashMap<(u32, u32), u32>,
    count: u32,
    kind: std::marker::PhantomData<P>,
}

impl<P: Placed> Numbers<P> {
    pub(super) fn new() -> Self {
        Self {
            first: Pages(Vec::new()),
            others: FxHashMap::default(),
            count: 0,
            kind: std::marker::PhantomData,
        }
    }

    /// The number of a pair, and whether it is new.
    pub(super) fn number(&mut self, (writer, reader): (P, P)) -> (u32, bool) {
        let (writer, reader) = (writer.place(), reader.place());
        let next = self.count;
        let number = match self.first.at(writer as usize) {
            first @ (_, 0) => {
                *first = (reader, next + 1);
                next
            }
            (partner, number) if *partner == reader => *number - 1,
            _ => *self.others.entry((writer, reader)).or_insert(next),
        };
        let is_new = number == next;
        self.count += u32::from(is_new);
        (number, is_new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_twice_is_new_once() {
        let places = [0, 1, 63, 64, 4095, 4096, 2_000_000];
        let mut marks = Marks::new();
        let mut numbers = Numbers::new();
        let mut known = Vec::new();
        for round in 0..2 {
            for one in places {
                assert_eq!(marks.insert(MessageId(one)), round == 0, "{one}");
                for other in places {
                    let (number, is_new) = numbers.number((EnumId(one), EnumId(other)));
                    assert_eq!(is_new, round == 0, "{one} {other}");
                    if is_new {
                        assert_eq!(number as usize, known.len(), "{one} {other}");
                        known.push((one, other));
                    }
                    assert_eq!(known[number as usize], (one, other));
                }
            }
        }
        assert!(marks.insert(MessageId(2)));
    }
}
