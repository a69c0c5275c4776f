//! SARIF is what the standard's own schema takes, and points where it should.
//!
//! `sarif-2.1.0.schema.json` is the schema of the OASIS standard, as Microsoft publishes it; its license stands beside it.

use std::collections::BTreeSet;

use jsonschema::Validator;
use protoward::advice::TOPICS;
use protoward::history::Judgement;
use protoward::report::Format;
use protoward::rules::RULES;
use serde_json::Value;

use super::{example, order, refusal, told};

fn validator() -> Validator {
    // Its one pattern, of a property that is not used here, has a bracket too many.
    let schema = include_str!("sarif-2.1.0.schema.json").replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}?$");
    let schema = serde_json::from_str(&schema).expect("JSON");
    jsonschema::draft4::options().build(&schema).expect("a schema")
}

fn log(judgement: &Judgement) -> Value {
    serde_json::from_str(&told(Format::Sarif, judgement)).expect("JSON")
}

#[test]
fn the_standards_schema_takes_it() {
    let validator = validator();
    let denied = Judgement { denies_advice: true, ..example() };
    for judgement in [example(), refusal(), denied, Judgement::default()] {
        let log = log(&judgement);
        let faults: Vec<_> = validator.iter_errors(&log).map(|fault| fault.to_string()).collect();
        assert_eq!(faults, [""; 0]);
    }
    let mut wrong = log(&example());
    wrong["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(!validator.is_valid(&wrong), "the validator sees nothing");
}

#[test]
fn every_result_names_its_rule_by_place_and_every_rule_has_its_page() {
    for judgement in [example(), refusal()] {
        let log = log(&judgement);
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
        for result in run["results"].as_array().expect("results") {
            let at = usize::try_from(result["ruleIndex"].as_u64().expect("a place")).expect("a place");
            assert_eq!(rules[at]["id"], result["ruleId"]);
        }
        let ids: BTreeSet<_> = rules.iter().map(|rule| rule["id"].as_str().expect("an id")).collect();
        assert_eq!(ids.len(), rules.len());
        let pages = RULES.iter().map(|rule| (rule.id, rule.page));
        for (id, page) in pages.chain(TOPICS.iter().map(|topic| (topic.id, topic.page))) {
            let told = rules.iter().find(|told| told["id"] == id).expect(id);
            assert_eq!((&told["help"]["markdown"], &told["help"]["text"]), (&page.into(), &page.into()));
            let lead = told["fullDescription"]["text"].as_str().unwrap_or_default();
            assert!(
                page.contains(lead.get(..20).unwrap_or(lead))
                    && lead.is_empty() == (page.lines().count() < 3)
            );
        }
    }
}

#[test]
fn what_is_accepted_is_suppressed_and_what_is_unread_is_no_success() {
    let log = log(&example());
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    let suppressed: Vec<_> = results.iter().filter(|result| result["suppressions"].is_array()).collect();
    assert_eq!(suppressed.len(), 2);
    for result in suppressed {
        assert_eq!(result["suppressions"][0]["justification"], "no client reads note, 100% \"sure\" <yes>");
        assert_eq!(
            (&result["level"], &result["properties"]["path"]),
            (&"note".into(), &"shop.Order.note".into())
        );
    }
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let clean = Judgement { subjects: vec![order()], ..Judgement::default() };
    let clean: Value = serde_json::from_str(&told(Format::Sarif, &clean)).expect("JSON");
    assert_eq!(clean["runs"][0]["invocations"][0]["executionSuccessful"], true);
}

#[test]
fn fingerprints_outlive_lines_and_other_findings() {
    let prints = |judgement: &Judgement| -> Vec<String> {
        let log = log(judgement);
        let results = log["runs"][0]["results"].as_array().expect("results").clone();
        let print =
            |result: &Value| result["partialFingerprints"]["protoward/v1"].as_str().expect("one").to_owned();
        results.iter().map(print).collect()
    };
    let all = prints(&example());
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "each is unique");

    let mut moved = example();
    for place in moved.subjects[0].findings.iter_mut().flat_map(|f| [&mut f.writer, &mut f.reader]).flatten()
    {
        (place.line, place.end_line) = (place.line + 7, place.end_line + 7);
    }
    assert_eq!(prints(&moved), all);

    let mut fewer = example();
    fewer.subjects[0].findings.remove(0);
    assert_eq!(prints(&fewer), all[1..]);
}
