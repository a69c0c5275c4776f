//! How fast sources are read: `cargo bench --bench parse [-- FOLDER…]`.
//!
//! Reads every `.proto` below the folders (without any: a commented file of 5,000 messages that it makes) into memory, then
//! parses all of them several times and prints the best run.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const RUNS: usize = 10;

fn main() -> std::io::Result<()> {
    // Cargo passes flags of its own.
    let folders: Vec<PathBuf> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).map(PathBuf::from).collect();
    let mut texts = Vec::new();
    for folder in &folders {
        gather(folder, &mut texts)?;
    }
    if folders.is_empty() {
        texts.push(made());
    }
    let bytes: usize = texts.iter().map(Vec::len).sum();
    let (mut best, mut refused) = (Duration::MAX, 0);
    for _ in 0..RUNS {
        let start = Instant::now();
        refused = texts
            .iter()
            .filter(|text| !protoward::proto::parse("bench.proto", text).errors.is_empty())
            .count();
        best = best.min(start.elapsed());
    }
    #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
    let speed = bytes as f64 / 1e6 / best.as_secs_f64();
    writeln!(
        std::io::stdout(),
        "{} files, {:.1} MB, {refused} with errors: best of {RUNS} runs {:.1} ms, {speed:.0} MB/s",
        texts.len(),
        f64::from(u32::try_from(bytes).unwrap_or(u32::MAX)) / 1e6,
        best.as_secs_f64() * 1e3,
    )
}

fn gather(path: &Path, into: &mut Vec<Vec<u8>>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            gather(&entry?.path(), into)?;
        }
    } else if path.extension().is_some_and(|ending| ending == "proto") {
        into.push(std::fs::read(path)?);
    }
    Ok(())
}

fn made() -> Vec<u8> {
    let mut out = "syntax = \"proto3\";\npackage bench;\n".to_owned();
    for message in 0..5000 {
        let _ = writeln!(
            out,
            "\n// Message {message} stands for what somebody wrote, and says so at some length.\nmessage M{message} {{"
        );
        for field in 1..=10 {
            let _ = writeln!(
                out,
                "  // What field {field} is good for, in the words of its author.\n  string field_{field} = {field};"
            );
        }
        out.push_str("}\n");
    }
    out.into_bytes()
}
