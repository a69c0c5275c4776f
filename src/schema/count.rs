//! How much a schema declares, counted before room is made for any of it: two bytes may declare a message, and a message as it is
//! kept takes hundreds. Where full names are long, what is in them counts several times.

use super::decode::{MAX_DECLARED, TOO_MANY};
use super::descriptor::{FileDescriptor, MessageDescriptor};
use super::shape::Shape;
use super::wire::{Fields, Value, WireError};

/// Refuses a set that declares more than [`MAX_DECLARED`] parts. What is malformed is left to those who read it.
///
/// # Errors
///
/// Where it does; the error tells which file is the one too many.
pub(crate) fn bound(bytes: &[u8]) -> Result<(), WireError> {
    let mut left = MAX_DECLARED;
    let mut set = Fields::new(bytes);
    while let Ok(Some((number, value, at))) = set.next() {
        if number == 1 && charge(&set, value, Some(Shape::File), 0, &mut left).is_none() {
            return Err(WireError { what: TOO_MANY, at });
        }
    }
    Ok(())
}

/// Counts a thing in a scope whose full name has so many bytes, and all that is declared in it; `None` where that is too much.
fn charge(
    outer: &Fields<'_>,
    value: Value<'_>,
    shape: Option<Shape>,
    scope: usize,
    left: &mut usize,
) -> Option<()> {
    let (Value::Bytes(bytes), Some(shape)) = (value, shape.filter(|it| it.declares_any())) else {
        return take(left, more(scope));
    };
    let Ok(mut fields) = outer.nested(bytes) else { return take(left, 0) };
    let scope = match shape {
        Shape::File => length(&fields, 2),
        // Who is short has a short name.
        _ if scope + bytes.len() < LONG => 0,
        _ => scope + 1 + length(&fields, 1),
    };
    take(left, if shape == Shape::File { more_of_package(scope) } else { more(scope) })?;
    while let Ok(Some((number, value, _))) = fields.next() {
        if shape.declares(number) {
            charge(&fields, value, shape.inner(number), scope, left)?;
        }
    }
    Some(())
}

/// Takes a part, and as many more as it counts for.
fn take(left: &mut usize, more: usize) -> Option<()> {
    *left = left.checked_sub(1)?.checked_sub(more)?;
    Some(())
}

/// How long the last string of this number is.
fn length(fields: &Fields<'_>, number: u32) -> usize {
    let (mut fields, mut length) = (fields.clone(), 0);
    while let Ok(Some((other, value, _))) = fields.next() {
        if let (Value::Bytes(bytes), true) = (value, other == number) {
            length = bytes.len();
        }
    }
    length
}

/// Full names of fewer bytes cost nothing.
const LONG: usize = 128;

/// How many parts more something in a scope counts for: each full name in it is as long, and a name that is used in it is looked
/// up in every scope around it.
fn more(scope: usize) -> usize {
    (scope / LONG).saturating_pow(2)
}

/// How many parts more a file counts for: all prefixes of its package are names.
fn more_of_package(package: usize) -> usize {
    (package / 32).saturating_pow(2)
}

/// How many parts more the things of a file count for, since their full names are long.
pub(crate) fn more_of_names(file: &FileDescriptor<'_>) -> usize {
    let scope = file.package.len();
    let own = file.services.len() + file.extensions.len();
    let messages = file.messages.iter().map(|message| more_of_message(message, scope));
    let enums = file.enums.iter().map(|found| more_of(scope, &found.name, found.values.len()));
    let parts = messages.chain(enums).fold(0, usize::saturating_add);
    more_of_package(scope).saturating_add(parts).saturating_add(own.saturating_mul(more(scope)))
}

fn more_of_message(message: &MessageDescriptor<'_>, scope: usize) -> usize {
    let members = message.fields.len() + message.extensions.len();
    let own = more_of(scope, &message.name, members);
    let scope = scope + 1 + message.name.len();
    let messages = message.messages.iter().map(|message| more_of_message(message, scope));
    let enums = message.enums.iter().map(|found| more_of(scope, &found.name, found.values.len()));
    messages.chain(enums).fold(own, usize::saturating_add)
}

fn more_of(scope: usize, name: &str, members: usize) -> usize {
    more(scope + 1 + name.len()).saturating_mul(1 + members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::descriptor::FieldDescriptor;
    use crate::schema::descriptor::Text;
    use crate::schema::encode::encode_set;
    use crate::schema::survey::survey;

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
        for look in [bound, |bytes: &[u8]| survey(bytes).map(drop)] {
            assert_eq!(look(&set(MAX_DECLARED - 1)), Ok(()), "the file counts as well");
            assert_eq!(look(&set(MAX_DECLARED)), Err(WireError { what: TOO_MANY, at: 0 }));
            assert_eq!(look(&[0x0a, 0].repeat(MAX_DECLARED)), Ok(()));
            let more = [0x0a, 0].repeat(MAX_DECLARED + 1);
            assert_eq!(look(&more), Err(WireError { what: TOO_MANY, at: 2 * MAX_DECLARED }));
        }
    }

    /// A file with this package and this many messages, one in another; the innermost has so many fields.
    fn nest(package: usize, names: &[usize], fields: usize) -> FileDescriptor<'static> {
        let named = |length: usize| Text::from("n".repeat(length));
        let members = vec![FieldDescriptor::default(); fields];
        let innermost = MessageDescriptor { fields: members, ..MessageDescriptor::default() };
        let message = names.iter().rev().fold(innermost, |inner, length| {
            let outer = MessageDescriptor { name: named(*length), ..MessageDescriptor::default() };
            if inner.name.is_empty() {
                MessageDescriptor { name: outer.name, ..inner }
            } else {
                MessageDescriptor { messages: vec![inner], ..outer }
            }
        });
        FileDescriptor { package: named(package), messages: vec![message], ..FileDescriptor::default() }
    }

    #[test]
    fn long_names_count_several_times() {
        for (file, more) in [
            (nest(31, &[90], 10), 0),
            (nest(0, &[127], 10), 11),
            (nest(320, &[63], 2), 100 + 3 * 9),
            (nest(0, &[255, 255], 1), 4 + 2 * 16),
        ] {
            assert_eq!(more_of_names(&file), more);
            let parts = 1 + file.messages.len() + file.messages[0].fields.len();
            let nested = file.messages[0].messages.iter().map(|inner| 1 + inner.fields.len()).sum::<usize>();
            let set = encode_set(std::slice::from_ref(&file));
            let mut left = MAX_DECLARED;
            let mut fields = Fields::new(&set);
            while let Ok(Some((_, value, _))) = fields.next() {
                charge(&fields, value, Some(Shape::File), 0, &mut left).expect("a small file");
            }
            assert_eq!(MAX_DECLARED - left, parts + nested + more);
        }
        assert_eq!(bound(&encode_set(&[nest(1_000_000, &[], 0)])), Err(WireError { what: TOO_MANY, at: 0 }));
        assert_eq!(
            bound(&encode_set(&[nest(0, &[40_000, 1], 100)])),
            Err(WireError { what: TOO_MANY, at: 0 })
        );
    }

    #[test]
    fn what_is_malformed_is_told_by_others() {
        assert_eq!(bound(&[0x0a, 0x05, 0x22]), Ok(()));
        assert_eq!(bound(&[0xff; 20]), Ok(()));
    }
}
