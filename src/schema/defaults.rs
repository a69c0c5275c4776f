//! Default values: the text of a descriptor to a value, as protobuf-java reads it, and the value as Java prints it
//! (contract, sections 3 and 6).

use std::fmt;
use std::hash::{Hash, Hasher};

use super::descriptor::Kind;

/// The value that a reader sees where a singular scalar or enum field is absent.
#[derive(Clone, Debug)]
pub enum Default {
    /// 32-bit integers; unsigned ones by their bits.
    Int32(i32),
    /// 64-bit integers; unsigned ones by their bits.
    Int64(i64),
    /// `float`.
    Float(f32),
    /// `double`.
    Double(f64),
    /// `bool`.
    Bool(bool),
    /// `string`.
    String(Box<str>),
    /// `bytes`.
    Bytes(Box<[u8]>),
    /// The number of an enum's value.
    Enum(i32),
}

/// All NaNs are equal, and 0.0 is not −0.0.
impl PartialEq for Default {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int32(a), Self::Int32(b)) | (Self::Enum(a), Self::Enum(b)) => a == b,
            (Self::Int64(a), Self::Int64(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
            (Self::Double(a), Self::Double(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::String(a), Self::String(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Default {}

impl Hash for Default {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Int32(value) | Self::Enum(value) => value.hash(state),
            Self::Int64(value) => value.hash(state),
            // All that is equal must have one hash, and all NaNs are.
            Self::Float(value) => (!value.is_nan()).then(|| value.to_bits()).hash(state),
            Self::Double(value) => (!value.is_nan()).then(|| value.to_bits()).hash(state),
            Self::Bool(value) => value.hash(state),
            Self::String(value) => value.hash(state),
            Self::Bytes(value) => value.hash(state),
        }
    }
}

impl fmt::Display for Default {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int32(v) | Self::Enum(v) => write!(f, "{v}"),
            Self::Int64(v) => write!(f, "{v}"),
            Self::Float(v) => f.write_str(&java_float(f64::from(*v), &format!("{v:e}"), &format!("{v:.1e}"))),
            Self::Double(v) => f.write_str(&java_float(*v, &format!("{v:e}"), &format!("{v:.1e}"))),
            Self::Bool(v) => write!(f, "{v}"),
            Self::String(v) => f.write_str(v),
            Self::Bytes(v) => write!(f, "bytes[{}]", v.len()),
        }
    }
}

impl Default {
    /// What a field of a scalar type has where no default is declared; `None` for messages and enums.
    pub fn implicit(kind: Kind) -> Option<Self> {
        Some(match kind {
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 | Kind::Uint32 | Kind::Fixed32 => Self::Int32(0),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 | Kind::Uint64 | Kind::Fixed64 => Self::Int64(0),
            Kind::Float => Self::Float(0.0),
            Kind::Double => Self::Double(0.0),
            Kind::Bool => Self::Bool(false),
            Kind::String => Self::String("".into()),
            Kind::Bytes => Self::Bytes([].into()),
            Kind::Group | Kind::Message | Kind::Enum => return None,
        })
    }

    /// The default of a scalar type from its text in a descriptor; `None` where the text is no value of the type.
    pub fn parse(kind: Kind, text: &str) -> Option<Self> {
        Some(match kind {
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => Self::Int32(narrow(integer(text, true, 31)?)),
            Kind::Uint32 | Kind::Fixed32 => Self::Int32(narrow(integer(text, false, 32)?)),
            Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => Self::Int64(integer(text, true, 63)?),
            Kind::Uint64 | Kind::Fixed64 => Self::Int64(integer(text, false, 64)?),
            Kind::Float => Self::Float(float(text)?),
            Kind::Double => Self::Double(float(text)?),
            Kind::Bool => Self::Bool(text.eq_ignore_ascii_case("true")),
            Kind::String => Self::String(text.into()),
            Kind::Bytes => Self::Bytes(unescape(text.as_bytes())?.into()),
            Kind::Group | Kind::Message | Kind::Enum => return None,
        })
    }
}

/// An integer of at most `bits` bits: decimal, `0x`, or octal after `0`; a sign may stand before the digits.
fn integer(text: &str, signed: bool, bits: u32) -> Option<i64> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) if signed => (true, rest),
        Some(_) => return None,
        None => (false, text),
    };
    let (radix, digits) = match rest.strip_prefix("0x") {
        Some(digits) => (16, digits),
        None if rest.starts_with('0') => (8, rest),
        None => (10, rest),
    };
    let value = i128::from_str_radix(digits, radix).ok()?;
    let value = if negative { -value } else { value };
    let length = i128::BITS - if value < 0 { !value } else { value }.leading_zeros();
    // Short texts go through a long, where an unsigned value of 32 bits may not be negative.
    let refused = length > bits || !signed && bits == 32 && value < 0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most 64 bits are left, unsigned ones kept as bits"
    )]
    (!refused).then_some(value as i64)
}

#[expect(clippy::cast_possible_truncation, reason = "at most 32 bits are left, unsigned ones kept as bits")]
fn narrow(value: i64) -> i32 {
    value as i32
}

/// A binary floating-point type, as far as reading texts of it needs.
trait Binary: std::str::FromStr + Copy {
    const NAN: Self;
    const INFINITY: Self;
    /// Bits of the significand.
    const PRECISION: u32;
    /// The exponent of the smallest positive value.
    const SMALLEST: i64;
    fn negate(self) -> Self;
    /// Exact, or an infinity.
    fn from_double(value: f64) -> Self;
}

impl Binary for f32 {
    const NAN: Self = Self::NAN;
    const INFINITY: Self = Self::INFINITY;
    const PRECISION: u32 = 24;
    const SMALLEST: i64 = -149;
    fn negate(self) -> Self {
        -self
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the value is exact in 32 bits, or too large for them"
    )]
    fn from_double(value: f64) -> Self {
        value as Self
    }
}

impl Binary for f64 {
    const NAN: Self = Self::NAN;
    const INFINITY: Self = Self::INFINITY;
    const PRECISION: u32 = 53;
    const SMALLEST: i64 = -1074;
    fn negate(self) -> Self {
        -self
    }
    fn from_double(value: f64) -> Self {
        value
    }
}

/// A float as the descriptor writes it (`inf`, `-inf`, `nan`), else as Java's `valueOf` reads it.
fn float<F: Binary>(text: &str) -> Option<F> {
    match text {
        "inf" => return Some(F::INFINITY),
        "-inf" => return Some(F::INFINITY.negate()),
        "nan" => return Some(F::NAN),
        _ => {}
    }
    let text = text.trim_matches(|c| c <= ' ');
    let (negative, unsigned) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let value = match unsigned {
        "NaN" => F::NAN,
        "Infinity" => F::INFINITY,
        _ => {
            let digits = unsigned.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(unsigned);
            match unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
                Some(hex) => hexadecimal(hex.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(hex))?,
                None if is_decimal(digits) => digits.parse().ok()?,
                None => return None,
            }
        }
    };
    Some(if negative { value.negate() } else { value })
}

/// Digits with an optional point and exponent, at least one digit before the exponent.
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, "0"), |(m, e)| (m, e));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    !(whole.is_empty() && fraction.is_empty())
        && digits(whole)
        && digits(fraction)
        && !exponent.is_empty()
        && digits(exponent)
}

/// The part of a hexadecimal float behind `0x`: digits, an optional point, and a binary exponent that must be there.
fn hexadecimal<F: Binary>(text: &str) -> Option<F> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let magnitude = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if whole.is_empty() && fraction.is_empty() || magnitude.is_empty() {
        return None;
    }
    if !magnitude.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // Exponents beyond any float stay beyond it whatever their digits.
    let mut power = magnitude.parse::<i64>().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    if exponent.starts_with('-') {
        power = -power;
    }
    let (mut bits, mut sticky) = (0u64, false);
    for (at, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u64::from(digit.to_digit(16)?);
        let behind_point = at >= whole.len();
        if bits >> 60 == 0 {
            bits = bits << 4 | digit;
            power -= if behind_point { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            power += if behind_point { 0 } else { 4 };
        }
    }
    Some(F::from_double(scale(round::<F>(bits, sticky, power))))
}

/// Rounds `bits · 2^power`, and a little more where `sticky`, to the nearest value of `F`, ties to even.
fn round<F: Binary>(bits: u64, sticky: bool, power: i64) -> (u64, i64) {
    let length = i64::from(u64::BITS - bits.leading_zeros());
    let drop = (length - i64::from(F::PRECISION)).max(F::SMALLEST - power);
    if drop <= 0 {
        return (bits, power);
    }
    if drop > 64 {
        return (0, F::SMALLEST);
    }
    let wide = u128::from(bits) << 1 | u128::from(sticky);
    let kept = wide >> (drop + 1);
    let rest = wide & ((1 << (drop + 1)) - 1);
    let half = 1 << drop;
    let up = rest > half || rest == half && kept & 1 == 1;
    (u64::try_from(kept).unwrap_or(u64::MAX) + u64::from(up), power + drop)
}

/// `bits · 2^power`, exact where a double holds it, else zero or an infinity.
fn scale((bits, power): (u64, i64)) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "rounding left at most 53 bits")]
    let mut value = bits as f64;
    let mut power = power.clamp(-2200, 2200);
    while power != 0 && value != 0.0 && value.is_finite() {
        let step = power.clamp(-1000, 1000);
        value *= 2f64.powi(i32::try_from(step).unwrap_or(0));
        power -= step;
    }
    value
}

/// As Java 19 and later print a float: the shortest digits that read back, but two at least, in plain notation from
/// 10⁻³ up to 10⁷. `shortest` and `two` are the value in scientific notation with as few and with two digits.
fn java_float(value: f64, shortest: &str, two: &str) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0.0" } else { "0.0" }.to_owned();
    }
    let digits = if shortest.contains('.') { shortest } else { two };
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |d| ("-", d));
    let (mantissa, exponent) = digits.split_once('e').unwrap_or((digits, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mut all: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    match usize::try_from(exponent) {
        Ok(whole) if exponent < 7 => {
            while all.len() < whole + 2 {
                all.push('0');
            }
            let fraction = all.split_off(whole + 1);
            let fraction = fraction.trim_end_matches('0');
            format!("{sign}{all}.{}", if fraction.is_empty() { "0" } else { fraction })
        }
        Err(_) if exponent >= -3 => {
            let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
            format!("{sign}0.{zeros}{}", all.trim_end_matches('0'))
        }
        _ => format!("{sign}{mantissa}E{exponent}"),
    }
}

/// Undoes C escapes; `None` where one is none.
fn unescape(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let (&letter, after) = rest.split_first()?;
        rest = after;
        match letter {
            b'0'..=b'7' => {
                let (value, length) = digits(rest, 8, 2, u32::from(letter - b'0'));
                out.push(value.to_le_bytes()[0]);
                rest = &rest[length..];
            }
            b'x' => {
                let (value, length) = digits(rest, 16, 2, 0);
                if length == 0 {
                    return None;
                }
                out.push(value.to_le_bytes()[0]);
                rest = &rest[length..];
            }
            b'u' | b'U' => {
                let wanted = if letter == b'u' { 4 } else { 8 };
                let (value, length) = digits(rest, 16, wanted, 0);
                if length != wanted {
                    return None;
                }
                // Surrogates and numbers beyond Unicode are refused.
                let c = char::from_u32(value)?;
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                rest = &rest[length..];
            }
            _ => out.push(simple_escape(letter)?),
        }
    }
    Some(out)
}

/// Up to `most` digits behind `value`, and how many there were.
fn digits(text: &[u8], radix: u32, most: usize, value: u32) -> (u32, usize) {
    let found = text.iter().take(most).map_while(|b| char::from(*b).to_digit(radix));
    found.fold((value, 0), |(value, length), digit| {
        (value.wrapping_mul(radix).wrapping_add(digit), length + 1)
    })
}

fn simple_escape(letter: u8) -> Option<u8> {
    Some(match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        b'\\' | b'\'' | b'"' | b'?' => letter,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(kind: Kind, text: &str) -> String {
        Default::parse(kind, text).map_or_else(|| "refused".to_owned(), |d| d.to_string())
    }

    #[test]
    fn integers() {
        for (text, value) in [
            ("0x10", "16"),
            ("010", "8"),
            ("+1", "1"),
            ("-1", "-1"),
            ("", "refused"),
            (" 1", "refused"),
            ("1.0", "refused"),
            ("0X1f", "refused"),
            ("2147483647", "2147483647"),
            ("2147483648", "refused"),
            ("-2147483648", "-2147483648"),
            ("08", "refused"),
            ("0", "0"),
            ("-0x80000000", "-2147483648"),
            ("--1", "1"),
            ("000000000000000000000000000000000000000000001", "1"),
        ] {
            assert_eq!(shown(Kind::Int32, text), value, "{text:?}");
        }
        assert_eq!(shown(Kind::Uint32, "4294967295"), "-1");
        assert_eq!(shown(Kind::Uint32, "4294967296"), "refused");
        assert_eq!(shown(Kind::Uint32, "-1"), "refused");
        assert_eq!(shown(Kind::Uint64, "18446744073709551615"), "-1");
        assert_eq!(shown(Kind::Uint64, "18446744073709551616"), "refused");
        assert_eq!(shown(Kind::Int64, "-9223372036854775808"), "-9223372036854775808");
        assert_eq!(shown(Kind::Int64, "9223372036854775808"), "refused");
    }

    #[test]
    fn floats() {
        for (text, value) in [
            ("inf", "Infinity"),
            ("-inf", "-Infinity"),
            ("nan", "NaN"),
            ("-nan", "refused"),
            ("-NaN", "NaN"),
            ("1.0d", "1.0"),
            ("1e10", "1.0E10"),
            ("4.9e-324", "4.9E-324"),
            ("-0", "-0.0"),
            ("0x1p3", "8.0"),
            ("0x1.8p1", "3.0"),
            ("0x1", "refused"),
            ("1e", "refused"),
            (".", "refused"),
            (".5", "0.5"),
            ("5.", "5.0"),
            (" 7 ", "7.0"),
            ("1234567", "1234567.0"),
            ("12345678", "1.2345678E7"),
            ("0.001", "0.001"),
            ("0.0009", "9.0E-4"),
            ("2e-3", "0.002"),
            ("1.5e-5", "1.5E-5"),
            ("100", "100.0"),
            ("0x1p-1074", "4.9E-324"),
            ("0x1p-1075", "0.0"),
            ("0x1.8p-1075", "4.9E-324"),
            ("2e-323", "2.0E-323"),
            ("0x1p9999999999999999999999", "Infinity"),
            ("infinity", "refused"),
            ("Infinityf", "refused"),
            ("0x1.fffffffffffff8p0", "2.0"),
            ("0x123456789abcdef0123p0", "5.373003642731685E21"),
        ] {
            assert_eq!(shown(Kind::Double, text), value, "{text:?}");
        }
        assert_eq!(shown(Kind::Float, "1e39"), "Infinity");
        assert_eq!(shown(Kind::Float, "3.4028235e38"), "3.4028235E38");
        assert_eq!(shown(Kind::Float, "0.1"), "0.1");
        assert_eq!(shown(Kind::Float, "123456789"), "1.2345679E8");
        assert_eq!(shown(Kind::Float, "0x1p-149"), "1.4E-45");
        assert_ne!(Default::parse(Kind::Float, "0"), Default::parse(Kind::Float, "-0"));
        assert_eq!(Default::parse(Kind::Float, "nan"), Default::parse(Kind::Float, "-NaN"));
    }

    #[test]
    fn bytes() {
        for (text, value) in [
            ("abc", Some(&b"abc"[..])),
            ("\\000", Some(&[0])),
            ("\\400", Some(&[0])),
            ("\\x41", Some(b"A")),
            ("\\X41", None),
            ("\\x", None),
            ("\\q", None),
            ("\\", None),
            ("\\?", Some(b"?")),
            ("\\u00e9", Some(b"\xc3\xa9")),
            ("\\ud800", None),
            ("\\u12", None),
            ("\\U0001F600", Some("😀".as_bytes())),
            ("a\\nb", Some(b"a\nb")),
            ("\\18", Some(b"\x018")),
            ("\\x414", Some(b"A4")),
        ] {
            assert_eq!(unescape(text.as_bytes()).as_deref(), value, "{text:?}");
        }
    }
}
