//! Widths, colours, and sources that are hard to show.

use std::fmt::Write as _;

use super::{Desk, snapshot};

/// A message whose fields all change, in a history of four versions.
fn orders(desk: &Desk) {
    let order =
        |fields: &str| format!("syntax = \"proto2\";\npackage shop;\n\nmessage Order {{\n{fields}}}\n");
    for version in 1..=4 {
        desk.write(
            &format!("history/orders/v{version}.proto"),
            &order("  optional int64 id = 1;\n  optional string note = 2;\n  optional int32 count = 4 [default = 3];\n"),
        );
    }
    desk.write(
        "order.proto",
        &order("  optional string id = 1;\n  optional string note = 3;\n  optional int32 count = 4 [default = 5];\n"),
    );
}

#[test]
fn widths() {
    let desk = Desk::new("widths");
    orders(&desk);
    for width in [40, 80, 200] {
        let answer =
            desk.check("order.proto --against history/orders --strategy FULL_TRANSITIVE", Some(width));
        snapshot(&format!("looks/width-{width}.txt"), &answer);
    }
}

#[test]
fn colours() {
    let desk = Desk::new("colours");
    orders(&desk);
    desk.write(
        "open.proto",
        "syntax = \"proto2\";\npackage shop;\nmessage Order { extensions 100 to 199; }\n",
    );
    desk.write(
        "broken.proto",
        "syntax = \"proto2\";\npackage shop;\nmessage Order { optional int32 id = ; }\n",
    );
    let mut told = String::new();
    for proposed in ["order.proto", "open.proto", "broken.proto"] {
        told += &desk.check(&format!("{proposed} --against history/orders --color always"), None);
    }
    snapshot("looks/colours.txt", &told);
}

#[test]
fn a_history_that_cannot_be_read_is_told_once_for_all_root_messages() {
    let desk = Desk::new("unread");
    let messages = (0..3000).map(|at| format!("message M{at} {{}}\n")).collect::<Vec<_>>().concat();
    desk.write("tree/a.proto", &format!("syntax = \"proto3\";\npackage shop;\n{messages}"));
    desk.write("tree/b.proto", "syntax = \"proto3\";\npackage shop;\nmessage B {}\n");
    let check =
        |format| desk.check(&format!("tree --against git:nowhere --every-message --format {format}"), None);
    let text = check("text");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("not compared: ")).collect();
    assert_eq!(lines, ["not compared: 3001 root messages (tree) under FULL: 1 error"], "{text}");
    assert!(text.ends_with("3001 subjects: 3001 not compared\nexit 2\n"), "{text}");
    assert_eq!(check("json").matches("\"root\": \"shop.").count(), 3001);
}

/// Sources by what is hard about them: the old line and the new one of a field.
const LINES: [(&str, &str, &str); 9] = [
    ("tabs", "\t\tint32\tid = 1;", "\t\tstring\tid = 1;"),
    ("line ends of Windows", "  int32 id = 1;\r", "  string id = 1;\r"),
    ("wide characters before", "  /* 注文番号 */ int32 id = 1;", "  /* 注文番号 */ string id = 1;"),
    (
        "combining characters before",
        "  /* e\u{301}e\u{301} */ int32 id = 1;",
        "  /* e\u{301}e\u{301} */ string id = 1;",
    ),
    (
        "an emoji of several characters",
        "  /* 👩\u{200d}🔧 */ int32 id = 1;",
        "  /* 👩\u{200d}🔧 */ string id = 1;",
    ),
    (
        "characters that turn text",
        "  /* \u{202e}esrever\u{2066} */ int32 id = 1;",
        "  /* \u{202e}\u{200f} */ string id = 1;",
    ),
    (
        "control characters",
        "  /* \u{1b}[31m \u{7} \u{9b} */ int32 id = 1;",
        "  /* \u{1b}]0;x\u{7} */ string id = 1;",
    ),
    (
        "a deep indent",
        "                                                                int32 id = 1;",
        "                                                                                              string id = 1;",
    ),
    ("no spaces", "int32 id=1;", "string id=1;"),
];

#[test]
fn sources_that_are_hard_to_show() {
    let desk = Desk::new("sources");
    let file = |line: &str| format!("syntax = \"proto3\";\npackage shop;\nmessage Order {{\n{line}\n}}\n");
    let mut told = String::new();
    for (what, old, new) in LINES {
        desk.write("history/v1.proto", &file(old));
        desk.write("order.proto", &file(new));
        let answer = desk.check("order.proto --against history --strategy backward", Some(80));
        writeln!(told, "## {what}\n\n{answer}").expect("memory");
    }
    desk.write(
        "history/v1.proto",
        &format!("\u{feff}{}", file("").replace('\n', " ").replace("{ ", "{ int32 id = 1; ")),
    );
    desk.write(
        "order.proto",
        &format!("\u{feff}{}", file("").replace('\n', " ").replace("{ ", "{ string id = 1; ")),
    );
    let answer = desk.check("order.proto --against history --strategy backward", Some(80));
    writeln!(told, "## a byte order mark and everything on one line\n\n{answer}").expect("memory");
    snapshot("looks/sources.txt", &told);
}

#[test]
fn long_lines_and_long_names() {
    let desk = Desk::new("long");
    let fields = |numbers: std::ops::Range<usize>| -> String {
        numbers.map(|n| format!("int32 f{n} = {n}; ")).collect::<Vec<_>>().concat()
    };
    let (before, behind) = (fields(2..90), fields(90..170));
    let long = "very_".repeat(60);
    let file = |kind: &str| {
        format!("syntax = \"proto3\";\npackage shop;\nmessage Order {{ {before}{kind} id = 1; {behind} }}\n")
    };
    let names = |kind: &str| {
        format!(
            "syntax = \"proto3\";\npackage shop;\nmessage Order {{\n  {kind} {long}long = 1;\n  {kind} id = 2;\n}}\n"
        )
    };
    let mut told = String::new();
    let far = file("string").replacen("{ ", &format!("{{ /* {} */ ", "x".repeat(5_000)), 1);
    for (what, old, new) in [
        ("one long line", file("int32"), file("string")),
        ("a line that nobody looks at", file("int32"), far),
        ("a long name", names("int32"), names("string")),
    ] {
        desk.write("history/v1.proto", &old);
        desk.write("order.proto", &new);
        for width in [None, Some(40), Some(80)] {
            let answer = desk.check("order.proto --against history --strategy backward", width);
            writeln!(told, "## {what}, {width:?}\n\n{answer}").expect("memory");
        }
    }
    snapshot("looks/long.txt", &told);
}

/// The version that a cause is shown with, and the names of the others; other names for a field; a type in two places.
#[test]
fn causes_of_several_findings() {
    let desk = Desk::new("causes");
    let file = |fields: &str| format!("syntax = \"proto3\";\npackage shop;\nmessage Order {{ {fields} }}\n");
    let mut told = String::new();
    for version in 1..=12 {
        let kind = if version == 2 { "bytes" } else { "int64" };
        desk.write(&format!("history/v{version}.proto"), &file(&format!("{kind} id = 1;")));
    }
    desk.write("order.proto", &file("string id = 1;"));
    told += &desk.check("order.proto --against history --strategy FULL_TRANSITIVE", None);
    desk.write("renamed.proto", &file("string number = 1;"));
    told += &desk.check("renamed.proto --against history", None);
    let two = "syntax = \"proto3\";\npackage shop;\nmessage Order { A a = 1; B b = 2; }\nmessage A { int32 x = 1; }\nmessage B { int32 x = 1; }\n";
    desk.write("two.proto", two);
    desk.write("joined.proto", &two.replace("B b", "A b").replace("A { int32", "A { string"));
    told += &desk.check("joined.proto --against two.proto --root shop.Order", None);
    desk.write("map.proto", &file("map<string, int32> stock = 1;"));
    desk.write("mapped.proto", &file("map<string, string> stock = 1;"));
    told += &desk.check("mapped.proto --against map.proto", None);
    snapshot("looks/causes.txt", &told);
}

/// Nobody waits for thousands of findings.
#[test]
fn many_findings_are_told_in_time() {
    for end in ["\n", " "] {
        many_findings(end);
    }
}

/// Thousands of findings, in lines of their own or all in one.
fn many_findings(end: &str) {
    let desk = Desk::new("many");
    let file = |kind: &str| {
        let fields: String =
            (1..=5_000).map(|n| format!("  {kind} f{n} = {n};{end}")).collect::<Vec<_>>().concat();
        format!("syntax = \"proto3\";\npackage shop;\nmessage Order {{\n{fields}}}\n")
    };
    desk.write("history/v1.proto", &file("int32"));
    desk.write("order.proto", &file("string"));
    let start = std::time::Instant::now();
    let answer = desk.check("order.proto --against history", Some(80));
    assert!(answer.contains("5000 breaks (10000 findings)"), "{}", answer.lines().last().unwrap_or_default());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
