//! Man pages say what the help says.

use std::io::Write as _;
use std::process::{Command, Stdio};

fn protoward(args: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_protoward")).args(args).output().expect("the program starts");
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The commands that the short help lists.
fn commands() -> Vec<String> {
    let help = protoward(&["-h"]);
    let list = help.split_once("Commands:\n").expect("a list of commands").1;
    let list = list.split_once("\n\n").expect("its end").0;
    let name = |line: &str| {
        line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    list.lines().filter_map(name).collect()
}

/// The options that a text has, `--against` and `-I` alike.
fn options(help: &str) -> Vec<String> {
    let words = help
        .lines()
        .filter(|line| line.trim_start().starts_with('-'))
        .flat_map(|line| line.split([' ', ',']));
    let mut out: Vec<_> =
        words.filter(|word| word.starts_with('-') && word.len() > 1).map(str::to_owned).collect();
    out.dedup();
    out
}

#[test]
fn every_option_is_in_the_page() {
    let commands = commands();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in &commands {
        let (help, page) = (protoward(&[command, "--help"]), protoward(&["man", command]));
        let options = options(&help);
        assert!(options.len() >= 2, "{command}: {options:?}");
        for option in options {
            let written = format!("\\fB{}\\fR", option.replace('-', "\\-"));
            assert!(page.contains(&written), "{command}: no {option} in the page");
        }
        assert_eq!(page.matches(".TH protoward-").count(), 1);
        assert_eq!(page.matches(".ie \\n(.g").count(), 1, "{command}: one preamble");
        let has_examples = help.contains("\nExamples:\n");
        assert_eq!(page.contains(".SH EXAMPLES\n"), has_examples, "{command}");
        assert_eq!(page.contains(".SH \"EXIT STATUS\"\n"), help.contains("\nExit status: "), "{command}");
    }
}

#[test]
fn the_first_page_names_all_others() {
    let page = protoward(&["man"]);
    for command in commands() {
        assert!(page.contains(&format!("protoward\\-{command}(1)")), "{command}");
    }
    assert_eq!(page, protoward(&["man", "protoward"]));
}

/// Where there is a `groff`, it has nothing to say.
#[test]
fn pages_are_well_formed() {
    for command in commands() {
        let groff = Command::new("groff")
            .args(["-man", "-Tutf8", "-ww", "-z", "-Kutf8"])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let Ok(mut groff) = groff else { return };
        let page = protoward(&["man", &command]);
        groff.stdin.take().expect("a pipe").write_all(page.as_bytes()).expect("an open pipe");
        let ended = groff.wait_with_output().expect("an end");
        assert!(ended.stderr.is_empty(), "{command}: {}", String::from_utf8_lossy(&ended.stderr));
    }
}
