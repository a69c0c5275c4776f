//! `protoward inspect` tells the same of a source as of the descriptor set that `protoc` makes of it.

use std::ffi::OsString;
use std::path::Path;

use protoward::{Exit, Streams, Terminal, run};
use serde_json::Value;

use super::differential::protoc;
use super::{generate, micro};

/// What is left out: it belongs to the input and not to the schema.
const OF_THE_INPUT: [&str; 3] = ["input", "fingerprint", "location"];

/// The facts of an input, or what is said instead.
fn facts(path: &Path, include: &Path) -> Result<String, String> {
    let (mut stdin, mut stdout, mut stderr) = (std::io::empty(), Vec::new(), Vec::new());
    let mut streams = Streams { stdin: &mut stdin, stdout: &mut stdout, stderr: &mut stderr };
    let args: [OsString; 7] = [
        "protoward".into(),
        "inspect".into(),
        path.into(),
        "-I".into(),
        include.into(),
        "--format".into(),
        "json".into(),
    ];
    let exit = run(args, &mut streams, Terminal::default());
    if exit != Exit::Compatible {
        return Err(format!("{exit:?}: {}", String::from_utf8_lossy(&stderr)));
    }
    let mut document: Value = serde_json::from_slice(&stdout).expect("a document");
    strip(&mut document);
    Ok(format!("{document:#}"))
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|key, _| !OF_THE_INPUT.contains(&key.as_str()));
            members.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

/// How the facts of a source and of its descriptor set differ; nothing is said of a source that `protoc` refuses.
fn difference(folder: &Path, name: &str) -> Option<String> {
    let set = folder.join(format!("{name}.binpb"));
    std::fs::write(&set, protoc(folder, name).ok()?).expect("written");
    let (source, set) = (facts(&folder.join(name), folder), facts(&set, folder));
    match (source, set) {
        (Ok(source), Ok(set)) => {
            let first = source.lines().zip(set.lines()).find(|(a, b)| a != b);
            (source != set).then(|| format!("{name}: source and set: {first:?}"))
        }
        (source, set) => Some(format!("{name}: source {:?}, set {:?}", source.err(), set.err())),
    }
}

#[test]
fn micro_sources_and_their_sets_are_told_alike() {
    let folder = generate::scratch("inspect-micro");
    let verdicts = std::fs::read_to_string(micro().join("verdicts.tsv")).expect("verdicts");
    for entry in std::fs::read_dir(micro()).expect("a folder") {
        let path = entry.expect("an entry").path();
        std::fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("a copy");
    }
    let accepted = verdicts.lines().filter(|line| line.split('\t').nth(1) == Some("accept"));
    let names = accepted.map(|line| line.split('\t').next().unwrap_or_default());
    let wrong: Vec<_> = names.filter_map(|name| difference(&folder, name)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn generated_sources_and_their_sets_are_told_alike() {
    let mut wrong = Vec::new();
    for seed in 1001..=1040 {
        let folder = generate::scratch(&format!("inspect-{seed}"));
        let roots = generate::schema(seed, &folder);
        wrong.extend(roots.iter().filter_map(|root| difference(&folder, root)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
