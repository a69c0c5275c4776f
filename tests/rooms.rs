//! Who may use whom: data flows one way through the rooms, and the doors to the world are few.

use std::fs;
use std::path::{Path, PathBuf};

/// In reading order: a room may use those before it.
const ROOMS: [&str; 12] = [
    "exit", "workers", "schema", "proto", "source", "rules", "check", "advice", "history", "config",
    "report", "cli",
];

/// Who may name what of the world outside.
const DOORS: [(&str, &[&str]); 9] = [
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("toml::de", &["config"]),
    ("owo_colors", &["report"]),
    ("annotate_snippets", &["report"]),
    ("std::process", &["source", "main.rs"]),
    // The one file that is ever written is the answer.
    ("std::fs", &["source", "cli/output.rs"]),
    ("std::env", &["source", "main.rs"]),
];

/// The code of a file, without tests and comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            out.append(&mut files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
    out
}

fn sources() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let name = |path: &Path| path.strip_prefix(&src).expect("inside").to_string_lossy().replace('\\', "/");
    files(&src).iter().map(|path| (name(path), code(path))).collect()
}

fn room(file: &str) -> Option<usize> {
    let name = file.split('/').next()?.trim_end_matches(".rs");
    ROOMS.iter().position(|room| *room == name)
}

/// Every `crate::room` of a text, groups in braces among them.
fn used(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if end > 0 {
            out.push(rest[..end].to_owned());
        } else if let Some((group, _)) = rest.strip_prefix('{').and_then(|rest| rest.split_once("};")) {
            out.extend(group.split([',', ':', '{', '}', ' ', '\n']).map(str::to_owned));
        }
    }
    out
}

#[test]
fn a_room_uses_only_the_rooms_before_it() {
    let mut seen = 0;
    for (file, text) in sources() {
        let Some(at) = room(&file) else { continue };
        for name in used(&text) {
            if let Some(other) = ROOMS.iter().position(|room| *room == name) {
                assert!(other <= at, "src/{file} uses {name}, which comes later");
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "only {seen} uses were seen: the test has lost its eyes");
}

#[test]
fn every_file_belongs_to_a_room() {
    for (file, _) in sources() {
        assert!(room(&file).is_some() || file == "lib.rs" || file == "main.rs", "src/{file} is in no room");
    }
}

#[test]
fn the_doors_to_the_world_are_few() {
    for (door, rooms) in DOORS {
        let mut seen = 0;
        for (file, text) in sources() {
            if names(&text, door) {
                let may = rooms.iter().any(|room| file == *room || file.starts_with(&format!("{room}/")));
                assert!(may, "src/{file} names {door}");
                seen += 1;
            }
        }
        assert!(seen > 0 || door == "std::process", "nobody names {door}: is the test still right?");
    }
}

/// Whether a text names `door`, a path, also as part of a group such as `std::{fs, io}`.
fn names(text: &str, door: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let whole = text.match_indices(door).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(is_word);
        let after = text[at + door.len()..].chars().next().is_some_and(is_word);
        !before && !after
    });
    let grouped = door.split_once("::").is_some_and(|(root, leaf)| {
        text.split(&format!("{root}::{{")).skip(1).any(|rest| {
            let group = rest.split(';').next().unwrap_or_default();
            group.split(|c| !is_word(c)).any(|word| word == leaf)
        })
    });
    whole || grouped
}

#[test]
fn exit_statuses_are_named_in_one_place() {
    for (file, text) in sources() {
        if file != "exit.rs" && file != "main.rs" {
            assert!(
                !text.contains(".code()") && !text.contains("ExitCode"),
                "src/{file} knows exit statuses"
            );
        }
    }
}
