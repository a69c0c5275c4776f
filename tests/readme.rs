//! What the README says beside its commands, which `cli.rs` runs.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use protoward::advice::TOPICS;
use protoward::rules::{Effect, RULES};

/// The table of rules, from the rules themselves.
fn rules() -> String {
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

/// The table of topics, from the topics themselves.
fn topics() -> String {
    let mut out = "| topic | what it says |\n|---|---|\n".to_owned();
    for topic in TOPICS {
        let page = format!("src/advice/{}.md", topic.id.to_lowercase());
        writeln!(out, "| [{}]({page}) | {} |", topic.id, topic.summary).expect("memory");
    }
    out
}

/// A text with what stands between the marks of a name put in place.
fn with_table(text: &str, name: &str, table: &str) -> String {
    let [start, end] = [
        format!("<!-- {name}: kept by a test, UPDATE=1 cargo test -->\n"),
        format!("<!-- end of {name} -->\n"),
    ];
    let (before, rest) = text.split_once(&start).expect("the start of the table");
    let (_, after) = rest.split_once(&end).expect("its end");
    format!("{before}{start}\n{table}\n{end}{after}")
}

#[test]
fn the_tables_are_those_of_the_rules_and_the_topics() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = fs::read_to_string(&path).expect("the README");
    let wanted = with_table(&with_table(&text, "rules", &rules()), "topics", &topics());
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

/// The cells of the table that a script keeps, its head first.
fn measured<'a>(text: &'a str, name: &str) -> Vec<Vec<&'a str>> {
    let (_, rest) = text.split_once(&format!("<!-- {name}: kept by ")).expect("the start of the table");
    let (table, _) = rest.split_once(&format!("<!-- end of {name} -->")).expect("its end");
    let rows = table.lines().filter(|line| line.starts_with("| "));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn the_figures_are_of_all_that_the_scripts_measure() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).expect("the README");
    for (name, script, start) in
        [("comparison", "compare.py", "\": Case(\n"), ("growth", "growth.py", "\": Curve(\n")]
    {
        let script = fs::read_to_string(root.join("benches").join(script)).expect("a script");
        let titles: Vec<&str> =
            script.split(start).skip(1).filter_map(|case| case.split('"').nth(1)).collect();
        let rows = measured(&text, name);
        assert!(rows.iter().all(|cells| cells.len() == rows[0].len()), "{rows:?}");
        let mut told: Vec<&str> = rows[1..].iter().map(|cells| cells[0]).collect();
        told.dedup();
        assert_eq!(told, titles, "{name}: run the script in benches/ with --write");
    }
}
