//! JSON for programs, `format_version` 1. The structs here are the shape: keys may be added, none is renamed or removed.
//!
//! A key is null where its question does not arise. Names of messages, enums and files are full names and import paths;
//! nothing but `input`, `fingerprint` and `location` tells a source from a descriptor set of it.

use std::io;

use serde::Serialize;

use super::super::json::{ErrorShape, LocationShape, Tool};
use super::{Inspection, Unsupported, View};
use crate::schema::{Enum, Field, File, Import, ImportKind, Kind, Message};

/// Writes one document.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(inspections: &[Inspection], out: &mut dyn io::Write) -> io::Result<()> {
    let document = Document {
        format_version: 1,
        tool: Tool::THIS,
        inputs: inspections.iter().map(InputShape::of).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

#[derive(Serialize)]
struct Document<'a> {
    format_version: u32,
    tool: Tool,
    /// In the order of the command line.
    inputs: Vec<InputShape<'a>>,
}

#[derive(Serialize)]
struct InputShape<'a> {
    /// As typed.
    input: &'a str,
    /// The files behind all `schemas`, imports before those who import them.
    files: Vec<FileShape<'a>>,
    /// The messages that may be the root.
    candidates: &'a [String],
    /// One for each root message; where none is chosen, one for each root file.
    schemas: Vec<SchemaShape<'a>>,
    /// Why schemas are not shown whose language the reference runtime cannot build; Edition 2026 is shown all the same.
    unsupported: &'a [String],
    /// What could not be read or rebuilt.
    errors: Vec<ErrorShape<'a>>,
}

#[derive(Serialize)]
struct FileShape<'a> {
    /// The import path.
    name: &'a str,
    /// `proto2`, `proto3`, `edition 2023`, `edition 2024`; another language as its finding names it.
    dialect: &'a str,
    /// Empty where there is none.
    package: &'a str,
    imports: Vec<ImportShape<'a>>,
}

#[derive(Serialize)]
struct ImportShape<'a> {
    path: &'a str,
    /// `plain`, `public`, `weak` or `option`; those of the last kind are not loaded.
    kind: &'static str,
}

#[derive(Serialize)]
struct SchemaShape<'a> {
    /// The root message; null where all messages of `file` are told.
    root: Option<&'a str>,
    /// The root file.
    file: &'a str,
    /// SHA-256 of the schema as it would be stored; null without a root.
    fingerprint: Option<String>,
    /// Null without a root.
    budget: Option<BudgetShape>,
    unsupported: Vec<UnsupportedShape<'a>>,
    /// In the order of the support scan, breadth first from the root by field number.
    messages: Vec<MessageShape<'a>>,
    /// In the order in which fields of `messages` name them.
    enums: Vec<EnumShape<'a>>,
}

#[derive(Serialize)]
struct BudgetShape {
    /// What the support scan of the schema costs, in work units: one side of a comparison's G.
    graph: u64,
    /// What comparing the schema with itself may cost: min(100000, 16 · 2 · `graph`).
    limit: u64,
}

#[derive(Serialize)]
struct UnsupportedShape<'a> {
    path: &'a str,
    /// Of the field that is at fault, where the finding names one.
    field: Option<i32>,
    detail: &'a str,
    /// In a file, where its text or source info is at hand.
    location: Option<LocationShape<'a>>,
}

#[derive(Serialize)]
struct MessageShape<'a> {
    name: &'a str,
    file: &'a str,
    map_entry: bool,
    /// By ascending number.
    fields: Vec<FieldShape<'a>>,
    /// In declaration order.
    oneofs: Vec<OneofShape<'a>>,
}

#[derive(Serialize)]
struct FieldShape<'a> {
    number: i32,
    name: &'a str,
    /// The effective type, `INT32`; a delimited message is a `GROUP`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Of a message or an enum.
    type_name: Option<&'a str>,
    /// `singular` or `repeated`.
    cardinality: &'static str,
    required: bool,
    /// `explicit` or `implicit`; null for repeated fields.
    presence: Option<&'static str>,
    /// Null for all but repeated numbers, bools and enums.
    packed: Option<bool>,
    /// Null for all but strings.
    utf8_validated: Option<bool>,
    /// In the broker's words, uncut; null for repeated fields and messages.
    default: Option<String>,
    map: bool,
    /// The name of its oneof, a synthetic one too.
    oneof: Option<&'a str>,
}

#[derive(Serialize)]
struct OneofShape<'a> {
    name: &'a str,
    /// Made by the compiler for an `optional` field of proto3.
    synthetic: bool,
    /// Field numbers, ascending.
    members: Vec<i32>,
}

#[derive(Serialize)]
struct EnumShape<'a> {
    name: &'a str,
    file: &'a str,
    /// `open` or `closed`.
    openness: &'static str,
    /// In declaration order, aliases among them.
    values: Vec<ValueShape<'a>>,
}

#[derive(Serialize)]
struct ValueShape<'a> {
    number: i32,
    name: &'a str,
}

impl<'a> InputShape<'a> {
    fn of(inspection: &'a Inspection) -> Self {
        Self {
            input: &inspection.input,
            files: inspection.files().into_iter().map(FileShape::of).collect(),
            candidates: &inspection.candidates,
            schemas: inspection.views.iter().map(SchemaShape::of).collect(),
            unsupported: &inspection.unsupported,
            errors: inspection.errors.iter().map(ErrorShape::of).collect(),
        }
    }
}

impl<'a> FileShape<'a> {
    fn of(file: &'a File) -> Self {
        Self {
            name: &file.name,
            dialect: &file.dialect,
            package: &file.package,
            imports: file.imports.iter().map(ImportShape::of).collect(),
        }
    }
}

impl<'a> ImportShape<'a> {
    fn of(import: &'a Import) -> Self {
        let kind = match import.kind {
            ImportKind::Plain => "plain",
            ImportKind::Public => "public",
            ImportKind::Weak => "weak",
            ImportKind::Option => "option",
        };
        Self { path: &import.path, kind }
    }
}

impl<'a> SchemaShape<'a> {
    fn of(view: &'a View) -> Self {
        let (pool, scan) = (&view.pool, &view.scan);
        Self {
            root: view.root.map(|(id, _)| &*pool[id].name),
            file: &view.file().name,
            fingerprint: view.root.map(|(_, fingerprint)| fingerprint.to_string()),
            budget: view.root.map(|_| BudgetShape { graph: scan.graph, limit: scan.limit() }),
            unsupported: view.unsupported.iter().map(UnsupportedShape::of).collect(),
            messages: scan.messages.iter().map(|id| MessageShape::of(&pool[*id], view)).collect(),
            enums: view.enums.iter().map(|id| EnumShape::of(&pool[*id], view)).collect(),
        }
    }
}

impl<'a> UnsupportedShape<'a> {
    fn of(found: &'a Unsupported) -> Self {
        Self {
            path: &found.path,
            field: found.field,
            detail: &found.detail,
            location: found.location.as_ref().map(LocationShape::of),
        }
    }
}

impl<'a> MessageShape<'a> {
    fn of(message: &'a Message, view: &'a View) -> Self {
        let number = |place: &u32| message.fields[*place as usize].number;
        let oneofs = message.oneofs.iter().map(|oneof| OneofShape {
            name: &oneof.name,
            synthetic: oneof.synthetic,
            members: oneof.members.iter().map(number).collect(),
        });
        Self {
            name: &message.name,
            file: view.file_name(message.file),
            map_entry: message.map_entry,
            fields: message.fields.iter().map(|field| FieldShape::of(field, message, view)).collect(),
            oneofs: oneofs.collect(),
        }
    }
}

impl<'a> FieldShape<'a> {
    fn of(field: &'a Field, message: &'a Message, view: &'a View) -> Self {
        let presence = if field.has_presence { "explicit" } else { "implicit" };
        Self {
            number: field.number,
            name: &field.name,
            kind: field.kind.name(),
            type_name: view.type_name(field.target),
            cardinality: if field.repeated { "repeated" } else { "singular" },
            required: field.required,
            presence: (!field.repeated).then_some(presence),
            packed: (field.repeated && field.kind.is_packable()).then_some(field.packed),
            utf8_validated: (field.kind == Kind::String).then_some(field.utf8_validated),
            default: field.default.as_ref().map(ToString::to_string),
            map: field.map,
            oneof: field.oneof.map(|at| &*message.oneofs[at as usize].name),
        }
    }
}

impl<'a> EnumShape<'a> {
    fn of(found: &'a Enum, view: &'a View) -> Self {
        let values = found.values.iter().map(|value| ValueShape { number: value.number, name: &value.name });
        Self {
            name: &found.name,
            file: view.file_name(found.file),
            openness: if found.closed { "closed" } else { "open" },
            values: values.collect(),
        }
    }
}
