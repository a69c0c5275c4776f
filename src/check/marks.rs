//! Sets of parts of a pool, for walks that meet most of them once: pages of bits and numbers instead of hashes.
//!
//! A set costs little where a walk stays in one corner of a large pool, as the many root messages of a tree do.

use rustc_hash::FxHashSet;

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

/// A set of pairs of a writer's and a reader's part. Most parts meet one other.
pub(super) struct Pairs<P> {
    /// One more than the place of the first partner of each writer's part.
    first: Pages<u32, 1024>,
    others: FxHashSet<(u32, u32)>,
    kind: std::marker::PhantomData<P>,
}

impl<P: Placed> Pairs<P> {
    pub(super) fn new() -> Self {
        Self { first: Pages(Vec::new()), others: FxHashSet::default(), kind: std::marker::PhantomData }
    }

    /// Whether it is new.
    pub(super) fn insert(&mut self, (writer, reader): (P, P)) -> bool {
        let (writer, reader) = (writer.place(), reader.place());
        let known = self.first.at(writer as usize);
        match *known {
            0 => {
                *known = reader.saturating_add(1);
                true
            }
            first if first == reader.saturating_add(1) => false,
            _ => self.others.insert((writer, reader)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_twice_is_new_once() {
        let places = [0, 1, 63, 64, 4095, 4096, 2_000_000];
        let mut marks = Marks::new();
        let mut pairs = Pairs::new();
        for round in 0..2 {
            for one in places {
                assert_eq!(marks.insert(MessageId(one)), round == 0, "{one}");
                for other in places {
                    assert_eq!(pairs.insert((EnumId(one), EnumId(other))), round == 0, "{one} {other}");
                }
            }
        }
        assert!(marks.insert(MessageId(2)));
    }
}
