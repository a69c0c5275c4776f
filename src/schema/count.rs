//! How much a descriptor set declares, counted before room is made for any of it: two bytes may declare a message, and a
//! message as it is kept takes hundreds.

use super::decode::{MAX_DECLARED, TOO_MANY};
use super::wire::{Fields, Value, WireError};

/// Refuses a set that declares more than [`MAX_DECLARED`] things. What is malformed is left to those who read it.
///
/// # Errors
///
/// Where it does; the error tells which file is the one too many.
pub(crate) fn bound(bytes: &[u8]) -> Result<(), WireError> {
    let mut left = MAX_DECLARED;
    let mut set = Fields::new(bytes);
    while let Ok(Some((number, value, at))) = set.next() {
        if number == 1 && charge(&set, value, What::File, &mut left).is_none() {
            return Err(WireError { what: TOO_MANY, at });
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum What {
    File,
    Message,
    Enum,
    Service,
    /// Nothing is declared in it.
    Leaf,
}

impl What {
    /// What a field of its descriptor declares.
    fn declared(self, number: u32) -> Option<Self> {
        match (self, number) {
            (Self::File, 4) | (Self::Message, 3) => Some(Self::Message),
            (Self::File, 5) | (Self::Message, 4) => Some(Self::Enum),
            (Self::File, 6) => Some(Self::Service),
            // Imports and ranges count, too.
            (Self::File, 3 | 7 | 10 | 11 | 15)
            | (Self::Message, 2 | 5 | 6 | 8 | 9 | 10)
            | (Self::Enum, 2 | 4 | 5)
            | (Self::Service, 2) => Some(Self::Leaf),
            _ => None,
        }
    }
}

/// Counts a thing and all that is declared in it; `None` where that is too much.
fn charge(outer: &Fields<'_>, value: Value<'_>, what: What, left: &mut usize) -> Option<()> {
    *left = left.checked_sub(1)?;
    let (Value::Bytes(bytes), false) = (value, matches!(what, What::Leaf)) else { return Some(()) };
    let Ok(mut fields) = outer.nested(bytes) else { return Some(()) };
    while let Ok(Some((number, value, _))) = fields.next() {
        if let Some(inner) = what.declared(number) {
            charge(&fields, value, inner, left)?;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set of one file with so many messages of no bytes.
    fn set(messages: usize) -> Vec<u8> {
        let file = [0x22, 0].repeat(messages);
        let length = u32::try_from(file.len()).expect("a short file");
        let digits = (0..5).map(|at| (length >> (7 * at)).to_le_bytes()[0] | 0x80);
        let mut out: Vec<u8> = [0x0a].into_iter().chain(digits).collect();
        out[5] &= 0x7f;
        [out, file].concat()
    }

    #[test]
    fn as_much_as_may_be_and_no_more() {
        assert_eq!(bound(&set(MAX_DECLARED - 1)), Ok(()), "the file counts as well");
        assert_eq!(bound(&set(MAX_DECLARED)), Err(WireError { what: TOO_MANY, at: 0 }));
        assert_eq!(bound(&[0x0a, 0].repeat(MAX_DECLARED)), Ok(()));
        let more = [0x0a, 0].repeat(MAX_DECLARED + 1);
        assert_eq!(bound(&more), Err(WireError { what: TOO_MANY, at: 2 * MAX_DECLARED }));
    }

    #[test]
    fn what_is_malformed_is_told_by_others() {
        assert_eq!(bound(&[0x0a, 0x05, 0x22]), Ok(()));
        assert_eq!(bound(&[0xff; 20]), Ok(()));
    }
}
