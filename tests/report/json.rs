//! JSON is what its published schemas say, for the example and for every command line that the tests and the README show.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use jsonschema::{Registry, RegistryBuilder, Validator};
use protoward::history::Judgement;
use protoward::report::Format;
use serde_json::Value;

use super::{example, refusal, told};

/// The commands that have JSON, and the schemas of it. The others refer to the first.
const SCHEMAS: [(&str, &str); 4] = [
    ("check", include_str!("../../src/report/json.schema.json")),
    ("audit", include_str!("../../src/report/audit/json.schema.json")),
    ("matrix", include_str!("../../src/report/matrix/json.schema.json")),
    ("inspect", include_str!("../../src/report/inspect/json.schema.json")),
];

fn schema(command: &str) -> Value {
    let (_, text) = SCHEMAS.iter().find(|(name, _)| *name == command).expect(command);
    serde_json::from_str(text).expect("JSON")
}

fn validator(command: &str) -> Validator {
    let check = schema("check");
    let id = check["$id"].as_str().expect("an id").to_owned();
    let registry = Registry::new().add(&id, &check).and_then(RegistryBuilder::prepare).expect("a registry");
    jsonschema::draft202012::options().with_registry(&registry).build(&schema(command)).expect("a schema")
}

fn assert_valid(validator: &Validator, json: &Value, what: &str) {
    let faults: Vec<_> =
        validator.iter_errors(json).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert_eq!(faults, [""; 0], "{what}");
}

#[test]
fn the_example_is_what_the_schema_says() {
    let validator = validator("check");
    let denied = Judgement { denies_advice: true, ..example() };
    for judgement in [example(), denied, refusal(), Judgement::default()] {
        let json = serde_json::from_str(&told(Format::Json, &judgement)).expect("JSON");
        assert_valid(&validator, &json, "the example");
    }
    let mut wrong: Value = serde_json::from_str(&told(Format::Json, &example())).expect("JSON");
    wrong["subjects"][0]["findings"][0]["locations"]["writer"]["begin"] = 1.into();
    assert!(!validator.is_valid(&wrong), "the validator sees nothing");
}

#[test]
fn every_command_line_that_is_shown_is_what_the_schema_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let validators = SCHEMAS.map(|(command, _)| (command, validator(command)));
    let mut seen = [0; SCHEMAS.len()];
    for (folder, words) in command_lines(root) {
        let Some(at) =
            SCHEMAS.iter().position(|(command, _)| words.first().is_some_and(|word| word == command))
        else {
            continue;
        };
        let ended = Command::new(env!("CARGO_BIN_EXE_protoward"))
            .current_dir(&folder)
            .args(&words)
            .args(["--format", "json"])
            .output()
            .expect("the program starts");
        // A wrong usage is answered in words.
        if ended.stdout.is_empty() {
            assert_eq!(ended.status.code(), Some(2), "{words:?}");
            continue;
        }
        let Ok(json) = serde_json::from_slice(&ended.stdout) else {
            assert!(words.iter().any(|word| word.ends_with("help") || word == "-h"), "{words:?}");
            continue;
        };
        assert_valid(&validators[at].1, &json, &format!("{words:?}"));
        seen[at] += 1;
    }
    assert!(seen[0] > 40 && seen[1..].iter().all(|count| *count > 5), "{seen:?} command lines were seen");
}

/// The command lines of the cases and of the README, with the folders that they run in and without what they say of formats.
fn command_lines(root: &Path) -> Vec<(PathBuf, Vec<String>)> {
    let cases = fs::read_dir(root.join("tests/cmd")).expect("the cases");
    let cases = cases
        .map(|case| case.expect("a case").path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"));
    let mut out = Vec::new();
    for file in cases.chain([root.join("README.md")]) {
        let own = file.with_extension("in");
        let folder = if own.is_dir() { own } else { root.to_owned() };
        let text = fs::read_to_string(&file).expect("a case");
        for line in text.lines().filter_map(|line| line.strip_prefix("$ protoward ")) {
            out.push((folder.clone(), words(line)));
        }
    }
    out
}

fn words(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "--format" | "--output" => drop(words.next()),
            _ => out.push(word.trim_matches(['\'', '"']).to_owned()),
        }
    }
    out
}

#[test]
fn every_member_is_required_described_and_all_there_is() {
    for (command, _) in SCHEMAS {
        let schema = schema(command);
        let mut seen = 0;
        let mut next = vec![(command.to_owned(), &schema)];
        while let Some((at, value)) = next.pop() {
            if let Value::Object(members) = value {
                next.extend(members.iter().map(|(name, member)| (format!("{at}/{name}"), member)));
            }
            let is_schema =
                value.get("type").is_some_and(|kind| kind == "object") && value.get("properties").is_some();
            if let (true, Some(properties)) = (is_schema, value["properties"].as_object()) {
                let mut required: Vec<_> = value["required"].as_array().expect(&at).iter().collect();
                required.sort_by_key(ToString::to_string);
                let names: Vec<_> = properties.keys().map(|name| Value::from(name.as_str())).collect();
                assert_eq!(required, names.iter().collect::<Vec<_>>(), "{at}");
                assert!(properties.values().all(|member| member["description"].is_string()), "{at}");
                // What others extend is closed by them.
                assert!(value["additionalProperties"] == false || at.ends_with("finding_members"), "{at}");
                seen += 1;
            }
        }
        assert!(seen >= 3, "only {seen} objects were seen in {command}");
    }
}
