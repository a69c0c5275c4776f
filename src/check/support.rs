//! The support scan: is there anything in a graph that the contract does not cover? (contract, sections 2.2 and 4)

use super::budget::{Budget, Spent};
use super::chart::Chart;
use super::marks::Marks;
use super::walk::Log;
use crate::rules::{Facts, Side, Violation, unsupported_feature};
use crate::schema::place::Facet;
use crate::schema::{EnumId, FileId, MessageId, Part, Pool, Target, Unsupported};

/// Why a scan ends early, and the path at which.
pub(super) enum Stop {
    /// Nothing more is asked for.
    Enough,
    /// The budget is spent.
    Spent(Spent, String),
}

/// What a scan came to that went to its end.
pub(super) struct Scanned {
    /// In the order in which they were scanned.
    pub(super) messages: Vec<MessageId>,
    /// One of them leads back to the first.
    pub(super) is_circular: bool,
}

/// Scans all that some messages of a pool reach, breadth first.
pub(super) fn scan(
    pool: &Pool,
    from: Vec<MessageId>,
    side: Side,
    budget: &mut Budget,
    log: &mut Log,
) -> Result<Scanned, Stop> {
    let mut scan = Scan { pool, side, budget, log, met: Met::new() };
    for id in from {
        scan.met.queue(id);
    }
    let ended = scan.all();
    pool.add_scanned(scan.met.queue.len());
    ended.map(|()| Scanned { messages: scan.met.queue, is_circular: scan.met.is_circular })
}

struct Scan<'s> {
    pool: &'s Pool,
    side: Side,
    budget: &'s mut Budget,
    log: &'s mut Log,
    met: Met,
}

/// What a scan met so far.
pub(super) struct Met {
    files: Marks,
    /// The file that was met last: most parts of a file stand together.
    last_file: Option<FileId>,
    /// Messages whose features are examined, for themselves or for what they contain.
    pub(super) scopes: Marks,
    pub(super) enums: Marks,
    queued: Marks,
    /// Messages in the order in which they were met; those that are scanned stay.
    queue: Vec<MessageId>,
    /// A message leads back to the first one.
    is_circular: bool,
}

impl Met {
    fn new() -> Self {
        let [files, scopes, enums, queued] = std::array::from_fn(|_| Marks::new());
        Self { files, last_file: None, scopes, enums, queued, queue: Vec::new(), is_circular: false }
    }

    /// Whether a file is met for the first time.
    pub(super) fn file(&mut self, id: FileId) -> bool {
        self.last_file.replace(id) != Some(id) && self.files.insert(id)
    }

    /// Has a message scanned in its turn, once.
    pub(super) fn queue(&mut self, id: MessageId) {
        if self.queued.insert(id) {
            self.queue.push(id);
        } else {
            self.is_circular |= self.queue[0] == id;
        }
    }
}

/// Where a scan is: a message, or a field or oneof of one by name.
#[derive(Clone, Copy)]
struct At<'s>(&'s str, Option<&'s str>);

impl At<'_> {
    fn path(self) -> String {
        match self {
            At(message, None) => message.to_owned(),
            At(message, Some(member)) => format!("{message}.{member}"),
        }
    }
}

impl<'s> Scan<'s> {
    fn all(&mut self) -> Result<(), Stop> {
        let chart = self.pool.chart(Chart::of);
        let mut next = 0;
        while let Some(id) = self.met.queue.get(next).copied() {
            if !chart.is_some_and(|chart| chart.scan(id, &mut self.met, self.budget)) {
                self.message(id)?;
            }
            next += 1;
        }
        Ok(())
    }

    fn message(&mut self, id: MessageId) -> Result<(), Stop> {
        let message = &self.pool[id];
        let at = At(&message.name, None);
        self.charge(1, at)?;
        self.file(message.file, at, Part::Message(id))?;
        if message.extensible {
            self.found(&Unsupported::Extensible, at, None, Part::Message(id))?;
        }
        self.containers(Some(id), at)?;
        self.charge(message.fields.len(), at)?;
        for place in (0..).take(message.fields.len()) {
            self.field(id, place)?;
        }
        self.charge(message.oneofs.len(), at)?;
        for oneof in &message.oneofs {
            self.charge(oneof.members.len(), at)?;
        }
        for place in &message.oneofs_by_member {
            let oneof = &message.oneofs[*place as usize];
            self.charge(1, at)?;
            if let Some(unsupported) = &oneof.features {
                self.found(unsupported, At(&message.name, Some(&oneof.name)), None, Part::Oneof(id, *place))?;
            }
        }
        Ok(())
    }

    fn field(&mut self, id: MessageId, place: u32) -> Result<(), Stop> {
        let message = &self.pool[id];
        let field = &message.fields[place as usize];
        let at = At(&message.name, Some(&field.name));
        let part = |facet| Part::Field(id, place, facet);
        self.charge(1, at)?;
        if let Some(unsupported) = &field.features {
            self.found(unsupported, at, None, part(Facet::Whole))?;
        }
        match field.target {
            Target::Scalar => {}
            Target::Message(target) => self.met.queue(target),
            Target::Enum(target) => {
                self.enumeration(target, at, part(Facet::Type))?;
                let closed = self.pool[target].closed;
                if field.legacy_closed_enum && !closed {
                    self.found(&Unsupported::LegacyClosedEnum, at, Some(field.number), part(Facet::Type))?;
                }
            }
        }
        Ok(())
    }

    /// An enum, the first time that a field of its type is met.
    fn enumeration(&mut self, id: EnumId, at: At<'s>, part: Part) -> Result<(), Stop> {
        if !self.met.enums.insert(id) {
            return Ok(());
        }
        let found = &self.pool[id];
        self.charge(1 + found.values.len(), at)?;
        self.file(found.file, at, part)?;
        self.containers(found.parent, at)?;
        if let Some(unsupported) = &found.features {
            self.found(unsupported, at, None, Part::Enum(id))?;
        }
        for (place, value) in (0..).zip(&found.values) {
            if let Some(unsupported) = &value.features {
                self.found(unsupported, at, None, Part::EnumValue(id, place))?;
            }
        }
        Ok(())
    }

    fn file(&mut self, id: FileId, at: At<'s>, part: Part) -> Result<(), Stop> {
        if !self.met.file(id) {
            return Ok(());
        }
        self.charge(1, at)?;
        let file = &self.pool[id];
        if let Some(unsupported) = &file.language {
            self.found(unsupported, at, None, Part::File(id))?;
        }
        if let Some(unsupported) = &file.features {
            self.found(unsupported, at, None, part)?;
        }
        Ok(())
    }

    /// A message's features, then those of the messages that contain it, outwards up to one that is done.
    fn containers(&mut self, innermost: Option<MessageId>, at: At<'s>) -> Result<(), Stop> {
        let mut scope = innermost;
        while let Some(id) = scope
            && self.met.scopes.insert(id)
        {
            self.charge(1, at)?;
            let message = &self.pool[id];
            if let Some(unsupported) = &message.features {
                self.found(unsupported, At(&message.name, None), None, Part::Message(id))?;
            }
            scope = message.parent;
        }
        Ok(())
    }

    fn charge(&mut self, amount: usize, at: At<'s>) -> Result<(), Stop> {
        self.budget.charge(amount).map_err(|spent| Stop::Spent(spent, at.path()))
    }

    fn found(
        &mut self,
        detail: &Unsupported,
        at: At<'s>,
        field: Option<i32>,
        part: Part,
    ) -> Result<(), Stop> {
        let (writer, reader) = match self.side {
            Side::Writer => (Some(part), None),
            Side::Reader => (None, Some(part)),
        };
        let facts = Facts::Unsupported { side: self.side, detail: detail.clone() };
        let rule = &unsupported_feature::RULE;
        self.log.add(Violation { rule, path: at.path(), field, facts, writer, reader })
    }
}
