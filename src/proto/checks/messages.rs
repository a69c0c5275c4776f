//! Messages: their numbers, reserved parts, ranges, JSON names, and what they hold.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::Walk;
use super::inherit::Inherited;
use super::numbers::Ranges;
use super::style::Case;
use super::symbols::Id;
use crate::proto::message::MAX_NUMBER;
use crate::proto::parser::{PROTO3, index};
use crate::schema::descriptor::{FieldDescriptor, MessageDescriptor, Text};

/// The number of `deprecated_legacy_json_field_conflicts`.
const LEGACY_JSON: i32 = 11;

impl<'s, 'a> Walk<'s, 'a> {
    /// A message and all in it; `top` where it stands in no other.
    pub(super) fn message(
        &mut self,
        message: &'s MessageDescriptor<'a>,
        scope: Id,
        outer: &Inherited,
        top: bool,
    ) {
        let own = self.symbols.message(self.at, self.entered);
        self.entered += 1;
        let features = outer.with(&message.options.features, self.extra());
        if !message.options.map_entry {
            self.style(&features, Case::Title, "message", &message.name, &[1]);
        }
        self.message_options(message);
        self.strict_visibility(message, &features, top);
        self.numbers(message);
        self.reserved_names(message);
        self.extension_ranges(message);
        self.json_names(message, &features);
        let oneofs = self.oneofs(message, &features);
        for (at, field) in message.fields.iter().enumerate() {
            let outer =
                field.oneof_index.and_then(|at| oneofs.get(usize::try_from(at).ok()?)).unwrap_or(&features);
            self.inside(2, at, |walk| walk.field(field, Some(message), own, outer));
        }
        for (at, nested) in message.messages.iter().enumerate() {
            self.inside(3, at, |walk| walk.message(nested, own, &features, false));
        }
        for (at, declared) in message.enums.iter().enumerate() {
            self.inside(4, at, |walk| walk.enumeration(declared, &features));
        }
        for (at, extension) in message.extensions.iter().enumerate() {
            self.inside(6, at, |walk| walk.extension(extension, own, &features));
        }
        let _ = scope;
    }

    fn message_options(&mut self, message: &MessageDescriptor<'_>) {
        if message.options.message_set_wire_format {
            if self.edition() == PROTO3 {
                self.error(&[7, 1], "proto3 has no MessageSets", Some("leave `message_set_wire_format` out"));
            }
            for at in 0..message.fields.len() {
                let help = "declare them as extensions of it";
                self.error(&[2, index(at), 1], "a MessageSet has no fields of its own", Some(help));
            }
        }
        if self.extra().is_some_and(|extra| extra.number(7).is_some()) {
            self.error(
                &[7, 7],
                "`map_entry` is set by compilers only",
                Some("write a field `map<Key, Value> name = 1;`"),
            );
        }
    }

    /// What strict visibility allows to be exported.
    fn strict_visibility(&mut self, message: &MessageDescriptor<'_>, features: &Inherited, top: bool) {
        if self.symbols.visibility[self.at] != 4 {
            return;
        }
        let own = self.extra().and_then(|extra| extra.visibility);
        if own == Some(true) && !top {
            self.error(
                &[],
                "with strict visibility a nested message cannot be exported",
                Some("move it out of its message"),
            );
        }
        let namespace = own != Some(true) && top && message.reserved_ranges == [(1, MAX_NUMBER + 1)];
        for at in 0..message.enums.len() {
            let path = [&*self.path, &[4, index(at)]].concat();
            let exported = self.parsed().extras.get(&path).and_then(|extra| extra.visibility) == Some(true);
            if exported && !namespace {
                let help = "move it out, or make the message a namespace: `local message Name { export enum …  reserved 1 to max; }`";
                self.error(
                    &[4, index(at)],
                    "with strict visibility a nested enum cannot be exported",
                    Some(help),
                );
            }
        }
        let _ = features;
    }

    fn numbers(&mut self, message: &MessageDescriptor<'_>) {
        let mut order: Vec<(i32, usize)> =
            message.fields.iter().enumerate().map(|(at, field)| (field.number, at)).collect();
        if !order.is_sorted_by(|a, b| a.0 < b.0) {
            order.sort_unstable();
            let mut first = 0;
            for at in 1..order.len() {
                if order[at].0 == order[first].0 {
                    let earlier = &message.fields[order[first].1].name;
                    let text = format!("the field `{earlier}` has the number {} already", order[at].0);
                    self.error(
                        &[2, index(order[at].1), 3],
                        text,
                        Some("give every field of a message its own number"),
                    );
                } else {
                    first = at;
                }
            }
        }
        if !message.reserved_ranges.is_empty() {
            self.reserved_numbers(message);
        }
        if message.oneofs.is_empty() {
            return;
        }
        let mut used = vec![false; message.oneofs.len()];
        for at in message.fields.iter().filter_map(|field| field.oneof_index) {
            if let Some(used) = usize::try_from(at).ok().and_then(|at| used.get_mut(at)) {
                *used = true;
            }
        }
        for at in used.iter().enumerate().filter(|used| !used.1).map(|used| used.0) {
            self.error(&[8, index(at)], "a oneof has at least one member", Some("leave the oneof out"));
        }
    }

    fn reserved_numbers(&mut self, message: &MessageDescriptor<'_>) {
        for (at, range) in message.reserved_ranges.iter().enumerate() {
            if range.0 <= 0 {
                self.error(&[9, index(at)], "reserved numbers start at 1", None);
            }
            if range.1 <= range.0 {
                self.error(
                    &[9, index(at)],
                    "the range ends before it starts",
                    Some("write the smaller number first"),
                );
            }
        }
        let ranges = ranges_of(&message.reserved_ranges);
        for (later, earlier) in ranges.overlaps() {
            let again = shown(message.reserved_ranges[later]);
            self.error(
                &[9, index(earlier)],
                format!("some of these numbers are reserved again: {again}"),
                Some("reserve every number once"),
            );
        }
        for field in &message.fields {
            // `protoc` points at the range.
            if let Some(at) = ranges.holding(field.number) {
                let help = "reserved numbers belonged to fields that are gone; give the field one that was never used";
                let text =
                    format!("the number {} of the field `{}` is reserved here", field.number, field.name);
                self.error(&[9, index(at)], text, Some(help));
            }
        }
    }

    fn reserved_names(&mut self, message: &MessageDescriptor<'_>) {
        if message.reserved_names.is_empty() {
            return;
        }
        let mut names: HashSet<&str> = HashSet::new();
        for name in &message.reserved_names {
            if !names.insert(name) {
                self.error(&[1], format!("the name `{name}` is reserved twice"), None);
            }
        }
        for (at, field) in message.fields.iter().enumerate() {
            if names.contains(&*field.name) {
                let help = "reserved names belonged to fields that are gone; choose another";
                self.error(&[2, index(at), 1], format!("the name `{}` is reserved", field.name), Some(help));
            }
        }
    }

    fn extension_ranges(&mut self, message: &MessageDescriptor<'_>) {
        if message.extension_ranges.is_empty() {
            return;
        }
        if self.edition() == PROTO3 {
            self.error(
                &[5, 0],
                "a message of proto3 has no extensions",
                Some("use a field of type `google.protobuf.Any`"),
            );
        }
        let max = if message.options.message_set_wire_format { i32::MAX } else { MAX_NUMBER + 1 };
        for (at, range) in message.extension_ranges.iter().enumerate() {
            if range.0 <= 0 {
                self.error(&[5, index(at)], "extension numbers start at 1", None);
            }
            if range.1 <= range.0 {
                self.error(
                    &[5, index(at)],
                    "the range ends before it starts",
                    Some("write the smaller number first"),
                );
            }
            if range.1 > max {
                self.error(
                    &[5, index(at)],
                    format!("extension numbers end at {}", max - 1),
                    Some("write `to max`"),
                );
            }
        }
        let ranges = ranges_of(&message.extension_ranges);
        for (later, earlier) in ranges.overlaps() {
            let again = shown(message.extension_ranges[later]);
            self.error(
                &[5, index(earlier)],
                format!("some of these numbers are for extensions again: {again}"),
                Some("declare every range once"),
            );
        }
        for field in &message.fields {
            if let Some(at) = ranges.holding(field.number) {
                let text = format!("the range for extensions holds the number of the field `{}`", field.name);
                self.error(&[5, index(at)], text, Some("leave the field's number out of the range"));
            }
        }
        let reserved = ranges_of(&message.reserved_ranges);
        for (at, range) in message.extension_ranges.iter().enumerate() {
            if let Some(other) = reserved.overlapping(range.0.into(), range.1.into()) {
                let other = shown(message.reserved_ranges[other]);
                self.error(
                    &[5, index(at)],
                    format!("the range for extensions holds reserved numbers: {other}"),
                    Some("leave them out of the range"),
                );
            }
        }
        self.declarations(message);
    }

    fn oneofs(&mut self, message: &MessageDescriptor<'_>, features: &Inherited) -> Vec<Inherited> {
        let mut all = Vec::new();
        for (at, oneof) in message.oneofs.iter().enumerate() {
            self.inside(8, at, |walk| {
                let features = features.with(&oneof.features, walk.extra());
                walk.style(&features, Case::LowerSnake, "oneof", &oneof.name, &[1]);
                all.push(features);
            });
        }
        all
    }

    fn json_names(&mut self, message: &'s MessageDescriptor<'a>, features: &Inherited) {
        let extras = !self.parsed().extras.is_empty();
        let customs: Vec<Option<&Text<'a>>> = if extras {
            (0..message.fields.len()).map(|at| self.json_name(at)).collect()
        } else {
            Vec::new()
        };
        let custom = |at: usize| customs.get(at).copied().flatten();
        let any_custom = customs.iter().any(Option::is_some);
        if any_custom {
            for at in 0..message.fields.len() {
                if custom(at).is_some_and(|name| name.starts_with('[') && name.ends_with(']')) {
                    self.error(
                        &[2, index(at), 1],
                        "a JSON name in brackets is an extension's",
                        Some("leave the brackets out"),
                    );
                }
            }
        }
        if !any_custom && !message.fields.iter().any(|field| field.name.contains('_')) {
            return;
        }
        let legacy_option = self.extra().is_some_and(|extra| extra.on(LEGACY_JSON));
        if legacy_option {
            return;
        }
        let strict = features.json == 1;
        let defaults: Vec<Cow<'_, str>> =
            message.fields.iter().map(|field| default_json_name(&field.name)).collect();
        let mut seen: HashMap<&str, usize> = HashMap::with_capacity(defaults.len());
        for (at, name) in defaults.iter().enumerate() {
            let first = *seen.entry(name).or_insert(at);
            if first != at && strict {
                self.json_clash(message, at, first, name);
            }
        }
        if !any_custom {
            return;
        }
        let mut seen: HashMap<&str, usize> = HashMap::with_capacity(defaults.len());
        for (at, default) in defaults.iter().enumerate() {
            let name = custom(at).map_or(&**default, |name| name);
            let first = *seen.entry(name).or_insert(at);
            let both = custom(at).is_some() && custom(first).is_some();
            let one = custom(at).is_some() || custom(first).is_some();
            if first != at && (both || one && strict) {
                self.json_clash(message, at, first, name);
            }
        }
    }

    fn json_name(&self, at: usize) -> Option<&'s Text<'a>> {
        let path = [&*self.path, &[2, index(at)]].concat();
        self.parsed().extras.get(&path)?.json_name.as_ref()
    }

    fn json_clash(&mut self, message: &MessageDescriptor<'_>, at: usize, first: usize, name: &str) {
        let field = |at: usize| message.fields.get(at).map_or("", |field: &FieldDescriptor<'_>| &field.name);
        let text = format!("`{}` has the JSON name \"{name}\", which `{}` has too", field(at), field(first));
        self.error(
            &[2, index(at), 1],
            text,
            Some("rename one of the fields, or give it its own `json_name`"),
        );
    }
}

/// A range as it is written.
fn shown(range: (i32, i32)) -> String {
    let last = range.1.saturating_sub(1);
    if last == range.0 { last.to_string() } else { format!("{} to {last}", range.0) }
}

fn ranges_of(ranges: &[(i32, i32)]) -> Ranges {
    Ranges::new(ranges.iter().map(|range| (range.0.into(), range.1.into())))
}

/// `fooBar` for `foo_bar`.
fn default_json_name(field: &str) -> Cow<'_, str> {
    if !field.contains('_') {
        return Cow::Borrowed(field);
    }
    let mut name = String::with_capacity(field.len());
    let mut capital = false;
    for letter in field.chars() {
        if letter == '_' {
            capital = true;
        } else {
            name.push(if capital { letter.to_ascii_uppercase() } else { letter });
            capital = false;
        }
    }
    Cow::Owned(name)
}
