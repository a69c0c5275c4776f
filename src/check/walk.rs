//! The walk over pairs of messages: where the rules look, in the broker's order (contract, section 2.3).

use std::collections::VecDeque;

use super::Extent;
use super::budget::Budget;
use super::marks::Pairs;
use super::support::Stop;
use crate::rules::{
    FIELD_RULES, Facts, FieldRule, Rule, Violation, comparison_limit_exceeded, enum_value_not_readable,
    field_number_changed, oneof_conflict, required_field_not_guaranteed,
};
use crate::schema::place::Facet;
use crate::schema::{EnumId, Field, Message, MessageId, Part, Pool, Schema, Target};

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
        self.violations.push(violation);
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
                path,
                field: None,
                facts: Facts::Limit { work: spent.work, limit: spent.limit },
                writer: None,
                reader: None,
            });
        }
    }
}

/// Compares all pairs that the roots reach; how many there are where some of them lead back to the roots.
pub(super) fn walk(
    writer: &Schema,
    reader: &Schema,
    budget: &mut Budget,
    log: &mut Log,
) -> Result<Option<usize>, Stop> {
    let roots = (writer.root(), reader.root());
    let mut walk = Walk {
        writer: writer.pool(),
        reader: reader.pool(),
        budget,
        log,
        pairs: Pairs::new(),
        enum_pairs: Pairs::new(),
        steps: vec![Step { from: None, name: reader.root_name() }],
        queue: VecDeque::from([(roots.0, roots.1, 0)]),
        roots,
        is_circular: false,
    };
    walk.pairs.insert(roots);
    walk.charge(1, 0, None)?;
    while let Some((writer, reader, step)) = walk.queue.pop_front() {
        walk.pair(writer, reader, step)?;
    }
    Ok(walk.is_circular.then_some(walk.steps.len()))
}

struct Walk<'s> {
    writer: &'s Pool,
    reader: &'s Pool,
    budget: &'s mut Budget,
    log: &'s mut Log,
    pairs: Pairs<MessageId>,
    enum_pairs: Pairs<EnumId>,
    /// How each pair was first reached. Paths are put together only where something is told.
    steps: Vec<Step<'s>>,
    queue: VecDeque<(MessageId, MessageId, usize)>,
    roots: Ids,
    /// A pair leads back to the roots.
    is_circular: bool,
}

/// One reader field on the way from the root.
struct Step<'s> {
    from: Option<usize>,
    name: &'s str,
}

impl<'s> Walk<'s> {
    fn pair(&mut self, writer_id: MessageId, reader_id: MessageId, step: usize) -> Result<(), Stop> {
        let (writer, reader) = (&self.writer[writer_id], &self.reader[reader_id]);
        self.charge(reader.fields.len().saturating_mul(3), step, None)?;
        let ids = (writer_id, reader_id);
        let matches = match_by_number(writer, reader);
        self.numbers(ids, &matches, step)?;
        self.required(ids, &matches, step)?;
        self.oneofs(ids, step)?;
        for (place, matched) in (0..).zip(&matches) {
            if let Some(matched) = matched {
                self.field(ids, (*matched, place), step)?;
            }
        }
        Ok(())
    }

    fn numbers(&mut self, ids: Ids, matches: &[Option<u32>], step: usize) -> Result<(), Stop> {
        let (writer, reader) = (&self.writer[ids.0], &self.reader[ids.1]);
        for ((place, field), matched) in (0..).zip(&reader.fields).zip(matches) {
            // A name is used once: the field of the same number having it leaves nothing to find.
            if matched.is_some_and(|at| writer.fields[at as usize].name == field.name) {
                continue;
            }
            if let Some(facts) = field_number_changed::check(writer, field) {
                let at = writer.fields.iter().position(|f| f.name == field.name);
                let writer =
                    at.and_then(|at| u32::try_from(at).ok()).map(|at| Part::Field(ids.0, at, Facet::Number));
                let reader = Part::Field(ids.1, place, Facet::Number);
                self.found(&field_number_changed::RULE, facts, (step, field), writer, reader)?;
            }
        }
        Ok(())
    }

    fn required(&mut self, ids: Ids, matches: &[Option<u32>], step: usize) -> Result<(), Stop> {
        let (writer, reader) = (&self.writer[ids.0], &self.reader[ids.1]);
        for ((place, field), matched) in (0..).zip(&reader.fields).zip(matches) {
            let written = matched.map(|at| &writer.fields[at as usize]);
            if let Some(facts) = required_field_not_guaranteed::check(written, field) {
                let writer = matched.map(|at| Part::Field(ids.0, at, Facet::Label));
                let reader = Part::Field(ids.1, place, Facet::Label);
                self.found(&required_field_not_guaranteed::RULE, facts, (step, field), writer, reader)?;
            }
        }
        Ok(())
    }

    fn oneofs(&mut self, ids: Ids, step: usize) -> Result<(), Stop> {
        let (writer, reader) = (&self.writer[ids.0], &self.reader[ids.1]);
        for place in &reader.oneofs_by_member {
            let oneof = &reader.oneofs[*place as usize];
            self.charge(1, step, None)?;
            if oneof.synthetic {
                continue;
            }
            self.charge(oneof.members.len().saturating_mul(2), step, None)?;
            if let Some((at, facts)) = oneof_conflict::check(writer, reader, oneof) {
                self.log.add(Violation {
                    rule: &oneof_conflict::RULE,
                    path: self.path(step, Some(&oneof.name)),
                    field: Some(writer.fields[at as usize].number),
                    facts,
                    writer: Some(Part::Field(ids.0, at, Facet::Whole)),
                    reader: Some(Part::Oneof(ids.1, *place)),
                })?;
            }
        }
        Ok(())
    }

    /// A field that both sides have, by place: the first rule that fires speaks, and only a field that none of them
    /// speaks of is followed.
    fn field(&mut self, ids: Ids, at: (u32, u32), step: usize) -> Result<(), Stop> {
        let written = &self.writer[ids.0].fields[at.0 as usize];
        let read = &self.reader[ids.1].fields[at.1 as usize];
        for FieldRule { rule, facet, check } in &FIELD_RULES {
            if let Some(facts) = check(written, read) {
                let writer = Some(Part::Field(ids.0, at.0, *facet));
                return self.found(rule, facts, (step, read), writer, Part::Field(ids.1, at.1, *facet));
            }
        }
        match (written.target, read.target) {
            (Target::Enum(writer), Target::Enum(reader)) => self.enums((writer, reader), (step, read)),
            (Target::Message(writer), Target::Message(reader)) => {
                if self.pairs.insert((writer, reader)) {
                    self.charge(1, step, Some(&read.name))?;
                    self.steps.push(Step { from: Some(step), name: &read.name });
                    self.queue.push_back((writer, reader, self.steps.len() - 1));
                } else if (writer, reader) == self.roots {
                    self.is_circular = true;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn enums(&mut self, pair: (EnumId, EnumId), at: (usize, &'s Field)) -> Result<(), Stop> {
        if !self.enum_pairs.insert(pair) {
            return Ok(());
        }
        let (writer, reader) = (&self.writer[pair.0], &self.reader[pair.1]);
        let values = writer.values.len().saturating_add(reader.values.len());
        self.charge(values.saturating_mul(2).saturating_add(1), at.0, Some(&at.1.name))?;
        let Some((facts, written, read)) = enum_value_not_readable::check(writer, reader) else {
            return Ok(());
        };
        let writer = written.map_or(Part::Enum(pair.0), |value| Part::EnumValue(pair.0, value));
        let reader = read.map_or(Part::Enum(pair.1), |value| Part::EnumValue(pair.1, value));
        self.found(&enum_value_not_readable::RULE, facts, at, Some(writer), reader)
    }

    /// A finding at a reader's field, reached by a step.
    fn found(
        &mut self,
        rule: &'static Rule,
        facts: Facts,
        (step, field): (usize, &Field),
        writer: Option<Part>,
        reader: Part,
    ) -> Result<(), Stop> {
        let path = self.path(step, Some(&field.name));
        self.log.add(Violation { rule, path, field: Some(field.number), facts, writer, reader: Some(reader) })
    }

    fn charge(&mut self, amount: usize, step: usize, member: Option<&str>) -> Result<(), Stop> {
        self.budget.charge(amount).map_err(|spent| Stop::Spent(spent, self.path(step, member)))
    }

    fn path(&self, step: usize, member: Option<&str>) -> String {
        let steps = std::iter::successors(Some(&self.steps[step]), |s| s.from.map(|at| &self.steps[at]));
        let mut names: Vec<&str> = member.into_iter().chain(steps.map(|s| s.name)).collect();
        names.reverse();
        names.join(".")
    }
}

/// A writer's and a reader's message.
pub(super) type Ids = (MessageId, MessageId);

/// For each reader field the place of the writer field of the same number.
pub(super) fn match_by_number(writer: &Message, reader: &Message) -> Vec<Option<u32>> {
    let mut written = (0..).zip(&writer.fields).peekable();
    let matched = reader.fields.iter().map(|field| {
        while written.next_if(|(_, w)| w.number < field.number).is_some() {}
        written.next_if(|(_, w)| w.number == field.number).map(|(at, _)| at)
    });
    matched.collect()
}
