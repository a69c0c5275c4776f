//! The walk over pairs of messages, breadth first from the root messages: what it costs, and the path to what it finds
//! (contract, sections 2.3 and 5).

use super::Extent;
use super::atlas::{Atlas, Event};
use super::budget::Budget;
use super::pair::{Found, Pair};
use super::support::Stop;
use crate::rules::{Facts, Violation, comparison_limit_exceeded, enum_value_not_readable, short};
use crate::schema::{Field, MessageId, Part, Pool, Schema};

/// What is found so far.
pub(super) struct Log {
    pub(super) violations: Vec<Violation>,
    extent: Extent,
}

impl Log {
    pub(super) fn new(extent: Extent) -> Self {
        Self { violations: Vec::new(), extent }
    }

    /// Keeps a violation; an error where no more are asked for.
    pub(super) fn add(&mut self, violation: Violation) -> Result<(), Stop> {
        self.violations.push(Violation { path: short(violation.path), ..violation });
        match self.extent {
            Extent::First => Err(Stop::Enough),
            Extent::All => Ok(()),
        }
    }

    /// Ends the comparison; a spent budget is a finding of its own.
    pub(super) fn stop(&mut self, stop: Stop) {
        if let Stop::Spent(spent, path) = stop {
            self.violations.push(Violation {
                rule: &comparison_limit_exceeded::RULE,
                path: short(path),
                field: None,
                facts: Facts::Limit { work: spent.work, limit: spent.limit },
                writer: None,
                reader: None,
            });
        }
    }
}

/// How a walk went that came to its end.
pub(super) struct Walked {
    /// The pairs that were met, by their numbers in the atlas.
    pub(super) pairs: Vec<u32>,
    /// Some of them lead back to the root messages.
    pub(super) is_circular: bool,
}

/// Compares all pairs that the roots reach.
pub(super) fn walk(
    writer: &Schema,
    reader: &Schema,
    atlas: &mut Atlas,
    budget: &mut Budget,
    log: &mut Log,
) -> Result<Walked, Stop> {
    let root = atlas.begin(reader.pool(), (writer.root(), reader.root()));
    let mut walk = Walk {
        writer: writer.pool(),
        reader: reader.pool(),
        root_name: reader.root_name(),
        atlas,
        budget,
        log,
        steps: vec![Step { pair: root, from: 0, field: 0 }],
        is_circular: false,
    };
    walk.charge(1, 0, None)?;
    let mut at = 0;
    while at < walk.steps.len() {
        walk.pair(at)?;
        at += 1;
    }
    let pairs = walk.steps.iter().map(|step| step.pair).collect();
    Ok(Walked { pairs, is_circular: walk.is_circular })
}

struct Walk<'s> {
    writer: &'s Pool,
    reader: &'s Pool,
    root_name: &'s str,
    atlas: &'s mut Atlas,
    budget: &'s mut Budget,
    log: &'s mut Log,
    /// How each pair was first reached, in the order in which they are looked at. Paths are put together only where something
    /// is told.
    steps: Vec<Step>,
    /// A pair leads back to the roots.
    is_circular: bool,
}

/// A pair, and the reader's field that led to it.
struct Step {
    pair: u32,
    /// The step before; its own for the root.
    from: u32,
    /// The place of the field in that step's message.
    field: u32,
}

impl<'s> Walk<'s> {
    fn pair(&mut self, step: usize) -> Result<(), Stop> {
        let number = self.steps[step].pair;
        let pair = Pair::new(self.writer, self.reader, self.atlas.ids(number));
        self.charge(self.atlas.cost(number), step, None)?;
        for at in self.atlas.events(self.writer, self.reader, number) {
            match self.atlas.event(at) {
                Event::Charge(work) => self.charge(work as usize, step, None)?,
                Event::Found(spot) => {
                    if let Some(found) = pair.found(spot) {
                        self.found(found, step)?;
                    }
                }
                Event::Messages(field, target) => self.messages(step, field, target)?,
                Event::Enums(field, enums) => self.enums(step, field, enums)?,
            }
        }
        Ok(())
    }

    fn messages(&mut self, step: usize, field: u32, pair: u32) -> Result<(), Stop> {
        if self.atlas.meet(pair) {
            self.charge(1, step, Some(field))?;
            self.steps.push(Step { pair, from: u32::try_from(step).unwrap_or(u32::MAX), field });
        } else if pair == self.steps[0].pair {
            self.is_circular = true;
        }
        Ok(())
    }

    fn enums(&mut self, step: usize, field: u32, pair: u32) -> Result<(), Stop> {
        if !self.atlas.meet_enums(pair) {
            return Ok(());
        }
        let ids = self.atlas.enum_ids(pair);
        let values = self.writer[ids.0].values.len().saturating_add(self.reader[ids.1].values.len());
        self.charge(values.saturating_mul(2).saturating_add(1), step, Some(field))?;
        let Some((facts, written, read)) = self.atlas.found_in_enums(self.writer, self.reader, pair) else {
            return Ok(());
        };
        let read_by = self.field(step, field);
        let found = Found {
            rule: &enum_value_not_readable::RULE,
            name: &read_by.name,
            field: read_by.number,
            facts,
            writer: Some(written.map_or(Part::Enum(ids.0), |value| Part::EnumValue(ids.0, value))),
            reader: read.map_or(Part::Enum(ids.1), |value| Part::EnumValue(ids.1, value)),
        };
        self.found(found, step)
    }

    fn found(&mut self, found: Found<'_>, step: usize) -> Result<(), Stop> {
        let Found { rule, name, field, facts, writer, reader } = found;
        let path = self.path(step, Some(name));
        self.log.add(Violation { rule, path, field: Some(field), facts, writer, reader: Some(reader) })
    }

    /// Charges work at a step, or at a field of its reader's message.
    fn charge(&mut self, amount: usize, step: usize, field: Option<u32>) -> Result<(), Stop> {
        self.budget.charge(amount).map_err(|spent| {
            let name = field.map(|field| &*self.field(step, field).name);
            Stop::Spent(spent, self.path(step, name))
        })
    }

    /// A field of the reader's message of a step.
    fn field(&self, step: usize, field: u32) -> &'s Field {
        &self.reader[self.atlas.ids(self.steps[step].pair).1].fields[field as usize]
    }

    /// The reader's names from the root to a member of a step's message.
    fn path(&self, step: usize, member: Option<&str>) -> String {
        let mut names: Vec<&str> = member.into_iter().collect();
        let mut at = step;
        while at > 0 {
            let Step { from, field, .. } = self.steps[at];
            at = from as usize;
            names.push(&self.field(at, field).name);
        }
        names.push(self.root_name);
        names.reverse();
        names.join(".")
    }
}

/// A writer's and a reader's message.
pub(super) type Ids = (MessageId, MessageId);
