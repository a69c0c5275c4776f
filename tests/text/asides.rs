//! What stands beside the findings: accepted ones, warnings, advice, names and totals, and what a quiet answer leaves out.

use protoward::advice::Topic;
use protoward::check::Extent;
use protoward::history::{Advice, Allowance, Judgement, Question, Subject, judge};
use protoward::report::{self, Format, Look};
use protoward::source::{Entry, Location};

use super::snapshot;

static TOPIC: Topic =
    Topic { id: "FIELD_NOT_RESERVED", summary: "a removed field is not reserved", page: "" };

/// Native schema data of `message A { optional <kind> x = 1; }`; 5 is int32, 9 string.
fn native(kind: u8) -> Vec<u8> {
    use base64::Engine as _;
    let delimited =
        |tag: u8, bytes: &[u8]| [&[tag, u8::try_from(bytes.len()).expect("short")], bytes].concat();
    let field = [delimited(0x0a, b"x"), vec![0x18, 1, 0x20, 1, 0x28, kind]].concat();
    let message = [delimited(0x0a, b"A"), delimited(0x12, &field)].concat();
    let set = delimited(0x0a, &[delimited(0x0a, b"a.proto"), delimited(0x22, &message)].concat());
    let set = base64::engine::general_purpose::STANDARD.encode(set);
    format!(r#"{{"fileDescriptorSet":"{set}","rootMessageTypeName":"A","rootFileDescriptorName":"a.proto"}}"#)
        .into()
}

fn subject(kinds: &[u8], proposed: u8) -> Subject {
    let existing: Vec<_> = (1..)
        .zip(kinds)
        .map(|(version, kind)| {
            Entry::native(&format!("history/v{version}.json"), Some(version), native(*kind))
        })
        .collect();
    let proposed = Entry::native("a.json", None, native(proposed));
    let strategy = "FULL_TRANSITIVE";
    let question = Question {
        strategy,
        proposed: &proposed,
        existing: &existing,
        operation: None,
        is_first: false,
        extent: Extent::All,
    };
    Subject { root: "A".to_owned(), ..judge(&question) }
}

fn place(file: &str, line: u32, text: &str, word: &str) -> Location {
    let column = u32::try_from(text.find(word).expect("a word") + 1).expect("short");
    let end_column = column + u32::try_from(word.len()).expect("short");
    Location { file: file.into(), line, column, end_line: line, end_column, text: Some(text.into()) }
}

fn allowance(version: Option<u64>) -> Allowance {
    Allowance {
        rule: "TYPE_CHANGED",
        path: Some("A.x".to_owned()),
        version,
        reason: "nobody reads x yet".to_owned(),
        place: place("protoward.toml", 7, "path = \"A.x\"", "\"A.x\""),
    }
}

fn advice() -> Advice {
    Advice {
        topic: &TOPIC,
        message: "field `A.y` is gone and number 2 is free to be taken again".to_owned(),
        help: "add `reserved 2;` and `reserved \"y\";` to `A`".to_owned(),
        path: "A".to_owned(),
        number: Some(2),
        existing: Some("history/v1.json".to_owned()),
        version: Some(1),
        component: None,
        place: Some(place("a.proto", 3, "message A { optional int32 x = 1; }", "A")),
    }
}

fn told(judgement: &Judgement, quiet: bool) -> String {
    let look = Look { color: false, quiet, width: Some(100) };
    let mut out = Vec::new();
    report::write(Format::Text, judgement, look, &mut out).expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn all_of_them() {
    let mut partly = subject(&[5, 5, 9], 9);
    partly.allow(&[allowance(Some(1)), allowance(Some(7))], false);
    partly.name = Some("orders".to_owned());
    partly.advice = vec![advice(), Advice { place: None, component: Some("value"), ..advice() }];
    partly.notes = vec!["nothing else to say".to_owned()];
    let mut wholly = subject(&[5, 5], 9);
    wholly.allow(&[allowance(None)], false);
    let mut judgement =
        Judgement { subjects: vec![partly, wholly, subject(&[5], 5)], ..Judgement::default() };
    let open = [told(&judgement, false), told(&judgement, true)];
    judgement.denies_advice = true;
    let denied = [told(&judgement, false), told(&judgement, true)];
    let titles = ["As it is", "Quiet", "Advice denied", "Advice denied, quiet"];
    let told =
        titles.iter().zip(open.iter().chain(&denied)).map(|(title, text)| format!("## {title}\n\n{text}"));
    let text = told.collect::<Vec<_>>().join("\n");
    snapshot("looks/asides.txt", &text);
}
