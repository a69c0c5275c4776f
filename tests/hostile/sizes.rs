//! Inputs that are large, or that make much of little.

use std::fs;

use super::{SMALL, field, set};
use crate::support::scratch::Scratch;

/// What the program answers where it may have so much memory and no more; it ends in a crash where it wants more.
#[cfg(target_os = "linux")]
fn inspect_within(scratch: &Scratch, mib: u64, input: &str) -> Option<i32> {
    let limited = format!("ulimit -v {} && exec \"$0\" inspect \"$1\"", mib << 10);
    let mut shell = scratch.command("sh", ".");
    shell.args(["-c", &limited, env!("CARGO_BIN_EXE_protoward"), input]);
    shell.output().expect("a shell").status.code()
}

/// A message of many fields, on one line.
fn fields(count: usize, field: impl Fn(usize) -> String) -> String {
    let numbers = (1..=count).map(|at| if at < 19_000 { at } else { at + 1_000 });
    format!("syntax = \"proto3\"; package a; message M {{{}}}\n", numbers.map(field).collect::<String>())
}

#[test]
fn the_size_of_an_input_is_bounded() {
    let scratch = Scratch::new();
    scratch.write("small.proto", SMALL);
    scratch.write("large.proto", &format!("{SMALL}{}", "\n".repeat(2_000)));
    for command in ["check", "audit", "matrix", "inspect"] {
        let more: &[&str] = if command == "check" { &["--against", "small.proto"] } else { &[] };
        let run =
            |size| scratch.try_out(&[&[command, "large.proto"], more, &["--max-input-size", size]].concat());
        run("1K").is(
            2,
            &["2057 bytes, and at most 1K are read", "let more be read: `--max-input-size SIZE`, up to 2G"],
        );
        run("2K").is(2, &["at most 2K are read"]);
        run("2057").is(0, &[]);
        run("1G").is(0, &[]);
        run("3G").is(2, &["a size is from 1 byte to 2G"]);
        run("many").is(2, &["a size is a number of bytes, also with K, M or G"]);
    }
}

#[test]
fn an_input_counts_with_what_it_imports() {
    let scratch = Scratch::new();
    for name in ["a", "b", "c"] {
        scratch.write(&format!("{name}.proto"), &format!("syntax = \"proto3\";{}\n", " ".repeat(700)));
    }
    let imports = "import \"a.proto\";\nimport \"b.proto\";\nimport \"c.proto\";\n";
    scratch.write("m.proto", &SMALL.replace("package", &format!("\n{imports}package")));
    let run = |word, size| scratch.try_out(&["inspect", word, "--max-input-size", size]);
    let error = "with its imports it has more bytes, and at most 2K are read";
    run("m.proto", "2K").is(2, &[error, "m.proto:5:"]);
    run("tree:.", "2K").is(2, &[error]);
    run("m.proto", "4K").is(0, &[]);
}

#[test]
fn two_bytes_that_declare_something_are_counted_before_they_are_kept() {
    let scratch = Scratch::new();
    for tag in [0x1a, 0x22, 0x2a, 0x32, 0x3a, 0x52] {
        scratch.bytes("a.binpb", set(&[tag, 0].repeat(2_000_000)));
        scratch.inspect("a.binpb").refuses("more than 2000000 messages, fields and other parts");
    }
    scratch.bytes("a.binpb", [0x0a, 0].repeat(2_000_001));
    scratch.inspect("a.binpb").refuses("more than 2000000 messages, fields and other parts");
    #[cfg(target_os = "linux")]
    assert_eq!(inspect_within(&scratch, 64, "a.binpb"), Some(2));
}

#[test]
fn long_names_are_not_multiplied_by_what_is_in_them() {
    let scratch = Scratch::new();
    let refused = "of which those with long names count several times";
    let package = "a.".repeat(250_000) + "a";
    let file = [field(1, b"a.proto"), field(2, package.as_bytes()), field(4, &field(1, b"M"))].concat();
    scratch.bytes("a.binpb", field(1, &file));
    scratch.inspect("a.binpb").refuses(refused);
    let nested = (0..20_000).map(|at| format!("message N{at} {{}}\n")).collect::<Vec<_>>().concat();
    let text = format!("syntax = \"proto3\"; message {} {{\n{nested}}}\n", "n".repeat(1_000_000));
    scratch.write("a.proto", &text);
    scratch.inspect("a.proto").refuses(refused);
    scratch.write("b.proto", &text.replace(&nested, "int32 x = 1;"));
    scratch.inspect("b.proto").is(2, &[refused]);
    scratch.write("c.proto", &text.replace(&nested, "int32 x = 1;").replace(&"n".repeat(900_000), ""));
    scratch.inspect("c.proto").is(0, &[]);
}

#[test]
fn where_no_thread_can_be_started_one_does_it_all() {
    let scratch = Scratch::new();
    let fields = fields(3_000, |at| format!("int32 field_{at} = {at};"));
    scratch.write("history/1.proto", &fields);
    scratch.write("new.proto", &fields.replace("int32 field_7 ", "string field_7 "));
    let subject = |name: &str| {
        format!("[[subject]]\nname = \"{name}\"\nproposed = \"new.proto\"\nagainst = \"history\"\n")
    };
    scratch.write("protoward.toml", &(subject("one") + &subject("two")));
    // No machine has so much room for a stack.
    let without = |args: &[&str]| scratch.run(".", args, &[("RUST_MIN_STACK", "4611686018427387904")]);
    let asked = ["check", "new.proto", "--against", "history", "--every-message", "--no-config"];
    without(&asked).is(1, &["`a.M.field_7`"]);
    without(&["check"]).is(1, &["one: a.M", "two: a.M"]);
    for at in 2..=40 {
        scratch.write(&format!("history/{at}.proto"), &fields.replace("field_9 ", &format!("field_9{at}x ")));
    }
    for command in ["audit", "matrix"] {
        let args = [command, "history", "--strategy", "FULL_TRANSITIVE"];
        assert_eq!(without(&args).text, scratch.run(".", &args, &[]).text);
    }
}

#[test]
fn what_a_source_declares_is_counted_with_what_it_imports() {
    let scratch = Scratch::new();
    let values = |count| format!("syntax = \"proto3\"; enum E {{ A = 0; {} }}", "A=0;".repeat(count));
    scratch.write("a.proto", &values(2_000_001));
    scratch
        .inspect("a.proto")
        .refuses("the file declares more than 2000000 messages, fields and other parts");
    #[cfg(target_os = "linux")]
    assert_eq!(inspect_within(&scratch, 2_000, "a.proto"), Some(2));
}

#[test]
fn many_of_everything_takes_no_square_of_time() {
    let scratch = Scratch::new();
    let many = 100_000;
    let all = |part: &dyn Fn(usize) -> String| (0..many).map(part).collect::<Vec<_>>().concat();
    let methods = all(&|at| format!("rpc R{at}(M) returns (M);"));
    let values = all(&|at| format!("V{at} = {at};"));
    let messages = all(&|at| format!("message N{at} {{}}"));
    for text in [
        fields(many, |at| format!("int32 f{at} = {at};")),
        fields(many, |at| format!("oneof o{at} {{ N f{at} = {at}; }}")) + "message N {}",
        fields(many / 4, |at| format!("map<int32, M> f{at} = {at};")),
        format!("{SMALL} service S {{{methods}}}"),
        format!("{SMALL} enum E {{{values}}}"),
        format!("{SMALL}{messages}"),
        format!(
            "{SMALL} message R {{ reserved {}; }}",
            (1..many).map(|at| format!("{}", at * 2)).collect::<Vec<_>>().join(",")
        ),
    ] {
        scratch.write("a.proto", &text);
        scratch
            .try_out(&["check", "a.proto", "--against", "a.proto", "--root", "a.M"])
            .is(0, &["compatible"]);
    }
}

#[test]
fn many_findings_in_one_line_are_told_soon() {
    let scratch = Scratch::new();
    let of =
        |kind: &'static str| fields(1_500, move |at| format!("{kind} {}{at} = {at};", "a".repeat(1_000)));
    scratch.write("1.proto", &of("int32"));
    scratch.write("2.proto", &of("string"));
    for format in ["text", "github", "sarif"] {
        let answer = scratch.try_out(&["check", "2.proto", "--against", "1.proto", "--format", format]);
        assert_eq!(answer.exit, Some(1));
        assert!(answer.text.contains("1500 breaks") || answer.text.contains("TYPE_CHANGED"), "{format}");
    }
}

#[test]
fn errors_do_not_grow_with_what_they_are_about() {
    let scratch = Scratch::new();
    let long = "a".repeat(3_000_000);
    let native = |root: &str| {
        format!(
            "{{\"fileDescriptorSet\":\"\",\"rootMessageTypeName\":\"{root}\",\"rootFileDescriptorName\":\"a\"}}"
        )
    };
    for (file, text) in [
        ("a.proto", format!("{SMALL} message X {{ {long} a = 1; }}")),
        ("a.proto", format!("{SMALL} option {long} = 1;")),
        ("a.proto", format!("{SMALL} import \"{long}\";")),
        ("a.proto", format!("{SMALL} message {long} {{}} message {long} {{}}")),
        ("a.proto", format!("{SMALL} {long}")),
        ("a.json", format!("[\"{long}\"]")),
        ("a.json", format!("{{\"type\":\"{long}\",\"data\":\"\"}}")),
        ("a.json", format!("{{\"schemaType\":\"{long}\",\"schema\":\"\"}}")),
        ("a.json", native(&long)),
        ("a.json", format!("\"{long}\"")),
        ("a.binpb", format!("\n\u{3}{long}")),
    ] {
        scratch.write(file, &text);
        let answer = scratch.inspect(file);
        assert!(matches!(answer.exit, Some(2 | 3)), "{:?}", answer.exit);
        assert!(answer.text.len() < 10_000, "{} bytes of {}…", answer.text.len(), &answer.text[..300]);
        fs::remove_file(scratch.0.join(file)).expect("a file");
    }
}

#[test]
fn base64_and_arrays_that_are_no_schema() {
    let scratch = Scratch::new();
    let native = |set: &str| {
        format!(
            "{{\"fileDescriptorSet\":{set},\"rootMessageTypeName\":\"a\",\"rootFileDescriptorName\":\"a\"}}"
        )
    };
    for set in [
        format!("\"{}\"", "A".repeat(8_000_000)),
        format!("\"{}\"", "\\u0041".repeat(1_000_000)),
        format!("\"{}\"", "=".repeat(4_000_000)),
        format!("\"{}\"", "AAA= \\n".repeat(500_000)),
        format!("[{}1]", "-1,".repeat(2_000_000)),
        format!("[{}", "1,".repeat(2_000_000)),
    ] {
        scratch.write("a.json", &native(&set));
        let answer = scratch.inspect("a.json");
        assert!(matches!(answer.exit, Some(2 | 3)) && answer.text.len() < 2_000, "{}", answer.text);
    }
    scratch.write("a.json", &format!("[{}1]", "1,".repeat(5_000_000)));
    scratch.inspect("a.json").refuses("holds more than 100000 versions");
}

#[test]
fn locations_that_are_no_places_take_no_square_of_time() {
    let scratch = Scratch::new();
    // A path to the message, and a span of two numbers; one span of three stands behind them.
    let nowhere = field(1, b"\x0a\x02\x04\x00\x12\x02\x05\x05").repeat(200_000);
    let somewhere = field(1, b"\x0a\x02\x04\x00\x12\x03\x06\x00\x09");
    let fields = |kind: u8| {
        let all = (1..=3_000).map(|at: u16| {
            let [low, high] = [at % 128, at / 128].map(|digit| digit.to_le_bytes()[0]);
            let number = [0x18, low | 0x80, high];
            field(2, &[&field(1, format!("f{at}").as_bytes())[..], &number, &[0x20, 1, 0x28, kind]].concat())
        });
        all.collect::<Vec<_>>().concat()
    };
    for (name, kind) in [("old.binpb", 5), ("new.binpb", 17)] {
        let info = field(9, &[&nowhere[..], &somewhere].concat());
        let file = [field(1, b"a.proto"), field(4, &[field(1, b"M"), fields(kind)].concat()), info].concat();
        scratch.bytes(name, field(1, &file));
    }
    let answer = scratch.try_out(&["check", "new.binpb", "--against", "old.binpb", "--strategy", "BACKWARD"]);
    answer.is(1, &["a.proto:7:1", "`M.f3000`", "3000 breaks"]);
}
