//! The pages of advice: each topic has one, all have one shape, and their examples are advised as they claim.

use std::collections::BTreeSet;
use std::path::Path;

use protoward::advice::TOPICS;
use protoward::rules::RULES;

use crate::support::advised::Ask;
use crate::support::page::Page;

/// What every page has, in this order.
const SECTIONS: [&str; 4] = ["Why it matters", "Advised", "Quiet", "What to do"];

const VERSION: &str = "proto version";
const PROPOSED: &str = "proto proposed";

#[test]
fn files_and_topics_agree() {
    let ids: BTreeSet<&str> = TOPICS.iter().map(|topic| topic.id).collect();
    assert_eq!(ids.len(), TOPICS.len(), "two topics with one id");
    assert!(RULES.iter().all(|rule| !ids.contains(rule.id)), "a topic with the id of a rule");
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/advice"));
    let mut pages = 0;
    for file in std::fs::read_dir(folder).expect("src/advice") {
        let file = file.expect("a file").path();
        if file.extension().is_some_and(|end| end == "md") {
            let stem = file.file_stem().expect("a name").to_string_lossy().to_uppercase();
            let topic = TOPICS.iter().find(|topic| topic.id == stem).expect("a page with a topic");
            assert_eq!(std::fs::read_to_string(&file).expect("a page"), topic.page, "{}", topic.id);
            assert!(file.with_extension("rs").exists(), "{}: no file of its own", topic.id);
            pages += 1;
        }
    }
    assert_eq!(pages, TOPICS.len(), "a topic without a page");
}

#[test]
fn pages_have_one_shape() {
    for topic in TOPICS {
        let page = Page::of(topic.page);
        assert_eq!(page.title, topic.id);
        assert!(page.lead.ends_with('.'), "{}: the page opens with one sentence or more", topic.id);
        let titles: Vec<&str> = page.sections.iter().map(|section| section.title).collect();
        assert_eq!(titles, SECTIONS, "{}", topic.id);
        for section in &page.sections {
            assert!(!section.is_empty(), "{}: nothing under {}", topic.id, section.title);
            let examples = ["Advised", "Quiet"].contains(&section.title);
            for block in &section.blocks {
                let known = block.tag == "text" || examples && [VERSION, PROPOSED].contains(&block.tag);
                assert!(known, "{}: a block tagged {:?} under {}", topic.id, block.tag, section.title);
            }
        }
    }
}

/// The topics that each example of a section is advised on.
fn advised(page: &'static str, section: &str) -> Vec<Vec<&'static str>> {
    let section =
        Page::of(page).sections.into_iter().find(|found| found.title == section).expect("a section");
    let mut versions: Vec<String> = Vec::new();
    let mut out = Vec::new();
    for block in section.blocks {
        if block.tag == VERSION {
            versions.push(block.text);
        } else {
            let subjects =
                Ask::FULL.of(&versions.iter().map(String::as_str).collect::<Vec<_>>(), &block.text);
            assert!(subjects[0].findings.is_empty(), "the contract accepts it: {:?}", subjects[0].findings);
            out.push(subjects[0].advice.iter().map(|advice| advice.topic.id).collect());
            versions.clear();
        }
    }
    assert!(versions.is_empty() && !out.is_empty(), "versions without a proposed schema, or nothing");
    out
}

#[test]
fn examples_are_advised_on_their_topic_alone_and_quiet_ones_are_quiet() {
    for topic in TOPICS {
        for ids in advised(topic.page, "Advised") {
            assert_eq!(ids, [topic.id]);
        }
        for ids in advised(topic.page, "Quiet") {
            assert!(ids.is_empty(), "{}: {ids:?}", topic.id);
        }
    }
}
