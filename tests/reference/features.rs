//! Sections 4 and 6: what a feature set says, and what holds once all sets around an element are merged.

use protoward::schema::descriptor::FileDescriptor;

/// One record of an encoded message: its number, and its value where it is a varint or bytes.
enum Record<'a> {
    Varint(u64, u64),
    Bytes(u64, &'a [u8]),
    Other(u64),
}

/// All records of an encoded message; groups are one record each.
fn records(mut bytes: &[u8]) -> Vec<Record<'_>> {
    let mut out = Vec::new();
    while !bytes.is_empty() {
        let Some(tag) = varint(&mut bytes) else { return out };
        let number = tag >> 3;
        match tag & 7 {
            0 => match varint(&mut bytes) {
                Some(value) => out.push(Record::Varint(number, value)),
                None => return out,
            },
            2 => {
                let length = varint(&mut bytes).and_then(|length| usize::try_from(length).ok());
                let Some(value) = length.and_then(|length| bytes.split_off(..length)) else { return out };
                out.push(Record::Bytes(number, value));
            }
            wire => {
                if skip(wire, number, &mut bytes).is_none() {
                    return out;
                }
                out.push(Record::Other(number));
            }
        }
    }
    out
}

/// Goes past a fixed number or a group.
fn skip(wire: u64, number: u64, bytes: &mut &[u8]) -> Option<()> {
    match wire {
        0 => varint(bytes).map(|_| ()),
        1 => bytes.split_off(..8).map(|_| ()),
        2 => {
            let length = usize::try_from(varint(bytes)?).ok()?;
            bytes.split_off(..length).map(|_| ())
        }
        3 => loop {
            let tag = varint(bytes)?;
            if tag == number << 3 | 4 {
                return Some(());
            }
            skip(tag & 7, tag >> 3, bytes)?;
        },
        5 => bytes.split_off(..4).map(|_| ()),
        _ => None,
    }
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut out = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.split_off_first()?;
        out |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(out);
        }
    }
    None
}

/// The values that the reference runtime knows of features 1 to 8.
fn known(feature: u64) -> &'static [i32] {
    match feature {
        1 | 7 => &[0, 1, 2, 3],
        2 | 3 | 5 | 6 => &[0, 1, 2],
        4 => &[0, 2, 3],
        8 => &[0, 1, 2, 3, 4],
        _ => &[],
    }
}

#[expect(clippy::cast_possible_truncation, reason = "an enum is the low 32 bits of its varint")]
fn int(value: u64) -> i32 {
    value as i32
}

/// The last known value of a feature in a set.
fn explicit(set: &[u8], feature: u64) -> Option<i32> {
    let mut values = records(set).into_iter().filter_map(|record| match record {
        Record::Varint(number, value) if number == feature && known(feature).contains(&int(value)) => {
            Some(int(value))
        }
        _ => None,
    });
    values.next_back()
}

/// The `(pb.java)` sets inside a set.
fn java(set: &[u8]) -> Vec<u8> {
    let sets = records(set).into_iter().filter_map(|record| match record {
        Record::Bytes(1001, java) => Some(java),
        _ => None,
    });
    sets.flatten().copied().collect()
}

fn java_varint(set: &[u8], feature: u64) -> Option<u64> {
    let java = java(set);
    let mut values = records(&java).into_iter().filter_map(|record| match record {
        Record::Varint(number, value) if number == feature => Some(value),
        _ => None,
    });
    values.next_back()
}

fn java_utf8(set: &[u8]) -> Option<i32> {
    let java = java(set);
    let mut values = records(&java).into_iter().filter_map(|record| match record {
        Record::Varint(2, value) if (0..=2).contains(&int(value)) => Some(int(value)),
        _ => None,
    });
    values.next_back()
}

/// Section 4: the first thing of a set that the contract does not cover.
pub(super) fn unsupported(set: &[u8]) -> Option<String> {
    let unknown = records(set).into_iter().filter_map(|record| match record {
        Record::Varint(number, value) => (!known(number).contains(&int(value))).then_some(number),
        Record::Bytes(number, _) => (number != 1001).then_some(number),
        Record::Other(number) => Some(number),
    });
    if let Some(number) = unknown.min() {
        return Some(format!("unknown feature {number}"));
    }
    let names =
        ["field_presence", "enum_type", "repeated_field_encoding", "utf8_validation", "message_encoding"];
    for (feature, name) in (1..).zip(names) {
        if explicit(set, feature) == Some(0) {
            return Some(format!("{name}={}_UNKNOWN", name.to_uppercase()));
        }
    }
    let java = java(set);
    let unknown = records(&java).into_iter().filter_map(|record| match record {
        Record::Varint(1 | 3 | 4, _) => None,
        Record::Varint(2, value) if (0..=2).contains(&int(value)) => None,
        Record::Varint(5, value) if (0..=3).contains(&int(value)) => None,
        Record::Varint(number, _) | Record::Bytes(number, _) | Record::Other(number) => Some(number),
    });
    if let Some(number) = unknown.min() {
        return Some(format!("unknown Java feature {number}"));
    }
    (java_utf8(set) == Some(0)).then(|| "java.utf8_validation=UTF8_VALIDATION_UNKNOWN".to_owned())
}

/// The language of a file whose defaults hold.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Language {
    Proto2,
    Proto3,
    Editions,
}

impl Language {
    pub(super) fn of(file: &FileDescriptor<'_>) -> Self {
        match (&*file.syntax, file.edition) {
            ("proto3", _) | ("editions", Some(999)) => Self::Proto3,
            ("editions", Some(998)) => Self::Proto2,
            ("editions", _) => Self::Editions,
            _ => Self::Proto2,
        }
    }
}

/// What holds for an element.
#[derive(Clone, Copy)]
pub(super) struct Features {
    pub(super) required: bool,
    pub(super) closed: bool,
    pub(super) utf8: bool,
    pub(super) delimited: bool,
    pub(super) legacy_closed: bool,
    pub(super) java_utf8: bool,
}

impl Features {
    pub(super) fn of_file(file: &FileDescriptor<'_>) -> Self {
        let proto2 = Language::of(file) == Language::Proto2;
        let defaults = Self {
            required: false,
            closed: proto2,
            utf8: !proto2,
            delimited: false,
            legacy_closed: proto2,
            java_utf8: proto2 && file.options.java_string_check_utf8 == Some(true),
        };
        defaults.inside(file.options.features.as_bytes())
    }

    /// Inside an element with a feature set of its own.
    pub(super) fn inside(self, set: &[u8]) -> Self {
        Self {
            required: explicit(set, 1).map_or(self.required, |value| value == 3),
            closed: explicit(set, 2).map_or(self.closed, |value| value == 2),
            utf8: explicit(set, 4).map_or(self.utf8, |value| value == 2),
            delimited: explicit(set, 5).map_or(self.delimited, |value| value == 2),
            legacy_closed: java_varint(set, 1).map_or(self.legacy_closed, |value| value != 0),
            java_utf8: java_utf8(set).map_or(self.java_utf8, |value| value == 2),
        }
    }
}
