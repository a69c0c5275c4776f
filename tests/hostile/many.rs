//! Histories of very many versions, and answers that refer to very many others.

use serde_json::{Value, json};

use crate::support::scratch::Scratch;

#[test]
fn a_grid_has_so_many_versions_and_no_more() {
    let scratch = Scratch::new();
    let version = |at: u32| json!({ "version": at, "type": "PROTOBUF_NATIVE", "data": "{}" });
    let history = |count| Value::from((1..=count).map(version).collect::<Vec<_>>()).to_string();
    scratch.write("a.json", &history(10_001));
    scratch
        .try_out(&["matrix", "a.json"])
        .refuses("a grid of 10001 versions is more than anybody reads: hand over at most 10000 of them");
}

/// As many messages as there are, which all lead to all others, each with a field.
fn hub(count: usize, field: &str) -> String {
    let all = |part: &dyn Fn(usize) -> String| (1..=count).map(part).collect::<Vec<_>>().concat();
    format!(
        "syntax = \"proto3\"; message Hub {{ {} }} {}",
        all(&|at| format!("M{at} m{at} = {at};")),
        all(&|at| format!("message M{at} {{ Hub hub = 1; {field} }}"))
    )
}

#[test]
fn root_messages_of_which_each_finds_what_all_find_do_not_fill_the_memory() {
    let scratch = Scratch::new();
    scratch.write("1.proto", &hub(520, "int32 x = 2;"));
    scratch.write("2.proto", &hub(520, "string x = 2;"));
    let asked = ["check", "2.proto", "--against", "1.proto", "--every-message", "--strategy", "backward"];
    scratch.try_out(&asked).is(
        1,
        &[
            "also: 480 more root messages reach it",
            "note: there are more than 250000 findings: behind them only the first of each comparison is told",
            "521 subjects: 521 incompatible",
        ],
    );
}

#[test]
fn long_paths_in_a_ring_of_root_messages_do_not_fill_the_memory() {
    let scratch = Scratch::new();
    let (count, name) = (600, "f".repeat(100));
    let ring = |field: &str| {
        let message = |at: usize| {
            let own = if at == 0 { field } else { "" };
            format!("message M{at} {{ M{} {name} = 1; {own} }}\n", (at + 1) % count)
        };
        format!("syntax = \"proto3\"; {}", (0..count).map(message).collect::<String>())
    };
    scratch.write("1.proto", &ring("int32 x = 2;"));
    scratch.write("2.proto", &ring("string x = 2;"));
    let asked = ["check", "2.proto", "--against", "1.proto", "--every-message", "--format", "json"];
    let answer = scratch.try_out(&asked);
    answer.is(1, &[&format!("M1.{name}."), &format!("{name}.x` "), "…"]);
    assert!(answer.text.len() < 600 * 2 * 6_000, "{}", answer.text.len());
}

#[test]
fn a_break_that_is_accepted_at_a_very_long_path_accepts_no_other() {
    let scratch = Scratch::new();
    let name = "f".repeat(30);
    // Two ways that begin and end alike; the fork is in the middle.
    let chain = |of: &str, end: &str| {
        let message = |at: usize| match at {
            39 => format!("message {of}39 {{ {end} }}\n"),
            _ => format!("message {of}{at} {{ {of}{} {name} = 1; }}\n", at + 1),
        };
        (0..40).map(message).collect::<String>()
    };
    let source = |b: &str| {
        let fork = "D0 aa = 1; E0 bb = 2;";
        format!("syntax = \"proto3\";{}{}{}", chain("C", fork), chain("D", "int32 x = 1;"), chain("E", b))
    };
    scratch.write("1.proto", &source("int32 x = 1;"));
    scratch.write("2.proto", &source("string x = 1;"));
    let step = format!(".{name}").repeat(39);
    for (way, exit) in [("aa", 1), ("bb", 0)] {
        let allowed =
            format!("rule = \"TYPE_CHANGED\"\npath = \"C0{step}.{way}{step}.x\"\nreason = \"known\"");
        scratch.write(
            "protoward.toml",
            &format!(
                "[[subject]]\nname = \"c\"\nproposed = \"2.proto\"\nagainst = [\"1.proto\"]\nroot = \"C0\"\n\n[[subject.allow]]\n{allowed}\n"
            ),
        );
        scratch.try_out(&["check"]).is(exit, &[]);
    }
}

#[test]
fn a_root_message_of_a_very_long_name_may_be_renamed_where_that_is_accepted() {
    let scratch = Scratch::new();
    let [old, new] = ["A", "B"].map(|end| "R".repeat(1_100) + end);
    for (file, name) in [("1.proto", &old), ("2.proto", &new)] {
        scratch.write(file, &format!("syntax = \"proto3\"; message {name} {{ int32 x = 1; }}"));
    }
    let subject = "[[subject]]\nname = \"r\"\nproposed = \"2.proto\"\nagainst = [\"1.proto\"]\n";
    let allow = format!(
        "\n[[subject.allow]]\nrule = \"ROOT_MESSAGE_CHANGED\"\npath = \"{old}\"\nreason = \"renamed\"\n"
    );
    scratch.write("protoward.toml", subject);
    scratch.try_out(&["check"]).is(1, &["ROOT_MESSAGE_CHANGED"]);
    scratch.write("protoward.toml", &(subject.to_owned() + &allow));
    scratch.try_out(&["check"]).is(0, &[]);
}

/// The answer for a subject that imports another one.
fn answer(subject: &str, other: &str) -> Value {
    let text = format!("syntax = \"proto3\"; import \"{other}.proto\"; message {subject} {{}}");
    let reference = json!({ "name": format!("{other}.proto"), "subject": other, "version": 1 });
    json!({ "subject": subject, "version": 1, "id": 1, "schemaType": "PROTOBUF", "references": [reference], "schema": text })
}

/// Answers of which each refers to the next, and the last to the first.
fn ring(count: usize) -> Vec<Value> {
    let name = |at: usize| format!("s{}", at % count);
    (0..count).map(|at| answer(&name(at), &name(at + 1))).collect()
}

#[test]
fn references_in_a_circle_come_to_an_end() {
    let scratch = Scratch::new();
    let mut all = ring(4_000);
    scratch.write("ring.json", &Value::from(all.clone()).to_string());
    scratch
        .try_out(&["audit", "ring.json"])
        .refuses("holds subjects that refer to each other in a circle: `s0`, `s1`, ");
    // Many versions that refer to it.
    all.extend((1..=200).map(|version| {
        let mut own = answer("own", "s0");
        own["version"] = version.into();
        own
    }));
    scratch.write("lead.json", &Value::from(all).to_string());
    let told = "and 3992 more import each other in a circle";
    scratch.try_out(&["matrix", "lead.json"]).refuses(told).is(2, &["lead.json#s3999.proto:1:27"]);
    // One input each.
    for (at, answer) in ring(800).iter().enumerate() {
        scratch.write(&format!("history/{at}.json"), &answer.to_string());
    }
    let answer = scratch.try_out(&["audit", "history"]);
    answer.is(2, &["and 792 more import each other in a circle"]);
    // One that imports itself.
    scratch.write("self.json", &ring(1)[0].to_string());
    scratch.inspect("self.json").refuses("`s0.proto` imports itself");
}
