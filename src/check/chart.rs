//! What a support scan needs to know of each message of a pool that holds nothing to be found: for the many root messages of
//! one pool, which scan the same messages again. Changes no answer.

use super::budget::Budget;
use super::support::Met;
use crate::schema::{EnumId, Field, FileId, Message, MessageId, Pool, Target};

/// What scans meet in all messages of a pool.
#[derive(Debug)]
pub(super) struct Chart {
    messages: Vec<Entry>,
    enums: Vec<EnumEntry>,
    /// The types of fields, of one message after the other.
    targets: Vec<MessageId>,
    enum_targets: Vec<EnumId>,
}

/// A message.
#[derive(Debug)]
struct Entry {
    /// What its own parts cost, in work units.
    cost: u32,
    /// What it may cost with all that it may meet first; `None` where there is something to be found.
    most: Option<u32>,
    /// Where its targets end; those of the message before it end where they start.
    targets: u32,
    enum_targets: u32,
    file: FileId,
    parent: Option<MessageId>,
    /// It contains others, which have it examined, too.
    has_nested: bool,
}

/// An enum.
#[derive(Debug)]
struct EnumEntry {
    cost: u32,
    file: FileId,
    parent: Option<MessageId>,
}

impl Chart {
    pub(super) fn of(pool: &Pool) -> Self {
        let mut chart = Self {
            messages: Vec::with_capacity(pool.messages.len()),
            enums: pool
                .enums
                .iter()
                .map(|found| EnumEntry {
                    cost: count(1 + found.values.len()),
                    file: found.file,
                    parent: found.parent,
                })
                .collect(),
            targets: Vec::new(),
            enum_targets: Vec::new(),
        };
        for message in &pool.messages {
            chart.add(pool, message);
        }
        let inside = pool.messages.iter().map(|message| message.parent);
        for parent in inside.chain(pool.enums.iter().map(|found| found.parent)).flatten() {
            chart.messages[parent.0 as usize].has_nested = true;
        }
        chart
    }

    fn add(&mut self, pool: &Pool, message: &Message) {
        let start = self.enum_targets.len();
        for field in &message.fields {
            match field.target {
                Target::Scalar => {}
                Target::Message(target) => self.targets.push(target),
                Target::Enum(target) => self.enum_targets.push(target),
            }
        }
        let members: usize = message.oneofs.iter().map(|oneof| oneof.members.len()).sum();
        let cost = 1 + 2 * message.fields.len() + 2 * message.oneofs.len() + members;
        // A file, and the messages around it.
        let place = |file: FileId, parent| {
            scopes(pool, parent).map(|depth| 1 + depth).filter(|_| is_quiet_file(pool, file))
        };
        let enums = self.enum_targets[start..].iter().map(|id| {
            let found = &pool[*id];
            Some(1 + found.values.len() + place(found.file, found.parent)?)
                .filter(|_| is_quiet_enum(pool, *id))
        });
        let is_quiet = is_quiet(message) && message.fields.iter().all(|field| is_quiet_field(pool, field));
        let around = place(message.file, message.parent).filter(|_| is_quiet && message.features.is_none());
        let most =
            enums.sum::<Option<usize>>().zip(around).map(|(enums, around)| count(cost + 1 + around + enums));
        self.messages.push(Entry {
            cost: count(cost),
            most,
            targets: count(self.targets.len()),
            enum_targets: count(self.enum_targets.len()),
            file: message.file,
            parent: message.parent,
            has_nested: false,
        });
    }

    /// Scans a message that holds nothing to be found, if the budget suffices whatever it meets first; otherwise it has to be
    /// looked at part by part.
    pub(super) fn scan(&self, id: MessageId, met: &mut Met, budget: &mut Budget) -> bool {
        let at = id.0 as usize;
        let entry = &self.messages[at];
        if !entry.most.is_some_and(|most| budget.has(most)) {
            return false;
        }
        let before = at
            .checked_sub(1)
            .map_or((0, 0), |at| (self.messages[at].targets, self.messages[at].enum_targets));
        let around =
            if entry.has_nested { self.scopes(Some(id), met) } else { 1 + self.scopes(entry.parent, met) };
        let mut cost = entry.cost + u32::from(met.file(entry.file)) + around;
        for id in &self.enum_targets[before.1 as usize..entry.enum_targets as usize] {
            if met.enums.insert(*id) {
                let found = &self.enums[id.0 as usize];
                cost += found.cost + u32::from(met.file(found.file)) + self.scopes(found.parent, met);
            }
        }
        for target in &self.targets[before.0 as usize..entry.targets as usize] {
            met.queue(*target);
        }
        budget.pay(u64::from(cost))
    }

    /// How many messages are met first from one outwards.
    fn scopes(&self, innermost: Option<MessageId>, met: &mut Met) -> u32 {
        let mut count = 0;
        let mut scope = innermost;
        while let Some(id) = scope
            && met.scopes.insert(id)
        {
            count += 1;
            scope = self.messages[id.0 as usize].parent;
        }
        count
    }
}

/// How many messages there are from one outwards; `None` where one of them has something to be found.
fn scopes(pool: &Pool, innermost: Option<MessageId>) -> Option<usize> {
    let around = std::iter::successors(innermost, |id| pool[*id].parent);
    around.map(|id| pool[id].features.is_none().then_some(1)).sum()
}

fn is_quiet(message: &Message) -> bool {
    !message.extensible && message.oneofs.iter().all(|oneof| oneof.features.is_none())
}

fn is_quiet_field(pool: &Pool, field: &Field) -> bool {
    let is_legacy = |id: EnumId| field.legacy_closed_enum && !pool[id].closed;
    field.features.is_none() && !matches!(field.target, Target::Enum(id) if is_legacy(id))
}

fn is_quiet_enum(pool: &Pool, id: EnumId) -> bool {
    pool[id].features.is_none() && pool[id].values.iter().all(|value| value.features.is_none())
}

fn is_quiet_file(pool: &Pool, id: FileId) -> bool {
    pool[id].language.is_none() && pool[id].features.is_none()
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
