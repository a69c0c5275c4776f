//! Descriptors to bytes: the encoded `google.protobuf.FileDescriptorSet` of files that were not read from one.
//!
//! Writes the fields of each message by ascending number, as compilers do, and only what `descriptor.rs` keeps.

use super::descriptor::{
    EnumDescriptor, EnumValueDescriptor, FieldDescriptor, FileDescriptor, MessageDescriptor,
    MethodDescriptor, OneofDescriptor, ServiceDescriptor, Text,
};

/// Encodes files as a set, in the given order.
pub fn encode_set<'f, 'a: 'f>(files: impl IntoIterator<Item = &'f FileDescriptor<'a>>) -> Vec<u8> {
    let mut out = Writer::default();
    for file in files {
        out.message(1, |w| encode_file(file, w));
    }
    out.0
}

fn encode_file(file: &FileDescriptor<'_>, w: &mut Writer) {
    w.text(1, &file.name);
    w.text_unless_empty(2, &file.package);
    file.dependencies.iter().for_each(|d| w.text(3, d));
    file.messages.iter().for_each(|m| w.message(4, |w| encode_message(m, w)));
    file.enums.iter().for_each(|e| w.message(5, |w| encode_enum(e, w)));
    file.services.iter().for_each(|s| w.message(6, |w| encode_service(s, w)));
    file.extensions.iter().for_each(|e| w.message(7, |w| encode_field(e, w)));
    w.options(8, |w| {
        w.flag(27, file.options.java_string_check_utf8);
        w.bytes_unless_empty(50, file.options.features.as_bytes());
    });
    file.public_dependencies.iter().for_each(|at| w.int(10, *at));
    file.weak_dependencies.iter().for_each(|at| w.int(11, *at));
    w.text_unless_empty(12, &file.syntax);
    file.edition.iter().for_each(|edition| w.int(14, *edition));
    file.option_dependencies.iter().for_each(|d| w.text(15, d));
}

fn encode_message(message: &MessageDescriptor<'_>, w: &mut Writer) {
    w.text(1, &message.name);
    message.fields.iter().for_each(|f| w.message(2, |w| encode_field(f, w)));
    message.messages.iter().for_each(|m| w.message(3, |w| encode_message(m, w)));
    message.enums.iter().for_each(|e| w.message(4, |w| encode_enum(e, w)));
    message.extension_ranges.iter().for_each(|r| w.message(5, |w| encode_range(*r, w)));
    message.extensions.iter().for_each(|e| w.message(6, |w| encode_field(e, w)));
    w.options(7, |w| {
        w.flag(1, message.options.message_set_wire_format.then_some(true));
        w.flag(7, message.options.map_entry.then_some(true));
        w.bytes_unless_empty(12, message.options.features.as_bytes());
    });
    message.oneofs.iter().for_each(|o| w.message(8, |w| encode_oneof(o, w)));
    message.reserved_ranges.iter().for_each(|r| w.message(9, |w| encode_range(*r, w)));
    message.reserved_names.iter().for_each(|n| w.text(10, n));
}

fn encode_range((start, end): (i32, i32), w: &mut Writer) {
    w.int(1, start);
    w.int(2, end);
}

fn encode_field(field: &FieldDescriptor<'_>, w: &mut Writer) {
    w.text(1, &field.name);
    w.maybe_text(2, field.extendee.as_deref());
    w.int(3, field.number);
    field.label.iter().for_each(|label| w.int(4, *label as i32));
    field.kind.iter().for_each(|kind| w.int(5, *kind as i32));
    w.maybe_text(6, field.type_name.as_ref());
    w.maybe_text(7, field.default.as_deref());
    w.options(8, |w| {
        w.flag(2, field.options.packed);
        w.bytes_unless_empty(21, field.options.features.as_bytes());
    });
    field.oneof_index.iter().for_each(|at| w.int(9, *at));
    w.flag(17, field.proto3_optional.then_some(true));
}

fn encode_oneof(oneof: &OneofDescriptor<'_>, w: &mut Writer) {
    w.text(1, &oneof.name);
    w.options(2, |w| w.bytes_unless_empty(1, oneof.features.as_bytes()));
}

fn encode_enum(found: &EnumDescriptor<'_>, w: &mut Writer) {
    w.text(1, &found.name);
    found.values.iter().for_each(|v| w.message(2, |w| encode_enum_value(v, w)));
    w.options(3, |w| w.bytes_unless_empty(7, found.features.as_bytes()));
    found.reserved_ranges.iter().for_each(|r| w.message(4, |w| encode_range(*r, w)));
    found.reserved_names.iter().for_each(|n| w.text(5, n));
}

fn encode_enum_value(value: &EnumValueDescriptor<'_>, w: &mut Writer) {
    w.text(1, &value.name);
    w.int(2, value.number);
    w.options(3, |w| w.bytes_unless_empty(2, value.features.as_bytes()));
}

fn encode_service(service: &ServiceDescriptor<'_>, w: &mut Writer) {
    w.text(1, &service.name);
    service.methods.iter().for_each(|m| w.message(2, |w| encode_method(m, w)));
}

fn encode_method(method: &MethodDescriptor<'_>, w: &mut Writer) {
    w.text(1, &method.name);
    w.text(2, &method.input);
    w.text(3, &method.output);
}

/// Bytes of a message that grows.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn varint(&mut self, mut value: u64) {
        loop {
            let [low, ..] = value.to_le_bytes();
            value >>= 7;
            if value == 0 {
                return self.0.push(low & 0x7f);
            }
            self.0.push(low | 0x80);
        }
    }

    fn bytes(&mut self, number: u32, bytes: &[u8]) {
        self.varint(u64::from(number << 3 | 2));
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn bytes_unless_empty(&mut self, number: u32, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.bytes(number, bytes);
        }
    }

    fn text(&mut self, number: u32, text: &str) {
        self.bytes(number, text.as_bytes());
    }

    fn maybe_text(&mut self, number: u32, text: Option<&Text<'_>>) {
        if let Some(text) = text {
            self.text(number, text);
        }
    }

    fn text_unless_empty(&mut self, number: u32, text: &str) {
        self.bytes_unless_empty(number, text.as_bytes());
    }

    fn int(&mut self, number: u32, value: i32) {
        self.varint(u64::from(number << 3));
        // A negative int32 is written as the int64 of the same value.
        self.varint(i64::from(value).cast_unsigned());
    }

    fn flag(&mut self, number: u32, value: Option<bool>) {
        if let Some(value) = value {
            self.int(number, i32::from(value));
        }
    }

    fn message(&mut self, number: u32, write: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        write(&mut inner);
        self.bytes(number, &inner.0);
    }

    /// A message that is left out where it is empty.
    fn options(&mut self, number: u32, write: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        write(&mut inner);
        self.bytes_unless_empty(number, &inner.0);
    }
}
