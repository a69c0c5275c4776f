//! The plain reading itself, held to what was measured (`tests/conformance/`).

use base64::Engine as _;
use protoward::schema::decode::decode_set;
use serde_json::Value;

use super::compare::Built;
use super::cut;
use super::question::{Stored, decide};
use crate::conformance::{data, vectors};

/// Native data that can be read plainly.
fn stored(bytes: Vec<u8>) -> Option<Stored> {
    let envelope: Value = serde_json::from_slice(&bytes).ok()?;
    let set =
        base64::engine::general_purpose::STANDARD.decode(envelope["fileDescriptorSet"].as_str()?).ok()?;
    let files = decode_set(&set).ok()?;
    let built = Built::new(&files, envelope["rootFileDescriptorName"].as_str()?)?;
    let (_, side) = built.both(envelope["rootMessageTypeName"].as_str()?)?;
    Some(Stored { bytes, side })
}

/// What differs between a vector and what the plain reading says; nothing of one that it does not read.
fn differences(vector: &Value) -> Option<Vec<String>> {
    let existing = data(vector, "existing", "existing_b64").into_iter().map(stored);
    let proposed = data(vector, "proposed", "proposed_b64").remove(0);
    let (existing, proposed) = (existing.collect::<Option<Vec<_>>>()?, stored(proposed)?);
    let (decisions, readings) = decide(vector["strategy"].as_str()?, &existing, Some(&proposed));
    let expect = &vector["expect"];
    let mut out = Vec::new();
    let mut same = |key: &str, got: Value| {
        let wanted = expect.get(key).or(vector.get("work").and_then(|work| work.get(key)));
        if let Some(wanted) = wanted.filter(|wanted| **wanted != got) {
            out.push(format!("{key}: measured {wanted}, read {got}"));
        }
    };
    match decisions.first() {
        None => {
            same("compatible", true.into());
            for (direction, reading) in readings {
                same(direction, reading.work.map_or(Value::Null, |work| work.to_vec().into()));
            }
        }
        Some(decision) => {
            same("compatible", false.into());
            let finding = &decision.finding;
            same("rule", finding.rule.into());
            same("path", cut(&finding.path, 768).into());
            if let Some(field) = finding.field {
                same("field", field.into());
            }
            if let Some((_, direction)) = decision.of {
                same("direction", direction.into());
            }
            let told: Vec<_> = ["writer", "reader", "detail", "side", "work", "limit"]
                .into_iter()
                .filter_map(|key| Some((key, expect.get(key)?)))
                .map(|(key, value)| {
                    format!("{key}={}", value.as_str().map_or(value.to_string(), str::to_owned))
                })
                .filter(|told| !format!(", {},", finding.rest).contains(&format!(", {told},")))
                .collect();
            out.extend(told.into_iter().map(|told| format!("no {told} in {}", finding.rest)));
        }
    }
    Some(out)
}

#[track_caller]
fn agree(file: &str, count: usize) {
    let answers =
        vectors(file).into_iter().filter_map(|vector| Some((vector["id"].clone(), differences(&vector)?)));
    let answers: Vec<_> = answers.collect();
    let bad: Vec<_> = answers.iter().filter(|(_, differences)| !differences.is_empty()).collect();
    assert!(bad.is_empty(), "{bad:#?}");
    assert_eq!(answers.len(), count, "so many of {file} are read");
}

#[test]
fn pairs_agree_with_the_plain_reading() {
    agree("pairs-core.jsonl", 772);
}

#[test]
fn edges_agree_with_the_plain_reading() {
    agree("edge.jsonl", 200);
}

#[test]
fn probes_agree_with_the_plain_reading() {
    agree("probes.jsonl", 183);
}
