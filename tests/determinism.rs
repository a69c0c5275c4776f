//! The same input gives the same bytes, whatever the machine: processors, locale, time zone, terminal, the order of a
//! directory's entries, the seeds of hash tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use protoward::report::Format;

use crate::support::scratch::Scratch;
use crate::support::skipped;

/// Directories below the crate and what is asked there, in every format that there is for it.
fn questions() -> Vec<(&'static str, Vec<String>)> {
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let all = Format::ALL.map(Format::name);
    let mut out = Vec::new();
    let mut ask = |directory: &'static str, line: &str, formats: &[&str]| {
        for format in formats {
            out.push((directory, [words(line), words(&format!("--format {format} -v"))].concat()));
        }
    };
    ask(
        "examples/orders",
        "check order.proto --against history --strategy full-transitive --root shop.Order",
        &all,
    );
    ask("examples/orders", "check order.proto safe.proto --against history --every-message", &all);
    ask("examples/key-value", "check proposed.json --against dump.json --as register", &all);
    ask("examples/monorepo", "check", &all);
    ask("examples/audit", "audit history --strategy full-transitive", &["text", "json"]);
    ask("examples/audit", "matrix history", &["text", "json"]);
    ask("examples/orders", "inspect order.proto tree:../monorepo/proto", &["text", "json"]);
    ask("examples/orders", "check order.proto --against history --root shop.Odrer", &["text", "json"]);
    out
}

fn crate_root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Exit status, standard output, standard error.
type Answer = (Option<i32>, String, String);

fn run(mut command: Command, directory: &Path, args: &[String], env: &[(&str, &str)]) -> Answer {
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("LC_")) {
        command.env_remove(name);
    }
    command.env_remove("NO_COLOR").env("COLUMNS", "80").envs(env.iter().copied());
    let ended = command.args(args).current_dir(directory).output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (ended.status.code(), text(ended.stdout), text(ended.stderr))
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_protoward"))
}

/// The program on one processor; none where nothing can say so.
fn alone() -> Option<Command> {
    let mut command = Command::new("taskset");
    let there = command.args(["-c", "0", "true"]).output().is_ok_and(|ended| ended.status.success());
    let mut command = Command::new("taskset");
    command.args(["-c", "0", env!("CARGO_BIN_EXE_protoward")]);
    there.then_some(command)
}

#[test]
fn surroundings_change_no_answer() {
    let surroundings: [&[(&str, &str)]; 4] = [
        &[("LC_ALL", "C"), ("TZ", "UTC"), ("TERM", "dumb")],
        &[("LC_ALL", "tr_TR.UTF-8"), ("TZ", "Pacific/Kiritimati"), ("TERM", "xterm-256color")],
        &[("LANG", "ja_JP.SJIS"), ("LC_ALL", "POSIX"), ("TZ", ":/nowhere"), ("TERM", "")],
        &[("RUST_BACKTRACE", "full"), ("RUST_LOG", "trace"), ("HOME", "/nowhere"), ("USER", "")],
    ];
    for (directory, args) in questions() {
        let directory = crate_root().join(directory);
        let first = run(program(), &directory, &args, &[]);
        assert!(first.0.is_some_and(|exit| exit < 4), "{args:?}: {}", first.2);
        for env in surroundings {
            assert_eq!(run(program(), &directory, &args, env), first, "{args:?} with {env:?}");
        }
    }
}

/// A history of many versions, each of many messages, of which some break; files are made in the order of `numbers`.
fn history(scratch: &Scratch, numbers: impl Iterator<Item = usize>) -> PathBuf {
    for number in numbers {
        let kind = |message: usize| if (number + message).is_multiple_of(17) { "string" } else { "int32" };
        let message = |at: usize| {
            format!("message M{at} {{\n  {} a = 1;\n  int32 b{number} = {number};\n}}\n", kind(at))
        };
        let messages: String = (0..20).map(message).collect();
        scratch.write(
            &format!("history/{number}.proto"),
            &format!("syntax = \"proto3\";\npackage d;\n{messages}"),
        );
        for part in ["a", "b/c", "b"] {
            let text = format!("syntax = \"proto3\";\npackage d;\nmessage P{number}{} {{}}\n", part.len());
            scratch.write(&format!("tree/{part}/f{number}.proto"), &text);
        }
    }
    scratch.0.clone()
}

/// What is asked of such a history.
fn long_questions() -> Vec<Vec<String>> {
    [
        "check history/60.proto --against history --every-message --strategy full-transitive --format json -v",
        "audit history --every-message --strategy full-transitive --format json",
        "audit history --every-message --strategy full -v",
        "matrix history --every-message --format json",
        "matrix history --root d.M3",
        "inspect tree:tree --format json",
        "check tree:tree --against history/1.proto --root d.P1 -v",
        "check history/60.proto --against history/600.proto --root d.M1",
        "inspect history/1.proto --root d.M99",
    ]
    .map(|line| line.split(' ').map(str::to_owned).collect())
    .to_vec()
}

#[test]
fn the_order_of_a_directory_changes_no_answer() {
    let (one, other) = (Scratch::new(), Scratch::new());
    let (one, other) = (history(&one, 1..=60), history(&other, (1..=60).rev().map(|at| at * 7 % 61)));
    for args in long_questions() {
        let first = run(program(), &one, &args, &[]);
        assert_eq!(run(program(), &other, &args, &[]), first, "{args:?}");
    }
}

#[test]
fn the_number_of_processors_changes_no_answer() {
    let scratch = Scratch::new();
    let directory = history(&scratch, 1..=60);
    let subject = |at: usize| {
        format!(
            "[[subject]]\nname = \"s{at}\"\nproposed = \"history/{at}.proto\"\nagainst = \"history\"\nevery-message = true\n"
        )
    };
    scratch.write("protoward.toml", &(1..=40).map(subject).collect::<String>());
    let all = [
        long_questions(),
        vec![vec!["check".to_owned(), "--format=json".to_owned()], vec!["check".to_owned()]],
    ];
    if alone().is_none() {
        skipped("one processor: there is no `taskset`, and luck alone may show a difference");
    }
    for args in all.concat() {
        let first = run(program(), &directory, &args, &[]);
        assert_eq!(run(alone().unwrap_or_else(program), &directory, &args, &[]), first, "{args:?}");
    }
}

#[test]
fn where_somebody_stands_changes_nothing_but_the_names_of_files() {
    for line in [
        "check @/order.proto --against @/history --root shop.Order --strategy full-transitive --format",
        "inspect @/order.proto @/safe.proto --root shop.Order --format",
        "matrix @/history --root shop.Order --format",
    ] {
        for format in ["text", "json"] {
            let directory = crate_root().join("examples/orders");
            let whole = directory.to_str().expect("a plain path");
            let args = |place: &str| -> Vec<String> {
                format!("{line} {format}").replace("@/", place).split(' ').map(str::to_owned).collect()
            };
            let named = |answer: Answer, place: &str| {
                (answer.0, answer.1.replace(place, ""), answer.2.replace(place, ""))
            };
            let here = run(program(), &directory, &args(""), &[]);
            let there = run(program(), Path::new("/"), &args(&format!("{whole}/")), &[]);
            let relative = run(program(), crate_root(), &args("examples/orders/"), &[]);
            let (there, relative) = (named(there, &format!("{whole}/")), named(relative, "examples/orders/"));
            // Columns of names are as wide as the names.
            let narrow = |answer: Answer| {
                let lines =
                    answer.1.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
                (answer.0, lines.filter(|line| !line.is_empty()).collect::<Vec<_>>(), answer.2)
            };
            assert_eq!(narrow(there), narrow(here.clone()), "{line} {format}");
            assert_eq!(narrow(relative), narrow(here), "{line} {format}");
        }
    }
}

#[test]
fn the_answer_to_no_question_is_a_date_or_a_machine() {
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if machine.trim().len() <= 8 {
        skipped("the machine's name in answers: it is not known, or so short that it may be a word");
    }
    for (directory, args) in questions() {
        let (_, out, err) = run(program(), &crate_root().join(directory), &args, &[]);
        let said = out + &err;
        assert!(!said.contains(crate_root().to_str().expect("a plain path")), "{args:?}: {said}");
        // A short name may be a word.
        let host = Some(machine.trim()).filter(|host| host.len() > 8);
        assert!(!host.is_some_and(|host| said.contains(host)), "{args:?}: {said}");
    }
}
