//! Descriptor sets as bytes: encoded `google.protobuf.FileDescriptorSet` to the structs of `descriptor.rs`.
//!
//! Reads what protobuf-java reads: a message field that occurs twice is merged, a known field with another wire type is
//! an unknown field, an unknown enum number counts as missing, and parts that no verdict needs must still be well formed.

use super::count::bound;
use super::descriptor::{
    EnumDescriptor, EnumValueDescriptor, FieldDescriptor, FileDescriptor, Kind, Label, MessageDescriptor,
    MethodDescriptor, OneofDescriptor, Raw, ServiceDescriptor, Text,
};
use super::shape::Shape;
use super::wire::{Fields, Value, WireError};

type Result<T> = std::result::Result<T, WireError>;

/// How many files, messages, fields and other parts one schema may declare with all that it imports. No broker stores as
/// much: a part takes five bytes and more.
pub const MAX_DECLARED: usize = 2_000_000;

/// What is wrong with more.
pub(crate) const TOO_MANY: &str =
    "more than 2000000 messages, fields and other parts, of which those with long names count several times";

/// Reads all files of an encoded `FileDescriptorSet`, in order.
///
/// # Errors
///
/// Where the bytes are no encoded set, or declare more than [`MAX_DECLARED`] parts; the error tells what is wrong and at which byte of the message that has it.
pub fn decode_set(bytes: &[u8]) -> Result<Vec<FileDescriptor<'_>>> {
    bound(bytes)?;
    let mut files = Vec::new();
    let mut fields = Fields::new(bytes);
    while let Some((number, value, _)) = fields.next()? {
        if let (1, Value::Bytes(file)) = (number, value) {
            files.push(decode_file(fields.nested(file)?, true)?);
        }
    }
    Ok(files)
}

/// Reads a file of a set that was looked over before (`survey.rs`), but for its source info.
///
/// # Errors
///
/// None where it was.
pub(crate) fn decode_surveyed(file: &[u8]) -> Result<FileDescriptor<'_>> {
    decode_file(Fields::new(&[]).nested(file)?, false)
}

fn decode_file(mut fields: Fields<'_>, with_info: bool) -> Result<FileDescriptor<'_>> {
    let mut file = FileDescriptor::default();
    while let Some((number, value, _)) = fields.next()? {
        match (number, value) {
            (1, Value::Bytes(b)) => file.name = text(b),
            (2, Value::Bytes(b)) => file.package = text(b),
            (3, Value::Bytes(b)) => file.dependencies.push(text(b)),
            (4, Value::Bytes(b)) => push(&mut file.messages, decode_message(fields.nested(b)?)?, 4, &fields),
            (5, Value::Bytes(b)) => file.enums.push(decode_enum(fields.nested(b)?)?),
            (6, Value::Bytes(b)) => file.services.push(decode_service(fields.nested(b)?)?),
            (7, Value::Bytes(b)) => file.extensions.push(decode_field(fields.nested(b)?)?),
            (8, Value::Bytes(b)) => {
                options(fields.nested(b)?, Shape::FileOptions, |number, value| match (number, value) {
                    (27, Value::Varint(v)) => file.options.java_string_check_utf8 = Some(v != 0),
                    (50, Value::Bytes(b)) => file.options.features.push(b),
                    _ => {}
                })?;
            }
            (9, Value::Bytes(b)) if with_info => Shape::SourceCodeInfo.check_all(fields.nested(b)?)?,
            (10, value) => numbers(value, |at| file.public_dependencies.push(at))?,
            (11, value) => numbers(value, |at| file.weak_dependencies.push(at))?,
            (12, Value::Bytes(b)) => file.syntax = text(b),
            (14, Value::Varint(v)) if KNOWN_EDITIONS.contains(&int(v)) => file.edition = Some(int(v)),
            (15, Value::Bytes(b)) => file.option_dependencies.push(text(b)),
            _ => {}
        }
    }
    Ok(file)
}

/// The numbers of `google.protobuf.Edition` that the reference runtime can name.
const KNOWN_EDITIONS: [i32; 14] =
    [0, 1, 2, 900, 998, 999, 1000, 1001, 1002, 9999, 99_997, 99_998, 99_999, i32::MAX];

fn decode_message(mut fields: Fields<'_>) -> Result<MessageDescriptor<'_>> {
    let mut message = MessageDescriptor::default();
    while let Some((number, value, _)) = fields.next()? {
        let Value::Bytes(b) = value else { continue };
        match number {
            1 => message.name = text(b),
            2 => push(&mut message.fields, decode_field(fields.nested(b)?)?, number, &fields),
            3 => message.messages.push(decode_message(fields.nested(b)?)?),
            4 => message.enums.push(decode_enum(fields.nested(b)?)?),
            5 => message.extension_ranges.push(decode_range(fields.nested(b)?, Shape::ExtensionRange)?),
            6 => message.extensions.push(decode_field(fields.nested(b)?)?),
            7 => {
                options(fields.nested(b)?, Shape::MessageOptions, |number, value| match (number, value) {
                    (1, Value::Varint(v)) => message.options.message_set_wire_format = v != 0,
                    (7, Value::Varint(v)) => message.options.map_entry = v != 0,
                    (12, Value::Bytes(b)) => message.options.features.push(b),
                    _ => {}
                })?;
            }
            8 => message.oneofs.push(decode_oneof(fields.nested(b)?)?),
            9 => message.reserved_ranges.push(decode_range(fields.nested(b)?, Shape::Leaf)?),
            10 => message.reserved_names.push(text(b)),
            _ => {}
        }
    }
    Ok(message)
}

fn decode_range(fields: Fields<'_>, shape: Shape) -> Result<(i32, i32)> {
    let (mut start, mut end) = (0, 0);
    options(fields, shape, |number, value| match (number, value) {
        (1, Value::Varint(v)) => start = int(v),
        (2, Value::Varint(v)) => end = int(v),
        _ => {}
    })?;
    Ok((start, end))
}

fn decode_field(mut fields: Fields<'_>) -> Result<FieldDescriptor<'_>> {
    let mut field = FieldDescriptor::default();
    while let Some((number, value, _)) = fields.next()? {
        match (number, value) {
            (1, Value::Bytes(b)) => field.name = text(b),
            (2, Value::Bytes(b)) => field.extendee = Some(Box::new(text(b))),
            (3, Value::Varint(v)) => field.number = int(v),
            (4, Value::Varint(v)) => field.label = label(int(v)).or(field.label),
            (5, Value::Varint(v)) => field.kind = kind(int(v)).or(field.kind),
            (6, Value::Bytes(b)) => field.type_name = Some(text(b)),
            (7, Value::Bytes(b)) => field.default = Some(Box::new(text(b))),
            (8, Value::Bytes(b)) => {
                options(fields.nested(b)?, Shape::FieldOptions, |number, value| match (number, value) {
                    (2, Value::Varint(v)) => field.options.packed = Some(v != 0),
                    (21, Value::Bytes(b)) => field.options.features.push(b),
                    _ => {}
                })?;
            }
            (9, Value::Varint(v)) => field.oneof_index = Some(int(v)),
            (17, Value::Varint(v)) => field.proto3_optional = v != 0,
            _ => {}
        }
    }
    Ok(field)
}

fn decode_oneof(mut fields: Fields<'_>) -> Result<OneofDescriptor<'_>> {
    let mut oneof = OneofDescriptor::default();
    while let Some((number, value, _)) = fields.next()? {
        match (number, value) {
            (1, Value::Bytes(b)) => oneof.name = text(b),
            (2, Value::Bytes(b)) => features(fields.nested(b)?, Shape::OneofOptions, 1, &mut oneof.features)?,
            _ => {}
        }
    }
    Ok(oneof)
}

fn decode_enum(mut fields: Fields<'_>) -> Result<EnumDescriptor<'_>> {
    let mut out = EnumDescriptor::default();
    while let Some((number, value, _)) = fields.next()? {
        let Value::Bytes(b) = value else { continue };
        match number {
            1 => out.name = text(b),
            2 => push(&mut out.values, decode_enum_value(fields.nested(b)?)?, number, &fields),
            3 => features(fields.nested(b)?, Shape::EnumOptions, 7, &mut out.features)?,
            4 => out.reserved_ranges.push(decode_range(fields.nested(b)?, Shape::Leaf)?),
            5 => out.reserved_names.push(text(b)),
            _ => {}
        }
    }
    Ok(out)
}

fn decode_enum_value(mut fields: Fields<'_>) -> Result<EnumValueDescriptor<'_>> {
    let mut out = EnumValueDescriptor::default();
    while let Some((number, value, _)) = fields.next()? {
        match (number, value) {
            (1, Value::Bytes(b)) => out.name = text(b),
            (2, Value::Varint(v)) => out.number = int(v),
            (3, Value::Bytes(b)) => {
                features(fields.nested(b)?, Shape::EnumValueOptions, 2, &mut out.features)?;
            }
            _ => {}
        }
    }
    Ok(out)
}

fn decode_service(mut fields: Fields<'_>) -> Result<ServiceDescriptor<'_>> {
    let mut service = ServiceDescriptor::default();
    while let Some((number, value, _)) = fields.next()? {
        match (number, value) {
            (1, Value::Bytes(b)) => service.name = text(b),
            (2, Value::Bytes(b)) => service.methods.push(decode_method(fields.nested(b)?)?),
            (3, Value::Bytes(b)) => Shape::ServiceOptions.check_all(fields.nested(b)?)?,
            _ => {}
        }
    }
    Ok(service)
}

fn decode_method(mut fields: Fields<'_>) -> Result<MethodDescriptor<'_>> {
    let mut method = MethodDescriptor::default();
    while let Some((number, value, _)) = fields.next()? {
        match (number, value) {
            (1, Value::Bytes(b)) => method.name = text(b),
            (2, Value::Bytes(b)) => method.input = text(b),
            (3, Value::Bytes(b)) => method.output = text(b),
            (4, Value::Bytes(b)) => Shape::MethodOptions.check_all(fields.nested(b)?)?,
            _ => {}
        }
    }
    Ok(method)
}

/// Adds a value of the repeated field `number`; the first one makes room for as many as there are.
fn push<T>(into: &mut Vec<T>, value: T, number: u32, rest: &Fields<'_>) {
    if into.is_empty() {
        let mut rest = rest.clone();
        let more = std::iter::from_fn(|| rest.next().ok().flatten()).filter(|(other, ..)| *other == number);
        into.reserve_exact(1 + more.count());
    }
    into.push(value);
}

/// Hands each field of a message to `take` and sees to it that the rest is well formed.
fn options<'a>(mut fields: Fields<'a>, shape: Shape, mut take: impl FnMut(u32, Value<'a>)) -> Result<()> {
    while let Some((number, value, _)) = fields.next()? {
        shape.check(&fields, number, value)?;
        take(number, value);
    }
    Ok(())
}

fn features<'a>(fields: Fields<'a>, shape: Shape, tag: u32, into: &mut Raw<'a>) -> Result<()> {
    options(fields, shape, |number, value| {
        if let Value::Bytes(b) = value
            && number == tag
        {
            into.push(b);
        }
    })
}

pub(super) fn text(bytes: &[u8]) -> Text<'_> {
    String::from_utf8_lossy(bytes)
}

/// A repeated `int32`, packed or not.
pub(super) fn numbers(value: Value<'_>, mut take: impl FnMut(i32)) -> Result<()> {
    match value {
        Value::Varint(v) => take(int(v)),
        Value::Bytes(mut packed) => {
            while !packed.is_empty() {
                let (v, rest) = Fields::packed_varint(packed)?;
                take(int(v));
                packed = rest;
            }
        }
        _ => {}
    }
    Ok(())
}

#[expect(clippy::cast_possible_truncation, reason = "an int32 is the low 32 bits of its varint")]
fn int(varint: u64) -> i32 {
    varint as i32
}

fn label(number: i32) -> Option<Label> {
    [Label::Optional, Label::Required, Label::Repeated].into_iter().find(|l| *l as i32 == number)
}

fn kind(number: i32) -> Option<Kind> {
    usize::try_from(number).ok()?.checked_sub(1).and_then(|i| Kind::ALL.get(i)).copied()
}
