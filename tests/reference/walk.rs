//! Sections 2.3 and 2.4: pairs of messages, first in, first out, and what the rules say of each.

use protoward::schema::descriptor::Kind;

use super::budget::{Budget, Spent};
use super::facts::{Enum, Field, Message, Side};
use super::{Finding, cut};

struct Walk<'s> {
    writer: &'s Side,
    reader: &'s Side,
    budget: &'s mut Budget,
    findings: &'s mut Vec<Finding>,
    /// Writer's and reader's message, and the path by which the pair was first reached. Those that are done stay.
    pairs: Vec<(String, String, String)>,
    enum_pairs: Vec<(String, String)>,
}

pub(super) fn walk(
    writer: &Side,
    reader: &Side,
    budget: &mut Budget,
    findings: &mut Vec<Finding>,
) -> Result<(), Spent> {
    budget.charge(1, &reader.root)?;
    let pairs = vec![(writer.root.clone(), reader.root.clone(), reader.root.clone())];
    let mut walk = Walk { writer, reader, budget, findings, pairs, enum_pairs: Vec::new() };
    let mut next = 0;
    while let Some((writer, reader, path)) = walk.pairs.get(next).cloned() {
        walk.pair(walk.writer.message(&writer), walk.reader.message(&reader), &path)?;
        next += 1;
    }
    Ok(())
}

impl Walk<'_> {
    fn pair(&mut self, writer: &Message, reader: &Message, path: &str) -> Result<(), Spent> {
        self.budget.charge(3 * reader.fields.len(), path)?;
        for read in &reader.fields {
            self.number(writer, read, path);
        }
        for read in &reader.fields {
            self.required(writer, read, path);
        }
        self.oneofs(writer, reader, path)?;
        for read in &reader.fields {
            if let Some(written) = writer.fields.iter().find(|field| field.number == read.number) {
                self.field(written, read, &format!("{path}.{}", read.name))?;
            }
        }
        Ok(())
    }

    fn number(&mut self, writer: &Message, read: &Field, path: &str) {
        let fields = writer.fields.iter().map(|field| (&field.name, field.number));
        let extensions = writer.extensions.iter().map(|(name, number)| (name, *number));
        let named = fields.chain(extensions).find(|(name, _)| **name == read.name);
        if let Some((_, number)) = named.filter(|(_, number)| *number != read.number) {
            let path = format!("{path}.{}", read.name);
            self.change(
                "FIELD_NUMBER_CHANGED",
                &path,
                read.number,
                &number.to_string(),
                &read.number.to_string(),
            );
        }
    }

    fn required(&mut self, writer: &Message, read: &Field, path: &str) {
        let written = writer.fields.iter().find(|field| field.number == read.number);
        if read.required && !written.is_some_and(|field| field.required) {
            let written = if written.is_some() { "optional" } else { "absent" };
            let path = format!("{path}.{}", read.name);
            self.change("REQUIRED_FIELD_NOT_GUARANTEED", &path, read.number, written, "required");
        }
    }

    fn oneofs(&mut self, writer: &Message, reader: &Message, path: &str) -> Result<(), Spent> {
        let mut ordered: Vec<_> = reader.oneofs.iter().collect();
        ordered.sort_by_key(|oneof| oneof.members.first().copied().unwrap_or(i32::MAX));
        ordered.sort_by_key(|oneof| oneof.members.is_empty());
        for oneof in ordered {
            self.budget.charge(1, path)?;
            if oneof.synthetic {
                continue;
            }
            self.budget.charge(2 * oneof.members.len(), path)?;
            let written = oneof.members.iter();
            let written = written.filter_map(|number| writer.fields.iter().find(|it| it.number == *number));
            let written: Vec<(i32, Option<usize>)> = written
                .map(|field| (field.number, field.oneof.filter(|at| !writer.oneofs[*at].synthetic)))
                .collect();
            let [(number, first), others @ ..] = &written[..] else { continue };
            let offender = match first {
                _ if others.is_empty() => None,
                None => Some(*number),
                Some(_) => others.iter().find(|(_, other)| other != first).map(|(number, _)| *number),
            };
            if let Some(number) = offender {
                let path = format!("{path}.{}", oneof.name);
                self.change("ONEOF_CONFLICT", &path, number, "independent groups", "oneof");
            }
        }
        Ok(())
    }

    fn field(&mut self, written: &Field, read: &Field, path: &str) -> Result<(), Spent> {
        let number = read.number;
        if written.map != read.map {
            self.change("MAP_CHANGED", path, number, &written.map.to_string(), &read.map.to_string());
        } else if written.repeated != read.repeated {
            let word = |repeated| if repeated { "repeated" } else { "singular" };
            self.change("CARDINALITY_CHANGED", path, number, word(written.repeated), word(read.repeated));
        } else if written.kind != read.kind {
            self.change("TYPE_CHANGED", path, number, kind(written.kind), kind(read.kind));
        } else if let (Some(old), Some(new)) = (&written.default, &read.default)
            && old.contents != new.contents
        {
            let (old, new) = (cut(&old.shown, 64), cut(&new.shown, 64));
            self.change("DEFAULT_CHANGED", path, number, &old, &new);
        } else if read.utf8 && !written.utf8 {
            self.change("UTF8_VALIDATION_ADDED", path, number, "unchecked", "checked");
        } else if let (Some(old), Some(new)) = (&written.target, &read.target) {
            if read.kind == Kind::Enum {
                self.enums(old, new, number, path)?;
            } else if !self.pairs.iter().any(|(a, b, _)| (a, b) == (old, new)) {
                self.budget.charge(1, path)?;
                self.pairs.push((old.clone(), new.clone(), path.to_owned()));
            }
        }
        Ok(())
    }

    /// Once for each pair of enums.
    fn enums(&mut self, old: &str, new: &str, number: i32, path: &str) -> Result<(), Spent> {
        if self.enum_pairs.iter().any(|(a, b)| (&**a, &**b) == (old, new)) {
            return Ok(());
        }
        self.enum_pairs.push((old.to_owned(), new.to_owned()));
        let (writer, reader) = (self.writer.enumeration(old), self.reader.enumeration(new));
        self.budget.charge(1 + 2 * writer.values.len() + 2 * reader.values.len(), path)?;
        if let Some((written, read)) = enum_conflict(writer, reader) {
            self.change("ENUM_VALUE_NOT_READABLE", path, number, &written, &read);
        }
        Ok(())
    }

    fn change(&mut self, rule: &'static str, path: &str, number: i32, writer: &str, reader: &str) {
        self.findings.push(Finding::change(rule, path, Some(number), writer, reader));
    }
}

fn enum_conflict(writer: &Enum, reader: &Enum) -> Option<(String, String)> {
    for (name, number, _) in &reader.values {
        let written = writer.values.iter().find(|(other, _, _)| other == name);
        if let Some((_, other, _)) = written.filter(|(_, other, _)| other != number) {
            return Some((format!("{name}={other}"), format!("{name}={number}")));
        }
    }
    if !writer.closed && reader.closed {
        return Some(("open".to_owned(), "closed".to_owned()));
    }
    let lacks = |number: &i32| !reader.values.iter().any(|(_, other, _)| other == number);
    let missing = writer.values.iter().map(|(_, number, _)| *number).filter(lacks).min();
    missing.filter(|_| writer.closed && reader.closed).map(|number| (number.to_string(), "absent".to_owned()))
}

/// The words of section 3.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Double => "DOUBLE",
        Kind::Float => "FLOAT",
        Kind::Int64 => "INT64",
        Kind::Uint64 => "UINT64",
        Kind::Int32 => "INT32",
        Kind::Fixed64 => "FIXED64",
        Kind::Fixed32 => "FIXED32",
        Kind::Bool => "BOOL",
        Kind::String => "STRING",
        Kind::Group => "GROUP",
        Kind::Message => "MESSAGE",
        Kind::Bytes => "BYTES",
        Kind::Uint32 => "UINT32",
        Kind::Enum => "ENUM",
        Kind::Sfixed32 => "SFIXED32",
        Kind::Sfixed64 => "SFIXED64",
        Kind::Sint32 => "SINT32",
        Kind::Sint64 => "SINT64",
    }
}
