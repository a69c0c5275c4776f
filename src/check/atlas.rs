//! All pairs of two pools that comparisons met so far, by number: what is met in each is found out once for all root messages
//! that lead to it. Changes no answer.

use std::cell::OnceCell;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Work;
use super::marks::Numbers;
use super::pair::{self, Pair};
use super::walk::Ids;
use crate::rules::enum_value_not_readable;
use crate::schema::{EnumId, MessageId, Pool, Schema};

/// What is met in a pair, with pairs by their numbers.
pub(super) type Event = pair::Event<u32, u32>;

/// The pairs of a writer's and a reader's pool.
#[derive(Debug)]
pub(super) struct Atlas {
    numbers: Numbers<MessageId>,
    enum_numbers: Numbers<EnumId>,
    pairs: Vec<Known>,
    enums: Vec<KnownEnums>,
    events: Vec<Event>,
    /// The number of the walk that goes on; no walk is the first.
    walk: u32,
    /// What comparisons of some pairs as root messages come to that find nothing.
    pub(super) agreed: FxHashMap<Ids, Work>,
}

/// A pair of messages.
#[derive(Debug)]
struct Known {
    ids: Ids,
    /// The places in the atlas's events of what is met in it, once somebody looked.
    events: Option<Range<u32>>,
    /// What it costs before anything is met, in work units.
    cost: usize,
    /// The walk that met it last.
    walk: u32,
}

/// A pair of enums.
#[derive(Debug)]
struct KnownEnums {
    ids: (EnumId, EnumId),
    /// What is found, once somebody looked.
    found: OnceCell<Option<Box<enum_value_not_readable::Found>>>,
    walk: u32,
}

impl Atlas {
    fn new() -> Self {
        Self {
            numbers: Numbers::new(),
            enum_numbers: Numbers::new(),
            pairs: Vec::new(),
            enums: Vec::new(),
            events: Vec::new(),
            walk: 0,
            agreed: FxHashMap::default(),
        }
    }

    /// What comparisons of the pools of two schemas left, or nothing yet.
    pub(super) fn take(writer: &Schema, reader: &Schema) -> Box<Self> {
        reader.pool().take_left(&writer.shared_pool()).unwrap_or_else(|| Box::new(Self::new()))
    }

    /// Leaves it for the next comparison.
    pub(super) fn leave(self: Box<Self>, writer: &Schema, reader: &Schema) {
        /// Pairs and events that are worth keeping, a few for each message: most of these meet one other. Hostile root messages
        /// may well lead to other pairs each.
        const FEW: usize = 16;
        const ANYWAY: usize = 1 << 16;
        let most = ANYWAY + FEW * reader.pool().messages.len();
        if self.pairs.len() + self.enums.len() + self.events.len() < most && self.walk < u32::MAX {
            reader.pool().leave(&writer.shared_pool(), self);
        }
    }

    /// Begins a walk, which has met nothing yet; the number of the pair that it begins with.
    pub(super) fn begin(&mut self, reader: &Pool, roots: Ids) -> u32 {
        self.walk += 1;
        let root = self.number(reader, roots);
        self.meet(root);
        root
    }

    /// The messages of a pair.
    pub(super) fn ids(&self, pair: u32) -> Ids {
        self.pairs[pair as usize].ids
    }

    /// What a pair costs before anything is met in it, in work units.
    pub(super) fn cost(&self, pair: u32) -> usize {
        self.pairs[pair as usize].cost
    }

    /// The enums of a pair.
    pub(super) fn enum_ids(&self, pair: u32) -> (EnumId, EnumId) {
        self.enums[pair as usize].ids
    }

    /// Whether this walk meets a pair for the first time.
    pub(super) fn meet(&mut self, pair: u32) -> bool {
        std::mem::replace(&mut self.pairs[pair as usize].walk, self.walk) != self.walk
    }

    /// Whether this walk meets a pair of enums for the first time.
    pub(super) fn meet_enums(&mut self, pair: u32) -> bool {
        std::mem::replace(&mut self.enums[pair as usize].walk, self.walk) != self.walk
    }

    /// The places of what is met in a pair.
    pub(super) fn events(&mut self, writer: &Pool, reader: &Pool, pair: u32) -> Range<u32> {
        if let Some(known) = &self.pairs[pair as usize].events {
            return known.clone();
        }
        let start = self.next();
        Pair::new(writer, reader, self.ids(pair)).events(&mut |event| {
            let event = match event {
                pair::Event::Charge(work) => Event::Charge(work),
                pair::Event::Found(spot) => Event::Found(spot),
                pair::Event::Messages(field, ids) => Event::Messages(field, self.number(reader, ids)),
                pair::Event::Enums(field, ids) => Event::Enums(field, self.enum_number(ids)),
            };
            self.events.push(event);
        });
        let events = start..self.next();
        self.pairs[pair as usize].events = Some(events.clone());
        events
    }

    /// What is met there.
    pub(super) fn event(&self, at: u32) -> Event {
        self.events[at as usize]
    }

    /// What is found in a pair of enums.
    pub(super) fn found_in_enums(
        &self,
        writer: &Pool,
        reader: &Pool,
        pair: u32,
    ) -> Option<enum_value_not_readable::Found> {
        let KnownEnums { ids, found, .. } = &self.enums[pair as usize];
        let look = || enum_value_not_readable::check(&writer[ids.0], &reader[ids.1]).map(Box::new);
        found.get_or_init(look).as_deref().cloned()
    }

    /// The pairs of messages that one leads to, as far as somebody looked.
    pub(super) fn targets(&self, pair: u32) -> impl Iterator<Item = u32> + '_ {
        let events = self.pairs[pair as usize].events.clone().unwrap_or_default();
        events.filter_map(|at| match self.event(at) {
            Event::Messages(_, pair) => Some(pair),
            _ => None,
        })
    }

    fn number(&mut self, reader: &Pool, ids: Ids) -> u32 {
        let (number, is_new) = self.numbers.number(ids);
        if is_new {
            let cost = reader[ids.1].fields.len().saturating_mul(3);
            self.pairs.push(Known { ids, cost, events: None, walk: 0 });
        }
        number
    }

    fn enum_number(&mut self, ids: (EnumId, EnumId)) -> u32 {
        let (number, is_new) = self.enum_numbers.number(ids);
        if is_new {
            self.enums.push(KnownEnums { ids, found: OnceCell::new(), walk: 0 });
        }
        number
    }

    /// The place of the next event. One walk meets as many as its budget pays for, and many are not kept.
    fn next(&self) -> u32 {
        u32::try_from(self.events.len()).unwrap_or(u32::MAX)
    }
}
