//! Fields of every place: labels, types, maps, groups, numbers, defaults and JSON names.
//!
//! Says what a single field's words get wrong by themselves. Names of types stay as written.

use std::borrow::Cow;

use super::lexer::Kind;
use super::message::Place;
use super::options::{Extra, Options, Target};
use super::parser::{EDITION_2023, PROTO2, PROTO3, Parser, Step, index, lossy};
use super::{Span, literal};
use crate::schema::descriptor::{
    FieldDescriptor, Kind as FieldKind, Label, MessageDescriptor, MessageOptions, Text,
};

/// A type as written.
struct Type<'a> {
    kind: Option<FieldKind>,
    name: Option<Text<'a>>,
    span: Span,
    /// Key and value of a map.
    entry: Option<Box<[Type<'a>; 2]>>,
}

/// The scalar type of a keyword.
pub(super) fn scalar(word: &[u8]) -> Option<FieldKind> {
    Some(match word {
        b"double" => FieldKind::Double,
        b"float" => FieldKind::Float,
        b"int64" => FieldKind::Int64,
        b"uint64" => FieldKind::Uint64,
        b"int32" => FieldKind::Int32,
        b"fixed64" => FieldKind::Fixed64,
        b"fixed32" => FieldKind::Fixed32,
        b"bool" => FieldKind::Bool,
        b"string" => FieldKind::String,
        b"group" => FieldKind::Group,
        b"bytes" => FieldKind::Bytes,
        b"uint32" => FieldKind::Uint32,
        b"sfixed32" => FieldKind::Sfixed32,
        b"sfixed64" => FieldKind::Sfixed64,
        b"sint32" => FieldKind::Sint32,
        b"sint64" => FieldKind::Sint64,
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    /// One field, whose path is already entered. Messages of groups and maps are pushed to those that stand under `step`.
    pub(super) fn field(
        &mut self,
        place: Place,
        messages: &mut Vec<MessageDescriptor<'a>>,
        step: i32,
    ) -> Step<FieldDescriptor<'a>> {
        let start = self.token.span();
        let label = self.label(place);
        if self.at_map() {
            self.map_place(place, label);
        } else if self.edition == PROTO2 && label.is_none() && place != Place::Oneof {
            let help = "write `optional`, `required` or `repeated` in front of the type";
            self.error_help(start, "a field of proto2 needs a label", help);
        }
        let mut kind = self.field_type()?;
        let type_span = kind.span;
        let group = kind.kind == Some(FieldKind::Group);
        let name_span = self.token.span();
        let mut field =
            FieldDescriptor { name: self.name("expected a field name")?, ..FieldDescriptor::default() };
        self.mark(&[1], name_span);
        if group {
            kind.name = Some(field.name.clone());
            self.group_name(&mut field, name_span);
        }
        self.number_of_field(&mut field)?;
        field.label =
            Some(if kind.entry.is_some() { Label::Repeated } else { label.unwrap_or(Label::Optional) });
        field.kind = if kind.entry.is_some() { Some(FieldKind::Message) } else { kind.kind };
        field.proto3_optional =
            self.edition == PROTO3 && label == Some(Label::Optional) && place != Place::Oneof;
        self.mark(&[if kind.name.is_some() || kind.entry.is_some() { 6 } else { 5 }], type_span);
        if self.token.is(b'[') {
            self.field_options(&mut field, &kind, place)?;
        }
        if group {
            self.group_body(&kind, start, messages, step)?;
        } else {
            self.end_of_statement()?;
        }
        self.mark(&[], start.to(self.last));
        if let Some(entry) = kind.entry.take() {
            let message = self.map_entry(&field, *entry, start.to(self.last), (step, index(messages.len())));
            kind.name = Some(message.name.clone());
            messages.push(message);
        }
        field.type_name = kind.name;
        Some(field)
    }

    fn label(&mut self, place: Place) -> Option<Label> {
        let label = match self.word() {
            b"optional" => Label::Optional,
            b"required" => Label::Required,
            b"repeated" => Label::Repeated,
            _ => return None,
        };
        let span = self.token.span();
        self.mark(&[4], span);
        self.next();
        if place == Place::Oneof {
            self.error_help(span, "a member of a oneof has no label", "leave the label out");
        } else if self.edition >= EDITION_2023 && label != Label::Repeated {
            let (message, help) = if label == Label::Optional {
                (
                    "editions have no label `optional`",
                    "leave it out: fields have presence unless `features.field_presence` says otherwise",
                )
            } else {
                (
                    "editions have no label `required`",
                    "write `[features.field_presence = LEGACY_REQUIRED]` behind the number",
                )
            };
            self.error_help(span, message, help);
        } else if self.edition == PROTO3 && label == Label::Required {
            self.error_help(self.token.span(), "proto3 has no required fields", "leave `required` out");
        } else if place == Place::Extend && label == Label::Required {
            self.error_help(self.token.span(), "an extension cannot be required", "write `optional`");
        }
        Some(label)
    }

    /// Where a map may stand.
    fn map_place(&mut self, place: Place, label: Option<Label>) {
        let span = self.token.span();
        match place {
            Place::Oneof => {
                self.error_help(span, "a map cannot be a member of a oneof", "wrap the map in a message");
            }
            Place::Extend => {
                self.error_help(span, "a map cannot be an extension", "wrap the map in a message");
            }
            Place::Message if label.is_some() => {
                self.error_help(span, "a map field has no label", "leave the label out");
            }
            Place::Message => {}
        }
    }

    /// Whether a map's type stands here, rather than a type that is named `map`.
    fn at_map(&mut self) -> bool {
        self.word() == b"map" && self.lexer.peek_token() == b'<'
    }

    fn field_type(&mut self) -> Step<Type<'a>> {
        let start = self.token.span();
        let word = self.word();
        if self.at_map() {
            return self.map_type(start);
        }
        let Some(kind) = scalar(word) else {
            if word == b"map" {
                // A type of that name is read, but none inside of it.
                let name = self.name("")?;
                return Some(Type { kind: None, name: Some(name), span: start, entry: None });
            }
            let (name, span) = self.type_name()?;
            return Some(Type { kind: None, name: Some(name), span, entry: None });
        };
        self.next();
        if kind == FieldKind::Group && self.edition != PROTO2 {
            let (message, help) = if self.edition == PROTO3 {
                ("proto3 has no groups", "declare a message and a field of its type")
            } else {
                (
                    "editions have no groups",
                    "declare a message and write `[features.message_encoding = DELIMITED]` behind the field's number",
                )
            };
            self.error_help(start, message, help);
        }
        Some(Type { kind: Some(kind), name: None, span: start, entry: None })
    }

    fn map_type(&mut self, start: Span) -> Step<Type<'a>> {
        self.next();
        self.next();
        let key = self.map_part()?;
        self.symbol(b',', "expected `,` between the types of key and value")?;
        let value = self.map_part()?;
        self.symbol(b'>', "expected `>` behind the type of the value")?;
        if matches!(key.kind, Some(FieldKind::Float | FieldKind::Double | FieldKind::Bytes)) {
            let help = "keys are of an integer type, `bool` or `string`";
            self.error_help(start, "no map has keys of this type", help);
        }
        Some(Type { kind: None, name: None, span: start.to(self.last), entry: Some(Box::new([key, value])) })
    }

    fn map_part(&mut self) -> Step<Type<'a>> {
        let span = self.token.span();
        if let Some(kind) = scalar(self.word()) {
            self.next();
            if kind == FieldKind::Group {
                self.error(span, "a group cannot be part of a map");
            }
            return Some(Type { kind: Some(kind), name: None, span, entry: None });
        }
        let (name, span) = self.type_name()?;
        Some(Type { kind: None, name: Some(name), span, entry: None })
    }

    fn number_of_field(&mut self, field: &mut FieldDescriptor<'a>) -> Step {
        if !self.token.is(b'=') {
            self.error_help(
                self.token.span(),
                "the field has no number",
                "write ` = ` and a number behind the name",
            );
            return None;
        }
        self.next();
        let span = self.token.span();
        let number = self.integer(i32::MAX.unsigned_abs().into(), "expected the field number")?;
        field.number = i32::try_from(number).unwrap_or(0);
        self.mark(&[3], span);
        Some(())
    }

    /// A group names its message; the field has the same name in lower case.
    fn group_name(&mut self, field: &mut FieldDescriptor<'a>, span: Span) {
        if !field.name.starts_with(|first: char| first.is_ascii_uppercase()) {
            self.error_help(
                span,
                "the name of a group starts with a capital letter",
                "it is the name of a message",
            );
        }
        field.name = Cow::Owned(field.name.to_ascii_lowercase());
    }

    fn group_body(
        &mut self,
        kind: &Type<'a>,
        start: Span,
        messages: &mut Vec<MessageDescriptor<'a>>,
        step: i32,
    ) -> Step {
        if !self.token.is(b'{') {
            self.error_help(self.token.span(), "the group has no body", "write its fields in braces");
            return None;
        }
        let field = self.path.split_off(self.path.len().saturating_sub(2));
        self.path.extend([step, index(messages.len())]);
        let name = kind.name.clone().unwrap_or_default();
        let mut message = MessageDescriptor { name, ..MessageDescriptor::default() };
        let done = self.message_body(&mut message, Extra::default());
        self.mark(&[], start.to(self.last));
        self.leave();
        self.path.extend(field);
        messages.push(message);
        done
    }

    /// The message of a map field's entries. Both of its fields have the features of the map field.
    fn map_entry(
        &mut self,
        field: &FieldDescriptor<'a>,
        entry: [Type<'a>; 2],
        span: Span,
        (step, at): (i32, i32),
    ) -> MessageDescriptor<'a> {
        let parent = self.path.len().saturating_sub(2);
        let [key, value] = entry.map(|kind| (kind.span, kind));
        if self.recording() {
            let mut path = self.path[..parent].to_vec();
            path.extend([step, at]);
            self.mark_at(&path, span);
            for (number, (span, kind)) in (0..).zip([&key, &value]) {
                let facet = if kind.name.is_some() { 6 } else { 5 };
                path.extend([2, number]);
                self.mark_at(&path, *span);
                path.push(facet);
                self.mark_at(&path, *span);
                path.truncate(parent + 2);
            }
        }
        // The entry and its two fields.
        self.declare(3);
        let part = |name: &'static str, number: i32, kind: Type<'a>| {
            let mut part =
                FieldDescriptor { name: Cow::Borrowed(name), number, ..FieldDescriptor::default() };
            part.label = Some(Label::Optional);
            part.kind = kind.kind;
            part.type_name = kind.name;
            part.options.features = field.options.features.clone();
            part
        };
        MessageDescriptor {
            name: Cow::Owned(entry_name(&field.name)),
            fields: vec![part("key", 1, key.1), part("value", 2, value.1)],
            options: MessageOptions { map_entry: true, ..MessageOptions::default() },
            ..MessageDescriptor::default()
        }
    }

    fn field_options(&mut self, field: &mut FieldDescriptor<'a>, kind: &Type<'a>, place: Place) -> Step {
        let mut options = Options::default();
        self.next();
        loop {
            match self.word() {
                b"default" => self.default_option(field, kind)?,
                b"json_name" => self.json_name(&mut options, place)?,
                _ => self.option(Target::Field, &mut options)?,
            }
            if !self.token.is(b',') {
                break;
            }
            self.next();
        }
        self.symbol(b']', "expected `,` or `]` behind the option")?;
        field.options.packed = options.boolean(2);
        field.options.features = options.take_features();
        self.keep(options);
        Some(())
    }

    fn json_name(&mut self, options: &mut Options<'a>, place: Place) -> Step {
        let span = self.token.span();
        self.next();
        self.symbol(b'=', "expected `=` behind `json_name`")?;
        if self.token.kind != Kind::Text {
            self.error(self.token.span(), "expected the JSON name in quotes");
            return None;
        }
        let (name, value) = self.string();
        self.mark(&[10], span.to(value));
        if options.extra.json_name.is_some() {
            self.error(span, "`json_name` is set twice");
        }
        if place == Place::Extend {
            self.error_help(span, "an extension has no JSON name of its own", "leave `json_name` out");
        }
        if name.contains(&0) {
            self.error(value, "a JSON name holds no NUL");
        }
        options.extra.json_name = Some(lossy(name));
        Some(())
    }

    fn default_option(&mut self, field: &mut FieldDescriptor<'a>, kind: &Type<'a>) -> Step {
        let start = self.token.span();
        self.next();
        self.symbol(b'=', "expected `=` behind `default`")?;
        let value_start = self.token.span();
        let value = self.default_value(kind)?;
        let span = value_start.to(self.last);
        self.mark(&[7], span);
        if field.default.is_some() {
            self.error(start, "`default` is set twice");
        }
        if self.edition == PROTO3 {
            self.error_help(
                span,
                "proto3 has no defaults of its own choice",
                "leave `default` out, or use proto2 or an edition",
            );
        } else if field.label == Some(Label::Repeated) {
            self.error_help(span, "a repeated field has no default", "leave `default` out");
        } else if kind.kind == Some(FieldKind::Group) {
            self.error_help(span, "a message has no default", "leave `default` out");
        }
        field.default = Some(Box::new(value));
        Some(())
    }

    /// A default in the words of the descriptor. Names of values are checked when the type is known.
    fn default_value(&mut self, kind: &Type<'a>) -> Step<Text<'a>> {
        use FieldKind as K;
        let Some(scalar) = kind.kind else {
            return Some(self.raw_default());
        };
        match scalar {
            K::Group | K::Message | K::Enum => Some(self.raw_default()),
            K::Int32 | K::Sint32 | K::Sfixed32 => self.signed_default(1 << 31),
            K::Int64 | K::Sint64 | K::Sfixed64 => self.signed_default(1 << 63),
            K::Uint32 | K::Fixed32 => self.unsigned_default(u64::from(u32::MAX)),
            K::Uint64 | K::Fixed64 => self.unsigned_default(u64::MAX),
            K::Float => Some(Cow::Owned(literal::print_float(self.float_default()?))),
            K::Double => Some(Cow::Owned(literal::print_double(self.float_default()?))),
            K::Bool => match self.word() {
                b"true" | b"false" => self.name(""),
                _ => {
                    self.error(self.token.span(), "the default of a bool is `true` or `false`");
                    None
                }
            },
            K::String | K::Bytes if self.token.kind != Kind::Text => {
                self.error(self.token.span(), "the default of this field is a string in quotes");
                None
            }
            K::String => Some(lossy(self.string().0)),
            K::Bytes => Some(Cow::Owned(literal::escape_bytes(&self.string().0))),
        }
    }

    fn raw_default(&mut self) -> Text<'a> {
        let text = String::from_utf8_lossy(self.bytes());
        if self.token.kind != Kind::End {
            self.next();
        }
        text
    }

    fn signed_default(&mut self, most: u64) -> Step<Text<'a>> {
        let negative = self.token.is(b'-');
        if negative {
            self.next();
        }
        let value =
            self.integer(if negative { most } else { most - 1 }, "the default of this field is an integer")?;
        Some(Cow::Owned(if negative && value > 0 { format!("-{value}") } else { value.to_string() }))
    }

    fn unsigned_default(&mut self, most: u64) -> Step<Text<'a>> {
        if self.token.is(b'-') {
            self.error(self.token.span(), "the default of an unsigned field is not negative");
            self.next();
        }
        Some(Cow::Owned(self.integer(most, "the default of this field is an integer")?.to_string()))
    }

    fn float_default(&mut self) -> Step<f64> {
        let negative = self.token.is(b'-');
        if negative {
            self.next();
        }
        let value = match (self.token.kind, self.word()) {
            (Kind::Word, b"inf") => f64::INFINITY,
            (Kind::Word, b"nan") => f64::NAN,
            (Kind::Integer | Kind::Float, _) => literal::float(self.bytes()).unwrap_or_else(|| {
                self.error(
                    self.token.span(),
                    "the number is too large: hexadecimal and octal ones have 64 bits",
                );
                0.0
            }),
            _ => {
                self.error(self.token.span(), "the default of this field is a number, `inf` or `nan`");
                return None;
            }
        };
        self.next();
        Some(if negative { -value } else { value })
    }
}

/// `FooBarEntry` for `foo_bar`.
fn entry_name(field: &str) -> String {
    let mut name = String::with_capacity(field.len() + 5);
    let mut capital = true;
    for letter in field.chars() {
        if letter == '_' {
            capital = true;
        } else {
            name.push(if capital { letter.to_ascii_uppercase() } else { letter });
            capital = false;
        }
    }
    name + "Entry"
}
