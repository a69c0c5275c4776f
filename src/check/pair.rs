//! What a comparison meets in one pair of messages: what the rules find and where the fields lead, in the broker's order
//! (contract, section 2.3). The same whatever led to the pair.

use super::walk::Ids;
use crate::rules::{
    FIELD_RULES, Facts, Rule, field_number_changed, oneof_conflict, required_field_not_guaranteed,
};
use crate::schema::place::Facet;
use crate::schema::{EnumId, Message, Part, Pool, Target};

/// What is met next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event<M, E> {
    /// Work that is charged at the pair itself, in work units.
    Charge(u32),
    /// A rule finds something.
    Found(Spot),
    /// Two messages meet at the reader's field in this place.
    Messages(u32, M),
    /// Two enums meet at the reader's field in this place.
    Enums(u32, E),
}

/// Where a rule finds something in a pair.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    /// Another number, at a reader's field.
    Number(u32),
    /// A value that may be missing, at a reader's field.
    Required(u32),
    /// A conflict, at a reader's oneof.
    Oneof(u32),
    /// One of [`FIELD_RULES`], at a reader's field.
    Field(u32, u8),
}

/// What is found at a spot.
pub(super) struct Found<'s> {
    pub(super) rule: &'static Rule,
    /// The reader's name for it.
    pub(super) name: &'s str,
    pub(super) field: i32,
    pub(super) facts: Facts,
    pub(super) writer: Option<Part>,
    pub(super) reader: Part,
}

/// A pair of messages and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Pair<'s> {
    ids: Ids,
    writer: &'s Message,
    reader: &'s Message,
}

impl<'s> Pair<'s> {
    pub(super) fn new(writer: &'s Pool, reader: &'s Pool, ids: Ids) -> Self {
        Self { ids, writer: &writer[ids.0], reader: &reader[ids.1] }
    }

    /// Tells `meet` all that is met.
    pub(super) fn events(self, meet: &mut impl FnMut(Event<Ids, (EnumId, EnumId)>)) {
        let matches = match_by_number(self.writer, self.reader);
        let fields = || (0..).zip(&self.reader.fields).zip(&matches);
        for ((place, field), matched) in fields() {
            // A name is used once: the field of the same number having it leaves nothing to find.
            let is_kept = matched.is_some_and(|at| self.writer.fields[at as usize].name == field.name);
            if !is_kept && field_number_changed::check(self.writer, field).is_some() {
                meet(Event::Found(Spot::Number(place)));
            }
        }
        for ((place, field), matched) in fields() {
            let written = matched.map(|at| &self.writer.fields[at as usize]);
            if required_field_not_guaranteed::check(written, field).is_some() {
                meet(Event::Found(Spot::Required(place)));
            }
        }
        self.oneofs(meet);
        for ((place, _), matched) in fields() {
            if let Some(matched) = matched {
                self.field(*matched, place, meet);
            }
        }
    }

    fn oneofs(self, meet: &mut impl FnMut(Event<Ids, (EnumId, EnumId)>)) {
        for place in &self.reader.oneofs_by_member {
            let oneof = &self.reader.oneofs[*place as usize];
            meet(Event::Charge(1));
            if oneof.synthetic {
                continue;
            }
            meet(Event::Charge(u32::try_from(oneof.members.len()).unwrap_or(u32::MAX).saturating_mul(2)));
            if oneof_conflict::check(self.writer, self.reader, oneof).is_some() {
                meet(Event::Found(Spot::Oneof(*place)));
            }
        }
    }

    /// A field that both sides have, by place: the first rule that fires speaks, and only a field that none of them speaks of
    /// is followed.
    fn field(self, written: u32, place: u32, meet: &mut impl FnMut(Event<Ids, (EnumId, EnumId)>)) {
        let (written, read) = (&self.writer.fields[written as usize], &self.reader.fields[place as usize]);
        let fires = (0..).zip(&FIELD_RULES).find(|(_, it)| (it.check)(written, read).is_some());
        match (fires, written.target, read.target) {
            (Some((rule, _)), ..) => meet(Event::Found(Spot::Field(place, rule))),
            (None, Target::Enum(written), Target::Enum(read)) => meet(Event::Enums(place, (written, read))),
            (None, Target::Message(written), Target::Message(read)) => {
                meet(Event::Messages(place, (written, read)));
            }
            _ => {}
        }
    }

    /// What is found at a spot that was met.
    pub(super) fn found(self, spot: Spot) -> Option<Found<'s>> {
        match spot {
            Spot::Number(place) => {
                let read = &self.reader.fields[place as usize];
                let at = self.writer.field_named(&read.name).and_then(|it| self.writer.position(it.number));
                let facts = field_number_changed::check(self.writer, read)?;
                Some(self.at_field(&field_number_changed::RULE, facts, Facet::Number, at, place))
            }
            Spot::Required(place) => {
                let at = self.written(place);
                let written = at.map(|at| &self.writer.fields[at]);
                let facts =
                    required_field_not_guaranteed::check(written, &self.reader.fields[place as usize])?;
                Some(self.at_field(&required_field_not_guaranteed::RULE, facts, Facet::Label, at, place))
            }
            Spot::Field(place, rule) => {
                let (at, rule) = (self.written(place)?, &FIELD_RULES[usize::from(rule)]);
                let facts = (rule.check)(&self.writer.fields[at], &self.reader.fields[place as usize])?;
                Some(self.at_field(rule.rule, facts, rule.facet, Some(at), place))
            }
            Spot::Oneof(place) => {
                let oneof = &self.reader.oneofs[place as usize];
                let (at, facts) = oneof_conflict::check(self.writer, self.reader, oneof)?;
                Some(Found {
                    rule: &oneof_conflict::RULE,
                    name: &oneof.name,
                    field: self.writer.fields[at as usize].number,
                    facts,
                    writer: Some(Part::Field(self.ids.0, at, Facet::Whole)),
                    reader: Part::Oneof(self.ids.1, place),
                })
            }
        }
    }

    fn at_field(
        self,
        rule: &'static Rule,
        facts: Facts,
        facet: Facet,
        written: Option<usize>,
        place: u32,
    ) -> Found<'s> {
        let read = &self.reader.fields[place as usize];
        let written = written.and_then(|at| u32::try_from(at).ok());
        Found {
            rule,
            name: &read.name,
            field: read.number,
            facts,
            writer: written.map(|at| Part::Field(self.ids.0, at, facet)),
            reader: Part::Field(self.ids.1, place, facet),
        }
    }

    /// The place of the writer's field with the number of a reader's.
    fn written(self, place: u32) -> Option<usize> {
        self.writer.position(self.reader.fields[place as usize].number)
    }
}

/// For each reader field the place of the writer field of the same number.
fn match_by_number(writer: &Message, reader: &Message) -> Vec<Option<u32>> {
    let mut written = (0..).zip(&writer.fields).peekable();
    let matched = reader.fields.iter().map(|field| {
        while written.next_if(|(_, w)| w.number < field.number).is_some() {}
        written.next_if(|(_, w)| w.number == field.number).map(|(at, _)| at)
    });
    matched.collect()
}
