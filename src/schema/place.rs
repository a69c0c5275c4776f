//! Where a part of a schema stands, kept symbolic until a report needs a line.

use super::{EnumId, FileId, MessageId, Pool};

/// A part of a pool that a finding points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A file's syntax or edition.
    File(FileId),
    /// A message by its name.
    Message(MessageId),
    /// A field of a message, by its place in [`super::Message::fields`].
    Field(MessageId, u32, Facet),
    /// A oneof by its place in [`super::Message::oneofs`].
    Oneof(MessageId, u32),
    /// An enum by its name.
    Enum(EnumId),
    /// A value of an enum, by its place in [`super::Enum::values`].
    EnumValue(EnumId, u32),
}

/// What about a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facet {
    /// The whole declaration.
    Whole,
    /// Its number.
    Number,
    /// Its label.
    Label,
    /// Its type.
    Type,
    /// Its default.
    Default,
}

/// A place in the way `google.protobuf.SourceCodeInfo` names places: a file and a path of field numbers and indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The import path of the file.
    pub file: Box<str>,
    /// For instance `[4, 0, 2, 1, 3]`: the number of the second field of the first message.
    pub path: Vec<i32>,
    /// Of a part of a map's entry, which nobody wrote down: how much of the path leads to the entry, and the path of the
    /// map field.
    pub map_field: Option<(usize, Vec<i32>)>,
}

impl Pool {
    /// The place of a part.
    pub fn place(&self, part: Part) -> Place {
        let (file, path) = match part {
            Part::File(file) => (file, vec![12]),
            Part::Message(id) => (self[id].file, with(self.message_path(id), &[1])),
            Part::Field(id, at, facet) => {
                let field = &self[id].fields[at as usize];
                let mut path = with(self.message_path(id), &[2, index(field.index)]);
                path.extend(match facet {
                    Facet::Whole => None,
                    Facet::Number => Some(3),
                    Facet::Label => Some(4),
                    Facet::Type if matches!(field.target, super::Target::Scalar) => Some(5),
                    Facet::Type => Some(6),
                    Facet::Default => Some(7),
                });
                (self[id].file, path)
            }
            Part::Oneof(id, at) => (self[id].file, with(self.message_path(id), &[8, index(at), 1])),
            Part::Enum(id) => (self[id].file, with(self.enum_path(id), &[1])),
            Part::EnumValue(id, at) => (self[id].file, with(self.enum_path(id), &[2, index(at)])),
        };
        Place { file: self[file].name.clone(), path, map_field: self.map_field(part) }
    }

    /// Where the map field stands whose entry a part belongs to.
    fn map_field(&self, part: Part) -> Option<(usize, Vec<i32>)> {
        let entry = match part {
            Part::Message(id) | Part::Field(id, ..) | Part::Oneof(id, _) if self[id].map_entry => id,
            _ => return None,
        };
        let parent = self[entry].parent?;
        let field = self[parent].fields.iter().find(|f| f.target == super::Target::Message(entry))?;
        let path = with(self.message_path(parent), &[2, index(field.index), 6]);
        Some((self.message_path(entry).len(), path))
    }

    fn message_path(&self, id: MessageId) -> Vec<i32> {
        let message = &self[id];
        match message.parent {
            Some(parent) => with(self.message_path(parent), &[3, index(message.index)]),
            None => vec![4, index(message.index)],
        }
    }

    fn enum_path(&self, id: EnumId) -> Vec<i32> {
        let found = &self[id];
        match found.parent {
            Some(parent) => with(self.message_path(parent), &[4, index(found.index)]),
            None => vec![5, index(found.index)],
        }
    }
}

fn with(mut path: Vec<i32>, rest: &[i32]) -> Vec<i32> {
    path.extend_from_slice(rest);
    path
}

fn index(at: u32) -> i32 {
    i32::try_from(at).unwrap_or(i32::MAX)
}
