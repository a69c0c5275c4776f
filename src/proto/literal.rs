//! The values of literals, and how `protoc` writes values into descriptors.
//!
//! Takes a literal's own bytes, which the lexer has already found well formed; what it found ill formed still has some
//! value here, never a panic. Never sees a token or a position.

use std::borrow::Cow;

/// The value of an integer literal, `None` where it needs more than 64 bits.
pub(super) fn integer(text: &[u8]) -> Option<u64> {
    let (digits, radix) = match text {
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        [b'0', digits @ ..] => (digits, 8),
        digits => (digits, 10),
    };
    let mut value = 0u64;
    for &digit in digits {
        let digit = (digit as char).to_digit(radix).unwrap_or(0);
        value = value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit))?;
    }
    Some(value)
}

/// The value of a number literal: integers of any base, decimal integers of any size, and floats.
pub(super) fn float(text: &[u8]) -> Option<f64> {
    match integer_like(text).then(|| integer(text)).flatten() {
        #[expect(clippy::cast_precision_loss, reason = "the nearest double is what is meant")]
        Some(value) => Some(value as f64),
        None if text.starts_with(b"0") && integer_like(text) => None,
        None => decimal(text),
    }
}

fn integer_like(text: &[u8]) -> bool {
    text.starts_with(b"0x") || text.starts_with(b"0X") || text.iter().all(u8::is_ascii_digit)
}

fn decimal(text: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(text).ok()?;
    // An exponent without digits is already told; the value no longer matters.
    Some(text.trim_end_matches(['e', 'E', '+', '-']).parse().unwrap_or(0.0))
}

/// The bytes of a string literal, given with its quotes.
pub(super) fn string(text: &[u8]) -> Cow<'_, [u8]> {
    let Some((&quote, inner)) = text.split_first() else {
        return Cow::Borrowed(text);
    };
    let inner = match inner.split_last() {
        Some((&last, rest)) if last == quote && !ends_escaped(rest) => rest,
        _ => inner,
    };
    if inner.contains(&b'\\') { Cow::Owned(unescape(inner)) } else { Cow::Borrowed(inner) }
}

fn ends_escaped(text: &[u8]) -> bool {
    text.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}

fn unescape(mut text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    while let Some((&byte, rest)) = text.split_first() {
        text = rest;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let Some((&letter, rest)) = text.split_first() else {
            break;
        };
        match letter {
            b'0'..=b'7' => out.push(take(&mut text, 3, 8).to_le_bytes()[0]),
            b'x' | b'X' => {
                text = rest;
                out.push(take(&mut text, 2, 16).to_le_bytes()[0]);
            }
            b'u' | b'U' => {
                text = rest;
                let code = take(&mut text, if letter == b'u' { 4 } else { 8 }, 16);
                push_code_point(&mut out, surrogates(code, &mut text));
            }
            _ => {
                text = rest;
                out.push(simple_escape(letter));
            }
        }
    }
    out
}

fn simple_escape(letter: u8) -> u8 {
    match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' | b'\'' | b'"' => letter,
        _ => b'?',
    }
}

/// Reads up to so many digits.
fn take(text: &mut &[u8], most: usize, radix: u32) -> u32 {
    let mut value = 0u32;
    for _ in 0..most {
        let Some(digit) = text.first().and_then(|&byte| (byte as char).to_digit(radix)) else {
            break;
        };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        *text = &text[1..];
    }
    value
}

/// Joins a high surrogate with the low one that is written after it.
fn surrogates(high: u32, text: &mut &[u8]) -> u32 {
    if !(0xd800..0xdc00).contains(&high) || !text.starts_with(b"\\u") {
        return high;
    }
    let mut rest = &text[2..];
    let low = take(&mut rest, 4, 16);
    if !(0xdc00..0xe000).contains(&low) {
        return high;
    }
    *text = rest;
    0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)
}

/// UTF-8, also of what is no character: lone surrogates as three bytes, numbers behind the last character as text.
fn push_code_point(out: &mut Vec<u8>, code: u32) {
    if let Some(character) = char::from_u32(code) {
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    } else if code < 0x1_0000 {
        let [low, high, ..] = code.to_le_bytes();
        out.extend_from_slice(&[0xe0 | high >> 4, 0x80 | (high & 0xf) << 2 | low >> 6, 0x80 | low & 0x3f]);
    } else {
        out.extend_from_slice(format!("\\U{code:08x}").as_bytes());
    }
}

/// A bytes default as descriptors carry it: printable ASCII, escapes for the rest.
pub(super) fn escape_bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            b'"' => out.push_str("\\\""),
            b'\'' => out.push_str("\\'"),
            b'\\' => out.push_str("\\\\"),
            0x20..0x7f => out.push(byte as char),
            _ => {
                out.push('\\');
                for shift in [6, 3, 0] {
                    out.push((b'0' + (byte >> shift & 7)) as char);
                }
            }
        }
    }
    out
}

/// A double default as descriptors carry it: 15 digits if they read back, else 17.
pub(super) fn print_double(value: f64) -> String {
    print(value, [15, 17], |text| text.parse() == Ok(value))
}

/// A float default as descriptors carry it: narrowed, 6 digits if they read back, else 9.
pub(super) fn print_float(value: f64) -> String {
    // The double in the middle between the largest float and the next that there would be is still the largest.
    const MIDDLE: f64 = 3.402_823_567_797_336_6e38;
    #[expect(clippy::cast_possible_truncation, reason = "narrowing is the point")]
    let value = if value.abs() == MIDDLE { f32::MAX.copysign(value as f32) } else { value as f32 };
    print(f64::from(value), [6, 9], |text| text.parse() == Ok(value))
}

fn print(value: f64, digits: [usize; 2], reads_back: impl Fn(&str) -> bool) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let short = general(value, digits[0]);
    if reads_back(&short) { short } else { general(value, digits[1]) }
}

/// C's `%.{digits}g`.
fn general(value: f64, digits: usize) -> String {
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| {
        let short = text.trim_end_matches('0').trim_end_matches('.');
        if text.contains('.') { short.to_owned() } else { text.to_owned() }
    };
    match usize::try_from(exponent) {
        Ok(whole) if whole < digits => trim(&format!("{value:.*}", digits - 1 - whole)),
        Err(_) if exponent >= -4 => {
            trim(&format!("{value:.*}", digits - 1 + exponent.unsigned_abs() as usize))
        }
        _ => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{}e{sign}{:02}", trim(mantissa), exponent.unsigned_abs())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_base() {
        for (text, value) in
            [("0", Some(0)), ("017", Some(15)), ("0x1F", Some(31)), ("0X1f", Some(31)), ("42", Some(42))]
        {
            assert_eq!(integer(text.as_bytes()), value, "{text}");
        }
        assert_eq!(integer(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(integer(b"18446744073709551616"), None);
        assert_eq!(integer(b"0x10000000000000000"), None);
    }

    #[test]
    fn numbers_as_floats() {
        for (text, value) in
            [("1.", 1.0), (".5", 0.5), ("1.e-5", 1e-5), ("1E+5", 1e5), ("010", 8.0), ("0x10", 16.0)]
        {
            assert_eq!(float(text.as_bytes()), Some(value), "{text}");
        }
        assert_eq!(float(b"18446744073709551616"), Some(18_446_744_073_709_551_616.0));
        assert_eq!(float(b"0x10000000000000000"), None);
        assert_eq!(float(b"1e"), Some(1.0));
    }

    #[test]
    fn floats_print_as_protoc_prints_them() {
        let doubles = [
            (5e-324, "4.94065645841247e-324"),
            (0.3, "0.3"),
            (1e15, "1e+15"),
            (1e14, "100000000000000"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1.797_693_134_862_315_7e308, "1.7976931348623157e+308"),
            (123_456_789_012_345_678.0, "1.2345678901234568e+17"),
            (-0.0, "-0"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ];
        for (value, text) in doubles {
            assert_eq!(print_double(value), text);
        }
        let floats = [
            (0.1, "0.1"),
            (1e39, "inf"),
            (3.402_823_567_797_336_6e38, "3.40282347e+38"),
            (-3.402_823_567_797_336_6e38, "-3.40282347e+38"),
            (3.402_823_567_797_337e38, "inf"),
            (1e-46, "0"),
            (3.333_333_3, "3.33333325"),
            (1e6, "1e+06"),
            (1_234_567.9, "1234567.88"),
            (16_777_217.0, "16777216"),
            (9_007_199_791_611_905.0, "9.00719925e+15"),
        ];
        for (value, text) in floats {
            assert_eq!(print_float(value), text);
        }
    }

    #[test]
    fn strings_and_their_escapes() {
        let cases: [(&[u8], &[u8]); 11] = [
            (br#""plain""#, b"plain"),
            (br#"'a"b\''"#, b"a\"b'"),
            (br#""\a\b\f\n\r\t\v\\\?""#, b"\x07\x08\x0c\n\r\t\x0b\\?"),
            (br#""\1012\0\777""#, b"A2\0\xff"),
            (br#""\x414\X1""#, b"A4\x01"),
            (br#""\u00e9\U0001F600""#, "é😀".as_bytes()),
            (br#""\ud83d\ude00""#, "😀".as_bytes()),
            (br#""\ud800x""#, b"\xed\xa0\x80x"),
            (br#""\U00110000""#, b"\\U00110000"),
            (br#""ends in a backslash\\""#, b"ends in a backslash\\"),
            (br#""unclosed\""#, b"unclosed\""),
        ];
        for (text, value) in cases {
            assert_eq!(&*string(text), value, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn bytes_defaults_are_escaped() {
        assert_eq!(
            escape_bytes(b"\x7f\x80 \"'?\n\r\t\x0b\0a\\"),
            "\\177\\200 \\\"\\'?\\n\\r\\t\\013\\000a\\\\"
        );
    }
}
