//! Which Unicode encoding a JSON text is in, told as Jackson tells it: by a byte order mark, else by where the zero bytes
//! of the first characters stand.

use std::borrow::Cow;

/// The encodings that JSON may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16 { little: bool },
    Utf32 { little: bool },
}

/// The text as UTF-8 without a byte order mark. UTF-8 itself is not checked, since nobody looks behind the JSON's end.
///
/// # Errors
///
/// Where the bytes are in a byte order that nobody uses.
pub(super) fn to_utf8(bytes: &[u8]) -> Result<Cow<'_, [u8]>, String> {
    let (encoding, mark) = detect(bytes)?;
    let rest = &bytes[mark..];
    Ok(match encoding {
        Encoding::Utf8 => Cow::Borrowed(rest),
        Encoding::Utf16 { little } => Cow::Owned(from_utf16(rest, little).into_bytes()),
        Encoding::Utf32 { little } => Cow::Owned(from_utf32(rest, little).into_bytes()),
    })
}

/// The encoding, and how long its byte order mark is.
fn detect(bytes: &[u8]) -> Result<(Encoding, usize), String> {
    use Encoding::{Utf8, Utf16, Utf32};
    const ODD: &str = "UTF-32 in a byte order that nobody uses";
    let (utf16, utf32) = (|little| Utf16 { little }, |little| Utf32 { little });
    Ok(match *bytes {
        [0, 0, 0xfe, 0xff, ..] => (utf32(false), 4),
        [0xff, 0xfe, 0, 0, ..] => (utf32(true), 4),
        [0, 0, 0xff, 0xfe, ..] | [0xfe, 0xff, 0, 0, ..] => return Err(ODD.to_owned()),
        [0xfe, 0xff, _, _, ..] => (utf16(false), 2),
        [0xff, 0xfe, _, _, ..] => (utf16(true), 2),
        [0xef, 0xbb, 0xbf, ..] => (Utf8, 3),
        [0, 0, 0, _, ..] => (utf32(false), 0),
        [_, 0, 0, 0, ..] => (utf32(true), 0),
        [0, _, 0, 0, ..] | [0, 0, _, 0, ..] => return Err(ODD.to_owned()),
        [0, _, ..] => (utf16(false), 0),
        [_, 0, ..] => (utf16(true), 0),
        _ => (Utf8, 0),
    })
}

/// Lone surrogates, and a lone last byte, become U+FFFD.
fn from_utf16(bytes: &[u8], little: bool) -> String {
    let (units, rest) = bytes.as_chunks::<2>();
    let units = units.iter().map(|u| if little { u16::from_le_bytes(*u) } else { u16::from_be_bytes(*u) });
    let text = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
    text.chain((!rest.is_empty()).then_some(char::REPLACEMENT_CHARACTER)).collect()
}

/// Ends before the first unit that is no character: the JSON is whole by then, or broken.
fn from_utf32(bytes: &[u8], little: bool) -> String {
    let (units, _) = bytes.as_chunks::<4>();
    let units = units.iter().map(|u| if little { u32::from_le_bytes(*u) } else { u32::from_be_bytes(*u) });
    units.map_while(char::from_u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf8(bytes: &[u8]) -> Result<String, String> {
        to_utf8(bytes).map(|t| String::from_utf8(t.into_owned()).expect("UTF-8"))
    }

    fn encode(text: &str, unit: impl Fn(char) -> Vec<u8>) -> Vec<u8> {
        text.chars().flat_map(unit).collect()
    }

    #[test]
    fn every_encoding_with_and_without_mark() {
        let text = "{\"a\":\"é\"}";
        let marked = format!("\u{feff}{text}");
        for t in [text, &marked] {
            assert_eq!(utf8(t.as_bytes()), Ok(text.to_owned()));
            assert_eq!(utf8(&encode(t, |c| (c as u32).to_be_bytes().into())), Ok(text.to_owned()));
            assert_eq!(utf8(&encode(t, |c| (c as u32).to_le_bytes().into())), Ok(text.to_owned()));
            let sixteen = |c: char| u16::try_from(c as u32).expect("in the first plane");
            assert_eq!(utf8(&encode(t, |c| sixteen(c).to_be_bytes().into())), Ok(text.to_owned()));
            assert_eq!(utf8(&encode(t, |c| sixteen(c).to_le_bytes().into())), Ok(text.to_owned()));
        }
    }

    #[test]
    fn odd_ends_and_odd_orders() {
        assert_eq!(utf8(b"{\0}\0x"), Ok("{}\u{fffd}".to_owned()));
        assert_eq!(utf8(b"{\0\0\0}\0\0\0\xff\xff\xff\xff{\0\0\0"), Ok("{}".to_owned()));
        assert!(to_utf8(b"\0{\0\0\0}\0\0").is_err());
        assert_eq!(utf8(b""), Ok(String::new()));
        assert_eq!(utf8(b"{"), Ok("{".to_owned()));
    }
}
