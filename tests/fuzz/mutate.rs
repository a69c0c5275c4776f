//! Random changes of texts.

use crate::support::random::Random;

/// What means something to one reader or another.
const PIECES: [&[u8]; 48] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"'",
    b"\\",
    b"/*",
    b"//",
    b"0x",
    b"-",
    b"1e999",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"map<",
    b"group",
    b"option features",
    b"message A{",
    b"oneof o{",
    b"extend A{",
    b"reserved",
    b"import",
    b";",
    b"=",
    b"optional",
    b"required",
    b"2147483648",
    b"18446744073709551616",
    b"\\u0000",
    b"\\ud800",
    b"null",
    b"true",
    b":",
    b",",
    b"version",
    b"type",
    b"data",
    b"deleted",
    b"KEY_VALUE",
    b"PROTOBUF_NATIVE",
    b"references",
    b"[[subject]]",
    b"\n",
    b" = ",
    b"edition = \"2024\";",
    b"[default = ",
    b"]]",
];

/// One change of a text; `other` is another text of the same kind.
pub(crate) fn mutate_text(text: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(text.len() + 1);
    let piece = PIECES[random.below(PIECES.len())];
    match random.below(8) {
        0 if at < text.len() => text[at] = random.byte(),
        1 if at < text.len() => text[at] ^= 1 << random.below(8),
        2 => {
            let end = (at + random.below(12)).min(text.len());
            text.drain(at..end);
        }
        3 if !other.is_empty() => {
            let from = random.below(other.len());
            let to = (from + random.below(60)).min(other.len());
            text.splice(at..at, other[from..to].iter().copied());
        }
        4 => {
            // The same once more, somewhere else.
            let end = (at + random.below(60)).min(text.len());
            let copy = text[at..end].to_vec();
            let to = random.below(text.len() + 1);
            text.splice(to..to, copy);
        }
        5 if random.below(8) == 0 => text.truncate(at),
        6 => {
            let end = (at + piece.len()).min(text.len());
            text.splice(at..end, piece.iter().copied());
        }
        _ => {
            text.splice(at..at, piece.iter().copied());
        }
    }
}
