//! What the README says beside its commands, which `cli.rs` runs.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use protoward::rules::{Effect, RULES};

const START: &str = "<!-- rules: kept by a test, UPDATE=1 cargo test -->\n";
const END: &str = "<!-- end of rules -->\n";

/// The table of rules, from the rules themselves.
fn table() -> String {
    let mut out = "| rule | what it says | verdict |\n|---|---|---|\n".to_owned();
    for rule in RULES {
        let verdict = match rule.effect {
            Effect::Incompatible => "incompatible",
            Effect::Undecided => "undecided",
        };
        let page = format!("src/rules/{}.md", rule.id.to_lowercase());
        writeln!(out, "| [{}]({page}) | {} | {verdict} |", rule.id, rule.summary).expect("memory");
    }
    out
}

#[test]
fn the_table_of_rules_is_that_of_the_rules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = fs::read_to_string(&path).expect("the README");
    let (before, rest) = text.split_once(START).expect("the start of the table");
    let (_, after) = rest.split_once(END).expect("its end");
    let wanted = format!("{before}{START}\n{}\n{END}{after}", table());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &wanted).expect("a README that can be written");
    }
    assert!(text == wanted || std::env::var_os("UPDATE").is_some(), "run UPDATE=1 cargo test");
}

#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"] {
        let text = fs::read_to_string(root.join(name)).expect(name);
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(link, _)| link)) {
            let file = link.split('#').next().unwrap_or(link);
            let leads = link.starts_with("https://") || file.is_empty() || root.join(file).exists();
            assert!(leads, "{name}: {link}");
        }
    }
}
