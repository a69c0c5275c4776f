//! Random edits of a file: what people do to schemas from one version to the next, and what only tools would.

use std::borrow::Cow;

use protoward::schema::descriptor::{
    EnumDescriptor, EnumValueDescriptor, FieldDescriptor, FileDescriptor, Kind, Label, MessageDescriptor,
    OneofDescriptor, Raw,
};

use super::Spec;
use super::random::Random;

/// Feature sets by what they say, encoded; the last ones are not covered by the contract.
const FEATURES: [&[u8]; 17] = [
    &[8, 1],                 // field_presence = EXPLICIT
    &[8, 2],                 // field_presence = IMPLICIT
    &[8, 3],                 // field_presence = LEGACY_REQUIRED
    &[16, 1],                // enum_type = OPEN
    &[16, 2],                // enum_type = CLOSED
    &[24, 2],                // repeated_field_encoding = EXPANDED
    &[32, 2],                // utf8_validation = VERIFY
    &[32, 3],                // utf8_validation = NONE
    &[40, 1],                // message_encoding = LENGTH_PREFIXED
    &[40, 2],                // message_encoding = DELIMITED
    &[0xca, 0x3e, 2, 8, 0],  // (pb.java).legacy_closed_enum = false
    &[0xca, 0x3e, 2, 16, 2], // (pb.java).utf8_validation = VERIFY
    &[0xca, 0x3e, 2, 8, 1],  // (pb.java).legacy_closed_enum = true
    &[8, 0],                 // field_presence = FIELD_PRESENCE_UNKNOWN
    &[16, 9],                // enum_type = 9
    &[0xc2, 0x3e, 0],        // (pb.cpp)
    &[0xca, 0x3e, 2, 48, 1], // (pb.java).6
];

/// How many of them the contract covers.
const COVERED: usize = 13;

/// A version of a schema and the next one, which has a few edits more.
pub(crate) fn versions(spec: &Spec, seed: u64, edits: usize) -> [FileDescriptor<'static>; 2] {
    let mut random = Random::new(seed);
    let mut old = spec.file();
    for _ in 0..random.below(4) {
        edit(&mut old, &mut random);
    }
    let mut new = old.clone();
    for _ in 0..edits {
        edit(&mut new, &mut random);
    }
    [old, new]
}

/// One edit. Whether the result can still be built is the linker's to say.
fn edit(file: &mut FileDescriptor<'static>, random: &mut Random) {
    let types: Vec<(String, bool)> = types(file);
    match random.below(16) {
        0 => edit_file(file, random),
        1..=3 if !file.enums.is_empty() => {
            let at = random.below(file.enums.len());
            edit_enum(&mut file.enums[at], random);
        }
        _ => {
            let at = random.below(file.messages.len());
            edit_message(&mut file.messages[at], &types, random);
        }
    }
}

/// The full names of the messages, map entries too, and of the enums.
fn types(file: &FileDescriptor<'_>) -> Vec<(String, bool)> {
    let full = |name: &str| format!(".{}.{name}", file.package);
    let entries = file.messages.iter().flat_map(|outer| {
        outer.messages.iter().map(move |inner| (full(&format!("{}.{}", outer.name, inner.name)), false))
    });
    let messages = file.messages.iter().map(|message| (full(&message.name), false));
    messages.chain(entries).chain(file.enums.iter().map(|found| (full(&found.name), true))).collect()
}

/// Sets one feature, mostly one that the contract covers.
fn set_feature(features: &mut Raw<'static>, random: &mut Random) {
    let end = if random.below(12) == 0 { FEATURES.len() } else { COVERED - 1 };
    features.extend(FEATURES[random.below(end)]);
}

fn edit_file(file: &mut FileDescriptor<'static>, random: &mut Random) {
    match random.below(6) {
        0 => {
            let (syntax, edition) = *random.pick(&[
                ("", None),
                ("proto2", None),
                ("proto3", None),
                ("editions", Some(1000)),
                ("editions", Some(1001)),
                ("proto3", Some(1000)),
                ("proto4", None),
            ]);
            (file.syntax, file.edition) = (syntax.into(), edition);
        }
        1 => file.options.java_string_check_utf8 = Some(random.below(2) == 0),
        2 => file.option_dependencies = vec!["absent.proto".into()],
        3 => file.messages.rotate_left(1),
        _ => set_feature(&mut file.options.features, random),
    }
}

fn edit_enum(found: &mut EnumDescriptor<'static>, random: &mut Random) {
    let count = found.values.len();
    let at = random.below(count);
    match random.below(7) {
        0 if count > 1 => {
            found.values.remove(at);
        }
        1 | 2 => {
            let number = i32::try_from(random.below(14)).unwrap_or(0) - 3;
            let name = format!("{}_ADDED{}", found.name, random.below(4)).into();
            let value = EnumValueDescriptor { name, number, ..EnumValueDescriptor::default() };
            found.values.insert(at, value);
        }
        3 => found.values[at].number = i32::try_from(random.below(14)).unwrap_or(0) - 3,
        4 => found.values.swap(0, at),
        5 => set_feature(&mut found.features, random),
        _ => set_feature(&mut found.values[at].features, random),
    }
}

fn edit_message(message: &mut MessageDescriptor<'static>, types: &[(String, bool)], random: &mut Random) {
    let count = message.fields.len();
    match random.below(14) {
        0 => {
            let number = i32::try_from(random.below(32)).unwrap_or(0) + 1;
            let mut field = FieldDescriptor { name: format!("f{number}").into(), number, ..plain() };
            edit_type(&mut field, types, random);
            message.fields.push(field);
        }
        1 => set_feature(&mut message.options.features, random),
        2 => edit_oneofs(message, random),
        3 if random.below(4) == 0 => message.extension_ranges.push((100, 200)),
        3 => {
            let extension = FieldDescriptor { name: "f31".into(), number: 150, ..plain() };
            message
                .extensions
                .push(FieldDescriptor { extendee: Some(Box::new(types[0].0.clone().into())), ..extension });
        }
        4 => {
            if let Some(entry) = message.messages.first_mut() {
                let at = random.below(entry.fields.len().max(1));
                match (entry.fields.get_mut(at), random.below(3)) {
                    (_, 0) => entry.options.map_entry = !entry.options.map_entry,
                    (Some(field), 1) => edit_type(field, types, random),
                    (_, _) => set_feature(&mut entry.options.features, random),
                }
            }
        }
        5 if count > 0 => {
            message.fields.remove(random.below(count));
        }
        _ if count > 0 => edit_field(message, random.below(count), types, random),
        _ => {}
    }
}

fn plain() -> FieldDescriptor<'static> {
    FieldDescriptor { label: Some(Label::Optional), kind: Some(Kind::Int32), ..FieldDescriptor::default() }
}

/// Fields move into a oneof, out of it, or the oneof turns into one of the compiler's.
fn edit_oneofs(message: &mut MessageDescriptor<'static>, random: &mut Random) {
    let oneofs = message.oneofs.len();
    match random.below(3) {
        0 => message
            .oneofs
            .push(OneofDescriptor { name: format!("o{oneofs}").into(), ..OneofDescriptor::default() }),
        1 if oneofs > 0 => set_feature(&mut message.oneofs[random.below(oneofs)].features, random),
        _ => {
            let singular = message.fields.iter_mut().filter(|it| it.label == Some(Label::Optional));
            if let Some(field) = singular.last() {
                let oneof =
                    OneofDescriptor { name: format!("_{}", field.name).into(), ..OneofDescriptor::default() };
                (field.oneof_index, field.proto3_optional) = (i32::try_from(oneofs).ok(), true);
                message.oneofs.push(oneof);
            }
        }
    }
}

fn edit_field(
    message: &mut MessageDescriptor<'static>,
    at: usize,
    types: &[(String, bool)],
    random: &mut Random,
) {
    let count = message.fields.len();
    let oneofs = message.oneofs.len();
    let other = random.below(count);
    let there = message.fields[other].number;
    let field = &mut message.fields[at];
    match random.below(11) {
        0 => field.number = i32::try_from(random.below(32)).unwrap_or(0) + 1,
        1 => field.name = format!("f{}", random.below(32)).into(),
        2 => {
            field.label =
                *random.pick(&[None, Some(Label::Optional), Some(Label::Required), Some(Label::Repeated)]);
        }
        3 | 4 => edit_type(field, types, random),
        5 => {
            let text = *random.pick(&["7", "1", "0x1f", "-0.5", "true", "inf", "nan", "\\001a", "E0_V10"]);
            field.default = Some(Box::new(text.into()));
        }
        6 => field.default = None,
        7 if oneofs > 0 => field.oneof_index = i32::try_from(random.below(oneofs)).ok(),
        8 => (field.oneof_index, field.proto3_optional) = (None, false),
        9 => set_feature(&mut field.options.features, random),
        _ => {
            // Two fields trade their numbers.
            let number = std::mem::replace(&mut field.number, there);
            message.fields[other].number = number;
        }
    }
}

fn edit_type(field: &mut FieldDescriptor<'static>, types: &[(String, bool)], random: &mut Random) {
    let (name, is_enum) = random.pick(types);
    let named = |kind| (Some(kind), Some(Cow::Owned(name.clone())));
    (field.kind, field.type_name) = match *random.pick(&Kind::ALL) {
        _ if random.below(2) == 0 && field.type_name.is_none() => (Some(*random.pick(&Kind::ALL)), None),
        Kind::Group if !is_enum => named(Kind::Group),
        kind if !kind.is_message() && kind != Kind::Enum => (Some(kind), None),
        _ if *is_enum => named(Kind::Enum),
        _ => named(Kind::Message),
    };
    field.default = None;
}
