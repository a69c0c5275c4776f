//! What a fuzzer does with an input, a function a target: for libFuzzer and for the mutators of these tests alike.
//!
//! A target panics where the program is wrong, whatever the input. What it finds wrong with an input is no panic.

use std::collections::HashMap;
use std::sync::Arc;

use protoward::check::{Extent, can_read};
use protoward::config;
use protoward::history::judge::{Question, judge};
use protoward::history::{Adviser, Judgement, Pairing, Request, Subject};
use protoward::proto::{self, Span};
use protoward::report::{self, Format, Look};
use protoward::rules::Effect;
use protoward::schema::decode::decode_set;
use protoward::schema::descriptor::FileDescriptor;
use protoward::schema::encode::encode_set;
use protoward::schema::link::{link, link_to_look};
use protoward::schema::together::{Linked, link_all};
use protoward::schema::{MessageId, Part, Schema};
use protoward::source::{Entry, Input, InputError, InputType, Options, Stdin, load_history};

use crate::reference::compare::compare_sets;

/// A target by name.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All targets.
pub(crate) const TARGETS: [Target; 7] = [
    ("native", native),
    ("descriptor_set", descriptor_set),
    ("proto", source),
    ("registry", registry),
    ("key_value", key_value),
    ("config", settings),
    ("differential", differential),
];

/// Native schema data: the JSON envelope as it is stored.
pub(crate) fn native(bytes: &[u8]) {
    let entry = Entry::native("fuzz", Some(1), bytes.to_vec());
    assert_eq!(&*entry.data(), bytes);
    if let Ok(schema) = entry.reconstruct() {
        reads_itself(&schema);
    }
    history(bytes, InputType::Native);
}

/// An encoded descriptor set.
pub(crate) fn descriptor_set(bytes: &[u8]) {
    if let Ok(files) = decode_set(bytes) {
        let again = encode_set(&files);
        assert_eq!(decode_set(&again).as_ref(), Ok(&files), "what is written reads back");
        alone_and_together(&files);
    }
    history(bytes, InputType::DescriptorSet);
}

/// Files that are linked at once mean what each means by itself.
pub(crate) fn alone_and_together(files: &[FileDescriptor<'_>]) {
    let Linked { pool: together, files: members } = link_all(files);
    let together = Arc::new(together);
    let places: HashMap<&str, u32> = files.iter().map(|file| &*file.name).zip(0..).collect();
    let live = files.iter().enumerate().filter(|(at, file)| places[&*file.name] as usize == *at);
    for (at, file) in live.take(8) {
        let mut order = Vec::new();
        add_with_imports(at, files, &places, &mut vec![false; files.len()], &mut order);
        let found = members.find(at, || order);
        let alone = match (link(files, &file.name), &found) {
            (Ok(alone), _) => Arc::new(alone),
            (Err(_), None) => continue,
            (Err(error), found) => {
                assert_eq!(found.as_ref(), Some(&Err(&error)));
                continue;
            }
        };
        let Some(found) = found else { continue };
        let id = found.expect("what can be linked alone can be linked with others");
        for root in together.top_level(id).take(4) {
            let name = &together[root].name;
            let found = together.find_root_in(id, name);
            assert_eq!(alone.find_root(name).is_some(), found.is_some(), "{name}");
            // A package that is no regular expression keeps every root from being found.
            let Some(own) = alone.find_root(name) else { continue };
            assert_eq!(found, Some(root), "{name}");
            let schemas = (Schema::new(Arc::clone(&alone), own), Schema::new(Arc::clone(&together), root));
            let reading = |writer, reader| format!("{:?}", can_read(writer, reader, Extent::All).work);
            let expected = reading(&schemas.0, &schemas.0);
            assert_eq!(reading(&schemas.0, &schemas.1), expected, "{name}");
            assert_eq!(reading(&schemas.1, &schemas.0), expected, "{name}");
            assert_eq!(reading(&schemas.1, &schemas.1), expected, "{name}");
        }
    }
}

/// The places of a file and all that it imports, imports first.
fn add_with_imports(
    at: usize,
    files: &[FileDescriptor<'_>],
    places: &HashMap<&str, u32>,
    seen: &mut [bool],
    order: &mut Vec<u32>,
) {
    if std::mem::replace(&mut seen[at], true) {
        return;
    }
    for import in files[at].dependencies.iter().filter_map(|import| places.get(&**import)) {
        add_with_imports(*import as usize, files, places, seen, order);
    }
    order.extend(u32::try_from(at));
}

/// The text of a source.
pub(crate) fn source(text: &[u8]) {
    let mut files = vec![proto::parse("fuzz.proto", text)];
    proto::check(&mut files);
    let inside = |span: Span| span.start <= span.end && span.end as usize <= text.len();
    let parsed = &files[0];
    for error in parsed.errors.iter().chain(&parsed.notes) {
        assert!(inside(error.span), "{error:?}");
        proto::position(text, error.span.start);
    }
    assert!(proto::spans(text).iter().all(|(_, span)| inside(span)));
    if parsed.errors.is_empty() && parsed.file.dependencies.is_empty() {
        let linked = link_to_look(std::slice::from_ref(&parsed.file), "fuzz.proto");
        assert!(linked.is_ok(), "what a compiler takes, a reader builds: {:?}", linked.err());
    }
    history(text, InputType::Proto);
}

/// What a registry answers.
pub(crate) fn registry(bytes: &[u8]) {
    history(bytes, InputType::Registry);
}

/// Two pairs of schemas, a zero byte between them; the bits of the first byte choose the types of their components.
pub(crate) fn key_value(bytes: &[u8]) {
    let Some((bits, rest)) = bytes.split_first() else { return };
    let mut texts = rest.splitn(2, |byte| *byte == 0).map(String::from_utf8_lossy);
    let (old, new) = (texts.next().unwrap_or_default(), texts.next().unwrap_or_default());
    let types = |bits: u8| ["PROTOBUF_NATIVE", "BYTES", "EXTERNAL", "AVRO"][usize::from(bits & 3)];
    let answer = |version: u64, data: &str, bits: u8| {
        let properties =
            serde_json::json!({"key.schema.type": types(bits), "value.schema.type": types(bits >> 2)});
        serde_json::json!({"version": version, "type": "KEY_VALUE", "data": data, "properties": properties})
    };
    let answers = serde_json::json!([answer(1, &old, *bits), answer(2, &new, bits >> 4)]);
    history(answers.to_string().as_bytes(), InputType::Registry);
}

/// Two descriptor sets, read by the checker and plainly, as the contract is written down.
pub(crate) fn differential(bytes: &[u8]) {
    compare_sets(bytes);
}

/// `protoward.toml`.
pub(crate) fn settings(bytes: &[u8]) {
    match config::parse_bytes(bytes, "protoward.toml") {
        Ok(config) => {
            let mut names: Vec<_> = config.subjects.iter().map(|subject| &subject.name).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), config.subjects.len(), "names are unique");
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            assert!(errors.iter().all(|error| !error.to_string().is_empty()));
        }
    }
}

/// Reads bytes as a history, looks at each version, and asks about the last of them in every format.
fn history(mut bytes: &[u8], input_type: InputType) {
    let options =
        Options { input_type: Some(input_type), stdin: Stdin::new(&mut bytes), ..Options::default() };
    let Ok(loaded) = load_history("-", &options) else { return };
    loaded.inputs.iter().flatten().take(8).for_each(look);
    let Some(last) = loaded.inputs.iter().flatten().last() else { return };
    let root = last.roots().into_iter().next();
    let Some(subject) = asked(&loaded.inputs, last, root.as_deref()) else { return };
    let judgement = Judgement { subjects: vec![subject], ..Judgement::default() };
    for format in Format::ALL {
        let look = Look { color: false, quiet: false, width: None };
        report::write(format, &judgement, look, &mut std::io::sink()).expect("a sink takes all");
    }
}

/// A question about an input, with advice.
fn asked(history: &[Result<Input, InputError>], proposed: &Input, root: Option<&str>) -> Option<Subject> {
    let pairing = Pairing::new(proposed, history, root, false);
    let entry = pairing.proposed.ok()?;
    let question = Question {
        strategy: "FULL_TRANSITIVE",
        proposed: &entry,
        existing: &pairing.existing,
        operation: None,
        is_first: false,
        extent: Extent::All,
    };
    let mut adviser = Adviser::new(history, false);
    let mut subjects = [adviser.answer(&Request::from(question))];
    adviser.advise(&mut subjects);
    let [subject] = subjects;
    assert_eq!(subject.findings.len(), judge(&question).findings.len(), "advice changes no finding");
    Some(subject)
}

/// Looks at an input from all sides.
fn look(input: &Input) {
    let roots = input.roots();
    assert!(input.every_root().len() >= roots.len());
    for pool in input.pools().into_iter().flatten().flatten().take(4) {
        for message in (0..).take(pool.messages.len().min(8)) {
            let _ = input.locate(&pool, Part::Message(MessageId(message)));
        }
    }
    for root in roots.iter().take(4) {
        let Ok(entry) = input.entry(Some(root)) else { continue };
        let built = entry.reconstruct();
        if let Ok(schema) = &built {
            reads_itself(schema);
        }
        if !entry.schema_type().name().is_empty() && entry.components().is_none() {
            let stored = Entry::of_type("stored", None, entry.schema_type(), entry.data().into_owned());
            assert_eq!(stored.fingerprint(), entry.fingerprint());
            let again = stored.reconstruct();
            assert_eq!(again.is_ok(), built.is_ok(), "stored data is what was built: {:?}", again.err());
        }
    }
}

/// A schema reads itself, if the contract covers it and the budget is enough.
fn reads_itself(schema: &Schema) {
    for violation in can_read(schema, schema, Extent::All).violations {
        assert_eq!(violation.rule.effect, Effect::Undecided, "{violation:?}");
    }
}
