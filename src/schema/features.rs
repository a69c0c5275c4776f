//! Features: what a feature set says explicitly, and what holds for an element once all sets around it are merged
//! (contract, sections 4 and 6; Protobuf specification, "Feature Settings for Editions").

use super::descriptor::FileDescriptor;
use super::unsupported::{Unsupported, edition_name};
use super::wire::{Fields, Value};

/// The Java features' extension number in `FeatureSet`.
const JAVA: u32 = 1001;

/// The language version whose defaults apply, as the reference runtime derives it from syntax and edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// `proto2`, no syntax at all, or a word that nobody knows.
    Proto2,
    /// `proto3`.
    Proto3,
    /// Edition 2023 or later.
    Editions,
}

impl Language {
    /// The language of a file, or the edition number that the reference runtime refuses to build.
    pub fn of(file: &FileDescriptor<'_>) -> Result<Self, i32> {
        match (&*file.syntax, file.edition.unwrap_or(0)) {
            ("editions", 998) => Ok(Self::Proto2),
            ("editions", 999) | ("proto3", _) => Ok(Self::Proto3),
            ("editions", 1000 | 1001 | 9999) => Ok(Self::Editions),
            ("editions", other) => Err(other),
            _ => Ok(Self::Proto2),
        }
    }

    /// The same with Edition 2026, which `protoc` 36 compiles: its defaults are those of 2023 and 2024 for every feature
    /// that a reader depends on.
    pub fn of_known(file: &FileDescriptor<'_>) -> Result<Self, i32> {
        Self::of(file).or_else(|edition| if edition == 1002 { Ok(Self::Editions) } else { Err(edition) })
    }
}

/// The syntaxes and editions that the contract covers, as [`dialect`] names them.
pub const COVERED: [&str; 4] = ["proto2", "proto3", "edition 2023", "edition 2024"];

/// What the contract does not cover about a file's syntax and edition.
pub fn unsupported_language(file: &FileDescriptor<'_>) -> Option<Unsupported> {
    match (&*file.syntax, file.edition) {
        ("" | "proto2" | "proto3", None) | ("editions", Some(1000 | 1001)) => None,
        (syntax, edition) => {
            Some(Unsupported::Language { syntax: syntax.into(), edition: edition.unwrap_or(0) })
        }
    }
}

/// A file's syntax or edition as people name it: `proto2`, `proto3`, `edition 2023`; what the contract does not cover in
/// the words of its finding.
pub fn dialect(file: &FileDescriptor<'_>) -> String {
    match (&*file.syntax, file.edition) {
        ("" | "proto2", None) => "proto2".to_owned(),
        ("proto3", None) => "proto3".to_owned(),
        ("editions", Some(edition)) => {
            format!("edition {}", edition_name(edition).trim_start_matches("EDITION_"))
        }
        (syntax, edition) => {
            Unsupported::Language { syntax: syntax.into(), edition: edition.unwrap_or(0) }.to_string()
        }
    }
}

/// What one feature set says explicitly, by the numbers of `descriptor.proto`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explicit {
    /// Fields 1 to 8 of `FeatureSet`, at index number − 1.
    core: [Option<i32>; 8],
    java_legacy_closed_enum: Option<bool>,
    java_utf8_validation: Option<i32>,
    unknown: Option<u32>,
    unknown_java: Option<u32>,
}

/// The names of the first five features, whose `UNKNOWN` value ends a comparison.
const UNKNOWN_VALUES: [&str; 5] = [
    "field_presence=FIELD_PRESENCE_UNKNOWN",
    "enum_type=ENUM_TYPE_UNKNOWN",
    "repeated_field_encoding=REPEATED_FIELD_ENCODING_UNKNOWN",
    "utf8_validation=UTF8_VALIDATION_UNKNOWN",
    "message_encoding=MESSAGE_ENCODING_UNKNOWN",
];

impl Explicit {
    /// Reads an encoded `google.protobuf.FeatureSet`.
    pub fn read(raw: &[u8]) -> Self {
        let mut out = Self::default();
        let mut fields = Fields::new(raw);
        // The bytes were found well formed when the descriptor was read.
        while let Ok(Some((number, value, _))) = fields.next() {
            match (number, value) {
                (1..=8, Value::Varint(v)) if known_value(number, int(v)) => {
                    out.core[number as usize - 1] = Some(int(v));
                }
                (JAVA, Value::Bytes(java)) => out.read_java(java),
                _ => keep_smallest(&mut out.unknown, number),
            }
        }
        out
    }

    fn read_java(&mut self, raw: &[u8]) {
        let mut fields = Fields::new(raw);
        while let Ok(Some((number, value, _))) = fields.next() {
            match (number, value) {
                (1, Value::Varint(v)) => self.java_legacy_closed_enum = Some(v != 0),
                (2, Value::Varint(v)) if (0..=2).contains(&int(v)) => {
                    self.java_utf8_validation = Some(int(v));
                }
                (3 | 4, Value::Varint(_)) => {}
                (5, Value::Varint(v)) if (0..=3).contains(&int(v)) => {}
                _ => keep_smallest(&mut self.unknown_java, number),
            }
        }
    }

    /// The first thing in the set that the contract does not cover.
    pub fn unsupported(&self) -> Option<Unsupported> {
        if let Some(number) = self.unknown {
            return Some(Unsupported::Feature(number));
        }
        if let Some((setting, _)) = UNKNOWN_VALUES.iter().zip(self.core).find(|(_, value)| *value == Some(0))
        {
            return Some(Unsupported::UnknownValue(setting));
        }
        if let Some(number) = self.unknown_java {
            return Some(Unsupported::JavaFeature(number));
        }
        (self.java_utf8_validation == Some(0))
            .then_some(Unsupported::UnknownValue("java.utf8_validation=UTF8_VALIDATION_UNKNOWN"))
    }
}

/// What the contract does not cover in an encoded feature set.
pub fn unsupported(raw: &[u8]) -> Option<Box<Unsupported>> {
    if raw.is_empty() { None } else { Explicit::read(raw).unsupported().map(Box::new) }
}

fn known_value(number: u32, value: i32) -> bool {
    match number {
        1 | 7 => (0..=3).contains(&value),
        4 => matches!(value, 0 | 2 | 3),
        8 => (0..=4).contains(&value),
        _ => (0..=2).contains(&value),
    }
}

fn keep_smallest(known: &mut Option<u32>, number: u32) {
    *known = Some(known.map_or(number, |k| k.min(number)));
}

#[expect(clippy::cast_possible_truncation, reason = "an enum is the low 32 bits of its varint")]
fn int(varint: u64) -> i32 {
    varint as i32
}

/// The features in force for an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// `field_presence` is `LEGACY_REQUIRED`.
    pub required: bool,
    /// `field_presence` is not `IMPLICIT`.
    pub explicit: bool,
    /// `repeated_field_encoding` is `PACKED`.
    pub packed: bool,
    /// `enum_type` is `CLOSED`.
    pub closed: bool,
    /// `utf8_validation` is `VERIFY`.
    pub utf8_validation: bool,
    /// `message_encoding` is `DELIMITED`.
    pub delimited: bool,
    /// `(pb.java).legacy_closed_enum`.
    pub java_legacy_closed_enum: bool,
    /// `(pb.java).utf8_validation` is `VERIFY`.
    pub java_utf8_validation: bool,
}

impl Features {
    /// The defaults of a language version.
    pub fn defaults(language: Language) -> Self {
        let proto2 = language == Language::Proto2;
        Self {
            required: false,
            explicit: language != Language::Proto3,
            packed: !proto2,
            closed: proto2,
            utf8_validation: !proto2,
            delimited: false,
            java_legacy_closed_enum: proto2,
            java_utf8_validation: false,
        }
    }

    /// The features inside an element that says `raw` explicitly.
    #[must_use]
    pub fn merge(mut self, raw: &[u8]) -> Self {
        if raw.is_empty() {
            return self;
        }
        let set = Explicit::read(raw);
        let [presence, enum_type, repeated, utf8, encoding, ..] = set.core;
        self.required = presence.map_or(self.required, |v| v == 3);
        self.explicit = presence.map_or(self.explicit, |v| v != 2);
        self.packed = repeated.map_or(self.packed, |v| v == 1);
        self.closed = enum_type.map_or(self.closed, |v| v == 2);
        self.utf8_validation = utf8.map_or(self.utf8_validation, |v| v == 2);
        self.delimited = encoding.map_or(self.delimited, |v| v == 2);
        self.java_legacy_closed_enum = set.java_legacy_closed_enum.unwrap_or(self.java_legacy_closed_enum);
        self.java_utf8_validation = set.java_utf8_validation.map_or(self.java_utf8_validation, |v| v == 2);
        self
    }
}
