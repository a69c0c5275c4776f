//! The measured vectors: what the broker's own checker says of two schemas, and what it costs (`tests/conformance/`).
//!
//! Each goes through the judge and the JSON format; the keys that a vector expects are compared with the first finding.

use std::path::Path;

use base64::Engine as _;
use protoward::check::Extent;
use protoward::history::Judgement;
use protoward::history::judge::{Question, in_scope, judge};
use protoward::report::json;
use protoward::source::Entry;
use serde_json::Value;

const KEYS: [&str; 11] =
    ["rule", "direction", "path", "field", "writer", "reader", "detail", "schema", "side", "work", "limit"];

fn vectors(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance").join(name);
    let text = std::fs::read_to_string(path).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("a vector")).collect()
}

/// Native data, as text or, where it is no text, in base64.
fn data(vector: &Value, text: &str, encoded: &str) -> Vec<Vec<u8>> {
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

/// The subject's answer in JSON.
fn answer(vector: &Value, extent: Extent) -> Value {
    let history: Vec<Entry> = data(vector, "existing", "existing_b64")
        .into_iter()
        .enumerate()
        .map(|(i, bytes)| Entry::native(&format!("e{i}"), None, bytes))
        .collect();
    let proposed = data(vector, "proposed", "proposed_b64").remove(0);
    let strategy = vector["strategy"].as_str().expect("a strategy");
    let subject = judge(&Question {
        strategy,
        proposed: &Entry::native("proposed", None, proposed),
        existing: in_scope(strategy, &history),
        operation: None,
        is_first: history.is_empty(),
        extent,
    });
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
