//! What the contract refuses although nothing is lost, as the rules' pages say.

use protoward::schema::descriptor::Kind;

use crate::reference::facts::{Field, Message};
use crate::reference::{Finding, Side};

/// Integers of one encoding that the other type holds, too: refused, since the way back is not safe.
const WIDER: [(Kind, Kind); 8] = [
    (Kind::Int32, Kind::Int64),
    (Kind::Uint32, Kind::Uint64),
    (Kind::Uint32, Kind::Int64),
    (Kind::Sint32, Kind::Sint64),
    (Kind::Bool, Kind::Int32),
    (Kind::Bool, Kind::Int64),
    (Kind::Bool, Kind::Uint32),
    (Kind::Bool, Kind::Uint64),
];

/// The name of the policy that a finding without a loss comes from.
pub(super) fn policy(finding: &Finding, writer: &Side, reader: &Side) -> Option<&'static str> {
    let (message, written, read) = fields(finding, writer, reader)?;
    if never_written(finding, writer, reader) {
        return Some("nothing that a valid message can hold");
    }
    match (finding.rule, written) {
        ("TYPE_CHANGED", Some(written)) => types(writer, reader, written, read),
        ("CARDINALITY_CHANGED", Some(written)) if read.repeated => match written.default {
            None => Some("a message or none, read as a list"),
            Some(_) => written.required.then_some("a required field, read as a list"),
        },
        ("MAP_CHANGED", Some(written)) if written.map && read.repeated && read.kind == Kind::Message => {
            Some("a map, read as the list of its entries")
        }
        ("MAP_CHANGED", Some(written)) if read.map && !written.repeated && written.default.is_none() => {
            Some("a message or none, read as a map")
        }
        ("DEFAULT_CHANGED", Some(written)) if written.required => {
            Some("the default of a field that is always there")
        }
        ("REQUIRED_FIELD_NOT_GUARANTEED", _) if read.repeated => {
            Some("a list that is required by inheritance")
        }
        ("REQUIRED_FIELD_NOT_GUARANTEED", _) if message.map_entry => {
            Some("a map's key or value, required by inheritance")
        }
        _ => None,
    }
}

fn types(writer: &Side, reader: &Side, written: &Field, read: &Field) -> Option<&'static str> {
    let numbers = |side: &Side, field: &Field| -> (bool, Vec<i32>) {
        let found = side.enumeration(field.target.as_deref().unwrap_or_default());
        (found.closed, found.values.iter().map(|(_, number, _)| *number).collect())
    };
    let takes = |number: i32| {
        let (closed, numbers) = numbers(reader, read);
        !closed || numbers.contains(&number)
    };
    match (written.kind, read.kind) {
        pair if WIDER.contains(&pair) => Some("an integer, read as a wider one"),
        (Kind::String, Kind::Bytes) => Some("a string, read as bytes"),
        (Kind::Bytes, Kind::String) if !read.utf8 => Some("bytes, read as a string that nobody checks"),
        (Kind::Enum, Kind::Int32 | Kind::Int64) => Some("an enum, read as its number"),
        (Kind::Enum, Kind::Uint32 | Kind::Uint64) => {
            let (closed, numbers) = numbers(writer, written);
            (closed && numbers.iter().all(|number| *number >= 0)).then_some("an enum, read as its number")
        }
        (Kind::Enum, Kind::Bool) => {
            let (closed, numbers) = numbers(writer, written);
            (closed && numbers.iter().all(|number| (0..2).contains(number)))
                .then_some("an enum, read as its number")
        }
        (Kind::Int32, Kind::Enum) => (!numbers(reader, read).0).then_some("a number, read as an open enum"),
        (Kind::Bool, Kind::Enum) => (takes(0) && takes(1)).then_some("a number, read as an enum that has it"),
        _ => None,
    }
}

/// Whether the way to a field leads through messages that would have to hold themselves.
fn never_written(finding: &Finding, writer: &Side, reader: &Side) -> bool {
    let mut path = finding.path.clone();
    while path.len() > reader.root.len() {
        let at = Finding { path: path.clone(), ..finding.clone() };
        let field = fields(&at, writer, reader).and_then(|(_, written, _)| written);
        let target = field.filter(|field| field.kind != Kind::Enum).and_then(|field| field.target.as_deref());
        if target.is_some_and(|target| !ends(writer, target, &mut Vec::new())) {
            return true;
        }
        path.truncate(path.rfind('.').unwrap_or(0));
    }
    false
}

/// Whether there is a valid message of a type, which need not hold another one of the same type.
fn ends<'s>(side: &'s Side, name: &'s str, outer: &mut Vec<&'s str>) -> bool {
    if outer.contains(&name) {
        return false;
    }
    outer.push(name);
    let message = side.message(name);
    let must =
        |field: &&Field| !field.repeated && field.default.is_none() && (field.required || message.map_entry);
    let all = message
        .fields
        .iter()
        .filter(must)
        .all(|field| field.target.as_deref().is_none_or(|it| ends(side, it, outer)));
    outer.pop();
    all
}

/// The reader's message and field that a path leads to, and the writer's field of the same number.
fn fields<'s>(
    finding: &Finding,
    writer: &'s Side,
    reader: &'s Side,
) -> Option<(&'s Message, Option<&'s Field>, &'s Field)> {
    let mut names = finding.path.strip_prefix(&reader.root)?.split('.').skip(1).peekable();
    let (mut old, mut new) = (writer.message(&writer.root), reader.message(&reader.root));
    loop {
        let name = names.next()?;
        let read = new.fields.iter().find(|field| field.name == name)?;
        let written = old.fields.iter().find(|field| field.number == read.number);
        if names.peek().is_none() {
            return Some((new, written, read));
        }
        (old, new) = (writer.message(written?.target.as_deref()?), reader.message(read.target.as_deref()?));
    }
}
