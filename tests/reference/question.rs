//! Section 1: the order of decisions, for schemas that can be rebuilt.

use super::{Finding, Reading, Side, can_read};

/// A schema as it is stored.
pub(crate) struct Stored {
    pub(crate) bytes: Vec<u8>,
    pub(crate) side: Side,
}

/// A finding, and where it concerns one, the place of the existing schema and the direction.
#[derive(Debug, PartialEq)]
pub(crate) struct Decision {
    pub(crate) of: Option<(usize, &'static str)>,
    pub(crate) finding: Finding,
}

/// All findings in order, and the readings that they come from.
pub(crate) fn decide(
    strategy: &str,
    existing: &[Stored],
    proposed: Option<&Stored>,
) -> (Vec<Decision>, Vec<(&'static str, Reading)>) {
    let refuse = |rule, rest: String| {
        let finding = Finding { rule, path: String::new(), field: None, rest };
        (vec![Decision { of: None, finding }], Vec::new())
    };
    let (backward, forward) = match strategy {
        "ALWAYS_COMPATIBLE" => return (Vec::new(), Vec::new()),
        "ALWAYS_INCOMPATIBLE" => return refuse("ALWAYS_INCOMPATIBLE", format!("strategy={strategy}")),
        "BACKWARD" | "BACKWARD_TRANSITIVE" => (true, false),
        "FORWARD" | "FORWARD_TRANSITIVE" => (false, true),
        "FULL" | "FULL_TRANSITIVE" => (true, true),
        _ => return refuse("UNKNOWN_STRATEGY", format!("strategy={strategy}")),
    };
    let Some(proposed) = proposed else {
        return refuse("SCHEMA_RECONSTRUCTION_FAILED", "missing schema".to_owned());
    };
    let mut decisions = Vec::new();
    let mut readings = Vec::new();
    for (at, entry) in existing.iter().enumerate() {
        if entry.bytes == proposed.bytes {
            continue;
        }
        if backward {
            readings.push((at, "BACKWARD", can_read(&entry.side, &proposed.side, u64::MAX)));
        }
        if forward {
            readings.push((at, "FORWARD", can_read(&proposed.side, &entry.side, u64::MAX)));
        }
    }
    for (at, direction, reading) in &readings {
        let all = reading.findings.iter().cloned();
        decisions.extend(all.map(|finding| Decision { of: Some((*at, *direction)), finding }));
    }
    (decisions, readings.into_iter().map(|(_, direction, reading)| (direction, reading)).collect())
}
