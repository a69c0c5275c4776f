//! Pages as `protoward explain` shows them, and what `--version` says.

use std::process::{Command, Output, Stdio};

use protoward::proto::PROTOC;
use protoward::report::Look;
use protoward::report::explain::{chapters, write};
use protoward::rules::RULES;
use protoward::schema::descriptor::FileDescriptor;
use protoward::schema::features::{COVERED, dialect, unsupported_language};

fn protoward(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_protoward")).args(args).output().expect("the program starts")
}

fn shown(page: &str, color: bool, width: Option<usize>) -> String {
    let mut out = Vec::new();
    write(page, Look { color, quiet: false, width }, &mut out).expect("memory");
    String::from_utf8(out).expect("text")
}

#[test]
fn every_rule_has_its_page_under_its_name_in_any_case() {
    for rule in RULES {
        for name in [rule.id.to_owned(), rule.id.to_lowercase().replace('_', "-")] {
            let answer = protoward(&["explain", &name]);
            assert_eq!(answer.status.code(), Some(0), "{name}");
            assert!(
                answer.stdout == rule.page.as_bytes(),
                "{name}: elsewhere than on a terminal it is the Markdown"
            );
        }
    }
}

#[test]
fn the_list_has_every_page_in_a_line() {
    let answer = protoward(&["explain"]);
    let text = String::from_utf8(answer.stdout).expect("text");
    for chapter in chapters() {
        let is_its =
            |line: &&str| line.starts_with(&format!("  {} ", chapter.id)) && line.ends_with(chapter.summary);
        assert_eq!(text.lines().filter(is_its).count(), 1, "{}", chapter.id);
    }
}

#[test]
fn a_terminal_sees_no_marks_and_prose_as_wide_as_it_is() {
    for chapter in chapters() {
        for width in [40, 80, 300] {
            let text = shown(chapter.page, false, Some(width));
            let code = |line: &&str| line.starts_with("    ");
            for line in text.lines().filter(|line| !code(line)) {
                assert!(
                    !line.starts_with('#') && !line.contains('`') && !line.contains("**"),
                    "{}: {line}",
                    chapter.id
                );
                // A table keeps its columns.
                let is_prose = !line.contains("  ") || line.starts_with(' ');
                assert!(!is_prose || line.chars().count() <= width.min(100), "{}: {line}", chapter.id);
            }
            assert_eq!(text.lines().next(), Some(chapter.id));
        }
        let plain = shown(chapter.page, false, Some(80));
        let coloured = shown(chapter.page, true, Some(80));
        assert_eq!(bare(&coloured), plain, "{}: colours move nothing", chapter.id);
        assert_eq!(shown(chapter.page, false, None), chapter.page);
    }
}

/// A text without colours.
fn bare(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn a_closed_pipe_is_no_error() {
    for args in [&["explain"][..], &["explain", "TYPE_CHANGED"], &["man", "check"], &["--version"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_protoward"));
        let child = command.args(args).stdout(writer).stderr(Stdio::piped()).spawn();
        drop(command);
        let ended = child.expect("the program starts").wait_with_output().expect("the program ends");
        assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0), "{args:?}");
    }
}

#[test]
fn the_version_names_what_is_followed() {
    let short = protoward(&["-V"]).stdout;
    assert_eq!(String::from_utf8(short).expect("text"), format!("protoward {}\n", env!("CARGO_PKG_VERSION")));
    let long = String::from_utf8(protoward(&["--version"]).stdout).expect("text");
    assert!(long.starts_with(&format!("protoward {}\n", env!("CARGO_PKG_VERSION"))));
    for word in ["PIP-246", PROTOC].iter().chain(&COVERED) {
        assert!(long.contains(word), "{word}");
    }
}

/// What is said to be covered is what the contract covers.
#[test]
fn the_languages_that_are_covered() {
    let syntaxes = ["proto2", "proto3", "editions", "proto4"];
    let editions =
        [None].into_iter().chain([0, 1, 900, 998, 999, 1000, 1001, 1002, 9999, i32::MAX].map(Some));
    let files = editions.flat_map(|edition| {
        syntaxes.map(|syntax| FileDescriptor { syntax: syntax.into(), edition, ..FileDescriptor::default() })
    });
    let covered: Vec<String> =
        files.filter(|file| unsupported_language(file).is_none()).map(|file| dialect(&file)).collect();
    assert_eq!(covered, COVERED);
}
