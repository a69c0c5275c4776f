#![doc = include_str!("enum_value_not_readable.md")]

use std::collections::{HashMap, HashSet};

use super::{Effect, Facts, Rule};
use crate::schema::Enum;

/// The rule.
pub static RULE: Rule = Rule {
    id: "ENUM_VALUE_NOT_READABLE",
    summary: "a reader misreads or refuses a writer's enum value",
    page: include_str!("enum_value_not_readable.md"),
    effect: Effect::Incompatible,
};

/// What was found, with the places of the values concerned in the writer and in the reader.
pub type Found = (Facts, Option<u32>, Option<u32>);

/// In this order: a name with another number, an open enum read as a closed one, a closed one's number that is missing.
pub fn check(writer: &Enum, reader: &Enum) -> Option<Found> {
    renumbered(writer, reader).or_else(|| {
        if !reader.closed {
            None
        } else if writer.closed {
            missing(writer, reader)
        } else {
            Some((Facts::change("open", "closed"), None, None))
        }
    })
}

/// The first value, as the reader declares them, whose name has another number in the writer.
fn renumbered(writer: &Enum, reader: &Enum) -> Option<Found> {
    let same = |at: usize| writer.values.get(at).map(|v| (&v.name, v.number));
    // Values usually keep their places: look names up only where one did not.
    let moved = (0..reader.values.len())
        .find(|at| same(*at) != Some((&reader.values[*at].name, reader.values[*at].number)))?;
    let written: HashMap<&str, usize> =
        writer.values.iter().enumerate().map(|(at, v)| (&*v.name, at)).collect();
    (moved..reader.values.len()).find_map(|at| {
        let value = &reader.values[at];
        let written_at = *written.get(&*value.name)?;
        let number = writer.values[written_at].number;
        (number != value.number).then(|| {
            let name = |number: i32| format!("{}={number}", value.name);
            let facts = Facts::change(name(number), name(value.number));
            (facts, u32::try_from(written_at).ok(), u32::try_from(at).ok())
        })
    })
}

/// The smallest number of the writer that the reader lacks.
fn missing(writer: &Enum, reader: &Enum) -> Option<Found> {
    let readable: HashSet<i32> = reader.values.iter().map(|v| v.number).collect();
    let lost = (0..).zip(&writer.values).filter(|(_, v)| !readable.contains(&v.number));
    lost.min_by_key(|(_, v)| v.number)
        .map(|(at, v)| (Facts::change(v.number.to_string(), "absent".to_owned()), Some(at), None))
}
