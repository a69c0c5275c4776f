//! What the contract refuses although nothing is lost, as the rules' pages say.

use protoward::rules::RULES;
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

/// A kind of refusal without a loss, by what the page of a rule says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Policy {
    rule: &'static str,
    says: &'static str,
}

const fn policy_of(rule: &'static str, says: &'static str) -> Policy {
    Policy { rule, says }
}

const NEVER_WRITTEN: Policy =
    policy_of("REQUIRED_FIELD_NOT_GUARANTEED", "no such message can ever be written");
const LIST: Policy = policy_of("REQUIRED_FIELD_NOT_GUARANTEED", "a list that inherits it");
const ENTRY: Policy = policy_of("REQUIRED_FIELD_NOT_GUARANTEED", "a map's key or value that inherits it");
const DEFAULT: Policy =
    policy_of("DEFAULT_CHANGED", "a changed default of a `required` field is refused as well");
const MESSAGE_TO_LIST: Policy =
    policy_of("CARDINALITY_CHANGED", "a message, which becomes a list of one or of none");
const REQUIRED_TO_LIST: Policy =
    policy_of("CARDINALITY_CHANGED", "a `required` field, which becomes a list of exactly one");
const MAP_TO_LIST: Policy =
    policy_of("MAP_CHANGED", "a list reader of a map, is refused alike, although it gets every entry");
const MESSAGE_TO_MAP: Policy = policy_of("MAP_CHANGED", "a single message that is read as a map");
const WIDENED: Policy = policy_of("TYPE_CHANGED", "which the wider reader decodes without loss, is refused");
const STRING_TO_BYTES: Policy = policy_of("TYPE_CHANGED", "`string` read as `bytes`");
const BYTES_TO_STRING: Policy =
    policy_of("TYPE_CHANGED", "`bytes` read as a `string` that nobody checks for UTF-8");
const ENUM_TO_NUMBER: Policy = policy_of("TYPE_CHANGED", "an enum read as an integer that holds its numbers");
const NUMBER_TO_ENUM: Policy =
    policy_of("TYPE_CHANGED", "`int32` or `bool` read as an enum that has them all");

/// All kinds that there are.
const POLICIES: [Policy; 13] = [
    NEVER_WRITTEN,
    LIST,
    ENTRY,
    DEFAULT,
    MESSAGE_TO_LIST,
    REQUIRED_TO_LIST,
    MAP_TO_LIST,
    MESSAGE_TO_MAP,
    WIDENED,
    STRING_TO_BYTES,
    BYTES_TO_STRING,
    ENUM_TO_NUMBER,
    NUMBER_TO_ENUM,
];

#[test]
fn pages_name_what_is_refused_without_a_loss() {
    for Policy { rule, says } in POLICIES {
        let page = RULES.iter().find(|known| known.id == rule).expect("a rule").page;
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(says), "the page of {rule} does not say: {says}");
    }
}

/// The policy that a finding without a loss comes from.
pub(super) fn policy(finding: &Finding, writer: &Side, reader: &Side) -> Option<Policy> {
    let (message, written, read) = fields(finding, writer, reader)?;
    if never_written(finding, writer, reader) {
        return Some(NEVER_WRITTEN);
    }
    match (finding.rule, written) {
        ("TYPE_CHANGED", Some(written)) => types(writer, reader, written, read),
        ("CARDINALITY_CHANGED", Some(written)) if read.repeated => match written.default {
            None => Some(MESSAGE_TO_LIST),
            Some(_) => written.required.then_some(REQUIRED_TO_LIST),
        },
        ("MAP_CHANGED", Some(written)) if written.map && read.repeated && read.kind == Kind::Message => {
            Some(MAP_TO_LIST)
        }
        ("MAP_CHANGED", Some(written)) if read.map && !written.repeated && written.default.is_none() => {
            Some(MESSAGE_TO_MAP)
        }
        ("DEFAULT_CHANGED", Some(written)) if written.required => Some(DEFAULT),
        ("REQUIRED_FIELD_NOT_GUARANTEED", _) if read.repeated => Some(LIST),
        ("REQUIRED_FIELD_NOT_GUARANTEED", _) if message.map_entry => Some(ENTRY),
        _ => None,
    }
}

fn types(writer: &Side, reader: &Side, written: &Field, read: &Field) -> Option<Policy> {
    let numbers = |side: &Side, field: &Field| -> (bool, Vec<i32>) {
        let found = side.enumeration(field.target.as_deref().unwrap_or_default());
        (found.closed, found.values.iter().map(|(_, number, _)| *number).collect())
    };
    let takes = |number: i32| {
        let (closed, numbers) = numbers(reader, read);
        !closed || numbers.contains(&number)
    };
    match (written.kind, read.kind) {
        pair if WIDER.contains(&pair) => Some(WIDENED),
        (Kind::String, Kind::Bytes) => Some(STRING_TO_BYTES),
        (Kind::Bytes, Kind::String) if !read.utf8 => Some(BYTES_TO_STRING),
        (Kind::Enum, Kind::Int32 | Kind::Int64) => Some(ENUM_TO_NUMBER),
        (Kind::Enum, Kind::Uint32 | Kind::Uint64) => {
            let (closed, numbers) = numbers(writer, written);
            (closed && numbers.iter().all(|number| *number >= 0)).then_some(ENUM_TO_NUMBER)
        }
        (Kind::Enum, Kind::Bool) => {
            let (closed, numbers) = numbers(writer, written);
            (closed && numbers.iter().all(|number| (0..2).contains(number))).then_some(ENUM_TO_NUMBER)
        }
        (Kind::Int32, Kind::Enum) => (!numbers(reader, read).0).then_some(NUMBER_TO_ENUM),
        (Kind::Bool, Kind::Enum) => (takes(0) && takes(1)).then_some(NUMBER_TO_ENUM),
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
