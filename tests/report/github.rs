//! Workflow commands are ones that a runner reads as they are meant.

use protoward::history::{Judgement, Subject};
use protoward::report::Format;
use protoward::source::InputError;

use super::{example, told};

/// A command, read as the runner reads it.
struct Command {
    level: String,
    properties: Vec<(String, String)>,
    message: String,
}

impl Command {
    fn read(line: &str) -> Option<Self> {
        let (head, message) = line.strip_prefix("::")?.split_once("::")?;
        let (level, properties) = head.split_once(' ').unwrap_or((head, ""));
        let property = |text: &str| {
            let (name, value) = text.split_once('=').expect("a property");
            (name.to_owned(), plain(value).replace("%3A", ":").replace("%2C", ","))
        };
        let properties = properties.split(',').map(property).collect();
        Some(Self { level: level.to_owned(), properties, message: plain(message) })
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.properties.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }
}

fn plain(text: &str) -> String {
    text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
}

fn commands(judgement: &Judgement) -> Vec<Command> {
    told(Format::Github, judgement).lines().filter_map(Command::read).collect()
}

#[test]
fn commands_stand_on_the_proposed_lines_and_the_worst_come_first() {
    let commands = commands(&example());
    let levels: Vec<_> = commands.iter().map(|command| &*command.level).collect();
    assert_eq!(levels, [vec!["error"; 4], vec!["warning"; 2], vec!["notice"; 2]].concat());
    let first = &commands[0];
    let told =
        ["file", "line", "endLine", "col", "endColumn", "title"].map(|name| first.get(name).expect(name));
    assert_eq!(
        told,
        ["tests/report/example/order, next.proto", "8", "8", "9", "15", "protoward ONEOF_CONFLICT"]
    );
    assert!(first.message.starts_with(
        "oneof `shop.Order.payment` joins `card` and `invoice`, which could be set together\nconsumers"
    ));
    // A cause is told once, with all that it hurts.
    let changed = commands.iter().find(|command| command.get("title") == Some("protoward TYPE_CHANGED"));
    let changed = &changed.expect("a change of type").message;
    assert!(
        changed.contains("wrote\nconsumers still on v2.proto") && changed.ends_with("\nfindings: 2"),
        "{changed}"
    );
    assert!(first.message.contains("\nexisting: tests/report/example/history/v2.proto:11:3\n"));
    let accepted = commands.iter().find(|command| command.message.contains("allowed: ")).expect("one");
    assert!(accepted.message.contains("\nallowed: no client reads note, 100% \"sure\" <yes>\n"));
}

#[test]
fn columns_are_for_stretches_of_one_line() {
    for command in commands(&example()) {
        let one_line = command.get("line").is_some() && command.get("line") == command.get("endLine");
        assert_eq!(command.get("col").is_some(), one_line, "{:?}", command.properties);
        assert_eq!(command.get("endColumn").is_some(), one_line, "{:?}", command.properties);
    }
}

#[test]
fn what_is_no_file_is_annotated_nowhere() {
    for label in ["-", "git:main:order.proto", "standard input#order.proto"] {
        let mut subject = Subject::new(label, "HALF");
        let rule = &protoward::rules::unknown_strategy::RULE;
        subject.findings.push(protoward::history::Finding::new(rule, "HALF"));
        let commands = commands(&Judgement { subjects: vec![subject], ..Judgement::default() });
        assert_eq!((commands.len(), commands[0].get("file")), (1, None), "{label}");
    }
}

fn faults(count: usize) -> Judgement {
    let mut subject = Subject::new("order.proto", "FULL");
    subject.add_errors((0..count).map(|at| InputError {
        kind: "syntax",
        message: format!("fault {at} {}", "x".repeat(9_000)),
        help: None,
        input: "order.proto".to_owned(),
        location: None,
        more: Vec::new(),
    }));
    Judgement { subjects: vec![subject], ..Judgement::default() }
}

#[test]
fn what_github_does_not_show_is_told_first_and_no_message_is_too_long() {
    assert_eq!(commands(&faults(10)).len(), 10);
    let commands = commands(&faults(11));
    assert_eq!(commands.len(), 12, "the log has them all");
    assert_eq!(commands[0].level, "notice");
    assert_eq!(commands[0].message, "11 errors, of which GitHub shows 10 each; the log has them all");
    assert!(commands.iter().all(|command| command.message.encode_utf16().count() <= 4_096));
}
