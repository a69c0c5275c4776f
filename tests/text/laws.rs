//! What holds for every judgement: telling it never panics, whatever the positions say, and every finding is told once.

use proptest::prelude::*;
use protoward::check::Extent;
use protoward::history::{Judgement, Question, Subject, judge};
use protoward::report::{self, Format, Look};
use protoward::source::{Entry, InputError, Location};

use crate::support::{Spec, specs};

/// A place of any numbers in any line.
fn places() -> impl Strategy<Value = Option<Location>> {
    let number = || prop_oneof![4 => 0..20u32, 1 => any::<u32>()];
    let text =
        prop::option::of(prop_oneof!["\\PC{0,30}", ".{0,30}", "[\t\r\n \u{feff}品e\u{301}\u{202e}]{0,12}"]);
    let place = (number(), number(), number(), number(), text, "\\PC{0,9}").prop_map(
        |(line, column, end_line, end_column, text, file)| Location {
            file: file.into(),
            line,
            column,
            end_line,
            end_column,
            text: text.map(Into::into),
        },
    );
    prop::option::weighted(0.8, place)
}

fn looks() -> impl Strategy<Value = Look> {
    let width = prop::option::of(prop_oneof![0..10usize, 30..90usize, Just(usize::MAX)]);
    (any::<bool>(), any::<bool>(), width).prop_map(|(color, quiet, width)| Look { color, quiet, width })
}

fn subject(existing: &[String], proposed: &str) -> Subject {
    let existing: Vec<_> = (1..)
        .zip(existing)
        .map(|(version, data)| Entry::native(&format!("v{version}"), Some(version), data.clone().into()))
        .collect();
    let proposed = Entry::native("proposed", None, proposed.into());
    judge(&Question {
        strategy: "FULL_TRANSITIVE",
        proposed: &proposed,
        existing: &existing,
        operation: None,
        is_first: false,
        extent: Extent::All,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_finding_is_told_once_and_nothing_panics(
        existing in prop::collection::vec(specs(), 1..4),
        proposed in specs(),
        places in prop::collection::vec(places(), 1..9),
        allowed in prop::option::of("\\PC{0,12}"),
        look in looks(),
    ) {
        let existing: Vec<_> = existing.iter().map(Spec::native).collect();
        let mut subject = subject(&existing, &proposed.native());
        let mut places = places.into_iter().cycle();
        for (at, finding) in subject.findings.iter_mut().enumerate() {
            finding.writer = places.next().flatten();
            finding.reader = places.next().flatten();
            finding.allowed = allowed.clone().filter(|_| at % 3 == 0);
        }
        let error = InputError {
            kind: "unused-allow",
            message: "\u{1b}".to_owned(),
            help: None,
            input: String::new(),
            location: places.next().flatten(),
            more: Vec::new(),
        };
        subject.warnings.push(error.clone());
        subject.errors.push(error);
        let judgement = Judgement { subjects: vec![subject], ..Judgement::default() };
        let mut out = Vec::new();
        report::text::write_errors(&judgement, look, &mut out).expect("memory");
        report::write(Format::Text, &judgement, look, &mut out).expect("memory");
        let text = String::from_utf8(out).expect("UTF-8");
        prop_assert_eq!(text.contains('\u{1b}'), look.color && !text.is_empty());
        if !look.color && !look.quiet {
            check(&judgement, &text)?;
        }
    }
}

/// The titles with their counts: as many findings as there are, in fewer causes or as many.
fn check(judgement: &Judgement, text: &str) -> Result<(), TestCaseError> {
    let findings = judgement.subjects[0].findings.len();
    let words = ["error[", "undecided[", "allowed["];
    let titles = text.lines().filter(|line| words.iter().any(|word| line.starts_with(word))).count();
    let last = text.lines().last().unwrap_or_default();
    let (mut causes, mut told) = (0, 0);
    for part in last.split(": ").last().unwrap_or_default().split(", ") {
        let number = |text: &str| text.split(' ').next().and_then(|n| n.parse::<usize>().ok()).unwrap_or(0);
        if part.contains("break") || part.contains("question") {
            causes += number(part);
            told += part.split_once('(').map_or(number(part), |(_, rest)| number(rest));
        }
    }
    prop_assert_eq!((causes, told), (titles, findings), "{}", text);
    Ok(())
}
