//! Random schemas, as data that a law can change in a way it knows.

pub(crate) mod advised;
pub(crate) mod edits;
pub(crate) mod page;
pub(crate) mod random;
pub(crate) mod relative;
pub(crate) mod scratch;

use std::borrow::Cow;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use protoward::schema::descriptor::{
    EnumDescriptor, EnumValueDescriptor, FieldDescriptor, FileDescriptor, Kind, Label, MessageDescriptor,
    OneofDescriptor,
};
use protoward::schema::encode::encode_set;
use protoward::schema::{Schema, link::link};

/// A file of messages and enums; the first message is the root.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) syntax: &'static str,
    pub(crate) messages: Vec<MessageSpec>,
    pub(crate) enums: Vec<EnumSpec>,
}

#[derive(Clone, Debug)]
pub(crate) struct MessageSpec {
    pub(crate) name: String,
    pub(crate) oneofs: usize,
    pub(crate) fields: Vec<FieldSpec>,
}

#[derive(Clone, Debug)]
pub(crate) struct FieldSpec {
    pub(crate) name: String,
    pub(crate) number: i32,
    pub(crate) label: Label,
    pub(crate) value: Value,
    /// Among the message's oneofs; only singular fields have one.
    pub(crate) oneof: Option<usize>,
    pub(crate) default: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Scalar(Kind),
    Message(usize),
    Enum(usize),
    /// A map from strings to messages.
    Map(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct EnumSpec {
    pub(crate) name: String,
    pub(crate) values: Vec<(String, i32)>,
}

/// Any schema that the reference runtime can build.
pub(crate) fn specs() -> impl Strategy<Value = Spec> {
    let syntax = prop::sample::select(vec!["proto2", "proto3", "editions"]);
    (syntax, 1..5usize, 1..3usize).prop_flat_map(|(syntax, messages, enums)| {
        let message =
            (0..3usize, prop::collection::btree_map(1..30i32, field(syntax, messages, enums), 0..8));
        let values = prop::collection::btree_map(-3..12i32, Just(()), 1..6);
        (prop::collection::vec(message, messages), prop::collection::vec(values, enums)).prop_map(
            move |(messages, enums)| Spec {
                syntax,
                messages: messages
                    .into_iter()
                    .enumerate()
                    .map(|(i, (oneofs, fields))| message_spec(i, oneofs, fields))
                    .collect(),
                enums: enums
                    .into_iter()
                    .enumerate()
                    .map(|(i, values)| EnumSpec {
                        name: format!("E{i}"),
                        values: values.into_keys().map(|n| (format!("E{i}_V{}", n + 10), n)).collect(),
                    })
                    .collect(),
            },
        )
    })
}

type Drawn = (Label, Value, Option<usize>, bool);

fn field(syntax: &'static str, messages: usize, enums: usize) -> impl Strategy<Value = Drawn> {
    let labels = if syntax == "proto2" {
        vec![Label::Optional, Label::Required, Label::Repeated]
    } else {
        vec![Label::Optional, Label::Repeated]
    };
    let scalars = Kind::ALL.into_iter().filter(|k| !k.is_message() && *k != Kind::Enum).collect::<Vec<_>>();
    let value = prop_oneof![
        4 => prop::sample::select(scalars).prop_map(Value::Scalar),
        2 => (0..messages).prop_map(Value::Message),
        2 => (0..enums).prop_map(Value::Enum),
        1 => (0..messages).prop_map(Value::Map),
    ];
    (prop::sample::select(labels), value, prop::option::of(0..3usize), any::<bool>())
}

fn message_spec(index: usize, oneofs: usize, fields: std::collections::BTreeMap<i32, Drawn>) -> MessageSpec {
    let fields = fields.into_iter().map(|(number, (label, value, oneof, default))| {
        let map = matches!(value, Value::Map(_));
        let label = if map { Label::Repeated } else { label };
        let singular = label != Label::Repeated;
        FieldSpec {
            name: format!("f{number}"),
            number,
            label,
            value,
            oneof: oneof.filter(|o| *o < oneofs && label == Label::Optional),
            default: match value {
                Value::Scalar(kind) if singular && default && kind == Kind::String => Some("7"),
                Value::Scalar(kind) if singular && default && kind != Kind::Bool => Some("7"),
                _ => None,
            },
        }
    });
    MessageSpec { name: format!("M{index}"), oneofs, fields: fields.collect() }
}

impl Spec {
    /// The full name of the root message.
    pub(crate) fn root(&self) -> String {
        format!("law.{}", self.messages[0].name)
    }

    /// The schema.
    pub(crate) fn schema(&self) -> Schema {
        let pool = Arc::new(link(&[self.file()], "law.proto").expect("a buildable file"));
        let root = pool.find_root(&self.root()).expect("the first message");
        Schema::new(pool, root)
    }

    /// Native schema data.
    pub(crate) fn native(&self) -> String {
        use base64::Engine as _;
        let set = base64::engine::general_purpose::STANDARD.encode(encode_set([&self.file()]));
        format!(
            r#"{{"fileDescriptorSet":"{set}","rootMessageTypeName":"{}","rootFileDescriptorName":"law.proto"}}"#,
            self.root()
        )
    }

    /// The file's descriptor.
    pub(crate) fn file(&self) -> FileDescriptor<'static> {
        FileDescriptor {
            name: "law.proto".into(),
            package: "law".into(),
            syntax: self.syntax.into(),
            edition: (self.syntax == "editions").then_some(1000),
            messages: self.messages.iter().map(|m| self.message(m)).collect(),
            enums: self.enums.iter().map(enumeration).collect(),
            ..FileDescriptor::default()
        }
    }

    fn message(&self, message: &MessageSpec) -> MessageDescriptor<'static> {
        let mut out = MessageDescriptor {
            name: message.name.clone().into(),
            oneofs: (0..message.oneofs)
                .map(|i| OneofDescriptor { name: format!("o{i}").into(), ..OneofDescriptor::default() })
                .collect(),
            ..MessageDescriptor::default()
        };
        for field in &message.fields {
            let entry = format!("F{}Entry", field.number);
            let (kind, type_name) = match field.value {
                Value::Scalar(kind) => (kind, None),
                Value::Message(at) => (Kind::Message, Some(format!(".law.{}", self.messages[at].name))),
                Value::Enum(at) => (Kind::Enum, Some(format!(".law.{}", self.enums[at].name))),
                Value::Map(at) => {
                    out.messages.push(map_entry(&entry, format!(".law.{}", self.messages[at].name)));
                    (Kind::Message, Some(format!(".law.{}.{entry}", message.name)))
                }
            };
            out.fields.push(FieldDescriptor {
                label: Some(field.label),
                type_name: type_name.map(Cow::Owned),
                default: field.default.map(|text| Box::new(Cow::Borrowed(text))),
                oneof_index: field.oneof.and_then(|o| i32::try_from(o).ok()),
                ..plain(&field.name, field.number, kind)
            });
        }
        out
    }
}

fn map_entry(name: &str, value: String) -> MessageDescriptor<'static> {
    let mut entry = MessageDescriptor { name: name.to_owned().into(), ..MessageDescriptor::default() };
    entry.options.map_entry = true;
    let value = FieldDescriptor { type_name: Some(value.into()), ..plain("value", 2, Kind::Message) };
    entry.fields = vec![plain("key", 1, Kind::String), value];
    entry
}

fn plain(name: &str, number: i32, kind: Kind) -> FieldDescriptor<'static> {
    FieldDescriptor {
        name: name.to_owned().into(),
        number,
        label: Some(Label::Optional),
        kind: Some(kind),
        ..FieldDescriptor::default()
    }
}

fn enumeration(spec: &EnumSpec) -> EnumDescriptor<'static> {
    let values = spec.values.iter().map(|(name, number)| EnumValueDescriptor {
        name: name.clone().into(),
        number: *number,
        ..EnumValueDescriptor::default()
    });
    EnumDescriptor { name: spec.name.clone().into(), values: values.collect(), ..EnumDescriptor::default() }
}

/// Tells what a test does not try on this machine, past what catches `eprintln!` in tests.
pub(crate) fn skipped(what: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
}

/// Draws cases, the same ones in every run.
pub(crate) fn draw<S: Strategy>(strategy: &S, cases: u32, mut test: impl FnMut(S::Value)) {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let test = std::cell::RefCell::new(&mut test);
    let result = TestRunner::new_with_rng(config, rng).run(strategy, |case| {
        (*test.borrow_mut())(case);
        Ok(())
    });
    result.unwrap_or_else(|why| panic!("{why}"));
}
