//! `protoward init`: what it makes of what lies around, and that the next check goes by it.

use std::fs;
use std::process::{Command, Output};

use protoward::config::{Config, Draft, FILE_NAME, Starter, SubjectConfig, parse, starter};

use crate::support::scratch::Scratch;

const ORDER: &str = "syntax = \"proto3\"; package shop;\nimport \"shop/item.proto\";\n\
                     message Order { string id = 1; repeated Item items = 2; Note note = 3; }\n\
                     message Note { string text = 1; }\n";
const ITEM: &str = "syntax = \"proto3\"; package shop;\nmessage Item { string sku = 1; }\n";
const NOTE: &str = "syntax = \"proto3\"; package shop;\nmessage Note { string text = 1; }\n";

/// Runs the program in a directory, blind for repositories around the scratch directory.
fn protoward(scratch: &Scratch, directory: &str, args: &[&str]) -> Output {
    let mut command: Command = scratch.command(env!("CARGO_BIN_EXE_protoward"), directory);
    let above = scratch.0.parent().expect("a parent");
    command.env("GIT_CEILING_DIRECTORIES", above).args(args).output().expect("the program starts")
}

#[track_caller]
fn init(scratch: &Scratch, directory: &str) -> (Config, String) {
    let Output { status, stdout, stderr } = protoward(scratch, directory, &["init"]);
    let stderr = String::from_utf8(stderr).expect("text");
    assert_eq!(status.code(), Some(0), "{stderr}");
    let text = fs::read_to_string(scratch.0.join(directory).join(FILE_NAME)).expect("a file");
    let config = parse(&text, FILE_NAME).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
    (config, String::from_utf8(stdout).expect("text") + &stderr)
}

/// The next check takes a subject, reads all of it and finds nothing.
#[track_caller]
fn holds(scratch: &Scratch, directory: &str, subject: &SubjectConfig) {
    let answer = protoward(scratch, directory, &["check", &subject.name]);
    let text =
        String::from_utf8_lossy(&answer.stdout).into_owned() + &String::from_utf8_lossy(&answer.stderr);
    assert_eq!(answer.status.code(), Some(0), "{}: {text}", subject.name);
    assert!(text.contains("compatible: ") && !text.contains("not compared"), "{}: {text}", subject.name);
}

/// Name, proposed, against and roots of each subject.
fn told(config: &Config) -> Vec<[String; 4]> {
    let told = |subject: &SubjectConfig| {
        let roots = if subject.every_message { "every".to_owned() } else { subject.root.join(" ") };
        [subject.name.clone(), subject.proposed.clone(), subject.against.join(" "), roots]
    };
    config.subjects.iter().map(told).collect()
}

#[test]
fn a_history_goes_with_the_source_that_continues_it() {
    let scratch = Scratch::new();
    scratch.write("proto/shop/order.proto", ORDER);
    scratch.write("proto/shop/item.proto", ITEM);
    scratch.write("history/orders/v1/shop/order.proto", ORDER);
    scratch.write("history/orders/v1/shop/item.proto", ITEM);
    scratch.write("history/notes/1.proto", NOTE);
    scratch.write("note.proto", NOTE);
    scratch.write("node_modules/other/order.proto", ORDER);
    scratch.write(".cache/order.proto", ORDER);
    let (config, answer) = init(&scratch, ".");
    assert_eq!(
        told(&config),
        [
            ["notes", "note.proto", "history/notes", "shop.Note"],
            ["orders", "proto/shop/order.proto", "history/orders", "shop.Order"],
        ]
    );
    assert!(answer.ends_with("next:\n  protoward check\n"), "{answer}");
    for subject in &config.subjects {
        holds(&scratch, ".", subject);
    }
}

#[test]
fn sources_in_git_are_set_against_the_branch() {
    let scratch = Scratch::with_repository();
    scratch.commit(&[("proto/shop/order.proto", ORDER), ("proto/shop/item.proto", ITEM)]);
    let (config, _) = init(&scratch, "repo");
    assert_eq!(told(&config), [["proto", "proto", "git:main...", "every"]]);
    holds(&scratch, "repo", &config.subjects[0]);

    scratch.git(".", &["clone", "-q", "repo", "clone"]);
    let (config, _) = init(&scratch, "clone");
    assert_eq!(told(&config), [["proto", "proto", "git:origin/main...", "every"]]);
    holds(&scratch, "clone", &config.subjects[0]);
}

#[test]
fn a_file_at_the_top_stands_for_itself_and_versions_of_an_interface_are_no_history() {
    let scratch = Scratch::with_repository();
    let version = |number: u32| {
        format!("syntax = \"proto3\"; package shop.v{number};\nmessage Order {{ string id = 1; }}\n")
    };
    let (one, two) = (version(1), version(2));
    scratch.commit(&[
        ("api/shop/v1/order.proto", &one),
        ("api/shop/v2/order.proto", &two),
        ("note.proto", NOTE),
    ]);
    let (config, _) = init(&scratch, "repo");
    // Imports of all start at the top.
    let every = |name: &str, path: &str| [name, path, "git:main...", "every"].map(str::to_owned);
    assert_eq!(
        told(&config),
        [
            every("order", "api/shop/v1/order.proto"),
            every("order-2", "api/shop/v2/order.proto"),
            every("note", "note.proto"),
        ]
    );
    for subject in &config.subjects {
        holds(&scratch, "repo", subject);
    }
}

#[test]
fn without_a_past_it_begins_one() {
    let scratch = Scratch::new();
    scratch.write("my note.proto", NOTE);
    let (config, answer) = init(&scratch, ".");
    assert_eq!(told(&config), [["my note", "my note.proto", "history/my note", "shop.Note"]]);
    let first = answer.lines().find(|line| line.contains("mkdir")).expect("a command").trim();
    let shell = Command::new("sh").args(["-c", first]).current_dir(&scratch.0).status().expect("a shell");
    assert!(shell.success(), "{first}");
    holds(&scratch, ".", &config.subjects[0]);
}

#[test]
fn where_nothing_is_the_file_says_how_to_go_on() {
    let scratch = Scratch::new();
    let (config, answer) = init(&scratch, ".");
    assert!(config.subjects.is_empty());
    assert!(answer.contains("no schema was found here"), "{answer}");
    let text = fs::read_to_string(scratch.0.join(FILE_NAME)).expect("a file");
    // Its examples are no comments only.
    let uncommented: String = text
        .lines()
        .map(|line| {
            line.strip_prefix("# ")
                .filter(|line| line.contains(" = ") || line.starts_with('['))
                .unwrap_or(line)
        })
        .flat_map(|line| [line, "\n"])
        .collect();
    let config = parse(&uncommented, FILE_NAME).unwrap_or_else(|errors| panic!("{errors:#?}\n{uncommented}"));
    assert_eq!((config.subjects.len(), config.subjects[0].allow.len()), (1, 1));
}

#[test]
fn nothing_is_written_over_and_print_writes_nothing() {
    let scratch = Scratch::new();
    scratch.write("note.proto", NOTE);
    let printed = protoward(&scratch, ".", &["init", "--print"]);
    assert!(!scratch.0.join(FILE_NAME).exists());
    init(&scratch, ".");
    let written = fs::read(scratch.0.join(FILE_NAME)).expect("a file");
    assert_eq!(printed.stdout, written);

    scratch.write(FILE_NAME, "# mine\n");
    let again = protoward(&scratch, ".", &["init"]);
    assert_eq!((again.status.code(), again.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&again.stderr).starts_with("error: protoward.toml is there already"));
    assert_eq!(fs::read(scratch.0.join(FILE_NAME)).expect("a file"), b"# mine\n");
}

#[test]
#[cfg(unix)]
fn links_lead_nowhere_and_in_no_circle() {
    let scratch = Scratch::new();
    scratch.write("proto/note.proto", NOTE);
    std::os::unix::fs::symlink("..", scratch.0.join("proto/around")).expect("a link");
    std::os::unix::fs::symlink("gone", scratch.0.join(FILE_NAME)).expect("a link");
    assert_eq!(protoward(&scratch, ".", &["init"]).status.code(), Some(2), "a link is a file that is there");
    fs::remove_file(scratch.0.join(FILE_NAME)).expect("a link");
    fs::create_dir_all(scratch.0.join("deep/".repeat(200))).expect("directories");
    let (config, _) = init(&scratch, ".");
    assert_eq!(told(&config), [["note", "proto/note.proto", "history/note", "shop.Note"]]);
}

#[test]
fn what_cannot_be_read_is_told_and_hides_nothing() {
    let scratch = Scratch::new();
    scratch.write("note.proto", NOTE);
    scratch.write("lost.proto", "syntax = \"proto3\"; import \"gone.proto\";");
    scratch.write("history/old/1.proto", ITEM);
    let (config, answer) = init(&scratch, ".");
    assert_eq!(told(&config).len(), 1);
    assert!(answer.contains("note: lost.proto cannot be read as it is: `gone.proto`"), "{answer}");
    assert!(answer.contains("note: no source has a message that history/old has"), "{answer}");
}

#[test]
fn sources_beside_a_history_are_set_against_the_branch_that_others_build_on() {
    let scratch = Scratch::with_repository();
    scratch.git("repo", &["checkout", "-q", "-b", "common"]);
    scratch.commit(&[("history/notes/1.proto", NOTE), ("note.proto", NOTE), ("item.proto", ITEM)]);
    scratch.git("repo", &["checkout", "-q", "-b", "topic"]);
    let (config, _) = init(&scratch, "repo");
    assert_eq!(
        told(&config),
        [
            ["notes", "note.proto", "history/notes", "shop.Note"],
            ["item", "item.proto", "git:common...", "every"],
        ]
    );
    scratch.write("repo/sub/a.proto", ITEM);
    let below = protoward(&scratch, "repo/sub", &["init"]);
    let said = String::from_utf8_lossy(&below.stderr).into_owned();
    assert_eq!(below.status.code(), Some(2), "{said}");
    assert!(said.contains("`../protoward.toml` counts here already"), "{said}");
    assert!(!scratch.0.join("repo/sub").join(FILE_NAME).exists());
    assert_eq!(protoward(&scratch, "repo/sub", &["init", "--print"]).status.code(), Some(0));

    scratch.git(".", &["clone", "-q", "--no-local", "--single-branch", "--branch", "topic", "repo", "one"]);
    let (config, answer) = init(&scratch, "one");
    assert_eq!(config.subjects[1].against, ["git:origin/topic..."]);
    assert!(answer.contains("note: this clone has but one branch"), "{answer}");
    fs::remove_file(scratch.0.join("one").join(FILE_NAME)).expect("a file");
    scratch.git("one", &["fetch", "-q", "origin", "common:refs/remotes/origin/main"]);
    assert_eq!(init(&scratch, "one").0.subjects[1].against, ["git:origin/main..."]);
}

#[test]
fn import_directories_are_found() {
    let scratch = Scratch::with_repository();
    scratch.commit(&[
        ("proto/shop/order.proto", &ORDER.replace("import", "import \"money.proto\"; import")),
        ("proto/shop/item.proto", ITEM),
        ("third_party/money.proto", "syntax = \"proto3\";"),
        ("vendor/unused.proto", ITEM),
    ]);
    let (config, _) = init(&scratch, "repo");
    assert_eq!(config.defaults.proto_path.as_deref(), Some(&["proto", "third_party"].map(str::to_owned)[..]));
    holds(&scratch, "repo", &config.subjects[0]);
}

#[test]
fn any_name_can_be_written() {
    let odd = "a \"b\" \\ c\td\u{1b}é\u{7f}'#";
    let subject = Starter {
        name: odd.to_owned(),
        proposed: odd.to_owned(),
        against: odd.to_owned(),
        roots: vec!["a.B".to_owned(), odd.to_owned()],
    };
    let draft = Draft {
        subjects: vec![subject],
        proto_path: vec![odd.to_owned()],
        remarks: vec![odd.to_owned(), "a\n[[subject]]".to_owned()],
    };
    let config = parse(&starter(&draft), FILE_NAME).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let found = &config.subjects[0];
    assert_eq!((&*found.name, &*found.proposed, &found.against[..]), (odd, odd, &[odd.to_owned()][..]));
    assert_eq!(found.root, ["a.B", odd]);
}

#[test]
fn versions_import_what_stands_beside_the_sources() {
    let scratch = Scratch::new();
    scratch.write("proto/shop/item.proto", ITEM);
    scratch.write("proto/shop/order.proto", ORDER);
    scratch.write("history/orders/v1.proto", ORDER);
    let (config, said) = init(&scratch, ".");
    assert_eq!(config.defaults.proto_path.as_deref(), Some(&["proto".to_owned()][..]));
    let [subject] = &told(&config)[..] else { panic!("{said}") };
    assert_eq!(subject[..3], ["orders", "proto/shop/order.proto", "history/orders"]);
    holds(&scratch, ".", &config.subjects[0]);
}

#[test]
fn a_history_whose_latest_version_cannot_be_read_says_why() {
    let scratch = Scratch::new();
    scratch.write("proto/item.proto", ITEM);
    scratch.write("history/items/v1.proto", ITEM);
    scratch
        .write("history/items/v2.proto", "syntax = \"proto3\"; package shop;\nmessage Item { string sku }\n");
    let (_, said) = init(&scratch, ".");
    assert!(said.contains("note: history/items/v2.proto cannot be read as it is: "), "{said}");
}
