//! Fields: what their types mean, and what label, default, options and features get wrong with them.

use super::Walk;
use super::inherit::{Inherited, own};
use super::resolve::Seek;
use super::style::Case;
use super::symbols::{Id, What};
use crate::proto::message::MAX_NUMBER;
use crate::proto::parser::{EDITION_2024, PROTO3};
use crate::schema::descriptor::{EnumDescriptor, FieldDescriptor, Kind, Label, MessageDescriptor};

/// What a field's type turned out to be.
#[derive(Clone, Copy)]
pub(super) enum Meant<'s, 'a> {
    Scalar(Kind),
    Message(Id, &'s MessageDescriptor<'a>),
    Enum { declared: &'s EnumDescriptor<'a>, closed: bool },
    Unknown,
}

impl<'s, 'a> Walk<'s, 'a> {
    /// A field or extension; `message` is the one that it is a field of.
    pub(super) fn field(
        &mut self,
        field: &'s FieldDescriptor<'a>,
        message: Option<&'s MessageDescriptor<'a>>,
        scope: Id,
        outer: &Inherited,
    ) {
        let entry = message.is_some_and(|message| message.options.map_entry);
        let features = outer.with(&field.options.features, self.extra());
        self.style(&features, Case::LowerSnake, "field", &field.name, &[1]);
        self.field_number(field, message.is_none());
        let meant = self.meaning(field, scope);
        self.field_type(field, entry, meant);
        self.default(field, meant, &features);
        self.field_options(field, meant, &features);
        if !self.is_legacy() && !entry && !field.options.features.as_bytes().is_empty() {
            self.own_features(field, message.is_none(), meant);
        }
        self.openness(field, entry, meant, &features);
        self.feature_support();
    }

    fn field_number(&mut self, field: &FieldDescriptor<'_>, extension: bool) {
        if field.number <= 0 {
            self.error(&[3], "field numbers start at 1", Some("take a number that no field has"));
        } else if field.number > MAX_NUMBER && !extension {
            self.error(&[3], format!("field numbers end at {MAX_NUMBER}"), Some("take a smaller number"));
        } else if (19_000..20_000).contains(&field.number) {
            self.error(
                &[3],
                "the numbers 19000 to 19999 belong to Protobuf itself",
                Some("take another number"),
            );
        }
    }

    fn meaning(&mut self, field: &'s FieldDescriptor<'a>, scope: Id) -> Meant<'s, 'a> {
        let Some(name) = &field.type_name else {
            return field.kind.map_or(Meant::Unknown, Meant::Scalar);
        };
        let Some(found) = self.lookup(name, scope, Seek::Types, &[6]) else {
            return Meant::Unknown;
        };
        match (found.id(), found.what(self.symbols)) {
            (Some(id), What::Message(message)) => {
                self.visible(id, &[6]);
                Meant::Message(id, message)
            }
            (Some(id), What::Enum { declared, closed }) => {
                self.visible(id, &[6]);
                Meant::Enum { declared, closed }
            }
            _ => {
                self.error(&[6], format!("`{name}` is no type"), Some("name a message or an enum"));
                Meant::Unknown
            }
        }
    }

    fn field_type(&mut self, field: &FieldDescriptor<'_>, entry: bool, meant: Meant<'s, 'a>) {
        let key = entry && field.number == 1;
        let help = Some("keys are of an integer type, `bool` or `string`");
        match meant {
            Meant::Message(..) | Meant::Enum { .. } if key => {
                // At the map field, which the entry stands for.
                let field = self.path.split_off(self.path.len() - 2);
                self.error(&[], "the key of a map is no message and no enum", help);
                self.path.extend(field);
            }
            Meant::Enum { declared, .. }
                if entry && declared.values.first().is_some_and(|first| first.number != 0) =>
            {
                let text = format!(
                    "the values of a map are of an enum that starts with 0, and `{}` does not",
                    declared.name
                );
                let field = self.path.split_off(self.path.len() - 2);
                self.error(&[], text, Some("put a value with the number 0 first"));
                self.path.extend(field);
            }
            Meant::Message(id, message) if message.options.map_entry && field.kind != Some(Kind::Message) => {
                let text =
                    format!("`{}` is the entry of a map and no type for fields", self.symbols.full_name(id));
                self.error(&[6], text, Some("write `map<Key, Value>`, or declare a message"));
            }
            _ => {}
        }
    }

    fn default(&mut self, field: &FieldDescriptor<'_>, meant: Meant<'s, 'a>, features: &Inherited) {
        let Some(default) = &field.default else {
            return;
        };
        match meant {
            Meant::Message(..) => self.error(&[7], "a message has no default", Some("leave `default` out")),
            Meant::Enum { declared, .. } if !declared.values.iter().any(|value| value.name == **default) => {
                let names: Vec<&str> = declared.values.iter().take(8).map(|value| &*value.name).collect();
                let text = format!("the enum `{}` has no value `{default}`", declared.name);
                self.error_with(
                    &[7],
                    text,
                    format!("the default is the name of a value: {}", names.join(", ")),
                );
            }
            _ => {}
        }
        let implicit = features.presence == 2 && field.oneof_index.is_none() && field.extendee.is_none();
        if implicit && !self.is_legacy() {
            let help = "leave `default` out, or write `features.field_presence = EXPLICIT`";
            self.error(&[1], "a field with implicit presence has no default of its own choice", Some(help));
        }
    }

    fn field_options(&mut self, field: &FieldDescriptor<'_>, meant: Meant<'s, 'a>, features: &Inherited) {
        let Some(extra) = self.extra() else {
            return;
        };
        // `protoc` points at the type in all of these.
        let at = type_facet(field);
        let packable = is_packable(meant);
        if field.options.packed.is_some() && !self.is_legacy() {
            let help = "write `features.repeated_field_encoding = PACKED` or `EXPANDED`";
            self.error(&[1], "editions have no option `packed`", Some(help));
        } else if field.options.packed == Some(true) && !(packable && field.label == Some(Label::Repeated)) {
            self.error(&at, "only repeated numbers, bools and enums are packed", Some("leave `packed` out"));
        }
        let delimited = field.kind == Some(Kind::Group) || features.encoding == 2 && !is_map(field, meant);
        let lazy = extra.on(5) || extra.on(15);
        if lazy && (delimited || !matches!(meant, Meant::Message(..) | Meant::Unknown)) {
            self.error(&at, "only messages are parsed lazily", Some("leave `lazy` out"));
        }
        let long = [Kind::Int64, Kind::Uint64, Kind::Sint64, Kind::Fixed64, Kind::Sfixed64];
        if extra.number(6).is_some_and(|kind| kind != 0)
            && !matches!(meant, Meant::Scalar(kind) if long.contains(&kind))
        {
            self.error(&at, "`jstype` is for integers of 64 bits", Some("leave `jstype` out"));
        }
        if extra.number(1).is_some() && self.edition() >= EDITION_2024 {
            let help = "write `features.(pb.cpp).string_type = VIEW`, `CORD` or `STRING`";
            self.error(&at, "edition 2024 has no option `ctype`", Some(help));
        }
    }

    /// What a field's own features get wrong with its label and type.
    fn own_features(&mut self, field: &FieldDescriptor<'_>, extension: bool, meant: Meant<'s, 'a>) {
        let features = &field.options.features;
        let repeated = field.label == Some(Label::Repeated);
        let map = is_map(field, meant);
        if let Some(presence) = own(features, 1) {
            let wrong = if repeated {
                Some("a repeated field has no presence to choose")
            } else if field.oneof_index.is_some() {
                Some("a member of a oneof has no presence to choose")
            } else if extension {
                Some("an extension has no presence to choose")
            } else if presence == 2 && matches!(meant, Meant::Message(..)) {
                Some("a message field cannot have implicit presence")
            } else {
                None
            };
            if let Some(wrong) = wrong {
                self.error(&[1], wrong, Some("leave `features.field_presence` out"));
            }
        }
        if let Some(encoding) = own(features, 3) {
            let packable = is_packable(meant);
            if !repeated || encoding == 1 && !packable {
                let help = Some("leave `features.repeated_field_encoding` out");
                self.error(&[1], "only repeated numbers, bools and enums are packed", help);
            }
        }
        if own(features, 4).is_some() && !holds_text(meant) {
            self.error(&[1], "only strings are validated", Some("leave `features.utf8_validation` out"));
        }
        if own(features, 5).is_some() && (map || !matches!(meant, Meant::Message(..) | Meant::Unknown)) {
            self.error(
                &[1],
                "only messages are length-prefixed or delimited",
                Some("leave `features.message_encoding` out"),
            );
        }
    }

    /// Where closed enums cannot be used.
    fn openness(
        &mut self,
        field: &FieldDescriptor<'_>,
        entry: bool,
        meant: Meant<'s, 'a>,
        features: &Inherited,
    ) {
        let Meant::Enum { declared, closed: true } = meant else {
            return;
        };
        if entry && field.number == 1 {
            return;
        }
        if self.edition() == PROTO3 {
            let text = format!("a field of proto3 cannot be of the closed enum `{}`", declared.name);
            self.error(&[6], text, Some("enums of proto2 are closed; declare an open one"));
        } else if !self.is_legacy()
            && features.presence == 2
            && field.label != Some(Label::Repeated)
            && field.oneof_index.is_none()
            && field.extendee.is_none()
        {
            let text =
                format!("a field with implicit presence cannot be of the closed enum `{}`", declared.name);
            self.error(&[1], text, Some("write `features.field_presence = EXPLICIT`, or open the enum"));
        }
    }
}

/// Whether a field is written as a map.
fn is_map(field: &FieldDescriptor<'_>, meant: Meant<'_, '_>) -> bool {
    matches!(meant, Meant::Message(_, message) if message.options.map_entry)
        && field.kind == Some(Kind::Message)
}

/// Whether strings are a field's values, or a map's keys or values.
fn holds_text(meant: Meant<'_, '_>) -> bool {
    match meant {
        Meant::Scalar(kind) => kind == Kind::String,
        Meant::Message(_, message) => {
            message.options.map_entry && message.fields.iter().any(|part| part.kind == Some(Kind::String))
        }
        Meant::Unknown => true,
        Meant::Enum { .. } => false,
    }
}

/// Whether repeated values of a type may be packed.
fn is_packable(meant: Meant<'_, '_>) -> bool {
    match meant {
        Meant::Scalar(kind) => kind.is_packable(),
        Meant::Enum { .. } | Meant::Unknown => true,
        Meant::Message(..) => false,
    }
}

/// The facet under which a field's type stands.
pub(super) fn type_facet(field: &FieldDescriptor<'_>) -> [i32; 1] {
    [if field.type_name.is_some() { 6 } else { 5 }]
}
