//! The command line: cases as data in `cmd/`, and what data cannot say.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use protoward::report::Format;

/// Rewrites the committed completions: `UPDATE=1 cargo test`. Command lines: `TRYCMD=overwrite cargo test`.
fn updates() -> bool {
    std::env::var_os("UPDATE").is_some()
}

fn crate_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn protoward() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_protoward"));
    command.current_dir(crate_root().join("tests/cmd/check.in")).env_remove("NO_COLOR").env("COLUMNS", "80");
    command
}

fn output(args: &[&str]) -> Output {
    protoward().args(args).output().expect("the program starts")
}

/// A folder of a test's own.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a scratch folder");
    path
}

const BREAKING: [&str; 4] = ["check", "orders/id-as-text.proto", "--against", "orders/history"];
const SAFE: [&str; 4] = ["check", "orders/with-note.proto", "--against", "orders/history"];

#[test]
fn command_lines() {
    let cases = trycmd::TestCases::new();
    cases.env("COLUMNS", "80").env("NO_COLOR", "1").case("tests/cmd/*.md").case("README.md");
}

#[test]
fn the_short_help_fits_a_screen() {
    let commands = ["check", "audit", "matrix", "inspect", "init", "explain", "man", "completions"]
        .map(|command| vec![command, "-h"]);
    for args in commands.iter().chain([&vec!["-h"]]) {
        let help = String::from_utf8(output(args).stdout).expect("text");
        assert!(help.lines().count() <= 24, "{args:?} takes {} lines", help.lines().count());
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{args:?} is wider than 80");
    }
}

#[test]
fn committed_completions_are_what_the_program_prints() {
    let files = [
        ("bash", "protoward.bash"),
        ("zsh", "_protoward"),
        ("fish", "protoward.fish"),
        ("powershell", "_protoward.ps1"),
        ("elvish", "protoward.elv"),
    ];
    for (shell, file) in files {
        let printed = output(&["completions", shell]).stdout;
        let path = crate_root().join("completions").join(file);
        if updates() {
            fs::write(&path, &printed).expect("completions are written");
        }
        let committed = fs::read(&path).unwrap_or_default();
        assert!(printed == committed, "completions/{file} is stale: run UPDATE=1 cargo test");
    }
}

#[test]
fn a_closed_pipe_changes_no_verdict() {
    for (args, code) in [(BREAKING, 1), (SAFE, 0)] {
        for format in Format::ALL.map(Format::name) {
            let (reader, writer) = std::io::pipe().expect("a pipe");
            drop(reader);
            let mut command = protoward();
            let child =
                command.args(args).args(["--format", format]).stdout(writer).stderr(Stdio::piped()).spawn();
            drop(command);
            let ended = child.expect("the program starts").wait_with_output().expect("the program ends");
            assert_eq!(ended.status.code(), Some(code), "{format}");
            assert!(ended.stderr.is_empty(), "{}", String::from_utf8_lossy(&ended.stderr));
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let full = File::options().write(true).open("/dev/full").expect("a full disk");
    let ended = protoward().args(SAFE).stdout(full).output().expect("the program ends");
    assert_eq!(ended.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ended.stderr).starts_with("error: cannot write to standard output: "));
}

#[test]
fn the_answer_goes_to_a_file() {
    let path = scratch("output").join("answer.txt");
    fs::write(&path, "what stood there, and longer than the answer\n".repeat(100)).expect("an old file");
    let file = path.to_str().expect("a plain path");
    let ended = protoward().args(BREAKING).args(["--output", file]).output().expect("the program ends");
    assert_eq!((ended.status.code(), ended.stdout.len()), (Some(1), 0));
    let saved = fs::read(&path).expect("an answer");
    assert_eq!(saved, output(&BREAKING).stdout);
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_and_a_wrong_usage_leaves_it_alone() {
    let folder = scratch("unwritable");
    let ended =
        protoward().args(SAFE).arg("--output").arg(folder.join("no/such/folder")).output().expect("an end");
    assert_eq!(ended.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("cannot write to"));

    let kept = folder.join("kept.txt");
    fs::write(&kept, "kept").expect("an old file");
    let ended =
        protoward().args(["check", "--against", "x", "--output"]).arg(&kept).output().expect("an end");
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(fs::read(&kept).expect("still there"), b"kept");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let coloured = |args: &[&str], no_color: bool| {
        let mut command = protoward();
        command.args(BREAKING).args(args);
        if no_color {
            command.env("NO_COLOR", "1");
        }
        command.output().expect("the program ends").stdout.contains(&0x1b)
    };
    assert!(!coloured(&[], false), "a pipe is no terminal");
    assert!(coloured(&["--color", "always"], false));
    assert!(coloured(&["--color", "always"], true), "an option is stronger than the environment");
    assert!(!coloured(&["--color", "never"], false));
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Text) {
        assert!(!coloured(&["--color", "always", "--format", format.name()], false));
    }
}

#[test]
fn standard_input_is_an_input() {
    let text = fs::read(crate_root().join("tests/cmd/check.in/orders/id-as-text.proto")).expect("a case");
    let mut command = protoward();
    command.args(["check", "-", "--against", "orders/history", "--input-type", "proto"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(&text).expect("an open pipe");
    let ended = child.wait_with_output().expect("the program ends");
    assert_eq!(ended.status.code(), Some(1), "{}", String::from_utf8_lossy(&ended.stdout));
}

#[test]
fn formats_tell_the_same_findings() {
    let run = |format| {
        output(&[&BREAKING[..], &["--strategy", "full-transitive", "--format", format]].concat()).stdout
    };
    let broker = String::from_utf8(run("broker")).expect("text");
    let json: serde_json::Value = serde_json::from_slice(&run("json")).expect("JSON");
    let findings = json["subjects"][0]["findings"].as_array().expect("findings").clone();
    let lines: Vec<_> = findings.iter().map(|finding| finding["broker"].as_str().expect("a line")).collect();
    assert!(!lines.is_empty());
    assert_eq!(broker.lines().collect::<Vec<_>>(), lines);
    let text = String::from_utf8(run("text")).expect("text");
    let told: Vec<_> = text.lines().filter(|line| line.starts_with("error[")).collect();
    // Both directions and all versions are one cause.
    assert_eq!(told, ["error[TYPE_CHANGED]: field `shop.Order.id` was int64 and is string"]);
    assert!(findings.iter().all(|finding| finding["path"] == "shop.Order.id"));
    assert!(text.ends_with(&format!(": 1 break ({} findings)\n", findings.len())), "{text}");
}

#[test]
fn a_grid_is_as_wide_as_there_is_room() {
    let grid = |columns: &str| {
        let mut command = protoward();
        command.current_dir(crate_root().join("tests/cmd/matrix.in")).env("COLUMNS", columns);
        let ended = command.args(["matrix", "long", "-q"]).output().expect("the program ends");
        let text = String::from_utf8(ended.stdout).expect("text");
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let rows = |columns, at: &[usize]| at.iter().map(|at| grid(columns)[*at].clone()).collect::<Vec<_>>();
    assert_eq!(
        rows("60", &[0, 5]),
        [
            "               1  2  3  4  5  6  7  8  9 10 11 12",
            " 5 v5.proto    X  X  X  X  =  X  X  X  X  X  X  X"
        ]
    );
    assert_eq!(
        rows("40", &[0, 1, 6]),
        [
            "                                1 1 1",
            "              1 2 3 4 5 6 7 8 9 0 1 2",
            " 5 v5.proto   X X X X = X X X X X X X"
        ]
    );
    assert_eq!(
        rows("30", &[0, 1, 6]),
        ["                      111", "             123456789012", " 5 v5.proto  XXXX=XXXXXXX"]
    );
    assert_eq!(rows("20", &[0, 1, 6]), ["            111", "   123456789012", " 5 XXXX=XXXXXXX"]);
    let cut = ["    111", "   9012", " 9 =..."];
    assert_eq!(rows("7", &[0, 1, 2]), cut);
    let note = "note: the latest 4 of 12 versions fit; --format json has them all";
    assert_eq!(grid("7").last().map(String::as_str), Some(note));
    assert_eq!(rows("1", &[2]), ["12 ="]);
}

#[test]
fn a_grid_is_coloured_where_that_is_wanted() {
    let grid = |color| {
        let args = ["matrix", "orders/history/v1.proto", "orders/id-as-text.proto", "--color", color];
        String::from_utf8(output(&args).stdout).expect("text")
    };
    assert!(grid("always").contains("\u{1b}["));
    assert!(!grid("never").contains('\u{1b}'));
}

fn keys(value: &serde_json::Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn json_has_the_documented_shape() {
    let json: serde_json::Value =
        serde_json::from_slice(&output(&[&BREAKING[..], &["--format", "json"]].concat()).stdout)
            .expect("JSON");
    assert_eq!(json["format_version"], 1);
    assert_eq!(json["verdict"], "incompatible");
    let mut top = keys(&json);
    top.sort_unstable();
    assert_eq!(top, ["format_version", "subjects", "summary", "tool", "verdict"]);
    let subject = &json["subjects"][0];
    shape(
        subject,
        "name root strategy operation checker verdict reused_version comparisons findings errors warnings \
         advice notes",
    );
    let comparison = "version existing component direction identical verdict fingerprint work";
    shape(&subject["comparisons"][0], comparison);
    shape(&subject["comparisons"][0]["work"], "graph total limit");
    let finding = "rule version existing component direction fingerprint path field writer reader schema side \
                   detail work limit message help broker allowed locations";
    shape(&subject["findings"][0], finding);
    shape(&json["summary"], "subjects comparisons findings allowed errors advice");
    assert_eq!(json["summary"]["findings"], 2);
}

fn shape(value: &serde_json::Value, want: &str) {
    let (mut have, mut want) = (keys(value), want.split(' ').collect::<Vec<_>>());
    have.sort_unstable();
    want.sort_unstable();
    assert_eq!(have, want);
}

#[test]
fn a_replay_and_a_matrix_have_the_documented_shape() {
    let json = |command| {
        let args = [
            command,
            "orders/history/v1.proto",
            "missing.proto",
            "orders/id-as-text.proto",
            "--format",
            "json",
        ];
        let strategy = if command == "audit" { &["--strategy", "backward-transitive"][..] } else { &[] };
        serde_json::from_slice::<serde_json::Value>(&output(&[&args[..], strategy].concat()).stdout)
            .expect("JSON")
    };
    let finding = "rule version existing component direction fingerprint path field writer reader schema side \
                   detail work limit message help broker allowed locations";

    let audit = json("audit");
    assert_eq!((&audit["format_version"], &audit["verdict"]), (&1.into(), &"incompatible".into()));
    shape(&audit, "format_version tool verdict subjects errors notes");
    let subject = &audit["subjects"][0];
    shape(subject, "root strategy verdict first_incompatible versions summary");
    shape(&subject["summary"], "versions compatible incompatible undecided unread");
    let version = &subject["versions"][2];
    shape(version, "version input fingerprint verdict compared unread breaks_with findings errors notes");
    assert_eq!(version["breaks_with"], serde_json::json!([0]));
    shape(&version["findings"][0], &format!("{finding} repeats"));
    shape(&subject["versions"][1]["errors"][0], "kind message help input location");

    let matrix = json("matrix");
    assert_eq!(matrix["format_version"], 1);
    shape(&matrix, "format_version tool signs subjects errors notes");
    let subject = &matrix["subjects"][0];
    shape(subject, "root versions grid strictest strategies");
    assert_eq!(subject["grid"], serde_json::json!(["=-X", "---", "X-="]));
    shape(&subject["versions"][0], "version input fingerprint errors");
    let standing = "strategy satisfied judged writer reader finding satisfied_without";
    shape(&subject["strategies"][1], standing);
    shape(&subject["strategies"][1]["finding"], finding);
}

#[test]
fn an_inspection_has_the_documented_shape() {
    let args = ["inspect", "orders/extensible.proto", "missing.proto", "--format", "json"];
    let json: serde_json::Value = serde_json::from_slice(&output(&args).stdout).expect("JSON");
    assert_eq!(json["format_version"], 1);
    shape(&json, "format_version tool inputs");
    let input = &json["inputs"][0];
    shape(input, "input files candidates schemas unsupported errors");
    shape(&input["files"][0], "name dialect package imports");
    let schema = &input["schemas"][0];
    shape(schema, "root file fingerprint budget unsupported messages enums");
    shape(&schema["budget"], "graph limit");
    shape(&schema["unsupported"][0], "path field detail location");
    shape(&schema["messages"][0], "name file map_entry fields oneofs");
    let field =
        "number name type type_name cardinality required presence packed utf8_validated default map oneof";
    shape(&schema["messages"][0]["fields"][0], field);
    shape(&json["inputs"][1]["errors"][0], "kind message help input location");
}
