//! The work budget to the unit, at its published limits (contract, section 5).

use std::sync::Arc;

use protoward::check::{Extent, Glance, Lexicon, Outline, Reading, Work, can_read};
use protoward::rules::Facts;
use protoward::schema::descriptor::{
    EnumDescriptor, EnumValueDescriptor, FieldDescriptor, FileDescriptor, Kind, Label, MessageDescriptor,
};
use protoward::schema::{Schema, link::link};

fn schema(messages: Vec<MessageDescriptor<'static>>, enums: Vec<EnumDescriptor<'static>>) -> Schema {
    let file = FileDescriptor {
        name: "limit.proto".into(),
        package: "limit".into(),
        syntax: "proto2".into(),
        messages,
        enums,
        ..FileDescriptor::default()
    };
    let pool = Arc::new(link(&[file], "limit.proto").expect("a buildable file"));
    let root = pool.find_root("limit.Root").expect("a root");
    Schema::new(pool, root)
}

fn field(number: i32, kind: Kind, type_name: Option<&str>) -> FieldDescriptor<'static> {
    FieldDescriptor {
        name: format!("f{number}").into(),
        number,
        label: Some(Label::Optional),
        kind: Some(kind),
        type_name: type_name.map(|t| t.to_owned().into()),
        ..FieldDescriptor::default()
    }
}

fn message(name: &str, fields: Vec<FieldDescriptor<'static>>) -> MessageDescriptor<'static> {
    MessageDescriptor { name: name.to_owned().into(), fields, ..MessageDescriptor::default() }
}

/// A message of `count` fields whose numbers lie `apart`.
fn flat(count: i32, apart: i32) -> Schema {
    let fields = (1..=count).map(|i| field(i * apart, Kind::Int32, None)).collect();
    schema(vec![message("Root", fields)], vec![])
}

/// Compares, and has a glance come to the same.
fn compare(writer: &Schema, reader: &Schema) -> Reading {
    let reading = can_read(writer, reader, Extent::All);
    let mut lexicon = Lexicon::default();
    let outlines = [writer, reader].map(|schema| Outline::new(schema, &mut lexicon).expect("an outline"));
    assert_eq!(Glance::new(&lexicon).reads(&outlines[0], &outlines[1]), reading.work);
    reading
}

fn numbers(reading: &Reading) -> Result<Work, (String, u64, u64)> {
    match reading.violations.first() {
        None => Ok(reading.work.expect("a comparison that ends")),
        Some(found) => match found.facts {
            Facts::Limit { work, limit } => Err((found.path.clone(), work, limit)),
            ref other => panic!("{other:?}"),
        },
    }
}

#[test]
fn a_flat_message_costs_seven_units_a_field() {
    let cost = |n: i32| numbers(&compare(&flat(n, 1), &flat(n + 1, 1)));
    assert_eq!(cost(1).map(|w| w.total), Ok(19));
    assert_eq!(cost(14_284).map(|w| w.total), Ok(100_000));
    assert_eq!(cost(14_285), Err(("limit.Root".to_owned(), 100_007, 100_000)));
}

#[test]
fn sparse_numbers_cost_nothing() {
    let cost = |apart| numbers(&compare(&flat(500, apart), &flat(501, apart)));
    assert_eq!(cost(1), cost(1_000_000));
}

#[test]
fn an_enum_costs_six_units_a_value() {
    let with = |values: i32, more: bool| {
        let mut fields = vec![field(1, Kind::Enum, Some(".limit.E"))];
        fields.extend(more.then(|| field(2, Kind::Int32, None)));
        let values = (0..values).map(|number| EnumValueDescriptor {
            name: format!("V{number}").into(),
            number,
            ..EnumValueDescriptor::default()
        });
        let found =
            EnumDescriptor { name: "E".into(), values: values.collect(), ..EnumDescriptor::default() };
        schema(vec![message("Root", fields)], vec![found])
    };
    let cost = |m: i32| numbers(&compare(&with(m, false), &with(m, true)));
    assert_eq!(cost(3).map(|w| w.total), Ok(40));
    assert_eq!(cost(16_663).map(|w| w.total), Ok(100_000));
    assert_eq!(cost(16_664), Err(("limit.Root.f1".to_owned(), 100_006, 100_000)));
}

#[test]
fn cycles_cost_their_common_multiple() {
    let cycle = |length: usize| {
        let name =
            |i: usize| if i.is_multiple_of(length) { "Root".to_owned() } else { format!("M{}", i % length) };
        let link = |i: usize| field(1, Kind::Message, Some(&format!(".limit.{}", name(i + 1))));
        schema((0..length).map(|i| message(&name(i), vec![link(i)])).collect(), vec![])
    };
    let cost = |p, q| numbers(&compare(&cycle(p), &cycle(q)));
    assert_eq!(cost(3, 4), Ok(Work { graph: 30, total: 78, limit: 480 }));
    let (path, work, limit) = cost(101, 103).expect_err("more than 16 times the graph");
    assert_eq!((work, limit), (13_090, 13_088));
    assert!(path.starts_with("limit.Root.f1.f1."));
}
