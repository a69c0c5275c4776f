#![doc = include_str!("oneof_conflict.md")]

use super::{Effect, Facts, Rule};
use crate::schema::{Message, Oneof};

/// The rule.
pub static RULE: Rule = Rule {
    id: "ONEOF_CONFLICT",
    summary: "fields that a writer may set together share a oneof in the reader",
    page: include_str!("oneof_conflict.md"),
    effect: Effect::Incompatible,
};

/// The writer's field that is not in the one real oneof that the reader's members should share: its place among the
/// writer's fields, and what to tell. Synthetic oneofs count as none.
pub fn check(writer: &Message, reader: &Message, oneof: &Oneof) -> Option<(u32, Facts)> {
    let numbers = oneof.members.iter().map(|at| reader.fields[*at as usize].number);
    let mut written = numbers.filter_map(|number| writer.position(number));
    let first = written.next()?;
    let second = written.next()?;
    let group = |at: usize| writer.fields[at].oneof.filter(|o| !writer.oneofs[*o as usize].synthetic);
    let offender = match group(first) {
        None => Some(first),
        shared => std::iter::once(second).chain(written).find(|at| group(*at) != shared),
    };
    offender.map(|at| (u32::try_from(at).unwrap_or(u32::MAX), Facts::change("independent groups", "oneof")))
}
