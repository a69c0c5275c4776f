//! The Protobuf wire format, read as protobuf-java reads it.
//!
//! Not a general decoder: it yields the fields of one message in order and leaves their meaning to the caller. Two
//! habits of the reference runtime matter and are why no generated decoder serves: a known field with another wire type
//! is an unknown field rather than an error, and a nesting deeper than 100 messages or groups fails.

use std::fmt;

/// How deep messages and groups may nest in one encoded message (protobuf-java's default recursion limit).
pub(crate) const MAX_DEPTH: u32 = 100;

/// The value of one field as it stands on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    Varint(u64),
    Fixed64(u64),
    Bytes(&'a [u8]),
    /// A group's contents, its end tag left out.
    Group(&'a [u8]),
    Fixed32(u32),
}

/// Why bytes are no encoded message, and how many bytes into the message it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireError {
    /// What is wrong with the bytes.
    pub what: &'static str,
    /// Bytes read before the fault, counted from the start of the message that has it.
    pub at: usize,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.what, self.at)
    }
}

impl std::error::Error for WireError {}

/// Walks over the fields of one message.
#[derive(Clone)]
pub(crate) struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
}

impl<'a> Fields<'a> {
    /// The fields of an outermost message.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, depth: 0 }
    }

    /// The fields of a message that is a field of this one.
    pub(crate) fn nested(&self, bytes: &'a [u8]) -> Result<Self, WireError> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error("messages nested more than 100 deep"));
        }
        Ok(Self { bytes, at: 0, depth: self.depth + 1 })
    }

    /// The next field: its number, its value, and where its tag starts.
    #[expect(
        clippy::inline_always,
        reason = "its answer is too large to hand over for each of millions of fields"
    )]
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Result<Option<(u32, Value<'a>, usize)>, WireError> {
        let start = self.at;
        if self.at == self.bytes.len() {
            return Ok(None);
        }
        let (number, wire) = self.tag()?;
        let value = match wire {
            0 => Value::Varint(self.varint()?),
            1 => Value::Fixed64(u64::from_le_bytes(self.fixed()?)),
            2 => Value::Bytes(self.delimited()?),
            3 => Value::Group(self.group(number)?),
            5 => Value::Fixed32(u32::from_le_bytes(self.fixed()?)),
            4 => return Err(self.error("a group ends that never began")),
            _ => return Err(self.error("a wire type that does not exist")),
        };
        Ok(Some((number, value, start)))
    }

    /// The first number of a packed field, and the bytes behind it.
    #[inline]
    pub(crate) fn packed_varint(bytes: &'a [u8]) -> Result<(u64, &'a [u8]), WireError> {
        let mut fields = Self::new(bytes);
        let value = fields.varint()?;
        Ok((value, &bytes[fields.at..]))
    }

    /// The bytes that are not read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// How many bytes are read.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    fn error(&self, what: &'static str) -> WireError {
        WireError { what, at: self.at }
    }

    #[inline]
    fn tag(&mut self) -> Result<(u32, u32), WireError> {
        // Longer tags are cut to 32 bits, as the reference runtime does.
        #[expect(clippy::cast_possible_truncation, reason = "the reference runtime truncates tags")]
        let tag = self.varint()? as u32;
        if tag >> 3 == 0 {
            return Err(self.error("a field numbered 0"));
        }
        Ok((tag >> 3, tag & 7))
    }

    #[inline]
    fn varint(&mut self) -> Result<u64, WireError> {
        match self.bytes.get(self.at) {
            // Most numbers are short.
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(u64::from(byte))
            }
            _ => self.long_varint(),
        }
    }

    fn long_varint(&mut self) -> Result<u64, WireError> {
        let mut value = 0u64;
        for shift in (0..70).step_by(7) {
            let Some(&byte) = self.bytes.get(self.at) else {
                return Err(self.error("the bytes end inside a number"));
            };
            self.at += 1;
            if shift < 64 {
                value |= u64::from(byte & 0x7f) << shift;
            }
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.error("a number of more than ten bytes"))
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let Some(bytes) = self.bytes[self.at..].first_chunk::<N>() else {
            return Err(self.error("the bytes end inside a number"));
        };
        self.at += N;
        Ok(*bytes)
    }

    #[inline]
    fn delimited(&mut self) -> Result<&'a [u8], WireError> {
        let length = self.varint()?;
        // Lengths are 32-bit in the reference runtime; its negative ones fail there as too long ones do here.
        let end = usize::try_from(length).ok().and_then(|n| self.at.checked_add(n));
        match end.and_then(|end| self.bytes.get(self.at..end)) {
            Some(bytes) => {
                self.at += bytes.len();
                Ok(bytes)
            }
            None => Err(self.error("a length that reaches past the end")),
        }
    }

    /// Reads up to the end tag that belongs to group `number`, without recursion.
    fn group(&mut self, number: u32) -> Result<&'a [u8], WireError> {
        let start = self.at;
        let mut open = vec![number];
        loop {
            if self.depth + u32::try_from(open.len()).unwrap_or(u32::MAX) > MAX_DEPTH {
                return Err(self.error("groups nested more than 100 deep"));
            }
            let before = self.at;
            if self.at == self.bytes.len() {
                return Err(self.error("the bytes end inside a group"));
            }
            let (inner, wire) = self.tag()?;
            match wire {
                0 => drop(self.varint()?),
                1 => drop(self.fixed::<8>()?),
                2 => drop(self.delimited()?),
                3 => open.push(inner),
                4 if open.pop() != Some(inner) => return Err(self.error("a group ends that never began")),
                4 if open.is_empty() => return Ok(&self.bytes[start..before]),
                4 => {}
                5 => drop(self.fixed::<4>()?),
                _ => return Err(self.error("a wire type that does not exist")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Result<Vec<(u32, Value<'_>)>, WireError> {
        let mut fields = Fields::new(bytes);
        let mut out = Vec::new();
        while let Some((number, value, _)) = fields.next()? {
            out.push((number, value));
        }
        Ok(out)
    }

    #[test]
    fn every_wire_type() {
        let bytes = [
            0x08, 0x96, 0x01, // 1: 150
            0x12, 0x02, b'h', b'i', // 2: "hi"
            0x1b, 0x08, 0x01, 0x1c, // 3: group { 1: 1 }
            0x25, 1, 0, 0, 0, // 4: fixed32 1
            0x29, 2, 0, 0, 0, 0, 0, 0, 0, // 5: fixed64 2
        ];
        assert_eq!(
            all(&bytes).expect("well formed"),
            [
                (1, Value::Varint(150)),
                (2, Value::Bytes(b"hi")),
                (3, Value::Group(&[0x08, 0x01])),
                (4, Value::Fixed32(1)),
                (5, Value::Fixed64(2)),
            ]
        );
    }

    #[test]
    fn malformed_bytes_are_told_apart() {
        for (bytes, what) in [
            (&[0x08][..], "the bytes end inside a number"),
            (
                &[0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
                "a number of more than ten bytes",
            ),
            (&[0x12, 0x05, b'h'], "a length that reaches past the end"),
            (&[0x0c], "a group ends that never began"),
            (&[0x0b, 0x14], "a group ends that never began"),
            (&[0x0b], "the bytes end inside a group"),
            (&[0x0e], "a wire type that does not exist"),
            (&[0x00], "a field numbered 0"),
        ] {
            assert_eq!(all(bytes).expect_err("malformed").what, what);
        }
    }

    #[test]
    fn groups_nest_a_hundred_deep_and_no_deeper() {
        let nest = |depth: usize| [vec![0x0b; depth], vec![0x0c; depth]].concat();
        assert!(all(&nest(100)).is_ok());
        assert!(all(&nest(101)).is_err());
    }
}
