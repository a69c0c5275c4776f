//! Whether a reader has what a writer wrote, field by field and number by number.

use protoward::schema::descriptor::Kind;

use super::datum::{Datum, Values, default};
use super::reader::{Reader, key};
use crate::reference::Side;
use crate::reference::facts::{Field, Message};

/// A writer's values before a reader's.
pub(super) struct Court<'s> {
    pub(super) writer: &'s Side,
    pub(super) reader: &'s Side,
    pub(super) reading: &'s Reader<'s>,
}

impl Court<'_> {
    /// What is lost or changed of the fields that both have.
    pub(super) fn judge(&self, written: &Values, read: &Values) -> Result<(), String> {
        let (writer, reader) = (&self.writer.root, &self.reader.root);
        self.message((self.writer.message(writer), written), (self.reader.message(reader), read))
    }

    fn message(
        &self,
        (writer, written): (&Message, &Values),
        (reader, read): (&Message, &Values),
    ) -> Result<(), String> {
        for old in &writer.fields {
            let Some(new) = reader.fields.iter().find(|field| field.number == old.number) else { continue };
            let mut before = written.get(old.number).to_vec();
            let mut after = read.get(new.number).to_vec();
            if before.is_empty() && !old.repeated {
                before.extend(default(old));
            }
            if after.is_empty() && !new.repeated {
                after.extend(self.reading.default(reader, new));
            }
            if old.map {
                sort(self.writer, old, &mut before);
                sort(self.reader, new, &mut after);
            }
            let place = format!("{}.{}", reader.name, new.name);
            if before.len() != after.len() {
                return Err(format!("{place}: {before:?} became {after:?}"));
            }
            for (before, after) in before.iter().zip(&after) {
                self.datum((old, before), (new, after)).map_err(|why| format!("{place}: {why}"))?;
            }
        }
        Ok(())
    }

    fn datum(&self, (old, before): (&Field, &Datum), (new, after): (&Field, &Datum)) -> Result<(), String> {
        if let (Datum::Message(before), Datum::Message(after)) = (before, after) {
            let (Some(old), Some(new)) = (&old.target, &new.target) else {
                return Err("no messages".to_owned());
            };
            return self.message((self.writer.message(old), before), (self.reader.message(new), after));
        }
        if before != after {
            return Err(format!("{before:?} became {after:?}"));
        }
        if let (Kind::Enum, Kind::Enum, Datum::Number(number)) = (old.kind, new.kind, before) {
            let values = |side: &Side, field: &Field| {
                side.enumeration(field.target.as_deref().unwrap_or_default()).values.clone()
            };
            let (old, new) = (values(self.writer, old), values(self.reader, new));
            // A value is meant by its name, whichever of its names.
            for (name, _, _) in old.iter().filter(|(_, other, _)| i128::from(*other) == *number) {
                if let Some((_, other, _)) =
                    new.iter().find(|(other, value, _)| other == name && i128::from(*value) != *number)
                {
                    return Err(format!("{name} is another value than {other}"));
                }
            }
        }
        Ok(())
    }
}

/// A map has no order.
fn sort(side: &Side, field: &Field, entries: &mut [Datum]) {
    if let Some(target) = field.target.as_deref().filter(|_| field.kind == Kind::Message) {
        let entry = side.message(target);
        entries.sort_by_key(|datum| format!("{:?}", key(entry, datum)));
    }
}
