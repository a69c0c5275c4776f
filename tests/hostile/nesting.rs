//! What nests in what, a hundred thousand times over: no format's nesting takes stack.

use super::{SMALL, field, set};
use crate::support::scratch::Scratch;

const DEEP: usize = 100_000;

#[test]
fn sources() {
    let scratch = Scratch::new();
    let option = |open: &str, close: &str| {
        format!("message M {{ option (x) = {{{}{}}}; }}", open.repeat(DEEP), close.repeat(DEEP))
    };
    for (text, error) in [
        ("message M{".repeat(DEEP), "messages nest more than 31 deep"),
        ("message M{optional group G=1{".repeat(DEEP), "messages nest more than 31 deep"),
        ("message M{oneof o{".repeat(DEEP), "error: "),
        (option("a{", "}"), "the aggregate nests more than 100 deep"),
        (option("a<", ">"), "the aggregate nests more than 100 deep"),
        (option("[a.b/c]{", "}"), "the aggregate nests more than 100 deep"),
        (option("a:[", "]"), "error: "),
        (format!("message M {{ option {}x = 1; }}", "(".repeat(DEEP)), "expected the name"),
        (format!("message M {{ option (x) = {}1; }}", "-".repeat(DEEP)), "expected the value"),
        (format!("message M {{ int32 a = 1 {}; }}", "[".repeat(DEEP)), "expected the name of an option"),
        (format!("message M {{ optional a{} x = 1; }}", ".a".repeat(DEEP)), "is not declared here"),
        (format!("package a{};", ".a".repeat(DEEP)), "a package has at most"),
        (format!("message M {{ map<int32,{} x = 1; }}", "map<int32,".repeat(DEEP)), "error: "),
        ("/*".repeat(99), "inside a block comment, which do not nest"),
    ] {
        scratch.write("a.proto", &format!("syntax = \"proto2\";\n{text}"));
        scratch.inspect("a.proto").refuses(error);
    }
}

#[test]
fn descriptors() {
    let scratch = Scratch::new();
    let groups = [0x9b, 0x06].repeat(DEEP);
    let mut messages = field(1, b"N");
    for _ in 0..200 {
        messages = [field(1, b"N"), field(3, &messages)].concat();
    }
    for (bytes, error) in [
        (set(&field(4, &messages)), "messages nested more than 100 deep"),
        (set(&groups), "groups nested more than 100 deep"),
        ([groups.clone(), set(b"")].concat(), "groups nested more than 100 deep"),
        (set(&field(8, &groups)), "groups nested more than 100 deep"),
    ] {
        scratch.bytes("a.binpb", &bytes);
        scratch.inspect("a.binpb").refuses(error);
    }
}

#[test]
fn json_and_settings() {
    let scratch = Scratch::new();
    let [open, close] = ["[", "]"].map(|brace| brace.repeat(DEEP));
    scratch.write("a.json", &format!("{{\"x\":{open}{close},\"fileDescriptorSet\":\"\"}}"));
    scratch.inspect("a.json").is(3, &["`rootMessageTypeName` is missing"]);
    for text in
        [open.clone(), format!("{open}{close}"), format!("{{\"type\":\"KEY_VALUE\",\"data\":{open}{close}}}")]
    {
        scratch.write("a.json", &text);
        scratch.inspect("a.json").refuses("error: ");
    }
    let object = format!("{}1{}", "{\"a\":".repeat(DEEP), "}".repeat(DEEP));
    scratch.write("a.json", &format!("{{\"type\":\"PROTOBUF_NATIVE\",\"data\":{object}}}"));
    scratch.inspect("a.json").is(3, &["cannot be rebuilt"]);
    for text in [
        format!("x = {open}{close}"),
        format!("x = {}1{}", "{a=".repeat(DEEP), "}".repeat(DEEP)),
        format!("{}a = 1", "a.".repeat(DEEP)),
        format!("[{}a]", "a.".repeat(DEEP)),
        format!("proto-path = [{}", "\"x\",".repeat(DEEP)),
    ] {
        scratch.write("protoward.toml", &text);
        let answer = scratch.try_out(&["check"]);
        assert!(answer.text.len() < 50_000, "{} bytes", answer.text.len());
        answer.is(2, &["error: "]);
    }
}

#[test]
fn imports() {
    const LONG: usize = 3_000;
    for kind in ["", "public "] {
        let scratch = Scratch::new();
        for at in 0..LONG {
            let import =
                if at + 1 < LONG { format!("import {kind}\"f{}.proto\";", at + 1) } else { String::new() };
            let text =
                format!("syntax = \"proto3\"; package a; {import}\nmessage M{at} {{ int32 a = 1; }}\n");
            scratch.write(&format!("f{at}.proto"), &text);
        }
        scratch.inspect("f0.proto").is(0, &["message a.M0"]);
    }
    let scratch = Scratch::new();
    scratch.write("a.proto", &SMALL.replace("package", "import \"b.proto\"; package"));
    scratch.write("b.proto", "syntax = \"proto3\"; import \"a.proto\"; import \"b.proto\";\n");
    scratch.inspect("a.proto").refuses("import each other in a circle").is(2, &["imports itself"]);
}
