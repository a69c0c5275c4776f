//! The formats: what each makes of one rich example, and that all of them tell the same.

mod github;
mod hostile;
mod json;
mod junit;
mod same;
mod sarif;
mod snapshots;

use protoward::advice::field_not_reserved;
use protoward::check::Extent;
use protoward::history::{Advice, Allowance, Judgement, Operation, Question, Request, Subject, judge};
use protoward::report::{self, Format, Look};
use protoward::source::{Entry, InputError, Location, Options, load_history, load_proposed};

/// A judgement in a format.
fn told(format: Format, judgement: &Judgement) -> String {
    let mut out = Vec::new();
    let look = Look { color: false, quiet: false, width: None };
    report::write(format, judgement, look, &mut out).expect("memory");
    String::from_utf8(out).expect("text")
}

const PROPOSED: &str = "tests/report/example/order, next.proto";

/// A stretch of a line of the proposed schema.
fn place(line: u32, column: u32, end_column: u32) -> Location {
    Location { file: PROPOSED.into(), line, column, end_line: line, end_column, text: None }
}

/// Two subjects: breaks, one of them accepted, an open question, an allowance that nothing needs, an input that could not be
/// read, advice, and a text that would like to be markup.
fn example() -> Judgement {
    let mut subject = order();
    let allow = |path: &str, line| Allowance {
        rule: "TYPE_CHANGED",
        path: Some(path.to_owned()),
        version: None,
        reason: "no client reads note, 100% \"sure\" <yes>".to_owned(),
        place: Location { file: "protoward.toml".into(), ..place(line, 1, 8) },
    };
    subject.allow(&[allow("shop.Order.note", 12), allow("shop.Order.gone", 18)], false);
    subject.add_errors([InputError {
        kind: "syntax",
        message: "expected `;`, found\n::error::\u{1b}[31m".to_owned(),
        help: Some("end the statement".to_owned()),
        input: "history/v3.proto".to_owned(),
        location: Some(Location { file: "history/v3.proto".into(), end_line: 10, ..place(9, 3, 1) }),
        more: Vec::new(),
    }]);
    subject.advice.push(Advice {
        topic: &field_not_reserved::TOPIC,
        message: "`shop.Order` no longer has field 6, `old`, and does not reserve it".to_owned(),
        help: "add `reserved 6; reserved \"old\";`".to_owned(),
        path: "shop.Order".to_owned(),
        number: Some(6),
        existing: Some("tests/report/example/history/v2.proto".to_owned()),
        version: Some(2),
        component: None,
        place: Some(place(4, 9, 14)),
    });
    subject.notes.push("version 2 is the latest".to_owned());
    let mut unread = Subject::new("-", "HALF");
    unread.name = Some("second".to_owned());
    unread.add_errors(subject.errors.clone());
    let rule = &protoward::rules::unknown_strategy::RULE;
    unread.findings.push(protoward::history::Finding::new(rule, "HALF"));
    Judgement { subjects: vec![subject, unread], ..Judgement::default() }
}

/// `shop.Order` of the example against its two versions.
fn order() -> Subject {
    let options = Options::default();
    let proposed = load_proposed(PROPOSED, &options).expect("a schema");
    let history = load_history("tests/report/example/history", &options).expect("a history");
    let entry = |input: &protoward::source::Input| input.entry(Some("shop.Order")).expect("an entry");
    let existing: Vec<Entry> =
        history.inputs.iter().map(|input| entry(input.as_ref().expect("a version"))).collect();
    let proposed = entry(&proposed);
    let mut subject = judge(&Question {
        strategy: "FULL_TRANSITIVE",
        proposed: &proposed,
        existing: &existing,
        operation: None,
        is_first: false,
        extent: Extent::All,
    });
    "shop.Order".clone_into(&mut subject.root);
    subject
}

/// A request that is refused in the broker's own words: nobody has registered anything yet.
fn refusal() -> Judgement {
    let proposed = load_proposed(PROPOSED, &Options::default()).expect("a schema");
    let proposed = proposed.entry(Some("shop.Order")).expect("an entry");
    let question = Question {
        strategy: "FULL",
        proposed: &proposed,
        existing: &[],
        operation: Some(Operation::Consume),
        is_first: true,
        extent: Extent::All,
    };
    let checker = protoward::history::Checker::Advanced;
    let subject = Request { registered: &[], checker, ..Request::from(question) }.answer();
    Judgement { subjects: vec![subject], ..Judgement::default() }
}
