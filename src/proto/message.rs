//! Messages: their bodies, oneofs, extension ranges and reserved parts, and what a message gets for its map and `optional` fields.
//!
//! Reads statements only; whether numbers and names go together is for `checks`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Span;
use super::lexer::Kind;
use super::options::{Extra, Options, Target};
use super::parser::EDITION_2023;
use super::parser::{PROTO3, Parser, Step, index, lossy};
use crate::schema::descriptor::{EnumDescriptor, FieldDescriptor, MessageDescriptor, OneofDescriptor, Text};

/// How deep messages may nest; `protoc` stops there too.
const MAX_DEPTH: u32 = 31;

/// Where `to max` leads in a range of field numbers, until the message is known to be a MessageSet or not.
pub(super) const TO_MAX: i32 = -1;

/// The largest field number.
pub(super) const MAX_NUMBER: i32 = 536_870_911;

/// What a field is declared in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Message,
    Oneof,
    Extend,
}

impl<'a> Parser<'a> {
    /// `message Name { … }`, pushed to the messages that stand under `step`.
    pub(super) fn message_statement(
        &mut self,
        messages: &mut Vec<MessageDescriptor<'a>>,
        step: i32,
        visibility: Option<bool>,
    ) -> Step {
        let start = self.token.span();
        self.next();
        let name = self.name("expected a message name")?;
        self.path.extend([step, index(messages.len())]);
        self.mark(&[1], self.last);
        let mut message = MessageDescriptor { name, ..MessageDescriptor::default() };
        let extra = Extra { visibility, ..Extra::default() };
        let done = self.message_body(&mut message, extra);
        self.mark(&[], start.to(self.last));
        self.leave();
        messages.push(message);
        done
    }

    /// `{ … }` of a message or group.
    pub(super) fn message_body(&mut self, message: &mut MessageDescriptor<'a>, extra: Extra<'a>) -> Step {
        if self.depth >= MAX_DEPTH {
            self.error_help(
                self.token.span(),
                "messages nest more than 31 deep",
                "declare the inner ones further out",
            );
            return None;
        }
        self.depth += 1;
        let mut options = Options::with_extra(extra);
        let done = self.block("message", |parser| parser.message_part(message, &mut options));
        self.depth -= 1;
        message.options.message_set_wire_format = options.boolean(1) == Some(true);
        message.options.map_entry = options.boolean(7) == Some(true);
        message.options.features = options.take_features();
        self.keep(options);
        resolve_ranges(message);
        if self.edition == PROTO3 {
            let oneofs = message.oneofs.len();
            add_synthetic_oneofs(message);
            self.declare(message.oneofs.len() - oneofs);
        }
        done
    }

    fn message_part(&mut self, message: &mut MessageDescriptor<'a>, options: &mut Options<'a>) -> Step {
        let visibility = self.visibility()?;
        match self.word() {
            b"message" => self.message_statement(&mut message.messages, 3, visibility),
            b"enum" => self.enum_statement(&mut message.enums, 4, visibility),
            b"extensions" => self.extensions(message),
            b"reserved" => self.reserved(message),
            b"extend" => self.extend(&mut message.extensions, &mut message.messages, [6, 3]),
            b"option" => self.option_statement(Target::Message, options),
            b"oneof" => self.oneof(message),
            _ => {
                self.path.extend([2, index(message.fields.len())]);
                let field = self.field(Place::Message, &mut message.messages, 3);
                self.leave();
                message.fields.push(field?);
                Some(())
            }
        }
    }

    fn oneof(&mut self, message: &mut MessageDescriptor<'a>) -> Step {
        let start = self.token.span();
        self.next();
        let name = self.name("expected a oneof name")?;
        let at = index(message.oneofs.len());
        self.path.extend([8, at]);
        self.mark(&[1], self.last);
        let mut options = Options::default();
        message.oneofs.push(OneofDescriptor { name, ..OneofDescriptor::default() });
        let done = self.members(message, at, &mut options);
        if let Some(oneof) = message.oneofs.last_mut() {
            oneof.features = options.take_features();
        }
        self.keep(options);
        self.mark(&[], start.to(self.last));
        self.leave();
        done
    }

    /// `{ … }` of a oneof: at least one member, and no lone semicolon.
    fn members(&mut self, message: &mut MessageDescriptor<'a>, at: i32, options: &mut Options<'a>) -> Step {
        self.symbol(b'{', "expected `{`")?;
        loop {
            if self.token.kind == Kind::End {
                self.error(self.token.span(), "the oneof is not closed: the file ends before its `}`");
                return None;
            }
            let done = if self.word() == b"option" {
                self.option_statement(Target::Oneof, options)
            } else {
                self.member(message, at)
            };
            if done.is_none() {
                self.skip_statement();
            }
            if self.token.is(b'}') {
                self.next();
                return Some(());
            }
        }
    }

    fn member(&mut self, message: &mut MessageDescriptor<'a>, at: i32) -> Step {
        let outer: [i32; 2] = [8, at];
        self.step_out();
        self.path.extend([2, index(message.fields.len())]);
        let field = self.field(Place::Oneof, &mut message.messages, 3);
        self.leave();
        self.path.extend(outer);
        message.fields.push(FieldDescriptor { oneof_index: Some(at), ..field? });
        Some(())
    }

    /// `extend Name { … }`; extensions stand under the first step, the messages of their groups under the second.
    pub(super) fn extend(
        &mut self,
        extensions: &mut Vec<FieldDescriptor<'a>>,
        messages: &mut Vec<MessageDescriptor<'a>>,
        steps: [i32; 2],
    ) -> Step {
        self.next();
        let (extendee, span) = self.message_type()?;
        let extendee = Some(Box::new(extendee));
        self.symbol(b'{', "expected `{`")?;
        loop {
            if self.token.kind == Kind::End {
                self.error(self.token.span(), "the extend block is not closed: the file ends before its `}`");
                return None;
            }
            self.path.extend([steps[0], index(extensions.len())]);
            self.mark(&[2], span);
            let field = self.field(Place::Extend, messages, steps[1]);
            self.leave();
            match field {
                Some(field) => extensions.push(FieldDescriptor { extendee: extendee.clone(), ..field }),
                None => self.skip_statement(),
            }
            if self.token.is(b'}') {
                self.next();
                return Some(());
            }
        }
    }

    fn extensions(&mut self, message: &mut MessageDescriptor<'a>) -> Step {
        let from = message.extension_ranges.len();
        self.next();
        loop {
            let start = self.token.span();
            let first = self.number("expected a field number or range")?;
            let last = self.range_end(first)?;
            self.mark(&[5, index(message.extension_ranges.len())], start.to(self.last));
            message.extension_ranges.push((first, last));
            if !self.token.is(b',') {
                break;
            }
            self.next();
        }
        let mut options = Options::default();
        if self.token.is(b'[') {
            self.path.extend([5, index(from)]);
            let done = self.option_list(Target::ExtensionRange, &mut options);
            self.leave();
            done?;
        }
        let extra = options.into_extra();
        if !extra.is_empty() {
            for at in from..message.extension_ranges.len() {
                self.extras.push(&self.path, &[5, index(at)], extra.clone());
            }
        }
        self.end_of_statement()
    }

    /// A field number of a range; larger ones than fields may have are checked later.
    fn number(&mut self, expected: &'static str) -> Step<i32> {
        let span = self.token.span();
        let value = self.integer(i32::MAX.unsigned_abs().into(), expected)?;
        let value = i32::try_from(value).unwrap_or(1);
        if value == i32::MAX {
            self.error(span, format!("a field number is at most {MAX_NUMBER}"));
            return Some(value - 1);
        }
        Some(value)
    }

    /// `to 9` or `to max`, or nothing; the end excluded.
    fn range_end(&mut self, first: i32) -> Step<i32> {
        if self.word() != b"to" {
            return Some(first + 1);
        }
        self.next();
        if self.word() == b"max" {
            self.next();
            return Some(TO_MAX);
        }
        Some(self.number("expected the last number of the range, or `max`")? + 1)
    }

    fn reserved(&mut self, message: &mut MessageDescriptor<'a>) -> Step {
        self.next();
        if matches!(self.token.kind, Kind::Text | Kind::Word) {
            return self.reserved_names(&mut message.reserved_names, 10);
        }
        let mut expected = "expected a field name or a range of field numbers";
        loop {
            let start = self.token.span();
            let first = self.number(expected)?;
            expected = "expected a range of field numbers";
            let last = self.range_end(first)?;
            self.mark(&[9, index(message.reserved_ranges.len())], start.to(self.last));
            message.reserved_ranges.push((first, last));
            if !self.token.is(b',') {
                return self.end_of_statement();
            }
            self.next();
        }
    }

    /// The names of a `reserved` statement: strings before editions, words since.
    pub(super) fn reserved_names(&mut self, names: &mut Vec<Text<'a>>, step: i32) -> Step {
        let editions = self.edition >= EDITION_2023;
        if editions != (self.token.kind == Kind::Word) {
            let (message, help) = if editions {
                ("reserved names are words since editions, not strings", "leave the quotes out")
            } else {
                ("reserved names are strings before editions, not words", "put quotes around the name")
            };
            self.error_help(self.token.span(), message, help);
            return None;
        }
        loop {
            let name = match self.token.kind {
                Kind::Word if editions => self.name("")?,
                Kind::Text if !editions => {
                    let (name, span) = self.string();
                    self.reserved_text(&name, span);
                    lossy(name)
                }
                _ => {
                    self.error(
                        self.token.span(),
                        if editions { "expected a name" } else { "expected a name in quotes" },
                    );
                    return None;
                }
            };
            self.mark(&[step, index(names.len())], self.last);
            names.push(name);
            if !self.token.is(b',') {
                return self.end_of_statement();
            }
            self.next();
        }
    }

    fn reserved_text(&mut self, name: &[u8], span: Span) {
        let good = name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !name.first().is_none_or(u8::is_ascii_digit);
        if !good {
            let message =
                format!("the reserved name \"{}\" can be no field's name", String::from_utf8_lossy(name));
            self.note(span, message);
        }
    }

    /// `enum Name { … }`, pushed to the enums that stand under `step`.
    pub(super) fn enum_statement(
        &mut self,
        enums: &mut Vec<EnumDescriptor<'a>>,
        step: i32,
        visibility: Option<bool>,
    ) -> Step {
        let start = self.token.span();
        self.next();
        let name = self.name("expected an enum name")?;
        self.path.extend([step, index(enums.len())]);
        self.mark(&[1], self.last);
        let mut declared = EnumDescriptor { name, ..EnumDescriptor::default() };
        let done = self.enum_body(&mut declared, Extra { visibility, ..Extra::default() });
        self.mark(&[], start.to(self.last));
        self.leave();
        enums.push(declared);
        done
    }
}

/// `max` means more in a MessageSet than elsewhere.
fn resolve_ranges(message: &mut MessageDescriptor<'_>) {
    let max = if message.options.message_set_wire_format { i32::MAX } else { MAX_NUMBER + 1 };
    for range in message.extension_ranges.iter_mut().chain(&mut message.reserved_ranges) {
        if range.1 == TO_MAX {
            range.1 = max;
        }
    }
}

/// Gives every `optional` field of proto3 a oneof of its own, behind the declared ones.
fn add_synthetic_oneofs(message: &mut MessageDescriptor<'_>) {
    if !message.fields.iter().any(|field| field.proto3_optional) {
        return;
    }
    let fields = message.fields.iter().map(|field| field.name.clone());
    let mut taken: HashSet<Text<'_>> =
        fields.chain(message.oneofs.iter().map(|oneof| oneof.name.clone())).collect();
    for at in 0..message.fields.len() {
        let field = &message.fields[at];
        if !field.proto3_optional {
            continue;
        }
        let mut name =
            if field.name.starts_with('_') { field.name.to_string() } else { format!("_{}", field.name) };
        while taken.contains(&*name) {
            name.insert(0, 'X');
        }
        taken.insert(Cow::Owned(name.clone()));
        let index = index(message.oneofs.len());
        message.oneofs.push(OneofDescriptor { name: Cow::Owned(name), ..OneofDescriptor::default() });
        message.fields[at].oneof_index = Some(index);
    }
}
