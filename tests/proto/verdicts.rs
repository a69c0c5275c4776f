//! Every one-construct source is accepted or refused as `protoc` does, at its line.

use super::{Sources, complaints, micro};

#[test]
fn micro_sources_have_the_verdicts_of_protoc() {
    let verdicts = std::fs::read_to_string(micro().join("verdicts.tsv")).expect("verdicts");
    let mut wrong = Vec::new();
    for line in verdicts.lines() {
        let fields: Vec<_> = line.split('\t').collect();
        let (name, verdict, place) = (fields[0], fields[1], fields.get(2).copied().unwrap_or(""));
        let sources = Sources::load(&micro(), name);
        let mut told = complaints(&sources.compile());
        told.extend(sources.missing.iter().map(|missing| format!("{name}:0:0: no file {missing}")));
        let line = place.split(':').next().filter(|line| !line.is_empty());
        let good = match verdict {
            "accept" | "either" => told.is_empty(),
            _ => told
                .first()
                .is_some_and(|first| line.is_none_or(|line| first.starts_with(&format!("{name}:{line}:")))),
        };
        if !good {
            wrong.push(format!("{line:?} {verdict} {name} {place}: {told:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(verdicts.lines().count(), 256);
}

#[test]
fn several_errors_of_a_file_are_told() {
    let text = b"syntax = \"proto3\";\nmessage A {\n  int32 a = ;\n  int32 b 2;\n  enum E { X = 0 }\n  string c = 3;\n}\nservice S { rpc }\n";
    let errors: Vec<_> = protoward::proto::parse("a.proto", text)
        .errors
        .iter()
        .map(|error| protoward::proto::position(text, error.span.start).line)
        .collect();
    assert_eq!(errors, [3, 4, 5, 8]);
}

#[test]
fn wrong_options_hide_no_wrong_names() {
    let text = b"syntax = \"proto3\";\noption java_package = 3;\nmessage A {\n  Gone a = 1;\n  int32 b = 1;\n  strng c = 2 [nope = 1];\n}\n";
    let mut files = [protoward::proto::parse("a.proto", text)];
    protoward::proto::check(&mut files);
    let lines: Vec<_> =
        files[0].errors.iter().map(|error| protoward::proto::position(text, error.span.start).line).collect();
    assert_eq!(lines, [2, 4, 5, 6, 6]);
    let helps: Vec<_> = files[0].errors.iter().filter_map(|error| error.help.as_deref()).collect();
    assert!(helps.contains(&"did you mean `string`?"), "{helps:?}");
}

#[test]
fn conflict_markers_are_named_once() {
    let text = b"syntax = \"proto3\";\nmessage A {\n<<<<<<< ours\n  int32 a = 1;\n=======\n  int32 a = 2;\n>>>>>>> theirs\n}\n";
    let errors = protoward::proto::parse("a.proto", text).errors;
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].message.contains("merge conflict"), "{errors:?}");
}
