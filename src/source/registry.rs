//! Registry answers: what a broker's admin interface or a schema registry says of one version of a schema or of all.
//!
//! Pulsar's REST interface and `pulsar-admin` write `version`, `type`, `data` and `properties`, uploads have `schema` for
//! `data`; other registries write `subject`, `schemaType` and the text of a source, which `subject.rs` compiles. JSON is
//! taken apart one level at a time, so that nothing nests as deep as an input likes.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Deserialize as _;
use serde_json::value::RawValue;

use super::entry::Entry;
use super::error::InputError;
use super::schema_type::SchemaType;
use super::{compact, encoding, names};
use crate::proto::{self, Span};

/// One version as a registry answers it.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) version: Option<u64>,
    /// It stands for the deletion of what was before it.
    pub(super) deleted: bool,
    pub(super) kind: Kind,
}

/// What an answer holds.
#[derive(Debug)]
pub(super) enum Kind {
    /// A schema as it is stored.
    Stored(Entry),
    /// The text of a source.
    Text(Rc<Text>),
}

/// The text of a source and what it imports.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) subject: Option<String>,
    pub(super) bytes: Vec<u8>,
    pub(super) references: Vec<Reference>,
    imports: OnceCell<Vec<(String, Span)>>,
}

impl Text {
    /// The other subjects that it refers to.
    pub(super) fn others(&self) -> impl Iterator<Item = &str> {
        let subjects = self.references.iter().filter_map(|reference| reference.subject.as_deref());
        subjects.filter(|subject| self.subject.as_deref() != Some(*subject))
    }

    /// What it imports, and where.
    pub(super) fn imports(&self) -> &[(String, Span)] {
        self.imports.get_or_init(|| {
            let imports = proto::parse("", &self.bytes).imports;
            imports.into_iter().map(|import| (import.path.into_owned(), import.span)).collect()
        })
    }
}

/// Whose text an import stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    /// The import path.
    pub(super) name: String,
    pub(super) subject: Option<String>,
    pub(super) version: Option<u64>,
}

/// How many versions one answer may hold.
const MAX_ANSWERS: usize = 100_000;

/// The members of an object, each as it is written; of several with one name the last.
type Members<'a> = BTreeMap<String, &'a RawValue>;

/// What is wrong with an answer, and how it is mended where that is known.
struct Wrong {
    why: String,
    help: Option<String>,
}

impl From<String> for Wrong {
    fn from(why: String) -> Self {
        Self { why, help: None }
    }
}

/// Whether JSON with these keys is an answer.
pub(super) fn is_answer<'k>(keys: impl Iterator<Item = &'k str>) -> bool {
    const KEYS: [&str; 8] =
        [LIST, "schemaInfo", "data", "schema", "schemaType", "type", "properties", "version"];
    keys.into_iter().any(|key| KEYS.contains(&key))
}

/// The member of an answer that holds all versions.
pub(super) const LIST: &str = "getSchemaResponses";

/// Reads one answer or a list of them, in the order in which they stand. `version` is that of those that do not tell theirs.
///
/// # Errors
///
/// Where something is no answer: which one of a list, and what it lacks.
pub(super) fn read(bytes: &[u8], label: &str, version: Option<u64>) -> Result<Vec<Answer>, InputError> {
    answers(bytes, label, version).map_err(|Wrong { why, help }| {
        let message = format!("cannot be read as a registry's answer: {why}");
        InputError { help, ..InputError::new("unreadable-answer", label, message) }
    })
}

fn answers(bytes: &[u8], label: &str, version: Option<u64>) -> Result<Vec<Answer>, Wrong> {
    let text = encoding::to_utf8(bytes)?;
    let text = std::str::from_utf8(&text).map_err(|error| format!("no UTF-8: {error}"))?;
    if text.trim_start().starts_with('[') {
        return list(text, label, version);
    }
    let members = object(text)?;
    match members.get(LIST) {
        Some(raw) => list(raw.get(), label, version),
        None => Ok(vec![answer(&members, label, version)?]),
    }
}

fn list(raw: &str, label: &str, version: Option<u64>) -> Result<Vec<Answer>, Wrong> {
    let items: Vec<&RawValue> = parse(raw)?;
    if items.len() > MAX_ANSWERS {
        return Err(format!("holds more than {MAX_ANSWERS} versions").into());
    }
    let read = |item: &RawValue| answer(&object(item.get())?, label, version);
    let numbered = (1..).zip(items);
    let answers = numbered.map(|(at, item)| {
        read(item).map_err(|wrong| Wrong { why: format!("item {at} of the list: {}", wrong.why), ..wrong })
    });
    answers.collect()
}

fn answer(members: &Members<'_>, label: &str, version: Option<u64>) -> Result<Answer, Wrong> {
    let version = members.get("version").and_then(|raw| number(raw)).or(version);
    let deleted = members.get("deleted").is_some_and(|raw| raw.get() == "true");
    // `pulsar-admin` puts what an upload has into a member of its own.
    let inner = members.get("schemaInfo").map(|raw| object(raw.get())).transpose()?;
    let members = inner.as_ref().unwrap_or(members);
    let kind = match (text_of(members, "type")?, members.get("data").or(members.get("schema"))) {
        (Some(name), data) => {
            let data = data.map(|raw| bytes_of(raw)).transpose()?.flatten().unwrap_or_default();
            // What is deleted has no meaning but that.
            let schema_type = if deleted { SchemaType::named(&name) } else { known("type", &name)? };
            Kind::Stored(stored(&schema_type, version, data, members, label)?)
        }
        (None, None) if deleted => {
            Kind::Stored(Entry::of_type(label, version, &SchemaType::named("NONE"), Vec::new()))
        }
        (None, _) => Kind::Text(Rc::new(source(members)?)),
    };
    Ok(Answer { version, deleted, kind })
}

/// The type that a member names.
fn known(member: &str, name: &str) -> Result<SchemaType, Wrong> {
    SchemaType::known(name).map_err(|help| {
        let why = format!("`{member}`: there is no schema type `{}`", names::cut(name));
        Wrong { why, help: Some(help) }
    })
}

fn stored(
    schema_type: &SchemaType,
    version: Option<u64>,
    data: Vec<u8>,
    members: &Members<'_>,
    label: &str,
) -> Result<Entry, Wrong> {
    if *schema_type != SchemaType::KEY_VALUE || data.is_empty() {
        return Ok(Entry::of_type(label, version, schema_type, data));
    }
    let text = String::from_utf8(data).map_err(|_| "`data` is no UTF-8".to_owned())?;
    let pair = object(&text).map_err(|why| format!("`data` of a KEY_VALUE schema: {why}"))?;
    let properties = match members.get("properties") {
        Some(raw) if raw.get() != "null" => {
            object(raw.get()).map_err(|why| format!("`properties`: {why}"))?
        }
        _ => Members::new(),
    };
    let component = |name: &str| -> Result<Entry, Wrong> {
        let member = format!("{name}.schema.type");
        let of_type = text_of(&properties, &member)?;
        let schema_type = of_type.map_or(Ok(SchemaType::BYTES), |name| known(&member, &name))?;
        let raw = pair.get(name).ok_or_else(|| format!("`data` of a KEY_VALUE schema lacks `{name}`"))?;
        Ok(Entry::of_type(label, version, &schema_type, bytes_of(raw)?.unwrap_or_default()))
    };
    Ok(Entry::key_value(label, version, component("key")?, component("value")?))
}

/// An answer that holds the text of a source.
fn source(members: &Members<'_>) -> Result<Text, String> {
    let subject = text_of(members, "subject")?;
    let Some(raw) = members.get("schema") else {
        let seen = names::list(members.keys().map(String::as_str));
        return Err(format!("neither `type` nor `schema` among its members {seen}"));
    };
    let name = subject.as_deref().map_or(String::new(), |subject| format!(" of `{}`", names::cut(subject)));
    match text_of(members, "schemaType")?.as_deref() {
        Some("PROTOBUF") => {}
        Some(other) => {
            return Err(format!("the schema{name} is of type {}, not PROTOBUF", names::cut(other)));
        }
        None => return Err(format!("the schema{name} has no `schemaType`, so it is AVRO, not PROTOBUF")),
    }
    let bytes = bytes_of(raw)?.ok_or_else(|| "`schema` is null".to_owned())?;
    let references = match members.get("references") {
        Some(raw) if raw.get() != "null" => {
            let items: Vec<&RawValue> = parse(raw.get()).map_err(|why| format!("`references`: {why}"))?;
            items.into_iter().map(reference).collect::<Result<_, _>>()?
        }
        _ => Vec::new(),
    };
    Ok(Text { subject, bytes, references, imports: OnceCell::new() })
}

fn reference(raw: &RawValue) -> Result<Reference, String> {
    let members = object(raw.get()).map_err(|why| format!("`references`: {why}"))?;
    let name = text_of(&members, "name")?.ok_or_else(|| "a reference lacks its `name`".to_owned())?;
    let version = members.get("version").and_then(|raw| number(raw));
    Ok(Reference { name, subject: text_of(&members, "subject")?, version })
}

fn object(text: &str) -> Result<Members<'_>, String> {
    parse(text)
}

fn parse<'a, T: serde::Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    let text = text.trim_start_matches('\u{feff}');
    let mut json = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(&mut json).and_then(|value| json.end().map(|()| value));
    value.map_err(|error| format!("no well-formed JSON of this kind: {error}"))
}

/// A version; also one that is written as text.
fn number(raw: &RawValue) -> Option<u64> {
    raw.get().trim_matches('"').parse().ok()
}

fn text_of(members: &Members<'_>, key: &str) -> Result<Option<String>, String> {
    match members.get(key) {
        Some(raw) if raw.get() != "null" => {
            String::deserialize(&mut serde_json::Deserializer::from_str(raw.get()))
                .map(Some)
                .map_err(|_| format!("`{key}` is no text"))
        }
        _ => Ok(None),
    }
}

/// The bytes of a schema: those of a text, or the compact text of anything else; `None` where it is null.
fn bytes_of(raw: &RawValue) -> Result<Option<Vec<u8>>, String> {
    match raw.get().as_bytes().first() {
        Some(b'"') => {
            let text: String = parse(raw.get())?;
            Ok(Some(text.into_bytes()))
        }
        Some(b'n') | None => Ok(None),
        _ => Ok(Some(compact::compact(raw.get()).into_bytes())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn entry(json: &str) -> Entry {
        let mut answers = read(json.as_bytes(), "a.json", None).expect("an answer");
        match answers.remove(0).kind {
            Kind::Stored(entry) => entry,
            Kind::Text(text) => unreachable!("{text:?}"),
        }
    }

    #[track_caller]
    fn fails(json: &str, why: &str) {
        let error = read(json.as_bytes(), "a.json", None).expect_err("must fail").to_string();
        assert!(error.contains(why), "{error}");
    }

    #[test]
    fn data_may_be_a_text_or_an_object() {
        for json in [
            r#"{"version":7,"type":"PROTOBUF_NATIVE","data":"{\"b\":1,\"a\":2}"}"#,
            r#"{"type":"PROTOBUF_NATIVE","schema":{"b": 1, "a": 2},"version":"7","properties":null}"#,
            r#"{"version":7,"schemaInfo":{"name":"x","type":"PROTOBUF_NATIVE","schema":{"b":1,"a":2}}}"#,
        ] {
            let entry = entry(json);
            assert_eq!((&*entry.data(), entry.version), (&br#"{"b":1,"a":2}"#[..], Some(7)), "{json}");
        }
    }

    #[test]
    fn a_pair_is_kept_with_the_lengths_of_its_components() {
        let pair = r#"{\"key\": {\"b\": 1, \"a\": 2}, \"value\": \"\"}"#;
        let properties = r#"{"key.schema.type":"PROTOBUF_NATIVE"}"#;
        let pair = entry(&format!(
            r#"{{"version":3,"type":"KEY_VALUE","data":"{pair}","properties":{properties}}}"#
        ));
        assert_eq!(&*pair.data(), b"\0\0\0\x0d{\"b\":1,\"a\":2}\0\0\0\0");
        let [key, value] = pair.components().expect("a pair");
        assert_eq!(
            (key.schema_type(), value.schema_type()),
            (&SchemaType::PROTOBUF_NATIVE, &SchemaType::BYTES)
        );
        assert_eq!((key.version, &*key.data()), (Some(3), &br#"{"b":1,"a":2}"#[..]));
    }

    #[test]
    fn what_is_no_answer_says_what_it_lacks() {
        fails("[1]", "item 1 of the list: no well-formed JSON of this kind");
        fails(r#"{"getSchemaResponses":5}"#, "no well-formed JSON");
        fails(r#"{"version":1}"#, "neither `type` nor `schema`");
        fails(r#"{"type":5,"data":""}"#, "`type` is no text");
        fails(r#"{"type":"KEY_VALUE","data":"{}"}"#, "lacks `key`");
        fails(r#"{"type":"KEY_VALUE","data":"x"}"#, "`data` of a KEY_VALUE schema");
        fails(r#"{"subject":"s","schema":"{}"}"#, "the schema of `s` has no `schemaType`, so it is AVRO");
        fails(r#"{"schemaType":"JSON","schema":"{}"}"#, "is of type JSON, not PROTOBUF");
    }

    #[test]
    fn a_type_that_is_none_is_told() {
        let types = r#"{"key.schema.type":"INT64","value.schema.type":"PROTOBUF_NATVE"}"#;
        let data = r#"{\"key\":\"\",\"value\":{}}"#;
        for (json, why, help) in [
            (
                r#"{"type":"PROTOBUF_NATVE","schema":"{}"}"#,
                "`type`: there is no schema type `PROTOBUF_NATVE`",
                "did you mean `PROTOBUF_NATIVE`?",
            ),
            (
                r#"[{"type":"protobuf_native","data":"{}"}]"#,
                "item 1 of the list: `type`",
                "did you mean `PROTOBUF_NATIVE`?",
            ),
            (
                r#"{"type":"","data":""}"#,
                "no schema type ``",
                "types are written as the broker writes them: NONE, ",
            ),
            (
                &format!(r#"{{"type":"KEY_VALUE","data":"{data}","properties":{types}}}"#),
                "`value.schema.type`: there is no schema type",
                "did you mean `PROTOBUF_NATIVE`?",
            ),
        ] {
            let error = read(json.as_bytes(), "a.json", None).expect_err(json);
            assert!(error.message.contains(why), "{error}");
            assert!(error.help.as_deref().unwrap_or_default().starts_with(help), "{:?}", error.help);
        }
        for name in ["NONE", "AUTO", "LOCAL_DATE_TIME", "EXTERNAL", "INT8"] {
            assert_eq!(entry(&format!(r#"{{"type":"{name}","data":""}}"#)).schema_type().name(), name);
        }
        let gone = r#"{"type":"GONE","data":"","deleted":true}"#;
        assert!(read(gone.as_bytes(), "a.json", None).expect("deleted, whatever it was")[0].deleted);
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        let deep = format!("{}{}", "[".repeat(500_000), "]".repeat(500_000));
        fails(&deep, "item 1 of the list");
        let entry = entry(&format!(r#"{{"type":"PROTOBUF_NATIVE","data":{deep},"x":{deep}}}"#));
        assert_eq!(entry.data().len(), 1_000_000);
    }
}
