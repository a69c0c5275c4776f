//! Outlines: what the rules ask of a schema, in numbers, so that a schema that is compared many times is scanned once and
//! need not be at hand.
//!
//! Equal names, facts, messages and enums of all schemas that one [`Lexicon`] has met have equal numbers.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::scan;
use crate::schema::{Default, Enum, EnumId, Field, Kind, Message, MessageId, Schema, Target};

/// What the numbers in outlines stand for.
#[derive(Debug, std::default::Default)]
pub struct Lexicon {
    names: Words<str>,
    facts: Words<Facts>,
    messages: Words<Shape>,
    enums: Words<Values>,
}

/// A schema that holds nothing outside the contract.
#[derive(Debug)]
pub struct Outline {
    /// The root message's full name.
    pub(super) root: u32,
    /// This side's share of G.
    pub(super) graph: u64,
    /// The messages that the root reaches, the root first.
    pub(super) messages: Vec<Node>,
    /// For each enum that they use its content.
    pub(super) enums: Vec<u32>,
}

/// A message of a schema.
#[derive(Debug)]
pub(super) struct Node {
    /// Its content in the lexicon.
    pub(super) shape: u32,
    /// For each field with a message or an enum, by number, where it leads to.
    pub(super) targets: Vec<Link>,
}

/// Where a field leads to: a place in its outline.
#[derive(Clone, Copy, Debug)]
pub(super) enum Link {
    Message(u32),
    Enum(u32),
}

/// All that the rules ask of a message by itself.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    /// By ascending number.
    pub(super) fields: Vec<Line>,
    /// Numbers by name, the names sorted; extensions declared inside the message are among them.
    names: Vec<(u32, i32)>,
    /// How many oneofs there are, synthetic ones among them.
    pub(super) oneofs: usize,
    /// What it costs to process this message as a reader (contract, section 5).
    pub(super) cost: u64,
}

/// All that the rules ask of a field but where it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Line {
    pub(super) number: i32,
    pub(super) name: u32,
    /// The facts that must be the same on both sides.
    pub(super) facts: u32,
    /// Place of its oneof, if that is none made for an `optional`.
    pub(super) oneof: Option<u32>,
    pub(super) required: bool,
    pub(super) utf8_validated: bool,
    /// Place in the targets of its message.
    pub(super) target: Option<u32>,
}

/// The facts of a field that must be the same on both sides.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Facts {
    kind: Kind,
    repeated: bool,
    map: bool,
    default: Option<Default>,
}

/// All that the rules ask of an enum.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Values {
    pub(super) closed: bool,
    /// Numbers by name, the names sorted.
    pub(super) names: Vec<(u32, i32)>,
    /// Each once, in order.
    pub(super) numbers: Vec<i32>,
}

impl Outline {
    /// The outline of a schema; `None` where it holds what the contract does not cover.
    pub fn new(schema: &Schema, lexicon: &mut Lexicon) -> Option<Self> {
        let pool = schema.pool();
        let scan = scan(pool, vec![schema.root()]);
        if !scan.violations.is_empty() {
            return None;
        }
        let messages = (0..).zip(&scan.messages).map(|(place, id)| (*id, place)).collect();
        let mut places = Places { messages, enums: FxHashMap::default(), contents: Vec::new() };
        let node = |id: &MessageId| {
            let message = &pool[*id];
            let shape = lexicon.shape(message);
            let links = message.fields.iter().filter_map(|field| match field.target {
                Target::Scalar => None,
                Target::Message(id) => places.messages.get(&id).copied().map(Link::Message),
                Target::Enum(id) => Some(Link::Enum(places.enumeration(id, &pool[id], lexicon))),
            });
            Node { shape, targets: links.collect() }
        };
        let messages = scan.messages.iter().map(node).collect();
        let root = lexicon.names.number(schema.root_name());
        Some(Self { root, graph: scan.graph, messages, enums: places.contents })
    }
}

/// Where messages and enums of a pool stand in an outline.
struct Places {
    messages: FxHashMap<MessageId, u32>,
    enums: FxHashMap<EnumId, u32>,
    contents: Vec<u32>,
}

impl Places {
    fn enumeration(&mut self, id: EnumId, found: &Enum, lexicon: &mut Lexicon) -> u32 {
        *self.enums.entry(id).or_insert_with(|| {
            self.contents.push(lexicon.values(found));
            last(self.contents.len())
        })
    }
}

impl Lexicon {
    pub(super) fn message(&self, shape: u32) -> &Shape {
        &self.messages.words[shape as usize]
    }

    pub(super) fn enumeration(&self, content: u32) -> &Values {
        &self.enums.words[content as usize]
    }

    fn shape(&mut self, message: &Message) -> u32 {
        let mut targets = 0..;
        let mut fields = Vec::with_capacity(message.fields.len());
        for field in &message.fields {
            let target = if field.target == Target::Scalar { None } else { targets.next() };
            fields.push(self.line(field, message, target));
        }
        let mut names: Vec<_> = fields.iter().map(|line| (line.name, line.number)).collect();
        names.extend(message.extensions.iter().map(|(name, number)| (self.names.number(&**name), *number)));
        // Of two with one name the first counts, and fields come before extensions.
        names.sort_by_key(|(name, _)| *name);
        names.dedup_by_key(|(name, _)| *name);
        let oneofs =
            message.oneofs.iter().map(|oneof| if oneof.synthetic { 1 } else { 1 + 2 * oneof.members.len() });
        let cost = 3 * message.fields.len() + oneofs.sum::<usize>();
        self.messages.number(Shape { fields, names, oneofs: message.oneofs.len(), cost: cost as u64 })
    }

    fn line(&mut self, field: &Field, message: &Message, target: Option<u32>) -> Line {
        let Field { kind, repeated, map, .. } = *field;
        Line {
            number: field.number,
            name: self.names.number(&*field.name),
            facts: self.facts.number(Facts { kind, repeated, map, default: field.default.clone() }),
            oneof: field.oneof.filter(|place| !message.oneofs[*place as usize].synthetic),
            required: field.required,
            utf8_validated: field.utf8_validated,
            target,
        }
    }

    fn values(&mut self, found: &Enum) -> u32 {
        let mut names: Vec<_> =
            found.values.iter().map(|value| (self.names.number(&*value.name), value.number)).collect();
        names.sort_unstable();
        let mut numbers: Vec<_> = names.iter().map(|(_, number)| *number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        self.enums.number(Values { closed: found.closed, names, numbers })
    }
}

impl Shape {
    /// The number that a name stands for.
    pub(super) fn number_of(&self, name: u32) -> Option<i32> {
        let at = self.names.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        Some(self.names[at].1)
    }
}

/// Words, each with its number: its place. Anybody may have made them, so the hash is one that nobody can foresee.
#[derive(Debug)]
struct Words<W: ?Sized> {
    numbers: HashMap<Arc<W>, u32>,
    words: Vec<Arc<W>>,
}

impl<W: ?Sized> std::default::Default for Words<W> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), words: Vec::new() }
    }
}

impl<W: ?Sized + Eq + Hash> Words<W> {
    fn number(&mut self, word: impl Borrow<W> + Into<Arc<W>>) -> u32 {
        if let Some(number) = self.numbers.get(word.borrow()) {
            return *number;
        }
        let word = word.into();
        self.words.push(Arc::clone(&word));
        let number = last(self.words.len());
        self.numbers.insert(word, number);
        number
    }
}

/// The place of the last of so many.
fn last(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX).saturating_sub(1)
}
