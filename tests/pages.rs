//! The pages of the rules: each rule has one, all have one shape, and their examples do what they claim.

use std::collections::BTreeSet;
use std::path::Path;

use protoward::check::{Extent, can_read};
use protoward::rules::{RULES, Rule};
use protoward::schema::Schema;

use crate::support::advised::input;
use crate::support::page::{Block, Page};

/// What every page has, in this order.
const SECTIONS: [&str; 5] =
    ["Why the reader is hurt", "Breaks", "Holds", "How to change it safely", "Elsewhere"];

/// Rules that no pair of sources brings about; their pages show a command line instead.
const UNPAIRED: [&str; 4] =
    ["ALWAYS_INCOMPATIBLE", "COMPARISON_LIMIT_EXCEEDED", "SCHEMA_RECONSTRUCTION_FAILED", "UNKNOWN_STRATEGY"];

#[test]
fn files_and_rules_agree() {
    let ids: BTreeSet<String> = RULES.iter().map(|rule| rule.id.to_owned()).collect();
    assert_eq!(ids.len(), RULES.len(), "two rules with one id");
    assert_eq!(stems("md"), ids, "a page without a rule, or a rule without a page");
    let mut files = stems("rs");
    assert!(files.remove("MOD"));
    assert_eq!(files, ids, "a file without a rule, or a rule without a file");
    for rule in RULES {
        let file = rules().join(rule.id.to_lowercase()).with_extension("md");
        assert_eq!(read(&file), rule.page, "{} carries the page of another rule", rule.id);
    }
}

#[test]
fn pages_have_one_shape() {
    for rule in RULES {
        let page = Page::of(rule.page);
        assert_eq!(page.title, rule.id);
        assert!(page.lead.ends_with('.'), "{}: the page opens with one sentence or more", rule.id);
        let titles: Vec<&str> = page.sections.iter().map(|s| s.title).collect();
        assert_eq!(titles, SECTIONS, "{}", rule.id);
        for section in &page.sections {
            assert!(!section.is_empty(), "{}: nothing under {}", rule.id, section.title);
        }
    }
}

/// Untagged code would be compiled as Rust by rustdoc, and a pair elsewhere would not be run.
#[test]
fn code_is_tagged() {
    for rule in RULES {
        for section in &Page::of(rule.page).sections {
            let examples = matches!(section.title, "Breaks" | "Holds");
            for block in &section.blocks {
                let known = match block.tag {
                    "text" | "console" => true,
                    WRITER | READER => examples,
                    _ => false,
                };
                assert!(known, "{}: a block tagged {:?} under {}", rule.id, block.tag, section.title);
            }
        }
    }
}

#[test]
fn breaking_examples_break_by_their_rule_alone() {
    for rule in RULES {
        let pairs = pairs(rule, "Breaks");
        assert_eq!(pairs.is_empty(), UNPAIRED.contains(&rule.id), "{}", rule.id);
        for (writer, reader) in pairs {
            let found = can_read(&schema(&writer), &schema(&reader), Extent::All).violations;
            let ids: BTreeSet<&str> = found.iter().map(|violation| violation.rule.id).collect();
            assert_eq!(ids, BTreeSet::from([rule.id]), "{}\n{}{}", rule.id, writer.text, reader.text);
        }
    }
}

#[test]
fn safe_examples_hold() {
    for rule in RULES {
        let pairs = pairs(rule, "Holds");
        assert_eq!(pairs.is_empty(), UNPAIRED.contains(&rule.id), "{}", rule.id);
        for (writer, reader) in pairs {
            assert_ne!(writer.text, reader.text, "{}: a schema reads itself anyway", rule.id);
            let reading = can_read(&schema(&writer), &schema(&reader), Extent::All);
            assert_eq!(reading.violations, [], "{}\n{}{}", rule.id, writer.text, reader.text);
            assert!(reading.work.is_some(), "{}", rule.id);
        }
    }
}

const WRITER: &str = "proto writer";
const READER: &str = "proto reader";

/// The writers and readers of a section, which stand one behind the other.
pub(crate) fn pairs(rule: &'static Rule, section: &str) -> Vec<(Block, Block)> {
    let page = Page::of(rule.page);
    let section = page.sections.into_iter().find(|s| s.title == section);
    let blocks = section.into_iter().flat_map(|s| s.blocks);
    let sides: Vec<Block> = blocks.filter(|b| b.tag == WRITER || b.tag == READER).collect();
    let (pairs, rest) = sides.as_chunks::<2>();
    assert!(rest.is_empty(), "{}: a writer or reader alone", rule.id);
    let pair = |[writer, reader]: &[Block; 2]| {
        assert_eq!((writer.tag, reader.tag), (WRITER, READER), "{}", rule.id);
        (writer.clone(), reader.clone())
    };
    pairs.iter().map(pair).collect()
}

/// A source's schema; its first message is the root.
fn schema(block: &Block) -> Schema {
    let input = input(&block.text, "page.proto", None);
    let entry = input.entry(input.roots().first().map(String::as_str));
    let entry = entry.unwrap_or_else(|why| panic!("{why:?}\n{}", block.text));
    entry.reconstruct().unwrap_or_else(|why| panic!("{why:?}\n{}", block.text))
}

/// The names of the files in `src/rules` with an extension, without it, in capitals.
fn stems(extension: &str) -> BTreeSet<String> {
    let files = std::fs::read_dir(rules()).unwrap_or_else(|why| panic!("src/rules: {why}"));
    let paths = files.map(|file| file.unwrap_or_else(|why| panic!("src/rules: {why}")).path());
    let named = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    named.filter_map(|path| Some(path.file_stem()?.to_str()?.to_uppercase())).collect()
}

fn rules() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/rules"))
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}
