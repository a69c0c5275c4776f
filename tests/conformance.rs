//! The measured vectors: what the broker's own checker says of two schemas, and what it costs (`tests/conformance/`).
//!
//! Each goes through the judge and the JSON format; the keys that a vector expects are compared with the first finding.

use std::path::Path;

use base64::Engine as _;
use protoward::check::{Extent, Glance, Lexicon, Outline, can_read};
use protoward::history::judge::{Question, in_scope, judge};
use protoward::history::{Judgement, Request, Subject};
use protoward::report::json;
use protoward::source::{Entry, Options, Stdin, load_history, load_proposed};
use serde_json::{Value, json};

const KEYS: [&str; 11] =
    ["rule", "direction", "path", "field", "writer", "reader", "detail", "schema", "side", "work", "limit"];

pub(crate) fn vectors(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance").join(name);
    let text = std::fs::read_to_string(path).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("a vector")).collect()
}

/// Native data, as text or, where it is no text, in base64.
pub(crate) fn data(vector: &Value, text: &str, encoded: &str) -> Vec<Vec<u8>> {
    let decode = |v: &Value| {
        let decoded = base64::engine::general_purpose::STANDARD.decode(v.as_str().expect("base64"));
        decoded.expect("base64")
    };
    let list = |v: &Value| v.as_array().cloned().unwrap_or_else(|| vec![v.clone()]);
    match (vector.get(text), vector.get(encoded)) {
        (Some(texts), _) => {
            list(texts).iter().map(|v| v.as_str().expect("text").as_bytes().to_vec()).collect()
        }
        (None, Some(encoded)) => list(encoded).iter().map(decode).collect(),
        (None, None) => panic!("a vector without {text}"),
    }
}

/// A glance at two schemas sees no more and no less than a walk, and counts the same work.
fn assert_seen_at_a_glance(one: &Entry, other: &Entry) {
    let (Ok(one), Ok(other)) = (one.reconstruct(), other.reconstruct()) else { return };
    let mut lexicon = Lexicon::default();
    let outlines = [&one, &other].map(|schema| Outline::new(schema, &mut lexicon));
    let [Some(writer), Some(reader)] = outlines else { return };
    let mut glance = Glance::new(&lexicon);
    let ended = |writer, reader| {
        let reading = can_read(writer, reader, Extent::All);
        reading.work.filter(|_| reading.violations.is_empty())
    };
    assert_eq!(glance.reads(&writer, &reader), ended(&one, &other));
    assert_eq!(glance.reads(&reader, &writer), ended(&other, &one));
}

/// The subject's answer in JSON.
fn answer(vector: &Value, extent: Extent) -> Value {
    let history: Vec<Entry> = data(vector, "existing", "existing_b64")
        .into_iter()
        .enumerate()
        .map(|(i, bytes)| Entry::native(&format!("e{i}"), None, bytes))
        .collect();
    let proposed = data(vector, "proposed", "proposed_b64").remove(0);
    let proposed = Entry::native("proposed", None, proposed);
    for existing in &history {
        assert_seen_at_a_glance(existing, &proposed);
    }
    let strategy = vector["strategy"].as_str().expect("a strategy");
    let subject = judge(&Question {
        strategy,
        proposed: &proposed,
        existing: in_scope(strategy, &history),
        operation: None,
        is_first: history.is_empty(),
        extent,
    });
    told(subject)
}

fn told(subject: Subject) -> Value {
    let mut out = Vec::new();
    let judgement = Judgement { subjects: vec![subject], ..Judgement::default() };
    json::write(&judgement, &mut out).expect("memory");
    serde_json::from_slice::<Value>(&out).expect("JSON")["subjects"][0].clone()
}

/// What differs from the vector; empty where nothing does.
fn differences(vector: &Value, answer: &Value) -> Vec<String> {
    let expect = &vector["expect"];
    let mut out = Vec::new();
    let mut same = |what: &str, wanted: &Value, got: &Value| {
        if wanted != got {
            out.push(format!("{what}: wanted {wanted}, got {got}"));
        }
    };
    if expect["compatible"] == true {
        same("verdict", &Value::from("compatible"), &answer["verdict"]);
        if let Some(reused) = expect.get("reusedVersion") {
            same("reused version", reused, &answer["reused_version"]);
        }
        for comparison in answer["comparisons"].as_array().expect("comparisons") {
            let wanted = &vector["work"][comparison["direction"].as_str().expect("a direction")];
            let work = &comparison["work"];
            if wanted.is_array() && work.is_object() {
                same(
                    "work",
                    wanted,
                    &Value::from([&work["graph"], &work["total"], &work["limit"]].map(Clone::clone).to_vec()),
                );
            }
        }
    } else {
        let found = &answer["findings"][0];
        if let Some(text) = expect.get("text") {
            same("text", text, &found["broker"]);
            same("rule", &Value::Null, &found["rule"]);
        }
        if let Some(version) = expect.get("existingSchemaVersion") {
            same("version", version, &found["version"]);
        }
        KEYS.iter()
            .filter(|key| expect.get(**key).is_some())
            .for_each(|key| same(key, &expect[*key], &found[*key]));
        if let Some(fingerprint) = expect.get("existingSchemaSha256") {
            same("fingerprint", fingerprint, &found["fingerprint"]);
        }
        if let Some(line) = vector.get("message") {
            same("broker line", line, &found["broker"]);
        }
        let undecided = ["UNSUPPORTED_FEATURE", "COMPARISON_LIMIT_EXCEEDED", "SCHEMA_RECONSTRUCTION_FAILED"];
        if !undecided.iter().any(|rule| expect["rule"] == *rule) {
            same("verdict", &Value::from("incompatible"), &answer["verdict"]);
        } else if answer["verdict"] == "compatible" {
            same("verdict", &Value::from("undecided"), &answer["verdict"]);
        }
    }
    out
}

fn agree(file: &str, count: usize) {
    agree_by(file, count, answer);
}

fn agree_by(file: &str, count: usize, answer: fn(&Value, Extent) -> Value) {
    let vectors = vectors(file);
    assert_eq!(vectors.len(), count);
    let mut bad = Vec::new();
    for vector in &vectors {
        for extent in [Extent::All, Extent::First] {
            let differences = differences(vector, &answer(vector, extent));
            if !differences.is_empty() {
                bad.push(format!("{} ({extent:?}): {}", vector["id"], differences.join("; ")));
            }
        }
    }
    assert!(bad.is_empty(), "{} of {count} disagree:\n{}", bad.len(), bad.join("\n"));
}

#[test]
fn pairs_agree() {
    agree("pairs-core.jsonl", 838);
}

#[test]
fn edges_agree() {
    agree("edge.jsonl", 271);
}

#[test]
fn probes_agree() {
    agree("probes.jsonl", 247);
}

#[test]
fn registries_agree() {
    agree_by("registry-core.jsonl", 300, registry_answer);
}

/// The answer to a request; history and upload come in as a registry's REST interface writes them.
fn registry_answer(vector: &Value, extent: Extent) -> Value {
    let history: Vec<_> = vector["history"].as_array().expect("a history").iter().map(rest).collect();
    let history = json!({ "getSchemaResponses": history }).to_string();
    let proposed = rest(&vector["proposed"]).to_string();
    let (mut history, mut proposed) = (history.as_bytes(), proposed.as_bytes());
    let from = |bytes| Options { stdin: Stdin::new(bytes), ..Options::default() };
    let loaded = load_history("-", &from(&mut history)).expect("a history");
    let input = |input: protoward::source::Input| input.entry(None).expect("an entry");
    let active: Vec<Entry> = loaded.inputs.into_iter().map(|read| input(read.expect("a version"))).collect();
    let proposed = input(load_proposed("-", &from(&mut proposed)).expect("an upload"));
    let strategy = vector["strategy"].as_str().expect("a strategy");
    let operation = vector["operation"].as_str().and_then(|name| name.parse().ok());
    let existing = Request::in_scope(strategy, operation, &active);
    let is_first = active.is_empty();
    let question = Question { strategy, proposed: &proposed, existing, operation, is_first, extent };
    told(Request { registered: &active, ..Request::from(question) }.answer())
}

/// An entry as REST writes it: the data of a pair is a JSON text of its components.
fn rest(entry: &Value) -> Value {
    let mut out = entry.clone();
    let Some(encoded) = entry.get("data_b64").and_then(Value::as_str) else { return out };
    let raw = base64::engine::general_purpose::STANDARD.decode(encoded).expect("base64");
    let (length, rest) = raw.split_at(4);
    let length = u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
    let component = |name: &str, bytes: &[u8]| match &entry["properties"][format!("{name}.schema.type")] {
        Value::String(native) if native == "PROTOBUF_NATIVE" => {
            String::from_utf8(bytes.to_vec()).expect("text")
        }
        _ => "\"\"".to_owned(),
    };
    let (key, value) = (component("key", &rest[..length]), component("value", &rest[length + 4..]));
    out["data"] = Value::from(format!("{{\"key\": {key}, \"value\":\n{value}}}"));
    out
}
