//! How many bytes one input may have, as a user says it and as it is told.

use std::fmt;
use std::str::FromStr;

use super::InputError;

/// The most bytes that an input may have together with all that it imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MaxSize(u64);

/// Suffixes and the sizes that they stand for, the largest first.
const UNITS: [(char, u64); 3] = [('G', 1 << 30), ('M', 1 << 20), ('K', 1 << 10)];

impl MaxSize {
    /// The flag that says it.
    const FLAG: &str = "--max-input-size";

    /// What can be said at most: places in a text are numbers of 32 bits.
    const MOST: u64 = 2 << 30;

    /// The number of bytes.
    pub fn bytes(self) -> u64 {
        self.0
    }

    /// What is left of it behind so many bytes.
    pub(super) fn less(self, bytes: usize) -> Self {
        Self(self.0.saturating_sub(bytes as u64))
    }

    /// The error for an input that is larger; `size` where that is known.
    pub(super) fn exceeded(self, size: Option<u64>, input: &str) -> InputError {
        let size = size.map_or_else(|| "more bytes".to_owned(), |size| format!("{size} bytes"));
        let message = format!("{size}, and at most {self} are read");
        InputError::new("too-large", input, message).help(Self::mend())
    }

    /// The error for an input that is larger with what it imports.
    pub(super) fn exceeded_in_all(self, input: &str) -> InputError {
        let message = format!("with its imports it has more bytes, and at most {self} are read");
        InputError::new("too-large", input, message).help(Self::mend())
    }

    fn mend() -> String {
        let most = Self(Self::MOST);
        format!("if that is what it should be, let more be read: `{} SIZE`, up to {most}", Self::FLAG)
    }
}

impl Default for MaxSize {
    /// 256 MiB, far above any schema, far below what hurts a machine.
    fn default() -> Self {
        Self(256 << 20)
    }
}

impl fmt::Display for MaxSize {
    /// As it can be said again: `256M`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.iter().find(|(_, unit)| self.0 >= *unit && self.0.is_multiple_of(*unit)) {
            Some((suffix, unit)) => write!(f, "{}{suffix}", self.0 / unit),
            None => self.0.fmt(f),
        }
    }
}

impl FromStr for MaxSize {
    type Err = String;

    /// Bytes, or with `K`, `M` or `G` in any case.
    fn from_str(text: &str) -> Result<Self, String> {
        let suffix = text.chars().last().map(|last| last.to_ascii_uppercase());
        let unit = UNITS.iter().find(|(known, _)| suffix == Some(*known));
        let (digits, unit) = unit.map_or((text, 1), |(_, unit)| (&text[..text.len() - 1], *unit));
        let number = digits.parse::<u64>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()));
        match number.and_then(|number| number.checked_mul(unit)) {
            Some(1..=Self::MOST) => Ok(Self(number.unwrap_or_default() * unit)),
            Some(_) => Err(format!("a size is from 1 byte to {}", Self(Self::MOST))),
            None => Err("a size is a number of bytes, also with K, M or G: 65536, 64K, 1G".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_as_they_are_said() {
        for (said, bytes, told) in [
            ("1", 1, "1"),
            ("1023", 1023, "1023"),
            ("1024", 1024, "1K"),
            ("64k", 65_536, "64K"),
            ("256M", 256 << 20, "256M"),
            ("1024M", 1 << 30, "1G"),
            ("2G", 2 << 30, "2G"),
        ] {
            let size: MaxSize = said.parse().expect(said);
            assert_eq!((size.bytes(), size.to_string().as_str()), (bytes, told));
        }
        assert_eq!(MaxSize::default().to_string(), "256M");
    }

    #[test]
    fn what_is_no_size_is_told() {
        for said in ["", "K", "-1", "+1", "1.5M", "1MB", "M1", "1 M", "x", "é", "99999999999999999999"] {
            assert!(said.parse::<MaxSize>().expect_err(said).contains("a number of bytes"), "{said}");
        }
        for said in ["0", "0G", "3G", "2147483649"] {
            assert!(said.parse::<MaxSize>().expect_err(said).contains("from 1 byte to 2G"), "{said}");
        }
    }
}
