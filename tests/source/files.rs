//! Bytes of files and of standard input: what they are taken for, and what cannot be read.

use protoward::source::{InputType, Options, Stdin, load_history, load_proposed};

use super::{Dir, ORDER};

#[test]
fn native_data_fails_late() {
    let dir = Dir::new(&[("odd.json", "not JSON"), ("plain.json", r#"{"data":"x"}"#)]);
    let input = dir.load("odd.json").expect("its name says JSON");
    assert!(input.names_its_root() && input.roots().is_empty());
    let entry = input.entry(Some("ignored")).expect("any bytes will do");
    assert_eq!(&*entry.data(), b"not JSON");
    let unreadable = entry.reconstruct().expect_err("no envelope");
    assert!(!unreadable.unsupported && unreadable.why.contains("no JSON object"), "{}", unreadable.why);
    assert_eq!(
        entry.fingerprint().to_string(),
        "62b8125a6f6d924ec53345b5fcd58ca3ed3f5e7d51e2e146e5f1346508acce69"
    );
    assert_eq!(dir.error(dir.load("plain.json")).0, "unreadable-answer");
    let options = Options { input_type: Some(InputType::Native), ..Options::default() };
    assert!(load_proposed(&dir.path("plain.json"), &options).is_ok());
}

#[test]
fn files_that_cannot_be_read() {
    let dir = Dir::new(&[("order.proto", ORDER), ("sub/readme.md", "")]);
    let (kind, message, help) = dir.error(dir.load("ordr.proto"));
    assert_eq!(
        (kind, message.as_str(), help.as_str()),
        ("missing-file", "ordr.proto: no such file", "did you mean `order.proto`?")
    );
    assert!(dir.error(dir.load("nowhere/a.proto")).2.contains("there is no directory `nowhere` either"));
    assert_eq!(dir.error(dir.load("sub")).0, "no-schema");
    #[cfg(unix)]
    {
        let fifo = dir.path("pipe.proto");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        if made.is_ok_and(|status| status.success()) {
            assert_eq!(dir.error(dir.load("pipe.proto")).0, "not-a-file");
        }
        assert_eq!(load_proposed("/dev/null", &Options::default()).expect_err("a device").kind, "not-a-file");
    }
}

#[test]
fn standard_input_once() {
    let mut text = ORDER.as_bytes();
    let options = Options { stdin: Stdin::new(&mut text), ..Options::default() };
    let input = load_proposed("-", &options).expect("a source");
    assert_eq!((input.label.as_str(), input.roots().as_slice()), ("-", &["shop.Order".to_owned()][..]));
    let again = load_history("-", &options).expect("a history").inputs.remove(0);
    assert_eq!(again.expect_err("read already").kind, "stdin-twice");
    assert_eq!(load_proposed("-", &Options::default()).expect_err("absent").kind, "no-stdin");
}

#[test]
fn standard_input_is_told_by_its_name() {
    let cases = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/registry.in");
    let all = std::fs::File::open(cases.join("all.json")).expect("a case");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_protoward"))
        .current_dir(cases)
        .args(["check", "same.json", "--against", "-", "--as", "register"])
        .stdin(all)
        .output()
        .expect("the program starts");
    let told = String::from_utf8(output.stdout).expect("text");
    assert!(told.starts_with("note: registered already as version 2: standard input\n"), "{told}");
}

#[test]
fn input_types_by_name() {
    assert_eq!("Descriptor_Set".parse(), Ok(InputType::DescriptorSet));
    let error = "natve".parse::<InputType>().expect_err("misspelt");
    assert_eq!(
        error,
        "no input type `natve`, there are `proto`, `descriptor-set`, `native` and `registry`; did you mean `native`?"
    );
}

proptest::proptest! {
    /// Whatever the bytes are, and whatever they are taken for, they end in an answer.
    #[test]
    fn no_bytes_panic(bytes: Vec<u8>, start in 0..6usize, as_type in 0..5usize) {
        let starts: [&[u8]; 6] = [b"", b"\x0a\x7f\x0a\x07a.proto", b"{\"fileDescriptorSet\":\"", b"syntax = \"proto2\"; message A {", b"\xff\xfe{\0", b"[1,"];
        let bytes = [starts[start], &bytes].concat();
        let mut reader = bytes.as_slice();
        let input_type = InputType::ALL.get(as_type).copied();
        let options = Options { input_type, stdin: Stdin::new(&mut reader), ..Options::default() };
        if let Ok(entry) = load_proposed("-", &options).and_then(|input| input.entry(None)) {
            let _ = entry.reconstruct();
        }
    }
}
