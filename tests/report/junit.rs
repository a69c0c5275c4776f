//! JUnit's XML is well-formed, and its counts are those of its cases.

use protoward::history::{Judgement, Subject};
use protoward::report::Format;
use roxmltree::{Document, Node};

use super::{example, order, refusal, told};

fn all<'a, 'i>(node: Node<'a, 'i>, tag: &str) -> Vec<Node<'a, 'i>> {
    node.descendants().filter(|node| node.has_tag_name(tag)).collect()
}

fn number(node: Node<'_, '_>, name: &str) -> usize {
    node.attribute(name).expect(name).parse().expect("a number")
}

/// Every count of a document is the number of its cases.
fn assert_counts(text: &str) {
    let document = Document::parse(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let root = document.root_element();
    for node in all(root, "testsuites").into_iter().chain(all(root, "testsuite")) {
        assert_eq!(number(node, "tests"), all(node, "testcase").len(), "{text}");
        assert_eq!(number(node, "failures"), all(node, "failure").len(), "{text}");
        assert_eq!(number(node, "errors"), all(node, "error").len(), "{text}");
        let is_suite = node.has_tag_name("testsuite");
        assert!(!is_suite || number(node, "tests") > 0, "a suite without a case says nothing: {text}");
    }
}

#[test]
fn counts_are_right() {
    for judgement in [example(), refusal(), Judgement::default()] {
        assert_counts(&told(Format::Junit, &judgement));
    }
    let denied = Judgement { denies_advice: true, ..example() };
    assert_counts(&told(Format::Junit, &denied));
    let count = |judgement: &Judgement| told(Format::Junit, judgement).matches("<failure").count();
    assert_eq!(count(&denied), count(&example()) + 1);
}

#[test]
fn a_case_says_what_became_of_its_comparison() {
    let text = told(Format::Junit, &example());
    let document = Document::parse(&text).expect("XML");
    let of = |name: &str| {
        let cases = all(document.root_element(), "testcase");
        let case = cases.into_iter().find(|case| case.attribute("name") == Some(name)).expect(name);
        let elements = case.children().filter(Node::is_element);
        elements.map(|child| child.tag_name().name().to_owned()).collect::<Vec<_>>()
    };
    let [v1, v2] =
        ["v1", "v2"].map(|name| format!("BACKWARD with tests/report/example/history/{name}.proto"));
    assert_eq!(of(&v1), ["error"], "an open question");
    assert_eq!(of(&v2), ["failure", "system-out"], "breaks, and one that is accepted");
    assert_eq!(of("syntax: history/v3.proto"), ["error"]);
}

#[test]
fn accepted_breaks_pass() {
    let mut subject = order();
    for finding in &mut subject.findings {
        finding.allowed = Some("known".to_owned());
    }
    let judgement = Judgement { subjects: vec![subject], ..Judgement::default() };
    let text = told(Format::Junit, &judgement);
    assert_counts(&text);
    assert!(text.contains("failures=\"0\" errors=\"0\"") && text.contains("allowed: known"), "{text}");
}

#[test]
fn a_subject_that_could_not_be_compared_does_not_pass() {
    let judgement = example();
    let unread =
        Subject { findings: Vec::new(), ..judgement.subjects.into_iter().nth(1).expect("the second") };
    let judgement = Judgement { subjects: vec![unread], ..Judgement::default() };
    assert!(told(Format::Junit, &judgement).contains("tests=\"1\" failures=\"0\" errors=\"1\""));
}
