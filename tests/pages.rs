//! The pages of the rules: each rule has one, all have one shape, and their examples do what they claim.

use std::collections::BTreeSet;
use std::path::Path;

use protoward::check::{Extent, can_read};
use protoward::rules::{RULES, Rule};
use protoward::schema::Schema;
use protoward::source::{InputType, Options, Stdin, load_proposed};

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
        let page = Page::of(rule);
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
        for section in &Page::of(rule).sections {
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
            let found = can_read(&writer.schema(), &reader.schema(), Extent::All).violations;
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
            let reading = can_read(&writer.schema(), &reader.schema(), Extent::All);
            assert_eq!(reading.violations, [], "{}\n{}{}", rule.id, writer.text, reader.text);
            assert!(reading.work.is_some(), "{}", rule.id);
        }
    }
}

const WRITER: &str = "proto writer";
const READER: &str = "proto reader";

/// The writers and readers of a section, which stand one behind the other.
pub(crate) fn pairs(rule: &'static Rule, section: &str) -> Vec<(Block, Block)> {
    let page = Page::of(rule);
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

/// A page, taken apart.
struct Page {
    title: &'static str,
    /// The first paragraph.
    lead: String,
    sections: Vec<Section>,
}

struct Section {
    title: &'static str,
    /// Lines outside of code.
    prose: usize,
    blocks: Vec<Block>,
}

/// A fenced block of code.
#[derive(Clone)]
pub(crate) struct Block {
    tag: &'static str,
    pub(crate) text: String,
}

impl Page {
    fn of(rule: &Rule) -> Self {
        let mut lines = rule.page.lines();
        let title = lines.next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
        let lead: Vec<&str> =
            lines.by_ref().skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
        let mut sections = Vec::new();
        while let Some(line) = lines.next() {
            if let Some(title) = line.strip_prefix("## ") {
                sections.push(Section { title, prose: 0, blocks: Vec::new() });
                continue;
            }
            let Some(section) = sections.last_mut() else { continue };
            if let Some(tag) = line.strip_prefix("```") {
                let code = lines.by_ref().take_while(|line| *line != "```");
                section.blocks.push(Block { tag, text: code.flat_map(|line| [line, "\n"]).collect() });
            } else {
                section.prose += usize::from(!line.is_empty());
            }
        }
        Self { title, lead: lead.join(" "), sections }
    }
}

impl Section {
    fn is_empty(&self) -> bool {
        self.prose == 0 && self.blocks.is_empty()
    }
}

impl Block {
    /// The source's schema, by the way that a source on standard input takes; its first message is the root.
    fn schema(&self) -> Schema {
        let mut bytes = self.text.as_bytes();
        let options = Options {
            input_type: Some(InputType::Proto),
            stdin: Stdin::new(&mut bytes),
            ..Options::default()
        };
        let input = load_proposed("-", &options);
        let input = input.unwrap_or_else(|why| panic!("{why:?}\n{}", self.text));
        let entry = input.entry(input.roots().first().map(String::as_str));
        let entry = entry.unwrap_or_else(|why| panic!("{why:?}\n{}", self.text));
        entry.reconstruct().unwrap_or_else(|why| panic!("{why:?}\n{}", self.text))
    }
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
