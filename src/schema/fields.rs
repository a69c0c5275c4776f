//! A field's effective facts: type, cardinality, presence, default (contract, section 6).

use super::descriptor::{FieldDescriptor, Kind, Label, MessageDescriptor};
use super::features::{self, Features, Language};
use super::link::{Fault, Linker, inner_scope};
use super::names::{Meaning, Symbol};
use super::{Default, Field, Oneof, Target};

/// What a field takes over from its file besides features.
#[derive(Clone, Copy)]
pub(super) struct FieldLinker {
    pub(super) language: Language,
    /// The file imports nothing, so that the runtime does not look at `(pb.java).legacy_closed_enum`.
    pub(super) ignores_legacy: bool,
}

/// A message's oneofs without their members, and room for its fields.
pub(super) fn oneofs(message: &MessageDescriptor<'_>) -> Result<(Vec<Oneof>, Vec<Field>), Fault> {
    let mut members = vec![(0u32, false); message.oneofs.len()];
    for field in &message.fields {
        if let Some(oneof) = member_of(message, field)? {
            let (count, optional) = &mut members[oneof as usize];
            *count += 1;
            *optional = field.proto3_optional;
        }
    }
    let synthetic = |at: usize| members[at] == (1, true);
    if let Some(at) = (1..members.len()).find(|at| synthetic(at - 1) && !synthetic(*at)) {
        let [before, real] = [&message.oneofs[at - 1].name, &message.oneofs[at].name];
        return Err(format!("oneof {real} of {} stands behind the synthetic oneof {before}", message.name));
    }
    let oneofs = (0..).zip(&message.oneofs).map(|(at, oneof)| Oneof {
        name: oneof.name.as_ref().into(),
        members: Vec::new(),
        synthetic: synthetic(at),
        features: features::unsupported(oneof.features.as_bytes()),
    });
    Ok((oneofs.collect(), Vec::with_capacity(message.fields.len())))
}

fn member_of(message: &MessageDescriptor<'_>, field: &FieldDescriptor<'_>) -> Result<Option<u32>, Fault> {
    match field.oneof_index {
        None => Ok(None),
        Some(at) => match u32::try_from(at) {
            Ok(at) if (at as usize) < message.oneofs.len() => Ok(Some(at)),
            _ => Err(format!("field {} is in oneof {at} of {}", field.name, message.oneofs.len())),
        },
    }
}

impl Linker<'_> {
    pub(super) fn link_field(
        &mut self,
        message: &MessageDescriptor<'_>,
        field: &FieldDescriptor<'_>,
        index: u32,
        scope: &str,
        features: Features,
        context: FieldLinker,
    ) -> Result<Field, Fault> {
        let name = &field.name;
        if field.number <= 0 {
            return Err(format!("field {scope}.{name} has number {}; numbers start at 1", field.number));
        }
        if field.extendee.is_some() {
            return Err(format!("field {scope}.{name} is no extension but says what it extends"));
        }
        let oneof = member_of(message, field)?;
        let (kind, target) = self.link_type(field, scope)?;
        let default = self.check_value(field, kind, target)?;
        let features = field_features(message, field, oneof, features, context);
        let entry = matches!(target, Target::Message(id) if self.pool[id].map_entry);
        let delimited = kind == Kind::Message && features.delimited && !entry && !message.options.map_entry;
        let repeated = field.label == Some(Label::Repeated);
        Ok(Field {
            name: name.as_ref().into(),
            number: field.number,
            kind: if delimited { Kind::Group } else { kind },
            target,
            repeated,
            required: features.required,
            // A member of a oneof, even of a synthetic one, and a message are there or not, whatever features say.
            has_presence: !repeated && (features.explicit || oneof.is_some() || kind.is_message()),
            packed: repeated && kind.is_packable() && features.packed,
            map: repeated && entry && kind == Kind::Message,
            utf8_validated: kind == Kind::String
                && (message.options.map_entry || features.utf8_validation || features.java_utf8_validation),
            legacy_closed_enum: features.java_legacy_closed_enum && !context.ignores_legacy,
            oneof,
            default,
            index,
            features: features::unsupported(field.options.features.as_bytes()),
        })
    }

    /// The declared type of a field; one that is left out is what its type name stands for.
    pub(super) fn link_type(
        &self,
        field: &FieldDescriptor<'_>,
        scope: &str,
    ) -> Result<(Kind, Target), Fault> {
        let name = &field.name;
        let Some(type_name) = &field.type_name else {
            return match field.kind {
                Some(kind) if !kind.is_message() && kind != Kind::Enum => Ok((kind, Target::Scalar)),
                Some(kind) => Err(format!("field {scope}.{name} is a {} without a type name", kind.name())),
                None => Err(format!("field {scope}.{name} has neither a type nor a type name")),
            };
        };
        let found = match self.names.resolve(self.file, type_name, &inner_scope(scope, name)) {
            Some(Meaning::Symbol(Symbol::Message(id))) => Target::Message(id),
            Some(Meaning::Symbol(Symbol::Enum(id))) => Target::Enum(id),
            Some(_) => return Err(format!("field {scope}.{name}: {type_name} is no type")),
            None => {
                return Err(format!(
                    "field {scope}.{name}: type {type_name} is not declared in the file or what it imports"
                ));
            }
        };
        match (field.kind, found) {
            (None | Some(Kind::Enum), Target::Enum(_)) => Ok((Kind::Enum, found)),
            (None, _) => Ok((Kind::Message, found)),
            (Some(kind), Target::Message(_)) if kind.is_message() => Ok((kind, found)),
            (Some(kind), _) if kind.is_message() => {
                Err(format!("field {scope}.{name}: {type_name} is no message"))
            }
            (Some(Kind::Enum), _) => Err(format!("field {scope}.{name}: {type_name} is no enum")),
            (Some(kind), _) => {
                Err(format!("field {scope}.{name} is a {} but has type name {type_name}", kind.name()))
            }
        }
    }

    /// Whether `packed` fits the field, and its default where it can have one.
    pub(super) fn check_value(
        &self,
        field: &FieldDescriptor<'_>,
        kind: Kind,
        target: Target,
    ) -> Result<Option<Default>, Fault> {
        let name = &field.name;
        let repeated = field.label == Some(Label::Repeated);
        if field.options.packed == Some(true) && !(repeated && kind.is_packable()) {
            return Err(format!(
                "field {name} is packed, which only repeated numbers, bools and enums can be"
            ));
        }
        match &field.default {
            Some(_) if repeated => Err(format!("field {name} is repeated and has a default")),
            Some(_) if kind.is_message() => Err(format!("field {name} is a message and has a default")),
            Some(text) => match self.default(kind, target, text) {
                Some(default) => Ok(Some(default)),
                None => Err(format!("the default {text:?} of field {name} is no {} value", kind.name())),
            },
            None if repeated => Ok(None),
            None => Ok(match target {
                Target::Enum(id) => self.pool[id].values.first().map(|v| Default::Enum(v.number)),
                _ => Default::implicit(kind),
            }),
        }
    }

    fn default(&self, kind: Kind, target: Target, text: &str) -> Option<Default> {
        match target {
            Target::Enum(id) => {
                self.pool[id].values.iter().find(|v| *v.name == *text).map(|v| Default::Enum(v.number))
            }
            _ => Default::parse(kind, text),
        }
    }
}

/// The field's label and type speak before its own feature set, its oneof before both.
fn field_features(
    message: &MessageDescriptor<'_>,
    field: &FieldDescriptor<'_>,
    oneof: Option<u32>,
    mut features: Features,
    context: FieldLinker,
) -> Features {
    if let Some(oneof) = oneof {
        features = features.merge(message.oneofs[oneof as usize].features.as_bytes());
    }
    if context.language != Language::Editions {
        if field.label == Some(Label::Required) {
            (features.required, features.explicit) = (true, true);
        }
        features.explicit |= field.proto3_optional;
        features.packed = field.options.packed.unwrap_or(features.packed);
    }
    features.merge(field.options.features.as_bytes())
}
