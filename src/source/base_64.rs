//! base64 as Jackson reads it (contract, section 7): the standard alphabet in groups of four characters, white space
//! only between the groups, padding wanted, and whatever stands behind a padded group read on as if nothing had ended.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig};

/// Pads what it writes, wants padding, and does not mind bits that nobody uses.
pub(super) const ENGINE: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true));

/// The bytes that `text` stands for.
///
/// # Errors
///
/// What is wrong and at which character, counted from 1.
pub(super) fn decode(text: &[u8]) -> Result<Vec<u8>, String> {
    // Almost every text is one unbroken run; whatever is not is read group by group, which finds the fault as well.
    ENGINE.decode(text).or_else(|_| by_groups(text))
}

fn by_groups(text: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut at = 0;
    loop {
        at += text[at..].iter().take_while(|b| **b <= b' ').count();
        if at == text.len() {
            return Ok(out);
        }
        let group = &text[at..text.len().min(at + 4)];
        let mut bytes = [0; 3];
        match ENGINE.decode_slice(group, &mut bytes) {
            Ok(length) if group.len() == 4 => out.extend_from_slice(&bytes[..length]),
            _ => return Err(fault(group, at)),
        }
        at += 4;
    }
}

fn fault(group: &[u8], at: usize) -> String {
    let data = |b: u8| b.is_ascii_alphanumeric() || b == b'+' || b == b'/';
    let Some(odd) = group.iter().position(|b| !data(*b)) else {
        return format!("the last group has {} characters of four: the padding `=` is missing", group.len());
    };
    let character = at + odd + 1;
    match group[odd] {
        b'=' if odd >= 2 => {
            format!("the padding `=` at character {character} does not end a group of four characters")
        }
        b'=' => format!("padding `=` at character {character} where data must stand"),
        b'-' | b'_' => {
            let found = char::from(group[odd]);
            format!("`{found}` at character {character}: the URL alphabet is not read, only the standard one")
        }
        b if b <= b' ' => format!("white space inside a group of four characters, at character {character}"),
        b if b.is_ascii_graphic() => format!("`{}` at character {character} is no base64", char::from(b)),
        b => format!("byte 0x{b:02x} at character {character} is no base64"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read() {
        for (text, bytes) in [
            ("", &b""[..]),
            ("AQID", &[1, 2, 3]),
            (" AQID\n\tAQ== ", &[1, 2, 3, 1]),
            ("AR==", &[1]),
            ("AQJ=", &[1, 2]),
            ("AQ==AQID", &[1, 1, 2, 3]),
            ("AQ== AQI= ", &[1, 1, 2]),
        ] {
            assert_eq!(decode(text.as_bytes()).as_deref(), Ok(bytes), "{text:?}");
        }
    }

    #[test]
    fn what_is_not() {
        for (text, what) in [
            ("A", "the last group has 1 characters of four"),
            ("AQIDAQ", "the last group has 2 characters of four"),
            ("AQI", "the last group has 3 characters of four"),
            ("AQID-__-", "`-` at character 5: the URL alphabet"),
            ("AQ ID", "white space inside a group of four characters, at character 3"),
            ("AQI =", "white space inside a group of four characters, at character 4"),
            ("AQ=A", "the padding `=` at character 3"),
            ("AQ=", "the padding `=` at character 3"),
            ("AQID====", "padding `=` at character 5"),
            ("A===", "padding `=` at character 2"),
            ("AQ!!", "`!` at character 3 is no base64"),
            ("AQ\u{e9}", "byte 0xc3 at character 3"),
        ] {
            let error = decode(text.as_bytes()).expect_err(text);
            assert!(error.contains(what), "{text:?}: {error}");
        }
    }
}
