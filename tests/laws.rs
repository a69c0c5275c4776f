//! What holds for every schema (contract, section 2), tried on random ones.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use protoward::check::{Extent, Glance, Lexicon, Outline, can_read, can_read_within, scan};
use protoward::history::judge::{Question, judge};
use protoward::history::{Finding, Judgement, Slot, State, Subject, Timeline, Verdict, replay};
use protoward::report::{self, Format, Look};
use protoward::rules::Facts;
use protoward::schema::decode::decode_set;
use protoward::schema::{MessageId, Pool, Schema};
use protoward::source::Entry;

use crate::support::advised::{Ask, native};
use crate::support::{Spec, Value, specs};

/// A spec and how far to turn its lists and names.
fn turned() -> impl Strategy<Value = (Spec, Spec)> {
    (specs(), 1..7usize).prop_map(|(spec, by)| (spec.clone(), turn(spec, by)))
}

/// The same schema declared in another order, with other names for everything but the root and the enum values.
fn turn(mut spec: Spec, by: usize) -> Spec {
    let messages = spec.messages.len();
    let enums = spec.enums.len();
    let place = |at: usize, of: usize| if of < 2 { at } else { 1 + (at - 1 + by) % (of - 1) };
    for (i, message) in spec.messages.iter_mut().enumerate() {
        if i > 0 {
            message.name = format!("Renamed{i}");
        }
        for field in &mut message.fields {
            field.name = format!("renamed{}", field.number);
            field.value = match field.value {
                Value::Message(at) if at > 0 => Value::Message(place(at, messages)),
                Value::Map(at) if at > 0 => Value::Map(place(at, messages)),
                Value::Enum(at) => Value::Enum((at + by) % enums),
                other => other,
            };
        }
        let fields = message.fields.len().max(1);
        message.fields.rotate_left(by % fields);
    }
    let mut moved = spec.messages.clone();
    for (at, message) in spec.messages.iter().enumerate().skip(1) {
        moved[place(at, messages)] = message.clone();
    }
    spec.messages = moved;
    let mut moved = spec.enums.clone();
    for (at, found) in spec.enums.iter().enumerate() {
        moved[(at + by) % enums] = found.clone();
    }
    spec.enums = moved;
    // The first value is the default; the order of the others is free.
    for found in &mut spec.enums {
        if let [_, others @ ..] = &mut found.values[..]
            && !others.is_empty()
        {
            others.rotate_left(by % others.len());
        }
    }
    spec
}

/// The same schema with its fields and enum values declared in another order.
fn rotated(mut spec: Spec, by: usize) -> Spec {
    for message in &mut spec.messages {
        let fields = message.fields.len().max(1);
        message.fields.rotate_left(by % fields);
    }
    for found in &mut spec.enums {
        let others = &mut found.values[1..];
        others.rotate_left(by % others.len().max(1));
    }
    spec
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn a_schema_reads_itself(spec in specs()) {
        let schema = spec.schema();
        let reading = can_read(&schema, &schema, Extent::All);
        prop_assert_eq!(reading.violations, vec![]);
        let work = reading.work.expect("a comparison that ends");
        prop_assert!(work.total > work.graph && work.total <= work.limit);
    }

    #[test]
    fn each_root_finds_what_it_finds_alone((writer, reader) in (specs(), specs())) {
        let shared = (writer.schema().shared_pool(), reader.schema().shared_pool());
        let fresh = || (writer.schema().shared_pool(), reader.schema().shared_pool());
        for id in shared.0.messages.iter().enumerate().map(|(at, message)| (at, &message.name)) {
            let at = MessageId(u32::try_from(id.0).expect("few"));
            let Some(other) = shared.1.named(id.1).next() else { continue };
            let read = |pools: &(Arc<Pool>, Arc<Pool>)| {
                let sides = (Schema::new(Arc::clone(&pools.0), at), Schema::new(Arc::clone(&pools.1), other));
                [can_read(&sides.0, &sides.1, Extent::All), can_read(&sides.1, &sides.0, Extent::All)]
            };
            prop_assert_eq!(format!("{:?}", read(&shared)), format!("{:?}", read(&fresh())));
        }
    }

    #[test]
    fn a_scan_costs_half_of_both(spec in specs()) {
        let schema = spec.schema();
        let work = can_read(&schema, &schema, Extent::All).work.expect("a comparison that ends");
        let scan = scan(schema.pool(), vec![schema.root()]);
        prop_assert_eq!((scan.graph * 2, scan.limit()), (work.graph, work.limit));
        prop_assert_eq!(scan.messages.first(), Some(&schema.root()));
    }

    #[test]
    fn names_and_order_change_nothing((spec, other) in turned()) {
        let (writer, reader) = (spec.schema(), other.schema());
        for (writer, reader) in [(&writer, &reader), (&reader, &writer)] {
            let reading = can_read(writer, reader, Extent::All);
            prop_assert_eq!(reading.violations, vec![]);
        }
        let same = can_read(&writer, &writer, Extent::All).work;
        prop_assert_eq!(can_read(&writer, &reader, Extent::All).work, same);
    }

    #[test]
    fn the_first_finding_is_the_first_of_all((writer, reader) in (specs(), specs())) {
        let (writer, reader) = (writer.schema(), reader.schema());
        let all = can_read(&writer, &reader, Extent::All);
        let first = can_read(&writer, &reader, Extent::First);
        prop_assert_eq!(all.violations.first(), first.violations.first());
        prop_assert!(first.violations.len() <= 1);
        prop_assert_eq!(all.violations.is_empty(), first.violations.is_empty());
    }

    #[test]
    fn a_larger_budget_never_hides_a_finding((writer, reader, most) in (specs(), specs(), 0..200u64)) {
        let (writer, reader) = (writer.schema(), reader.schema());
        let small = can_read_within(&writer, &reader, Extent::All, most);
        let large = can_read_within(&writer, &reader, Extent::All, most * 3 + 50);
        let told: Vec<_> =
            small.violations.into_iter().filter(|v| !matches!(v.facts, Facts::Limit { .. })).collect();
        prop_assert!(large.violations.starts_with(&told));
    }

    #[test]
    fn a_glance_sees_what_a_walk_finds(
        (spec, other, by, gone) in (specs(), specs(), 0..7usize, any::<prop::sample::Index>()),
    ) {
        let mut less = spec.clone();
        let message = gone.index(less.messages.len());
        let fields = &mut less.messages[message].fields;
        if !fields.is_empty() {
            fields.remove(gone.index(fields.len()));
        }
        let schemas = [&spec, &turn(spec.clone(), by), &less, &other].map(Spec::schema);
        let mut lexicon = Lexicon::default();
        let outlines = schemas.each_ref().map(|it| Outline::new(it, &mut lexicon).expect("nothing unsupported"));
        let mut glance = Glance::new(&lexicon);
        for (writer, writers) in schemas.iter().zip(&outlines) {
            for (reader, readers) in schemas.iter().zip(&outlines) {
                let reading = can_read(writer, reader, Extent::All);
                let work = reading.work.filter(|_| reading.violations.is_empty());
                prop_assert_eq!(glance.reads(writers, readers), work);
            }
        }
    }

    #[test]
    fn a_replay_says_what_judging_each_version_says(history in prop::collection::vec(specs(), 1..5)) {
        let entry = |(at, spec): (usize, &Spec)| {
            Entry::native(&format!("v{at}"), Some(at as u64), spec.native().into_bytes())
        };
        let entries: Vec<_> = history.iter().enumerate().map(entry).collect();
        let slot = |entry: &Entry| Slot {
            label: entry.label.clone(),
            version: entry.version,
            state: State::Entry(entry.clone()),
        };
        let timeline = Timeline { root: String::new(), slots: entries.iter().map(slot).collect() };
        let strategy = protoward::history::Strategy::FullTransitive;
        for (at, step) in replay(&timeline, strategy, Extent::All).steps.iter().enumerate() {
            let alone = judge(&Question {
                strategy: strategy.name(),
                proposed: &entries[at],
                existing: &entries[..at],
                operation: None,
                is_first: at == 0,
                extent: Extent::All,
            });
            let judged = step.judged().expect("a judgement");
            prop_assert_eq!(judged.verdict(), alone.verdict());
            let first = |findings: &[Finding]| findings.first().map(|it| (it.version, it.violation.clone()));
            prop_assert_eq!(first(&judged.subject.findings), first(&alone.findings));
            let mut broken: Vec<_> = alone.comparisons.iter()
                .filter(|it| it.verdict == Verdict::Incompatible)
                .filter_map(|it| usize::try_from(it.version?).ok())
                .collect();
            broken.dedup();
            prop_assert_eq!(&judged.breaks_with, &broken);
            prop_assert_eq!(judged.compared, at);
        }
    }

    #[test]
    fn a_field_that_only_the_reader_has_hurts_no_one((spec, kind) in (specs(), 0..3usize)) {
        let mut wider = spec.clone();
        for message in &mut wider.messages {
            let mut field = crate::support::FieldSpec {
                name: "added".to_owned(),
                number: 1000,
                label: protoward::schema::descriptor::Label::Optional,
                value: Value::Scalar(protoward::schema::Kind::String),
                oneof: None,
                default: None,
            };
            if kind == 1 {
                field.label = protoward::schema::descriptor::Label::Repeated;
            }
            message.fields.push(field);
        }
        let (old, new) = (spec.schema(), wider.schema());
        prop_assert_eq!(can_read(&old, &new, Extent::All).violations, vec![]);
        prop_assert_eq!(can_read(&new, &old, Extent::All).violations, vec![]);
    }

    #[test]
    fn every_format_names_the_same_findings((existing, proposed) in (specs(), specs())) {
        let existing = [Entry::native("existing.json", Some(7), existing.native().into_bytes())];
        let proposed = Entry::native("proposed.json", None, proposed.native().into_bytes());
        let subject = judge(&Question {
            strategy: "FULL_TRANSITIVE",
            proposed: &proposed,
            existing: &existing,
            operation: None,
            is_first: false,
            extent: Extent::All,
        });
        let judgement = Judgement { subjects: vec![subject], ..Judgement::default() };
        let told = |format| {
            let mut out = Vec::new();
            report::write(format, &judgement, Look { color: false, quiet: false, width: None }, &mut out).expect("memory");
            String::from_utf8(out).expect("text")
        };
        let json: serde_json::Value = serde_json::from_str(&told(Format::Json)).expect("JSON");
        let findings = json["subjects"][0]["findings"].as_array().expect("findings").clone();
        let text_of = |finding: &serde_json::Value, key: &str| finding[key].as_str().expect("text").to_owned();
        let lines: Vec<_> = findings.iter().map(|f| text_of(f, "broker") + "\n").collect();
        prop_assert_eq!(told(Format::Broker), lines.concat());
        let text = told(Format::Text);
        let titles = text.lines().filter_map(|line| line.split_once('[')?.1.split_once("]: ").map(|(id, _)| id));
        // Text tells a cause once, whichever way and with how many versions it was found.
        let rules = findings.iter().map(|f| text_of(f, "rule"));
        prop_assert_eq!(titles.map(str::to_owned).collect::<BTreeSet<_>>(), rules.collect::<BTreeSet<_>>());
        for finding in &findings {
            prop_assert!(text.contains(&text_of(finding, "path")));
        }
    }

    #[test]
    fn a_schema_that_stays_or_is_renamed_needs_no_advice((spec, other) in turned()) {
        let history = [Ok(native(&spec, "v1", Some(1))), Ok(native(&spec, "v2", Some(2)))];
        for proposed in [&spec, &other] {
            let subjects = Ask::FULL.of_inputs(&history, &native(proposed, "proposed", None));
            prop_assert!(subjects[0].advice.is_empty(), "{:?}", subjects[0].advice);
        }
    }

    #[test]
    fn advice_changes_nothing_and_declaration_order_not_the_advice(
        (older, old, new, by) in (specs(), specs(), specs(), 1..7usize),
        strategy in prop::sample::select(vec!["BACKWARD", "FULL_TRANSITIVE"]),
    ) {
        let ask = Ask { strategy, ..Ask::FULL };
        let told = |new: &Spec| {
            let history = [Ok(native(&older, "v1", Some(1))), Ok(native(&old, "v2", Some(2)))];
            let subject = ask.of_inputs(&history, &native(new, "proposed", None)).remove(0);
            let advice: Vec<_> = subject.advice.iter().map(|advice| (advice.topic.id, advice.message.clone())).collect();
            (advice, subject)
        };
        let (advice, subject) = told(&new);
        let [existing @ .., proposed] =
            [&older, &old, &new].map(|spec| Entry::native("", None, spec.native().into_bytes()));
        let existing = if strategy == "BACKWARD" { &existing[1..] } else { &existing[..] };
        let alone = judge(&Question {
            strategy,
            proposed: &proposed,
            existing,
            operation: None,
            is_first: false,
            extent: Extent::All,
        });
        let violations = |subject: &Subject| -> Vec<_> {
            subject.findings.iter().map(|finding| finding.violation.clone()).collect()
        };
        prop_assert_eq!(violations(&subject), violations(&alone));
        prop_assert_eq!(subject.verdict(), alone.verdict());
        prop_assert!(alone.advice.is_empty());
        prop_assert_eq!(told(&rotated(new, by)).0, advice);
    }

    #[test]
    fn encoding_and_decoding_keep_every_fact(spec in specs()) {
        let file = spec.file();
        let bytes = protoward::schema::encode::encode_set([&file]);
        prop_assert_eq!(decode_set(&bytes).expect("an encoded set"), vec![file]);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(files) = decode_set(&bytes) {
            for file in &files {
                let _ = protoward::schema::link::link(&files, &file.name);
            }
        }
    }

    #[test]
    fn no_broken_descriptor_panics((spec, at, byte) in (specs(), any::<prop::sample::Index>(), any::<u8>())) {
        let mut bytes = protoward::schema::encode::encode_set([&spec.file()]);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(files) = decode_set(&bytes)
            && let Ok(pool) = protoward::schema::link::link(&files, "law.proto")
            && let Some(root) = pool.find_root(&spec.root())
        {
            let broken = protoward::schema::Schema::new(std::sync::Arc::new(pool), root);
            can_read(&broken, &spec.schema(), Extent::All);
            can_read(&spec.schema(), &broken, Extent::All);
        }
    }
}
