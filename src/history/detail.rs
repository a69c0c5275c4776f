//! What both schemas call what a finding is about: the names and values that the broker's line has no room for.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{Direction, Origin};
use crate::rules::{
    Facts, Rule, Side, Violation, default_changed, enum_value_not_readable, field_number_changed,
    oneof_conflict, required_field_not_guaranteed,
};
use crate::schema::{Default as Value, Enum, EnumId, Field, MessageId, Part, Pool, Target};

/// What a finding is about in the words of both schemas, the existing one first.
#[derive(Clone, Debug, Default)]
pub struct Detail {
    /// The field's name on each side that points at a field.
    pub names: [Option<Box<str>>; 2],
    /// The full name of the proposed type that it is in, or of the existing one where the proposed schema has nothing there.
    pub owner: Option<Arc<str>>,
    /// The number that the existing message has for the proposed name.
    pub had: Option<i32>,
    /// Defaults that differ, uncut, values of enums by their names.
    pub defaults: Option<[Box<str>; 2]>,
    /// The fields of a oneof that both sides have, by their proposed names.
    pub fields: Vec<Box<str>>,
    /// All values of an enum that are in the case of the one that is found.
    pub values: Vec<Moved>,
}

/// A value of an enum whose number is not the same on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Its name where it has a number.
    pub name: Box<str>,
    /// Its number in the existing and in the proposed schema.
    pub numbers: [Option<i32>; 2],
}

impl Detail {
    /// Looks up what a violation's parts are called in the existing and in the proposed schema.
    pub(super) fn of(violation: &Violation, direction: Direction, pools: [&Pool; 2]) -> Self {
        let parts = match direction.on(Side::Writer) {
            Origin::Existing => [violation.writer, violation.reader],
            Origin::Proposed => [violation.reader, violation.writer],
        };
        let fields = [field(pools[0], parts[0]), field(pools[1], parts[1])];
        let is = |rule: &Rule| violation.rule == rule;
        Self {
            owner: owner(pools[1], parts[1]).or_else(|| owner(pools[0], parts[0])),
            had: message(parts[0]).zip(fields[1]).and_then(|(id, is)| pools[0][id].number_of(&is.name)),
            names: fields.map(|field| field.map(|field| field.name.clone())),
            defaults: match fields {
                [Some(was), Some(is_now)] if is(&default_changed::RULE) => {
                    default(pools[0], was).zip(default(pools[1], is_now)).map(|(was, is)| [was, is])
                }
                _ => None,
            },
            fields: if is(&oneof_conflict::RULE) { shared(parts, pools) } else { Vec::new() },
            values: match [enumeration(parts[0]), enumeration(parts[1])] {
                [Some(old), Some(new)] if is(&enum_value_not_readable::RULE) => {
                    values(&violation.facts, direction, [&pools[0][old], &pools[1][new]])
                }
                _ => Vec::new(),
            },
        }
    }

    /// Numbers of the existing type that the mend asks to keep or to give back.
    pub(super) fn wanted_back(&self, violation: &Violation, direction: Direction) -> Vec<i32> {
        let Facts::Change { writer, reader } = &violation.facts else { return Vec::new() };
        let (was, is) = match direction {
            Direction::Backward => (writer, reader),
            Direction::Forward => (reader, writer),
        };
        if violation.rule == &field_number_changed::RULE {
            return was.parse().into_iter().collect();
        }
        if violation.rule == &required_field_not_guaranteed::RULE && is == "absent" {
            return violation.field.into_iter().collect();
        }
        self.values.iter().filter_map(|value| value.numbers[0]).collect()
    }

    /// The field's existing and proposed name, where it has two.
    pub fn renamed(&self) -> Option<[&str; 2]> {
        match &self.names {
            [Some(was), Some(is)] if was != is => Some([was, is]),
            _ => None,
        }
    }
}

fn field(pool: &Pool, part: Option<Part>) -> Option<&Field> {
    match part? {
        Part::Field(id, at, _) => pool[id].fields.get(at as usize),
        _ => None,
    }
}

fn owner(pool: &Pool, part: Option<Part>) -> Option<Arc<str>> {
    match enumeration(part) {
        Some(id) => Some(Arc::clone(&pool[id].name)),
        None => message(part).map(|id| Arc::clone(&pool[id].name)),
    }
}

fn message(part: Option<Part>) -> Option<MessageId> {
    match part? {
        Part::Field(id, ..) | Part::Oneof(id, _) => Some(id),
        _ => None,
    }
}

fn enumeration(part: Option<Part>) -> Option<EnumId> {
    match part? {
        Part::Enum(id) | Part::EnumValue(id, _) => Some(id),
        _ => None,
    }
}

/// A field's default in full.
fn default(pool: &Pool, field: &Field) -> Option<Box<str>> {
    Some(match (field.default.as_ref()?, field.target) {
        (Value::Bytes(bytes), _) => bytes.escape_ascii().to_string().into(),
        (Value::Enum(number), Target::Enum(id)) => {
            let named = pool[id].values.iter().find(|value| value.number == *number);
            named.map_or_else(|| number.to_string().into(), |value| value.name.clone())
        }
        (value, _) => value.to_string().into(),
    })
}

/// The fields of the oneof that one of the parts is, as far as the message of the other part has their numbers.
fn shared(parts: [Option<Part>; 2], pools: [&Pool; 2]) -> Vec<Box<str>> {
    let [Some(old), Some(new)] = parts.map(message) else { return Vec::new() };
    let (old, new) = (&pools[0][old], &pools[1][new]);
    let numbers: Vec<i32> = match parts {
        [Some(Part::Oneof(_, at)), _] => {
            old.oneofs[at as usize].members.iter().map(|at| old.fields[*at as usize].number).collect()
        }
        [_, Some(Part::Oneof(_, at))] => {
            new.oneofs[at as usize].members.iter().map(|at| new.fields[*at as usize].number).collect()
        }
        _ => return Vec::new(),
    };
    let both = numbers.into_iter().filter_map(|number| old.field(number).and(new.field(number)));
    both.map(|field| field.name.clone()).collect()
}

/// All values that are moved, or all that one side lacks, by what is told of the first of them.
fn values(facts: &Facts, direction: Direction, [old, new]: [&Enum; 2]) -> Vec<Moved> {
    let Facts::Change { writer, reader } = facts else { return Vec::new() };
    match (&**writer, &**reader) {
        ("open", "closed") => Vec::new(),
        (_, "absent") => match direction {
            Direction::Backward => lacking(old, new, |number| [Some(number), None]),
            Direction::Forward => lacking(new, old, |number| [None, Some(number)]),
        },
        _ => {
            let known: HashMap<&str, i32> =
                old.values.iter().map(|value| (&*value.name, value.number)).collect();
            let moved = new.values.iter().filter_map(|value| {
                let was = *known.get(&*value.name).filter(|was| **was != value.number)?;
                Some(Moved { name: value.name.clone(), numbers: [Some(was), Some(value.number)] })
            });
            moved.collect()
        }
    }
}

/// The numbers that only one enum has, ascending, each with its first name.
fn lacking(having: &Enum, other: &Enum, numbers: impl Fn(i32) -> [Option<i32>; 2]) -> Vec<Moved> {
    let mut left: BTreeMap<i32, &str> = BTreeMap::new();
    for value in &having.values {
        left.entry(value.number).or_insert(&value.name);
    }
    for value in &other.values {
        left.remove(&value.number);
    }
    left.into_iter().map(|(number, name)| Moved { name: name.into(), numbers: numbers(number) }).collect()
}
