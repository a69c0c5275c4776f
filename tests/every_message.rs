//! Every message a root: nothing is lost that a message would be told of by itself.

use std::fs;

use protoward::schema::descriptor::{FieldDescriptor, FileDescriptor, Kind, Label, MessageDescriptor};
use protoward::schema::encode::encode_set;

use crate::support::scratch::Scratch;

/// A file with one message that has one field.
fn file(name: &'static str, message: &'static str, kind: Kind) -> FileDescriptor<'static> {
    let field = FieldDescriptor {
        name: "a".into(),
        number: 1,
        label: Some(Label::Optional),
        kind: Some(kind),
        ..FieldDescriptor::default()
    };
    let message =
        MessageDescriptor { name: message.into(), fields: vec![field], ..MessageDescriptor::default() };
    FileDescriptor {
        name: name.into(),
        package: "p".into(),
        syntax: "proto3".into(),
        messages: vec![message],
        ..FileDescriptor::default()
    }
}

fn write_set(scratch: &Scratch, name: &str, files: &[FileDescriptor<'_>]) {
    fs::write(scratch.0.join(name), encode_set(files)).expect("a file");
}

#[test]
fn advice_does_not_hang_on_the_order_of_roots() {
    let scratch = Scratch::new();
    for (tree, b) in [("old", "string x = 1;"), ("new", "")] {
        scratch.write(&format!("{tree}/a.proto"), "syntax = \"proto3\"; message A { A a = 1; }\n");
        scratch.write(&format!("{tree}/b.proto"), &format!("syntax = \"proto3\"; message B {{ {b} }}\n"));
    }
    for roots in [&["--every-message"][..], &["--root", "A", "--root", "B"], &["--root", "B"]] {
        let asked = [&["check", "tree:new", "--against", "tree:old", "--deny", "notes"], roots].concat();
        let answer = scratch.run(".", &asked, &[]);
        assert_eq!(answer.exit, Some(1), "{roots:?}: {}", answer.text);
        assert!(answer.text.contains("FIELD_NOT_RESERVED"), "{}", answer.text);
    }
}

#[test]
fn one_name_in_two_files_of_a_set_is_no_answer() {
    let scratch = Scratch::new();
    write_set(&scratch, "old.binpb", &[file("a.proto", "A", Kind::Int32), file("b.proto", "A", Kind::Int32)]);
    write_set(
        &scratch,
        "new.binpb",
        &[file("a.proto", "A", Kind::Int32), file("b.proto", "A", Kind::String)],
    );
    for root in [&["--every-message"][..], &["--root", "p.A"]] {
        let answer =
            scratch.run(".", &[&["check", "new.binpb", "--against", "old.binpb"], root].concat(), &[]);
        assert_eq!(answer.exit, Some(2), "{}", answer.text);
        assert!(answer.text.contains("two files declare `p.A`: `a.proto` and `b.proto`"), "{}", answer.text);
    }
}

#[test]
fn a_history_that_cannot_be_read_is_no_empty_one() {
    let scratch = Scratch::new();
    scratch.write("broken/1.proto", "message A {");
    scratch.write("bare/1.proto", "syntax = \"proto3\"; enum E { NONE = 0; }");
    for history in ["nope", "broken", "bare", "nope.proto"] {
        for command in ["audit", "matrix"] {
            let answer = scratch.run(".", &[command, history, "--every-message"], &[]);
            assert_eq!(answer.exit, Some(2), "{command} {history}: {}", answer.text);
            assert!(answer.text.contains("error:"), "{}", answer.text);
        }
    }
}

#[test]
fn a_new_message_that_nobody_can_build_is_no_compatible_one() {
    let scratch = Scratch::new();
    let circle = |name, message, import: &'static str| FileDescriptor {
        dependencies: vec![import.into()],
        ..file(name, message, Kind::Int32)
    };
    write_set(&scratch, "old.binpb", &[file("o.proto", "Old", Kind::Int32)]);
    write_set(&scratch, "new.binpb", &[circle("b.proto", "B", "c.proto"), circle("c.proto", "C", "b.proto")]);
    let answer = scratch.run(".", &["check", "new.binpb", "--against", "old.binpb", "--every-message"], &[]);
    assert_eq!(answer.exit, Some(3), "{}", answer.text);
    assert!(answer.text.contains("SCHEMA_RECONSTRUCTION_FAILED"), "{}", answer.text);
    write_set(&scratch, "sound.binpb", &[file("n.proto", "New", Kind::Int32)]);
    let answer =
        scratch.run(".", &["check", "sound.binpb", "--against", "old.binpb", "--every-message"], &[]);
    assert_eq!(answer.exit, Some(0), "{}", answer.text);
}

#[test]
fn damaged_positions_are_an_error_of_the_set() {
    let scratch = Scratch::new();
    let damaged = |info: &[u8]| {
        let record = encode_set(&[file("a.proto", "A", Kind::Int32)]);
        let body = [&record[2..], info].concat();
        [&[0x0a, u8::try_from(body.len()).expect("short")], &body[..]].concat()
    };
    fs::write(scratch.0.join("cut.binpb"), damaged(&[0x4a, 1, 0xff])).expect("a file");
    let answer = scratch.run(".", &["check", "cut.binpb", "--against", "cut.binpb"], &[]);
    assert_eq!(answer.exit, Some(2), "{}", answer.text);
    // A stretch that ends before it starts is no place.
    let backwards = [&[0x4a, 13, 0x0a, 11, 0x0a, 4, 4, 0, 2, 0, 0x12, 3, 3, 5, 2][..]].concat();
    fs::write(scratch.0.join("back.binpb"), damaged(&backwards)).expect("a file");
    write_set(&scratch, "new.binpb", &[file("a.proto", "A", Kind::String)]);
    let asked = ["check", "new.binpb", "--against", "back.binpb", "--format", "json"];
    let answer = scratch.run(".", &asked, &[]);
    assert_eq!(answer.exit, Some(1), "{}", answer.text);
    assert!(!answer.text.contains("end_column"), "{}", answer.text);
}
