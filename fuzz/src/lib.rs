//! The targets of the tests, handed to libFuzzer.

#[path = "../../tests/reference/mod.rs"]
mod reference;
#[path = "../../tests/fuzz/targets.rs"]
mod targets;

/// Tries an input on a target.
///
/// # Panics
///
/// Where the program is wrong, which is what a fuzzer looks for.
pub fn run(name: &str, bytes: &[u8]) {
    let found = targets::TARGETS.into_iter().find(|(known, _)| *known == name);
    let (_, target) = found.expect("a target of this name");
    target(bytes);
}
