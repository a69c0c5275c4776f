//! `descriptor.proto` as a table: which fields of which message are messages, which are packed, which declare a part of a schema.

use super::wire::{Fields, Value, WireError};

/// A message type of `descriptor.proto`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    File,
    Message,
    Field,
    Oneof,
    Enum,
    EnumValue,
    Service,
    Method,
    FileOptions,
    MessageOptions,
    FieldOptions,
    OneofOptions,
    EnumOptions,
    EnumValueOptions,
    ServiceOptions,
    MethodOptions,
    ExtensionRange,
    ExtensionRangeOptions,
    FeatureSet,
    UninterpretedOption,
    SourceCodeInfo,
    Location,
    /// A message without message fields.
    Leaf,
}

impl Shape {
    /// The message type of field `number`, where it is one.
    pub(super) fn inner(self, number: u32) -> Option<Self> {
        Some(match (self, number) {
            (Self::File, 4) | (Self::Message, 3) => Self::Message,
            (Self::File, 5) | (Self::Message, 4) => Self::Enum,
            (Self::File, 6) => Self::Service,
            (Self::File, 7) | (Self::Message, 2 | 6) => Self::Field,
            (Self::File, 8) => Self::FileOptions,
            (Self::File, 9) => Self::SourceCodeInfo,
            (Self::Message, 5) => Self::ExtensionRange,
            (Self::Message, 7) => Self::MessageOptions,
            (Self::Message, 8) => Self::Oneof,
            (Self::Field, 8) => Self::FieldOptions,
            (Self::Oneof, 2) => Self::OneofOptions,
            (Self::Enum, 2) => Self::EnumValue,
            (Self::Enum, 3) => Self::EnumOptions,
            (Self::EnumValue, 3) => Self::EnumValueOptions,
            (Self::Service, 2) => Self::Method,
            (Self::Service, 3) => Self::ServiceOptions,
            (Self::Method, 4) => Self::MethodOptions,
            (Self::FileOptions | Self::ExtensionRangeOptions, 50)
            | (Self::MessageOptions, 12)
            | (Self::FieldOptions, 21)
            | (Self::OneofOptions, 1)
            | (Self::EnumOptions, 7)
            | (Self::EnumValueOptions, 2)
            | (Self::ServiceOptions, 34)
            | (Self::MethodOptions, 35) => Self::FeatureSet,
            (Self::ExtensionRange, 3) => Self::ExtensionRangeOptions,
            (Self::SourceCodeInfo, 1) => Self::Location,
            (Self::Message, 9)
            | (Self::Enum | Self::EnumValueOptions, 4)
            | (Self::ExtensionRangeOptions | Self::UninterpretedOption, 2)
            | (Self::FieldOptions, 20 | 22)
            | (Self::FeatureSet, 1001) => Self::Leaf,
            (
                Self::FileOptions
                | Self::MessageOptions
                | Self::FieldOptions
                | Self::OneofOptions
                | Self::EnumOptions
                | Self::EnumValueOptions
                | Self::ServiceOptions
                | Self::MethodOptions
                | Self::ExtensionRangeOptions,
                999,
            ) => Self::UninterpretedOption,
            _ => return None,
        })
    }

    /// Whether field `number` declares a part of a schema; imports and ranges count, too.
    pub(super) fn declares(self, number: u32) -> bool {
        match self {
            Self::File => matches!(number, 3..=7 | 10 | 11 | 15),
            Self::Message => matches!(number, 2..=6 | 8..=10),
            Self::Enum => matches!(number, 2 | 4 | 5),
            Self::Service => number == 2,
            _ => false,
        }
    }

    /// Whether any of its fields does.
    pub(super) fn declares_any(self) -> bool {
        matches!(self, Self::File | Self::Message | Self::Enum | Self::Service)
    }

    /// Refuses a field that is malformed, whatever is in it.
    pub(super) fn check(self, fields: &Fields<'_>, number: u32, value: Value<'_>) -> Result<(), WireError> {
        let Value::Bytes(bytes) = value else { return Ok(()) };
        match self.inner(number) {
            // Most of a set with source info is locations.
            Some(Self::Location) => check_location(fields.nested(bytes)?),
            Some(inner) => inner.check_all(fields.nested(bytes)?),
            None if self == Self::File && matches!(number, 10 | 11) => check_packed(bytes),
            None => Ok(()),
        }
    }

    /// Refuses a message of this type that is malformed.
    pub(super) fn check_all(self, mut fields: Fields<'_>) -> Result<(), WireError> {
        while let Some((number, value, _)) = fields.next()? {
            self.check(&fields, number, value)?;
        }
        Ok(())
    }
}

fn check_location(mut fields: Fields<'_>) -> Result<(), WireError> {
    if plain_location(fields.rest()).is_some_and(|(path, span)| are_numbers(path) && are_numbers(span)) {
        return Ok(());
    }
    while let Some((number, value, _)) = fields.next()? {
        if let (1 | 2, Value::Bytes(packed)) = (number, value) {
            check_packed(packed)?;
        }
    }
    Ok(())
}

/// Path and span of an encoded `SourceCodeInfo.Location` that has nothing else, as compilers write most of them; both packed
/// and not looked into. A set may have millions.
pub(crate) fn plain_location(location: &[u8]) -> Option<(&[u8], &[u8])> {
    let ([0x0a, length @ ..0x80], rest) = location.split_first_chunk()? else { return None };
    let (path, rest) = rest.split_at_checked((*length).into())?;
    let ([0x12, length @ ..0x80], span) = rest.split_first_chunk()? else { return None };
    (span.len() == usize::from(*length)).then_some((path, span))
}

fn check_packed(mut packed: &[u8]) -> Result<(), WireError> {
    while !are_numbers(packed) {
        (_, packed) = Fields::packed_varint(packed)?;
    }
    Ok(())
}

/// Whether each number ends, with a byte below 0x80, the tenth at the latest.
fn are_numbers(packed: &[u8]) -> bool {
    let is_open = |byte: &u8| *byte >= 0x80;
    !packed.last().is_some_and(is_open) && !packed.windows(10).any(|bytes| bytes.iter().all(is_open))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_location_is_a_path_and_a_span() {
        let plain = b"\x0a\x02\x04\x00\x12\x03\x05\x00\x07";
        assert_eq!(plain_location(plain), Some((&plain[2..4], &plain[6..])));
        let cut = (0..plain.len()).map(|end| plain[..end].to_vec());
        let comment = [&plain[..], b"\x1a\x01c"].concat();
        let moved = b"\x12\x03\x05\x00\x07\x0a\x02\x04\x00".to_vec();
        for other in cut.chain([comment, moved, b"\x08\x04\x08\x00\x12\x01\x05".to_vec()]) {
            assert_eq!(plain_location(&other), None, "{other:?}");
        }
    }

    #[test]
    fn packed_numbers_end_after_ten_bytes_at_most() {
        let (fits, too_long) = ([&[0xff; 9][..], &[1, 5]].concat(), [&[0xff; 10][..], &[1]].concat());
        for (packed, what) in [
            (&[][..], None),
            (&[1, 0x80, 1, 127], None),
            (&fits, None),
            (&too_long, Some("a number of more than ten bytes")),
            (&[1, 0x80], Some("the bytes end inside a number")),
        ] {
            assert_eq!(check_packed(packed).err().map(|error| error.what), what, "{packed:?}");
        }
    }
}
