//! Extensions: whom they extend, under which number, and as declared.

use std::collections::HashSet;

use super::Walk;
use super::fields::{Meant, type_facet};
use super::inherit::Inherited;
use super::resolve::Seek;
use super::symbols::{Id, What};
use crate::proto::aggregate::is_name;
use crate::proto::options::{Declaration, Extra};
use crate::proto::parser::{PROTO3, index};
use crate::schema::descriptor::{FieldDescriptor, Kind, Label, MessageDescriptor};

/// The messages that proto3 may extend.
const OPTIONS: [&str; 10] = [
    "google.protobuf.FileOptions",
    "google.protobuf.MessageOptions",
    "google.protobuf.FieldOptions",
    "google.protobuf.OneofOptions",
    "google.protobuf.ExtensionRangeOptions",
    "google.protobuf.EnumOptions",
    "google.protobuf.EnumValueOptions",
    "google.protobuf.ServiceOptions",
    "google.protobuf.MethodOptions",
    "google.protobuf.StreamOptions",
];

impl<'s, 'a> Walk<'s, 'a> {
    pub(super) fn extension(&mut self, field: &'s FieldDescriptor<'a>, scope: Id, outer: &Inherited) {
        self.field(field, None, scope, outer);
        let Some(name) = &field.extendee else {
            return;
        };
        let Some(found) = self.lookup(name, scope, Seek::Any, &[2]) else {
            return;
        };
        let Some(id) = self.expect_message(found, name, &[2]) else {
            return;
        };
        let What::Message(extendee) = self.symbols.node(id).what else {
            return;
        };
        let full_name = self.symbols.full_name(id);
        if self.edition() == PROTO3 && !OPTIONS.contains(&&*full_name) {
            let help =
                "proto3 has no extensions but custom options; use a field of type `google.protobuf.Any`";
            self.error(&[2], format!("proto3 cannot extend `{full_name}`"), Some(help));
        }
        if self.is_lite(self.at) && !self.is_lite(self.symbols.node(id).file) {
            self.error(
                &[2],
                format!("a file for the lite runtime cannot extend `{full_name}`, which is not"),
                None,
            );
        }
        let Some(range) =
            extendee.extension_ranges.iter().position(|range| (range.0..range.1).contains(&field.number))
        else {
            let text = format!("`{full_name}` has no room for an extension with the number {}", field.number);
            self.error_with(&[3], text, room(extendee));
            return;
        };
        if !self.extension_numbers.insert((id, field.number)) {
            let text = format!("`{full_name}` has an extension with the number {} already", field.number);
            self.error(&[3], text, Some("take another number"));
        }
        if extendee.options.message_set_wire_format {
            let features = outer.with(&field.options.features, None);
            let delimited = field.kind == Some(Kind::Group) || features.encoding == 2;
            let message = matches!(self.meaning_again(field, scope), Meant::Message(..));
            if !message || delimited || field.label != Some(Label::Optional) {
                self.error(&type_facet(field), "the extension of a MessageSet is an optional message", None);
            }
        }
        // What `descriptor.proto` declares for its options binds nobody.
        if self.files[self.symbols.node(id).file].file.name != "google/protobuf/descriptor.proto" {
            self.as_declared(field, scope, id, range);
        }
    }

    /// What a field's type means, without saying so again where it means nothing.
    fn meaning_again(&self, field: &FieldDescriptor<'_>, scope: Id) -> Meant<'s, 'a> {
        let found = field
            .type_name
            .as_ref()
            .and_then(|name| self.find(name, scope, Seek::Types))
            .and_then(super::resolve::Found::id);
        match found.map(|id| (id, self.symbols.node(id).what)) {
            Some((id, What::Message(message))) => Meant::Message(id, message),
            Some((_, What::Enum { declared, closed })) => Meant::Enum { declared, closed },
            _ => field.kind.map_or(Meant::Unknown, Meant::Scalar),
        }
    }

    /// Holds an extension against the declarations of its range.
    fn as_declared(&mut self, field: &FieldDescriptor<'_>, scope: Id, extendee: Id, range: usize) {
        let Some(extra) = self.range_extra(extendee, range) else {
            return;
        };
        let full_name = format!(".{}", self.full_name_of(field, scope));
        let Some(declared) = extra.declarations.iter().find(|declared| declared.number == Some(field.number))
        else {
            if !extra.declarations.is_empty() || extra.number(3) == Some(0) {
                let text =
                    format!("the range does not declare an extension with the number {}", field.number);
                self.error(&[2], text, Some("declare it in the options of the range, or split the range"));
            }
            return;
        };
        if declared.reserved {
            self.error(
                &[3],
                format!("the range reserves the number {}", field.number),
                Some("take another number"),
            );
            return;
        }
        if declared.full_name.as_ref().is_some_and(|name| **name != *full_name) {
            let name = declared.full_name.as_deref().unwrap_or_default();
            self.error(
                &[2],
                format!("the range declares the number {} for `{name}`", field.number),
                Some("take another number"),
            );
        }
        if declared.repeated != (field.label == Some(Label::Repeated)) {
            let text = if declared.repeated {
                "the range declares a repeated extension"
            } else {
                "the range declares an extension that is not repeated"
            };
            self.error(&[2], text, None);
        }
        let kind = self.type_as_declared(field, scope);
        if let (Some(wanted), Some(kind)) = (&declared.kind, kind)
            && **wanted != *kind
        {
            self.error(
                &[2],
                format!("the range declares an extension of type `{wanted}`"),
                Some("change the type, or the declaration"),
            );
        }
    }

    fn full_name_of(&self, field: &FieldDescriptor<'_>, scope: Id) -> String {
        let scope = self.symbols.full_name(scope);
        if scope.is_empty() { field.name.to_string() } else { format!("{scope}.{}", field.name) }
    }

    fn type_as_declared(&self, field: &FieldDescriptor<'_>, scope: Id) -> Option<String> {
        if let Some(name) = &field.type_name {
            let id = self.find(name, scope, Seek::Types)?.id()?;
            return Some(format!(".{}", self.symbols.full_name(id)));
        }
        Some(field.kind?.name().to_ascii_lowercase())
    }

    /// The options of a range of a message of any file.
    fn range_extra(&self, message: Id, range: usize) -> Option<&'s Extra<'a>> {
        let file = self.symbols.node(message).file;
        let extras = &self.files[file].extras;
        if extras.is_empty() {
            return None;
        }
        let mut path = self.path_of(message)?;
        path.extend([5, index(range)]);
        extras.get(&path)
    }

    /// The path of a message in its file.
    pub(super) fn path_of(&self, message: Id) -> Option<Vec<i32>> {
        let node = self.symbols.node(message);
        let What::Message(wanted) = node.what else {
            return None;
        };
        let parent = self.symbols.node(node.parent);
        let (mut path, step, list) = match parent.what {
            What::Message(parent) => (self.path_of(node.parent)?, 3, &parent.messages),
            _ => (Vec::new(), 4, &self.files[node.file].file.messages),
        };
        let at = list.iter().position(|message| std::ptr::eq(message, wanted))?;
        path.extend([step, index(at)]);
        Some(path)
    }

    /// What the declarations of a message's ranges get wrong by themselves.
    pub(super) fn declarations(&mut self, message: &MessageDescriptor<'_>) {
        let mut names: HashSet<&str> = HashSet::new();
        for (at, &range) in message.extension_ranges.iter().enumerate() {
            let path = [&*self.path, &[5, index(at)]].concat();
            let Some(extra) = self.parsed().extras.get(&path) else {
                continue;
            };
            if !extra.declarations.is_empty() && extra.number(3) == Some(1) {
                let help = "leave `verification` out, or the declarations";
                self.error(&[5, index(at)], "a range with declarations is not `UNVERIFIED`", Some(help));
            }
            let mut numbers = HashSet::new();
            for declared in &extra.declarations {
                let number = declared.number.unwrap_or(0);
                if !(range.0..range.1).contains(&number) {
                    self.error(
                        &[5, index(at)],
                        format!("the declared number {number} is not in the range"),
                        None,
                    );
                }
                if !numbers.insert(number) {
                    self.error(&[5, index(at)], format!("the number {number} is declared twice"), None);
                }
                self.declaration(at, declared);
                if let Some(name) = &declared.full_name
                    && !names.insert(name)
                {
                    self.error(&[5, index(at)], format!("the name `{name}` is declared twice"), None);
                }
            }
        }
    }

    fn declaration(&mut self, at: usize, declared: &Declaration<'_>) {
        let facet = [5, index(at)];
        let both = declared.full_name.is_some() && declared.kind.is_some();
        let neither = declared.full_name.is_none() && declared.kind.is_none();
        if !(both || neither && declared.reserved) {
            self.error(
                &facet,
                "a declaration has both `full_name` and `type`",
                Some("or `reserved: true` instead"),
            );
        }
        if declared.full_name.as_ref().is_some_and(|name| !name.starts_with('.')) {
            self.error(&facet, "the `full_name` of a declaration starts with a dot", None);
        }
        let names = [&declared.full_name, &declared.kind].into_iter().flatten();
        if names.clone().any(|name| name.starts_with('.') && !name.split('.').skip(1).all(is_name)) {
            self.error(&facet, "a name of a declaration has a part that is no name", None);
        }
        if let Some(kind) = &declared.kind {
            let scalar = Kind::ALL
                .iter()
                .any(|known| !known.is_message() && known.name().to_ascii_lowercase() == **kind);
            if !kind.starts_with('.') && !scalar {
                self.error(
                    &facet,
                    "the `type` of a declaration is a scalar type, or starts with a dot",
                    None,
                );
            }
        }
    }
}

fn room(extendee: &MessageDescriptor<'_>) -> String {
    if extendee.extension_ranges.is_empty() {
        return "it declares no `extensions`".into();
    }
    let ranges: Vec<_> = extendee
        .extension_ranges
        .iter()
        .take(4)
        .map(|range| format!("{} to {}", range.0, range.1 - 1))
        .collect();
    format!("its extensions have the numbers {}", ranges.join(", "))
}
