//! Native schema data: the JSON envelope around a descriptor set (contract, section 7).
//!
//! Read as leniently as the broker reads it, and as strictly. Every fault is told with its place, which the broker
//! does not tell. Never looks into the descriptor set.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use serde::de::{DeserializeSeed, Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{base_64, encoding, names};
use crate::proto::{Position, position};

const SET: &str = "fileDescriptorSet";
const ROOT_MESSAGE: &str = "rootMessageTypeName";
const ROOT_FILE: &str = "rootFileDescriptorName";

/// The keys of an envelope in the order in which they are written.
pub(super) const KEYS: [&str; 3] = [SET, ROOT_MESSAGE, ROOT_FILE];

/// What stands in the envelope.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Envelope {
    /// An encoded `FileDescriptorSet`.
    pub(super) set: Vec<u8>,
    /// The stored name of the root message; never empty.
    pub(super) root_message: String,
    /// The import path of the file that declares it.
    pub(super) root_file: String,
}

/// Reads an envelope.
///
/// # Errors
///
/// In plain words: what is wrong, of which key, and where.
pub(super) fn read(bytes: &[u8]) -> Result<Envelope, String> {
    let text = encoding::to_utf8(bytes)?;
    let (mut set, mut root_message, mut root_file) = (None, None, None);
    for (key, raw) in members(&text)? {
        let place = |why: String| {
            let at = u32::try_from(offset(&text, raw)).unwrap_or(u32::MAX);
            let Position { line, column } = position(&text, at);
            format!("`{key}` (line {line}, column {column}): {why}")
        };
        // A later member replaces an earlier one, but a fault in the earlier one fails all the same.
        match key {
            SET => set = bytes_of(raw.get()).map_err(place)?,
            ROOT_MESSAGE => root_message = text_of(raw.get()).map_err(place)?,
            _ => root_file = text_of(raw.get()).map_err(place)?,
        }
    }
    let missing = |key| format!("`{key}` is missing or null");
    let root_message = root_message.ok_or_else(|| missing(ROOT_MESSAGE))?;
    if root_message.is_empty() {
        return Err(format!("`{ROOT_MESSAGE}` is empty"));
    }
    Ok(Envelope {
        set: set.ok_or_else(|| missing(SET))?,
        root_message,
        root_file: root_file.ok_or_else(|| missing(ROOT_FILE))?,
    })
}

/// What stands in an envelope before the encoded set.
pub(super) const BEFORE_SET: &str = "{\"fileDescriptorSet\":\"";
/// What stands between the encoded set and the root message's name.
pub(super) const BEHIND_SET: &str = "\",\"rootMessageTypeName\":";

/// Writes an envelope up to the root message's name, which many envelopes of one set share.
pub(super) fn write_prefix<'a>(set: impl Iterator<Item = &'a [u8]>, mut out: impl Write) -> io::Result<()> {
    out.write_all(BEFORE_SET.as_bytes())?;
    let mut encoder = base64::write::EncoderWriter::new(&mut out, &base_64::ENGINE);
    for piece in set {
        encoder.write_all(piece)?;
    }
    encoder.finish()?;
    drop(encoder);
    out.write_all(BEHIND_SET.as_bytes())
}

/// Writes the rest of an envelope.
pub(super) fn write_rest(root_message: &str, root_file: &str, mut out: impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut out, root_message)?;
    write!(out, ",\"{ROOT_FILE}\":")?;
    serde_json::to_writer(&mut out, root_file)?;
    write!(out, "}}")
}

/// The keys of the outermost object, and whether it is well formed; if not, those before the fault.
pub(super) fn keys(bytes: &[u8]) -> (Vec<String>, bool) {
    const MANY: usize = 100;
    let mut keys = Vec::new();
    let Ok(text) = encoding::to_utf8(bytes) else { return (keys, false) };
    let mut take = |key: &str| {
        if keys.len() < MANY {
            keys.push(key.to_owned());
        }
        None
    };
    let is_whole = object(&text, &mut take).is_ok();
    (keys, is_whole)
}

/// The text of the first member of the outermost object that has one of these keys.
pub(super) fn text_of_member(bytes: &[u8], wanted: &[&'static str]) -> Option<String> {
    let text = encoding::to_utf8(bytes).ok()?;
    let members = object(&text, &mut |key| wanted.iter().copied().find(|name| *name == key)).ok()?;
    text_of(members.first()?.1.get()).ok()?
}

/// The members that an envelope knows, in order, every occurrence of them.
fn members(text: &[u8]) -> Result<Vec<(&'static str, &RawValue)>, String> {
    match text.iter().find(|b| !b" \t\r\n".contains(b)) {
        None => Err("no JSON object: there is nothing but white space".to_owned()),
        Some(b'{') => object(text, &mut |key| KEYS.into_iter().find(|known| *known == key)),
        Some(_) => {
            let start: String = String::from_utf8_lossy(text).trim_start().chars().take(20).collect();
            Err(format!("no JSON object: starts with `{}`", names::cut(&start.escape_debug().to_string())))
        }
    }
}

/// Reads one object and stops behind its closing brace.
fn object<'a>(text: &'a [u8], known: &mut Known<'_>) -> Result<Vec<(&'static str, &'a RawValue)>, String> {
    let mut json = serde_json::Deserializer::from_slice(text);
    json.deserialize_map(Members { known }).map_err(|error| format!("no well-formed JSON: {error}"))
}

/// Tells which key of an object is worth keeping.
type Known<'k> = dyn FnMut(&str) -> Option<&'static str> + 'k;

struct Members<'k, 'f> {
    known: &'k mut Known<'f>,
}

impl<'de> Visitor<'de> for Members<'_, '_> {
    type Value = Vec<(&'static str, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        while let Some(key) = map.next_key_seed(Text)? {
            let known = (self.known)(&key);
            // What is passed over is read as a raw value too, since that is what refuses text that is no UTF-8.
            let value: &RawValue = map.next_value()?;
            found.extend(known.map(|known| (known, value)));
        }
        Ok(found)
    }
}

/// A JSON string; a lone surrogate, which is no character, becomes U+10FFFF, which no name holds.
struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = String;
    fn deserialize<D: serde::Deserializer<'de>>(self, json: D) -> Result<String, D::Error> {
        json.deserialize_bytes(self)
    }
}

impl Visitor<'_> for Text {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<String, E> {
        let mut out = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            out.push_str(chunk.valid());
            // A surrogate is three bytes, of which the first is this one.
            if chunk.invalid().first() == Some(&0xed) {
                out.push('\u{10ffff}');
            }
        }
        Ok(out)
    }
}

fn offset(text: &[u8], part: &RawValue) -> usize {
    part.get().as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

/// The text of a string, a number or a boolean.
fn text_of(raw: &str) -> Result<Option<String>, String> {
    match raw.as_bytes().first() {
        Some(b'"') => {
            let mut json = serde_json::Deserializer::from_str(raw);
            Text.deserialize(&mut json).map(Some).map_err(|error| error.to_string())
        }
        Some(b'n') | None => Ok(None),
        Some(b'{') => Err("an object where a name must stand".to_owned()),
        Some(b'[') => Err("an array where a name must stand".to_owned()),
        Some(_) => Ok(Some(raw.to_owned())),
    }
}

/// The bytes of a base64 string or of an array of integers.
fn bytes_of(raw: &str) -> Result<Option<Vec<u8>>, String> {
    match raw.as_bytes().first() {
        Some(b'"') => {
            let text = match raw.strip_prefix('"').and_then(|r| r.strip_suffix('"')) {
                Some(plain) if !plain.contains('\\') => Cow::Borrowed(plain),
                _ => Cow::Owned(text_of(raw)?.unwrap_or_default()),
            };
            base_64::decode(text.as_bytes()).map(Some).map_err(|why| format!("base64: {why}"))
        }
        Some(b'[') => integers(raw).map(Some),
        Some(b'n') | None => Ok(None),
        Some(b'{') => Err("an object where base64 must stand".to_owned()),
        Some(_) => Err(format!("`{}` where base64 must stand", names::cut(raw))),
    }
}

/// An array of integers from −128 to 255, a byte each.
fn integers(raw: &str) -> Result<Vec<u8>, String> {
    let inner = raw.strip_prefix('[').and_then(|r| r.strip_suffix(']')).unwrap_or_default().trim();
    if inner.is_empty() {
        return Ok(Vec::new());
    }
    let byte = |(at, item): (usize, &str)| {
        let item = item.trim();
        let number = item.parse::<i16>().ok().filter(|n| (-128..=255).contains(n));
        match number {
            // What is negative is the same byte read with a sign.
            Some(number) => Ok(number.to_le_bytes()[0]),
            None => Err(format!(
                "item {} of the array is `{}`, not an integer from -128 to 255",
                at + 1,
                names::cut(item)
            )),
        }
    };
    inner.split(',').enumerate().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(set: &str) -> String {
        format!(
            r#"{{"fileDescriptorSet":{set},"rootMessageTypeName":"a.B","rootFileDescriptorName":"b.proto"}}"#
        )
    }

    fn ok(text: impl AsRef<[u8]>) -> Envelope {
        let text = text.as_ref();
        read(text).expect("an envelope")
    }

    #[track_caller]
    fn fails(text: impl AsRef<[u8]>, why: &str) {
        let error = read(text.as_ref()).expect_err("must fail");
        assert!(error.contains(why), "{error}");
    }

    fn envelope() -> Envelope {
        Envelope { set: vec![1, 2, 3], root_message: "a.B".to_owned(), root_file: "b.proto".to_owned() }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut out = Vec::new();
        write_prefix([&[1][..], &[2, 3]].into_iter(), &mut out).expect("memory");
        write_rest("a.B", "b.proto", &mut out).expect("memory");
        assert_eq!(String::from_utf8_lossy(&out), plain(r#""AQID""#));
        assert_eq!(ok(&out), envelope());
        let mut out = Vec::new();
        write_prefix([&[1][..]].into_iter(), &mut out).expect("memory");
        write_rest("a\"\\\u{1}\u{2028}é", "b", &mut out).expect("memory");
        let ending =
            ",\"rootMessageTypeName\":\"a\\\"\\\\\\u0001\u{2028}é\",\"rootFileDescriptorName\":\"b\"}";
        assert!(String::from_utf8_lossy(&out).ends_with(ending));
        assert_eq!(ok(&out).root_message, "a\"\\\u{1}\u{2028}é");
    }

    #[test]
    fn lenient_as_the_broker() {
        let text = plain(r#""AQID""#);
        let more = |members: &str| text.replacen('{', &format!("{{{members},"), 1);
        for odd in [
            format!(" \t\r\n{text}"),
            format!("{text}{{}}"),
            format!("{text} trailing"),
            format!("\u{feff}{text}"),
            more(r#""extra":{"a":[1,-0.5e99999,"\ud800\n",null,true]}"#),
            more(r#""\ud800":1"#),
            more(r#""fileDescriptorSet":"AAAA""#),
            more(r#""fileDescriptorSet":null"#),
            text.replace("fileD", "file\\u0044"),
            text.replace("AQID", " AQ\\u0049D\\n"),
            plain("[1,2 , 3]"),
            plain("[ 1, 2, 3 ]"),
        ] {
            assert_eq!(ok(&odd), envelope(), "{odd}");
        }
        let tail = [text.as_bytes(), b"\xff\xff \x00"].concat();
        assert_eq!(ok(tail), envelope(), "invalid UTF-8 behind the brace");
        let sixteen: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(ok(&sixteen), envelope());
        assert_eq!(ok(plain("[-1, 255, -128, 127]")).set, [255, 255, 128, 127]);
        assert_eq!(ok(plain("[]")).set, Vec::<u8>::new());
        assert_eq!(ok(plain("\"\"")).set, Vec::<u8>::new());
        let scalars =
            r#"{"fileDescriptorSet":"","rootMessageTypeName":1.50e2,"rootFileDescriptorName":false}"#;
        assert_eq!(
            (ok(scalars).root_message, ok(scalars).root_file),
            ("1.50e2".to_owned(), "false".to_owned())
        );
        let lone = r#"{"fileDescriptorSet":"","rootMessageTypeName":"x\udc00\ud83d\ude00","rootFileDescriptorName":""}"#;
        assert_eq!(ok(lone).root_message, "x\u{10ffff}\u{1f600}");
    }

    #[test]
    fn strict_as_the_broker() {
        let text = plain(r#""AQID""#);
        let more = |members: &str| text.replacen('{', &format!("{{{members},"), 1);
        fails("", "nothing but white space");
        fails("  ", "nothing but white space");
        fails("null", "no JSON object: starts with `null`");
        fails("\"x\"", "no JSON object");
        fails("garbage", "starts with `garbage`");
        fails("{}", "`rootMessageTypeName` is missing or null");
        fails(text.replace('"', "'"), "line 1 column 2");
        fails(text.replace('}', ",}"), "trailing comma");
        fails(format!("/**/{text}"), "no JSON object");
        fails(more("/* c */ \"a\":1"), "no well-formed JSON");
        fails(more(r#""a":NaN"#), "no well-formed JSON");
        fails(more(r#""a":01"#), "no well-formed JSON");
        fails(more("\"a\":\"\t\""), "control character");
        fails([more("\"a\":\"").as_bytes(), b"\xff\"}"].concat(), "no well-formed JSON");
        let bad = more("\"a\":\"?\"").replace('?', "\u{1}").into_bytes();
        fails(
            bad.iter().map(|b| if *b == 1 { 0xff } else { *b }).collect::<Vec<u8>>(),
            "no well-formed JSON",
        );
        fails(&text[..text.len() - 1], "no well-formed JSON: EOF");
        fails(more(r#""fileDescriptorSet":"!""#), "`fileDescriptorSet` (line 1, column 22): base64");
        fails(plain("5"), "`5` where base64 must stand");
        fails(plain("{}"), "an object where base64");
        fails(plain("true"), "`true` where base64");
        fails(plain("null"), "`fileDescriptorSet` is missing or null");
        fails(plain("[1,256]"), "item 2 of the array is `256`");
        fails(plain("[1,-129]"), "item 2 of the array is `-129`");
        fails(plain("[1,1.0]"), "item 2 of the array is `1.0`");
        fails(plain("[[1]]"), "item 1 of the array");
        fails(plain(r#"["a,b"]"#), "item 1 of the array");
        fails(plain("[1,null]"), "item 2 of the array is `null`");
        fails(text.replace("\"a.B\"", "null"), "`rootMessageTypeName` is missing");
        fails(text.replace("\"a.B\"", "\"\""), "`rootMessageTypeName` is empty");
        fails(text.replace("\"a.B\"", "{}"), "an object where a name must stand");
        fails(text.replace("\"b.proto\"", "null"), "`rootFileDescriptorName` is missing");
        fails(text.replace("\"b.proto\"", "[]"), "an array where a name must stand");
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
        let text = plain("\"AQID\"");
        assert_eq!(ok(text.replacen('{', &format!("{{\"x\":{deep},"), 1)), envelope());
        fails(plain(&deep), "`fileDescriptorSet`");
        fails(
            text.replacen('{', &format!("{{\"x\":{},", "[{\"a\":".repeat(500_000)), 1),
            "no well-formed JSON",
        );
    }

    #[test]
    fn keys_of_an_object() {
        assert_eq!(keys(br#"{"a":1,"b":{"c":2}}"#), (vec!["a".to_owned(), "b".to_owned()], true));
        assert_eq!(keys(br#"{"a":1,"b":{"c""#), (vec!["a".to_owned(), "b".to_owned()], false));
        assert_eq!(keys(b"[]"), (vec![], false));
        assert_eq!(keys(b"{\"a\""), (vec!["a".to_owned()], false));
    }
}
