//! What the versions of a history know of the types of a proposed schema. Versions may be noted in any order.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::members::{Difference, Members, Values, differences};
use super::walk::{Pair, Seen, pairs};
use crate::schema::{EnumId, MessageId, Reserved, Schema};

/// What is noted of a history, by types of the proposed schema.
#[derive(Debug)]
pub struct Chronicle {
    /// The place of the latest version.
    latest: usize,
    /// In the order in which they were met.
    records: Vec<Record>,
    /// Places in `records` by the types' names.
    types: HashMap<Arc<str>, usize>,
    /// Places in `records` by who was the first to meet them.
    met: HashMap<usize, Vec<usize>>,
}

/// A type of a proposed schema.
#[derive(Clone, Copy, Debug)]
pub(super) enum Type {
    Message(MessageId),
    Enum(EnumId),
}

/// What is noted of one type. Of older versions the newest is kept that tells a thing.
#[derive(Debug)]
pub(super) struct Record {
    /// Where it stands in the schema that it was met in first.
    pub(super) found: Type,
    /// What is gone since the latest version; `None` where that does not have the type.
    pub(super) gone: Option<BTreeSet<(i32, Box<str>)>>,
    /// What the latest version does not have, by ascending place.
    pub(super) fresh: Vec<Fresh>,
    /// What else older versions called a number.
    pub(super) numbers: BTreeMap<i32, (usize, Box<str>)>,
    /// Which other number older versions had for a name.
    pub(super) names: BTreeMap<Box<str>, (usize, i32)>,
    /// Places of what older versions had by the same number and name.
    returned: Vec<bool>,
    /// What the latest version reserved, and nothing uses or reserves any longer.
    pub(super) dropped: Option<Dropped>,
    /// The highest number that any version used or reserved.
    pub(super) highest: i32,
}

/// Ranges of numbers, and names, that were reserved.
#[derive(Debug, Default)]
pub(super) struct Dropped {
    pub(super) numbers: Vec<(i32, i32)>,
    pub(super) names: BTreeSet<Box<str>>,
}

/// A member that the latest version does not have, by its place in the order of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fresh {
    pub(super) place: usize,
    pub(super) by_number: bool,
    pub(super) by_name: bool,
    /// The latest version reserved the number.
    pub(super) number_was_reserved: bool,
}

impl Chronicle {
    /// Nothing noted yet of a history whose latest version has this place.
    pub fn new(latest: usize) -> Self {
        Self { latest, records: Vec::new(), types: HashMap::new(), met: HashMap::new() }
    }

    /// Notes how an existing schema, the version at a place, differs from a proposed one. `asker` tells the proposed
    /// schemas apart; those that share their types, and are set against the same version, share `seen`.
    pub fn note(&mut self, asker: usize, at: usize, schemas: (&Schema, &Schema), seen: &mut Seen) {
        let (older, newer) = (schemas.0.pool(), schemas.1.pool());
        let is_latest = at == self.latest;
        pairs(schemas.0, schemas.1, seen, |pair| match pair {
            Pair::Messages(old, new) => {
                let (was, is) = (&older[old], &newer[new]);
                let record = self.record(&is.name, asker, Type::Message(new));
                record.reach(was.fields.last().map(|field| field.number), &was.reserved);
                record.compare(at, is_latest, (&was, &was.reserved), (&is, &is.reserved));
            }
            Pair::Enums(old, new) => {
                let (was, is) = (&older[old], &newer[new]);
                let record = self.record(&is.name, asker, Type::Enum(new));
                record.reach(was.values.iter().map(|value| value.number).max(), &was.reserved);
                let (older, newer) = (Values::of(was), Values::of(is));
                record.compare(at, is_latest, (&older, &was.reserved), (&newer, &is.reserved));
            }
        });
    }

    /// Whether anything is new since the latest version, so that older ones have something to say.
    pub fn is_curious(&self) -> bool {
        self.records.iter().any(|record| !record.fresh.is_empty())
    }

    pub(super) fn latest(&self) -> usize {
        self.latest
    }

    /// The types that an asker was the first to meet.
    pub(super) fn met_by(&self, asker: usize) -> impl Iterator<Item = &Record> {
        self.met.get(&asker).into_iter().flatten().map(|place| &self.records[*place])
    }

    fn record(&mut self, name: &Arc<str>, asker: usize, found: Type) -> &mut Record {
        let place = *self.types.entry(Arc::clone(name)).or_insert_with(|| {
            self.records.push(Record::new(found));
            self.met.entry(asker).or_default().push(self.records.len() - 1);
            self.records.len() - 1
        });
        &mut self.records[place]
    }
}

impl Record {
    fn new(found: Type) -> Self {
        Self {
            found,
            gone: None,
            fresh: Vec::new(),
            numbers: BTreeMap::new(),
            names: BTreeMap::new(),
            returned: Vec::new(),
            dropped: None,
            highest: 0,
        }
    }

    fn reach(&mut self, used: Option<i32>, reserved: &Reserved) {
        self.highest = self.highest.max(used.unwrap_or(0)).max(reserved.highest().unwrap_or(0));
    }

    fn compare<M: Members>(
        &mut self,
        at: usize,
        is_latest: bool,
        (older, reserved): (&M, &Reserved),
        (newer, kept): (&M, &Reserved),
    ) {
        let mut fresh = Vec::new();
        let is_first = self.gone.is_none();
        if is_latest {
            self.gone.get_or_insert_default();
        }
        differences(older, newer, |difference| match difference {
            Difference::Same { place } => {
                if !is_latest {
                    self.returned.resize(self.returned.len().max(place + 1), false);
                    self.returned[place] = true;
                }
            }
            Difference::Gone { number, name } => {
                if is_latest && let Some(gone) = &mut self.gone {
                    gone.insert((number, name.into()));
                }
            }
            Difference::Other { place, was, had } if is_latest => {
                if was.is_none() || had.is_none() {
                    let (by_number, by_name) = (was.is_none(), had.is_none());
                    let number_was_reserved = by_number && reserved.has_number(newer.member(place).0);
                    fresh.push(Fresh { place, by_number, by_name, number_was_reserved });
                }
            }
            Difference::Other { place, was, had } => self.remember(at, newer.member(place), was, had),
        });
        if is_latest {
            self.fresh = if is_first { fresh } else { both(&self.fresh, &fresh) };
            self.dropped.get_or_insert_with(|| Dropped::of(reserved, newer, kept));
        }
    }

    /// Whether an older version had what stands at a place.
    pub(super) fn returns(&self, place: usize) -> bool {
        self.returned.get(place).copied().unwrap_or(false)
    }

    fn remember(&mut self, at: usize, (number, name): (i32, &str), was: Option<&str>, had: Option<i32>) {
        if let Some(was) = was {
            let known = self.numbers.entry(number).or_insert_with(|| (at, was.into()));
            if at > known.0 {
                known.0 = at;
                if *known.1 != *was {
                    known.1 = was.into();
                }
            }
        }
        if let Some(had) = had {
            match self.names.get_mut(name) {
                Some(known) if at > known.0 => *known = (at, had),
                Some(_) => {}
                None => drop(self.names.insert(name.into(), (at, had))),
            }
        }
    }
}

impl Dropped {
    fn of(reserved: &Reserved, newer: &impl Members, kept: &Reserved) -> Self {
        let mut numbers = reserved.numbers().to_vec();
        for (first, last) in kept.numbers() {
            numbers = without(&numbers, *first, *last);
        }
        for (number, _) in (0..newer.count()).map(|place| newer.member(place)) {
            if reserved.has_number(number) {
                numbers = without(&numbers, number, number);
            }
        }
        numbers.retain(|(first, last)| !newer.gives_away(*first) && !newer.gives_away(*last));
        let gone = |name: &&str| !kept.has_name(name) && newer.number_of(name).is_none();
        Self { numbers, names: reserved.names().filter(gone).map(Into::into).collect() }
    }
}

/// Ranges without a range.
fn without(ranges: &[(i32, i32)], first: i32, last: i32) -> Vec<(i32, i32)> {
    let left = ranges.iter().flat_map(|&(start, end)| {
        let before = (start, end.min(first.saturating_sub(1)));
        let behind = (start.max(last.saturating_add(1)), end);
        if end < first || start > last { [(start, end), (1, 0)] } else { [before, behind] }
    });
    left.filter(|(start, end)| start <= end).collect()
}

/// What two types of the latest version both lack.
fn both(one: &[Fresh], other: &[Fresh]) -> Vec<Fresh> {
    let both = one.iter().filter_map(|fresh| {
        let at = other.binary_search_by_key(&fresh.place, |fresh| fresh.place).ok()?;
        let (by_number, by_name) =
            (fresh.by_number && other[at].by_number, fresh.by_name && other[at].by_name);
        let number_was_reserved = fresh.number_was_reserved && other[at].number_was_reserved;
        let place = fresh.place;
        (by_number || by_name).then_some(Fresh { place, by_number, by_name, number_was_reserved })
    });
    both.collect()
}
