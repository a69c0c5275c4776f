//! Fuzzing on stable: mutated inputs neither panic nor hang, and what a target holds stays true (`fuzz/README.md`).
//!
//! A run of the tests tries the same inputs every time. `PROTOWARD_FUZZ_SECONDS=600 cargo test --release fuzz` goes on for
//! ten minutes a target from a seed of its own, `PROTOWARD_FUZZ_SEED`.

mod harness;
mod mutate;
mod records;
pub(crate) mod targets;

use harness::{Fuzzer, Shape};

use crate::reference::compare::compare_sets;

#[track_caller]
fn fuzz(name: &str, shape: Shape, inputs: u64) {
    let target = targets::TARGETS.into_iter().find(|(known, _)| *known == name).expect("a target");
    let tried = Fuzzer::new(target, shape, inputs).run();
    let timed = std::env::var_os("PROTOWARD_FUZZ_SECONDS").is_some();
    assert!(tried > 0 && (timed || tried >= inputs), "only {tried} inputs were tried");
}

#[test]
fn native_data() {
    fuzz("native", Shape::Envelope, 1500);
}

#[test]
fn descriptor_sets() {
    fuzz("descriptor_set", Shape::Records { prefix: 0 }, 1500);
}

#[test]
fn sources() {
    fuzz("proto", Shape::Text, 2000);
}

#[test]
fn registry_answers() {
    fuzz("registry", Shape::Text, 2000);
}

#[test]
fn pairs() {
    fuzz("key_value", Shape::Text, 1500);
}

#[test]
fn settings() {
    fuzz("config", Shape::Text, 3000);
}

#[test]
fn checker_and_plain_reading() {
    fuzz("differential", Shape::Records { prefix: 2 }, 3000);
    let compared = harness::seeds("differential").iter().filter(|seed| compare_sets(seed) > 0).count();
    assert!(compared > 15, "only {compared} seeds can be compared");
}

#[test]
fn every_target_has_its_file_and_its_seeds() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    for (name, _) in targets::TARGETS {
        let file = root.join(format!("fuzz_targets/{name}.rs"));
        assert!(std::fs::read_to_string(file).expect("a file").contains("fuzz_target!"), "{name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        assert!(harness::seeds(name).len() > 2, "{name}");
    }
}
