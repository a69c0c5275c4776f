//! Every format tells the same findings, by their rules and how many of each there are.

use std::collections::BTreeMap;

use proptest::prelude::*;
use protoward::check::Extent;
use protoward::history::{Judgement, Question, Subject, judge};
use protoward::report::Format;
use protoward::source::Entry;
use serde_json::Value;

use super::{example, refusal, told};
use crate::support::{Spec, specs};

type Counts = BTreeMap<String, usize>;

fn count(ids: impl IntoIterator<Item = String>) -> Counts {
    let mut out = Counts::new();
    ids.into_iter().for_each(|id| *out.entry(id).or_default() += 1);
    out
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("an array").iter()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// The ids that a format tells: rules, topics, and the kinds of errors and warnings.
fn ids(format: Format, judgement: &Judgement) -> Counts {
    let told = told(format, judgement);
    let json = || serde_json::from_str::<Value>(&told).expect("JSON");
    match format {
        Format::Gitlab => count(array(&json()).map(|issue| text(&issue["check_name"]))),
        Format::Sarif => {
            let run = &json()["runs"][0];
            let told = &run["invocations"][0];
            let notes = array(&told["toolExecutionNotifications"])
                .chain(array(&told["toolConfigurationNotifications"]));
            let notes = notes.map(|note| text(&note["descriptor"]["id"]));
            count(array(&run["results"]).map(|result| text(&result["ruleId"])).chain(notes))
        }
        // A cause is told once, with the number of its findings.
        Format::Github => count(
            told.lines().filter_map(|line| line.split_once("title=protoward ")).flat_map(|(_, told)| {
                let id = told.split([':', ' ']).next().unwrap_or_default().to_owned();
                let findings = told.rsplit_once("%0Afindings: ").and_then(|(_, count)| count.parse().ok());
                std::iter::repeat_n(id, findings.unwrap_or(1))
            }),
        ),
        Format::Junit => {
            let document = roxmltree::Document::parse(&told).expect("XML");
            let texts = document
                .descendants()
                .filter(|node| ["failure", "error", "system-out"].contains(&node.tag_name().name()));
            let texts =
                texts.flat_map(|node| node.text().unwrap_or_default().split("\n\n").collect::<Vec<_>>());
            let heads = texts.filter_map(|paragraph| paragraph.lines().next()?.split_once(": "));
            let known = |id: &str| id != "note" && !["compatible", "incompatible", "undecided"].contains(&id);
            count(heads.map(|(id, _)| id.to_owned()).filter(|id| known(id)))
        }
        _ => panic!("{format:?} is read elsewhere"),
    }
}

/// The same of the judgement itself; an input is told once, however many subjects need it.
fn wanted(judgement: &Judgement) -> Counts {
    let finding = |finding: &protoward::history::Finding| finding.rule.map_or("REFUSED", |rule| rule.id);
    let of = |subject: &Subject| {
        let findings = subject.findings.iter().map(finding);
        let warnings = subject.warnings.iter().map(|warning| warning.kind);
        let ids = findings.chain(warnings).chain(subject.advice.iter().map(|advice| advice.topic.id));
        ids.map(str::to_owned).collect::<Vec<_>>()
    };
    let errors = judgement.errors().into_iter().map(|error| error.kind.to_owned());
    count(judgement.subjects.iter().flat_map(of).chain(errors))
}

fn assert_same(judgement: &Judgement) {
    let wanted = wanted(judgement);
    for format in [Format::Gitlab, Format::Sarif, Format::Github] {
        assert_eq!(ids(format, judgement), wanted, "{format:?}");
    }
    // A suite stands alone: what could not be read is told in each that needed it.
    let each = judgement.subjects.iter().flat_map(|subject| &subject.errors).count();
    let again = each - judgement.errors().len();
    let junit = ids(Format::Junit, judgement);
    assert_eq!(junit.values().sum::<usize>(), wanted.values().sum::<usize>() + again, "{junit:?}");
    assert_eq!(junit.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>());
    assert_json(judgement);
}

/// JSON has every finding, and the broker's lines are those that JSON has.
fn assert_json(judgement: &Judgement) {
    let json: Value = serde_json::from_str(&told(Format::Json, judgement)).expect("JSON");
    let findings: Vec<_> = array(&json["subjects"]).flat_map(|subject| array(&subject["findings"])).collect();
    let own = judgement.subjects.iter().flat_map(|subject| &subject.findings);
    assert_eq!(findings.len(), own.clone().count());
    for (told, finding) in findings.iter().zip(own) {
        assert_eq!(told["rule"], finding.rule.map_or(Value::Null, |rule| rule.id.into()));
        assert_eq!(told["allowed"], finding.allowed.as_deref().map_or(Value::Null, Into::into));
    }
    let lines: String = findings.iter().map(|finding| text(&finding["broker"]) + "\n").collect();
    assert_eq!(told(Format::Broker, judgement), lines);
    let allowed = findings.iter().filter(|finding| !finding["allowed"].is_null()).count();
    assert_eq!(json["summary"]["allowed"], allowed);
    assert_eq!(json["summary"]["errors"], judgement.errors().len());
}

#[test]
fn the_example_is_the_same_in_every_format() {
    assert_same(&example());
    assert_same(&Judgement { denies_advice: true, ..example() });
    assert_same(&refusal());
    assert_same(&Judgement::default());
}

fn judged(existing: &Spec, proposed: &Spec, allowed: usize) -> Subject {
    let existing = [Entry::native("existing.json", Some(7), existing.native().into_bytes())];
    let proposed = Entry::native("proposed.json", None, proposed.native().into_bytes());
    let mut subject = judge(&Question {
        strategy: "FULL_TRANSITIVE",
        proposed: &proposed,
        existing: &existing,
        operation: None,
        is_first: false,
        extent: Extent::All,
    });
    for finding in subject.findings.iter_mut().step_by(allowed) {
        finding.allowed = Some("known".to_owned());
    }
    subject
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn random_schemas_are_told_the_same_in_every_format(
        (existing, proposed, other, allowed) in (specs(), specs(), specs(), 1..5usize)
    ) {
        let subjects = vec![judged(&existing, &proposed, allowed), judged(&proposed, &other, 100)];
        assert_same(&Judgement { subjects, ..Judgement::default() });
    }
}
