//! What the formats make of the example, kept in files: `UPDATE=1 cargo test` rewrites them.

use std::fs;
use std::path::Path;

use protoward::advice::TOPICS;
use protoward::report::Format;
use protoward::rules::RULES;

use super::{example, told};

const FILES: [(Format, &str); 6] = [
    (Format::Json, "json.json"),
    (Format::Broker, "broker.txt"),
    (Format::Github, "github.txt"),
    (Format::Gitlab, "gitlab.json"),
    (Format::Sarif, "sarif.json"),
    (Format::Junit, "junit.xml"),
];

/// Without what changes for reasons of its own: the version, and the pages.
fn stable(text: &str) -> String {
    let version = format!("\"{}\"", env!("CARGO_PKG_VERSION"));
    let mut out = text.replace(&version, "\"[VERSION]\"");
    let pages = RULES.iter().map(|rule| (rule.id, rule.page));
    for (id, page) in pages.chain(TOPICS.iter().map(|topic| (topic.id, topic.page))) {
        let page = serde_json::to_string(page).expect("a text");
        out = out.replace(&page, &format!("\"[the page of {id}]\""));
    }
    out
}

#[test]
fn the_example_is_told_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/snapshots");
    for (format, file) in FILES {
        let text = stable(&told(format, &example()));
        let path = folder.join(file);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &text).expect("a snapshot is written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            text == committed,
            "{file} is not what is told now; UPDATE=1 cargo test rewrites it:\n{text}"
        );
    }
}
