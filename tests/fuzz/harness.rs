//! Tries mutated seeds on a target, beside a clock that sees an input which does not end.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::mutate::mutate_text;
use super::records::mutate_records;
use super::targets::Target;
use crate::support::random::Random;

/// How an input is laid out, which says how it is mutated: most changes shall not end in the first check.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    /// Bytes without lengths.
    Text,
    /// Records of the wire format behind a prefix; lengths stay right.
    Records { prefix: usize },
    /// JSON around records in base64.
    Envelope,
}

/// The most time that one input may take. Generous: tests run beside each other, and unoptimised.
const PATIENCE: Duration = Duration::from_secs(20);

/// The longest input that grows from a seed.
const LONGEST: usize = 16 << 10;

/// How many inputs that went well are kept as seeds beside those of the corpus.
const KEPT: usize = 200;

pub(crate) struct Fuzzer {
    target: Target,
    shape: Shape,
    inputs: u64,
    until: Option<Instant>,
    random: Random,
}

impl Fuzzer {
    /// A fuzzer of a number of inputs, the same ones in every run; of a time where the environment says so.
    pub(crate) fn new(target: Target, shape: Shape, inputs: u64) -> Self {
        let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
        let until = number("PROTOWARD_FUZZ_SECONDS").map(|s| Instant::now() + Duration::from_secs(s));
        let seed = number("PROTOWARD_FUZZ_SEED").unwrap_or(0);
        Self { target, shape, inputs, until, random: Random::new(seed) }
    }

    /// How many inputs were tried.
    ///
    /// # Panics
    ///
    /// Where the target panics or does not end; the input is told, and written beside the other scratch files.
    pub(crate) fn run(self) -> u64 {
        let (name, _) = self.target;
        let current = Arc::new(Mutex::new((0, Vec::new())));
        let (sender, ended) = channel();
        let seen = Arc::clone(&current);
        let worker = std::thread::spawn(move || {
            let tried = self.try_all(&seen);
            let _ = sender.send(());
            tried
        });
        let mut last = 0;
        while let Err(why) = ended.recv_timeout(PATIENCE) {
            let (at, input) = current.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
            assert!(
                why == RecvTimeoutError::Disconnected || at != last,
                "{}",
                told(name, at, &input, "hangs")
            );
            if why == RecvTimeoutError::Disconnected {
                break;
            }
            last = at;
        }
        worker.join().unwrap_or_else(|_| {
            let (at, input) = current.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
            panic!("{}", told(name, at, &input, "panics"))
        })
    }

    fn try_all(mut self, current: &Mutex<(u64, Vec<u8>)>) -> u64 {
        let (name, body) = self.target;
        let mut seeds: Vec<Vec<u8>> = seeds(name);
        let corpus = seeds.len();
        let mut tried = 0;
        while self.until.map_or(tried < self.inputs, |until| Instant::now() < until) {
            let input = match seeds.get(usize::try_from(tried).unwrap_or(usize::MAX)) {
                // Every seed once as it is.
                Some(seed) => seed.clone(),
                None => self.mutated(&seeds),
            };
            tried += 1;
            *current.lock().expect("nobody panics here") = (tried, input.clone());
            let result = catch_unwind(AssertUnwindSafe(|| body(&input)));
            if let Err(panic) = result {
                std::panic::resume_unwind(panic);
            }
            if seeds.len() < corpus + KEPT {
                seeds.push(input);
            } else if self.random.below(8) == 0 {
                let at = corpus + self.random.below(KEPT);
                seeds[at] = input;
            }
        }
        tried
    }

    fn mutated(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let random = &mut self.random;
        let mut input = seeds[random.below(seeds.len())].clone();
        let other = &seeds[random.below(seeds.len())];
        for _ in 0..=random.below(4) {
            match self.shape {
                Shape::Text => mutate_text(&mut input, other, random),
                Shape::Records { prefix } => mutate_records(&mut input, prefix, other, random),
                Shape::Envelope if random.below(4) == 0 => mutate_text(&mut input, other, random),
                Shape::Envelope => mutate_envelope(&mut input, random),
            }
        }
        input.truncate(LONGEST);
        input
    }
}

/// Mutates the set inside an envelope, if there is one.
fn mutate_envelope(input: &mut Vec<u8>, random: &mut Random) {
    use base64::Engine as _;
    let engine = base64::engine::general_purpose::STANDARD;
    let Ok(mut envelope) = serde_json::from_slice::<serde_json::Value>(input) else { return };
    let Some(set) = envelope["fileDescriptorSet"].as_str() else { return };
    let Ok(mut set) = engine.decode(set) else { return };
    mutate_records(&mut set, 0, &[], random);
    envelope["fileDescriptorSet"] = engine.encode(set).into();
    *input = envelope.to_string().into_bytes();
}

/// The committed seeds of a target, by name.
pub(crate) fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let entries = std::fs::read_dir(folder).expect("seeds").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = entries.collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).expect("a seed")).collect()
}

fn told(name: &str, at: u64, input: &[u8], what: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{name}"));
    let _ = std::fs::write(&path, input);
    format!("input {at} of {name} {what}; it is in {}: {}", path.display(), input.escape_ascii())
}
