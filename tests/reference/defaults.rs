//! Sections 3 and 6: defaults, as they are read and as they are printed.

use protoward::schema::descriptor::Kind;

/// A default: equal ones have equal contents.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Default {
    pub(crate) contents: Vec<u8>,
    pub(crate) shown: String,
}

impl Default {
    fn text(shown: String) -> Self {
        Self { contents: shown.clone().into_bytes(), shown }
    }

    pub(super) fn enum_value(number: i32) -> Self {
        Self::text(number.to_string())
    }
}

/// The default of a scalar; `None` for spellings that are not read here.
pub(super) fn scalar(kind: Kind, text: Option<&str>) -> Option<Default> {
    Some(match kind {
        Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => {
            let value = i32::try_from(integer(text.unwrap_or("0"))?).ok()?;
            Default::text(value.to_string())
        }
        Kind::Uint32 | Kind::Fixed32 => {
            let value = u32::try_from(integer(text.unwrap_or("0"))?).ok()?;
            Default::text(value.cast_signed().to_string())
        }
        Kind::Int64 | Kind::Sint64 | Kind::Sfixed64 => {
            let value = i64::try_from(integer(text.unwrap_or("0"))?).ok()?;
            Default::text(value.to_string())
        }
        Kind::Uint64 | Kind::Fixed64 => {
            let value = u64::try_from(integer(text.unwrap_or("0"))?).ok()?;
            Default::text(value.cast_signed().to_string())
        }
        Kind::Float => {
            let value: f32 = decimal(text.unwrap_or("0"))?.parse().ok()?;
            Default::text(java(&format!("{value:e}"), &format!("{value:.1e}")))
        }
        Kind::Double => {
            let value: f64 = decimal(text.unwrap_or("0"))?.parse().ok()?;
            Default::text(java(&format!("{value:e}"), &format!("{value:.1e}")))
        }
        Kind::Bool => Default::text(text.is_some_and(|text| text.eq_ignore_ascii_case("true")).to_string()),
        Kind::String => Default::text(text.unwrap_or("").to_owned()),
        Kind::Bytes => {
            let contents = bytes(text.unwrap_or(""))?;
            Default { shown: format!("bytes[{}]", contents.len()), contents }
        }
        Kind::Enum | Kind::Message | Kind::Group => return None,
    })
}

/// Decimal, `0x` or a 0 in front of octal digits, behind a sign or none.
fn integer(text: &str) -> Option<i128> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = match digits.strip_prefix("0x") {
        Some(digits) => (16, digits),
        None if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        None => (10, digits),
    };
    if !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    i128::from_str_radix(digits, radix).ok().map(|value| sign * value)
}

/// A floating-point number in words that Rust reads as Java does.
fn decimal(text: &str) -> Option<&str> {
    match text {
        "inf" | "-inf" | "nan" => Some(text),
        _ if text.chars().all(|c| c.is_ascii_digit() || "+-.eE".contains(c)) => Some(text),
        _ => None,
    }
}

/// How Java prints a number whose shortest digits are `shortest`, and two of them `two`.
fn java(shortest: &str, two: &str) -> String {
    match shortest {
        "inf" => return "Infinity".to_owned(),
        "-inf" => return "-Infinity".to_owned(),
        "NaN" | "-NaN" => return "NaN".to_owned(),
        _ => {}
    }
    let written = if shortest.contains('.') { shortest } else { two };
    let (number, exponent) = written.split_once('e').unwrap_or((written, "0"));
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |number| ("-", number));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    match usize::try_from(exponent) {
        _ if digits.chars().all(|digit| digit == '0') => format!("{sign}0.0"),
        Ok(whole @ 0..=6) => {
            let padded = format!("{digits:0<width$}", width = whole + 2);
            let (whole, rest) = padded.split_at(whole + 1);
            format!("{sign}{whole}.{}", rest.strip_suffix('0').filter(|it| !it.is_empty()).unwrap_or(rest))
        }
        Err(_) if exponent >= -3 => {
            let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
            format!("{sign}0.{zeros}{}", digits.trim_end_matches('0'))
        }
        _ => format!("{sign}{number}E{exponent}"),
    }
}

/// The contents of a text with escapes of C.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest: Vec<u8> = text.bytes().rev().collect();
    while let Some(byte) = rest.pop() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let digit = |rest: &mut Vec<u8>, radix| {
            let value = char::from(*rest.last()?).to_digit(radix)?;
            rest.pop();
            Some(value)
        };
        out.push(match rest.pop()? {
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'v' => 11,
            same @ (b'\\' | b'\'' | b'"' | b'?') => same,
            b'x' => {
                let first = digit(&mut rest, 16)?;
                let value = digit(&mut rest, 16).map_or(first, |second| first * 16 + second);
                u8::try_from(value).ok()?
            }
            first @ b'0'..=b'7' => {
                let mut value = u32::from(first - b'0');
                for _ in 0..2 {
                    value = digit(&mut rest, 8).map_or(value, |next| value * 8 + next);
                }
                value.to_le_bytes()[0]
            }
            _ => return None,
        });
    }
    Some(out)
}
