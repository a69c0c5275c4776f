//! Small histories for the tests of this room.

use base64::Engine as _;

use super::timeline::{Slot, State, Timeline};
use crate::source::{Entry, InputError, SchemaType};

/// A timeline of versions by letter: `a` has a field, `b` has it and another one, `r` requires a third one, `s` has the first
/// one as a string, `{` is no schema, `t` and `n` are the types STRING and INT64, `!` could not be read and `-` lacks the root
/// message.
pub(super) fn timeline(versions: &str) -> Timeline {
    let slots = (1..).zip(versions.chars()).map(|(version, letter)| {
        let label = format!("v{version}");
        let native = |data| State::Entry(Entry::native(&label, Some(version), data));
        let typed =
            |name| State::Entry(Entry::of_type(&label, Some(version), &SchemaType::named(name), Vec::new()));
        let state = match letter {
            '!' => State::Unread(unread(&label)),
            '-' => State::Absent,
            '{' => native(b"{".to_vec()),
            't' => typed("STRING"),
            'n' => typed("INT64"),
            letter => native(data(letter)),
        };
        Slot { label, version: Some(version), state }
    });
    Timeline { root: "A".to_owned(), slots: slots.collect() }
}

fn unread(label: &str) -> InputError {
    let message = "no such file".to_owned();
    let input = label.to_owned();
    InputError { kind: "missing-file", message, help: None, input, location: None, more: Vec::new() }
}

const OPTIONAL: u8 = 1;
const REQUIRED: u8 = 2;
const INT32: u8 = 5;
const STRING: u8 = 9;

fn data(letter: char) -> Vec<u8> {
    let fields = match letter {
        'a' => &[(1, OPTIONAL, INT32)][..],
        'b' => &[(1, OPTIONAL, INT32), (2, OPTIONAL, STRING)],
        'r' => &[(1, OPTIONAL, INT32), (3, REQUIRED, STRING)],
        _ => &[(1, OPTIONAL, STRING)],
    };
    let delimited =
        |tag: u8, bytes: &[u8]| [&[tag, u8::try_from(bytes.len()).expect("short")], bytes].concat();
    let fields = fields.iter().map(|(number, label, kind)| {
        let name = [b'w' + number];
        delimited(0x12, &[&*delimited(0x0a, &name), &[0x18, *number, 0x20, *label, 0x28, *kind]].concat())
    });
    let message = [delimited(0x0a, b"A"), fields.collect::<Vec<_>>().concat()].concat();
    let file = [delimited(0x0a, b"a.proto"), delimited(0x22, &message)].concat();
    let set = base64::engine::general_purpose::STANDARD.encode(delimited(0x0a, &file));
    format!(r#"{{"fileDescriptorSet":"{set}","rootMessageTypeName":"A","rootFileDescriptorName":"a.proto"}}"#)
        .into_bytes()
}
