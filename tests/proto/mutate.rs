//! No bytes make the front end panic or hang.

use proptest::prelude::*;
use protoward::proto::{Span, check, parse, position, spans};

use super::micro;

/// Reads, checks and finds the places of any bytes.
fn survive(text: &[u8]) {
    let mut files = vec![parse("a.proto", text)];
    check(&mut files);
    let inside = |span: Span| span.start <= span.end && span.end as usize <= text.len();
    for error in files.iter().flat_map(|file| file.errors.iter().chain(&file.notes)) {
        assert!(inside(error.span), "{error:?}");
        position(text, error.span.start);
    }
    assert!(spans(text).iter().all(|(_, span)| inside(span)));
}

/// Numbers that look random and are the same in every run.
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    usize::try_from(*state >> 33).unwrap_or(0)
}

fn mutate(text: &mut Vec<u8>, other: &[u8], state: &mut u64) {
    const PIECES: [&[u8]; 12] =
        [b"{", b"}", b"\"", b"/*", b"0x", b"map<", b"group", b"[", b"\0", b"\xff", b"option features", b"\\"];
    let at = next(state) % (text.len() + 1);
    match next(state) % 6 {
        0 if at < text.len() => text[at] = next(state).to_le_bytes()[0],
        1 if at < text.len() => {
            text.remove(at);
        }
        2 => text.truncate(at),
        3 => {
            text.splice(at..at, PIECES[next(state) % PIECES.len()].iter().copied());
        }
        4 if !other.is_empty() => {
            let from = next(state) % other.len();
            let to = (from + next(state) % 40).min(other.len());
            text.splice(at..at, other[from..to].iter().copied());
        }
        _ => {
            let to = (at + next(state) % 12).min(text.len());
            text.drain(at..to);
        }
    }
}

#[test]
fn mutated_sources_do_not_panic() {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(micro()).expect("a folder") {
        texts.push(std::fs::read(entry.expect("an entry").path()).expect("a file"));
    }
    texts.sort();
    let mut state = 0x9e37_79b9_7f4a_7c15;
    for round in 0..40 * texts.len() {
        let mut text = texts[round % texts.len()].clone();
        for _ in 0..=next(&mut state) % 4 {
            let other = &texts[next(&mut state) % texts.len()];
            mutate(&mut text, other, &mut state);
        }
        survive(&text);
    }
}

#[test]
fn hostile_sources_end_in_time() {
    let many = |piece: &str, count: usize| piece.repeat(count).into_bytes();
    for text in [
        many("{", 200_000),
        many("message A{", 100_000),
        [b"option (a)=".to_vec(), many("{a", 100_000)].concat(),
        [b"option (a)={a:".to_vec(), many("[", 100_000)].concat(),
        [b"message A{".to_vec(), many("reserved 1 to max;", 50_000)].concat(),
        [b"message A{".to_vec(), many("extensions 1 to max;optional int32 a=1;", 30_000)].concat(),
        many("/*", 500_000),
        many("extend a.b.c.d.e.f.g.h{optional group A=1{", 20_000),
        many("a.", 500_000),
        many("import 'a';", 20_000),
        many("map<", 100_000),
        (0..30_000).flat_map(|at| format!("import 'f{at}';").into_bytes()).collect(),
        [
            b"syntax='proto3';message A{".to_vec(),
            (1..30_000).flat_map(|at| format!("optional int32 f{at}={at};").into_bytes()).collect(),
        ]
        .concat(),
        [
            b"edition='2023';option features={".to_vec(),
            (1..30_000).flat_map(|at| format!("f{at}:1 ").into_bytes()).collect(),
        ]
        .concat(),
        [b"edition='2023';".to_vec(), many("option deprecated=true;", 30_000)].concat(),
    ] {
        survive(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_do_not_panic(text in prop::collection::vec(any::<u8>(), 0..200)) {
        survive(&text);
    }

    #[test]
    fn arbitrary_tokens_do_not_panic(words in prop::collection::vec(prop::sample::select(vec![
        "syntax", "edition", "=", "\"proto2\"", "\"2024\"", ";", "message", "enum", "A", "B", "{", "}", "optional", "repeated",
        "int32", "group", "map", "<", ">", ",", "1", "2", "[", "]", "default", "features", ".", "(", ")", "pb.java", "extend",
        "extensions", "reserved", "to", "max", "oneof", "option", "service", "rpc", "returns", "stream", "export", "local", "-", "0.5",
    ]), 0..60)) {
        survive(words.join(" ").as_bytes());
    }
}
