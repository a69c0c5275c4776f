//! What the contract does not cover, and how it is named (contract, section 4).

use std::fmt;

use super::descriptor::{EnumDescriptor, FileDescriptor, MessageDescriptor, Raw};
use super::features;

/// A construct that ends a comparison undecided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// A file's syntax and edition are no supported pair.
    Language {
        /// As written; may be empty.
        syntax: Box<str>,
        /// `google.protobuf.Edition` by number; 0 where unset.
        edition: i32,
    },
    /// A message declares extension ranges or uses the MessageSet wire format.
    Extensible,
    /// A feature that the reference runtime does not know, by field number in `FeatureSet`.
    Feature(u32),
    /// A feature explicitly set to its `UNKNOWN` value.
    UnknownValue(&'static str),
    /// A Java feature that the reference runtime does not know, by field number in `pb.JavaFeatures`.
    JavaFeature(u32),
    /// An enum field whose legacy Java behaviour differs from its enum's openness.
    LegacyClosedEnum,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Language { syntax, edition } => {
                write!(f, "syntax={syntax}, edition={}", edition_name(*edition))
            }
            Self::Extensible => f.write_str("extension range or MessageSet"),
            Self::Feature(number) => write!(f, "unknown feature {number}"),
            Self::UnknownValue(setting) => f.write_str(setting),
            Self::JavaFeature(number) => write!(f, "unknown Java feature {number}"),
            Self::LegacyClosedEnum => {
                f.write_str("Java legacy closed-enum behavior differs from enum openness")
            }
        }
    }
}

/// The name of a `google.protobuf.Edition`.
pub(super) fn edition_name(number: i32) -> &'static str {
    match number {
        1 => "EDITION_1_TEST_ONLY",
        2 => "EDITION_2_TEST_ONLY",
        900 => "EDITION_LEGACY",
        998 => "EDITION_PROTO2",
        999 => "EDITION_PROTO3",
        1000 => "EDITION_2023",
        1001 => "EDITION_2024",
        1002 => "EDITION_2026",
        9999 => "EDITION_UNSTABLE",
        99_997 => "EDITION_99997_TEST_ONLY",
        99_998 => "EDITION_99998_TEST_ONLY",
        99_999 => "EDITION_99999_TEST_ONLY",
        i32::MAX => "EDITION_MAX",
        _ => "EDITION_UNKNOWN",
    }
}

/// The first construct in a set, used or not, that explains why it cannot be rebuilt (contract, section 7), and where.
pub fn first_in(files: &[FileDescriptor<'_>]) -> Option<(String, Unsupported)> {
    files.iter().find_map(|file| {
        let at =
            |found: Option<Unsupported>, name: &str| found.map(|u| (format!("{}: {name}", file.name), u));
        at(features::unsupported_language(file), "syntax or edition")
            .or_else(|| {
                at(features::unsupported(file.options.features.as_bytes()).map(|u| *u), "file options")
            })
            .or_else(|| {
                file.messages
                    .iter()
                    .find_map(|m| in_message(m).map(|(n, u)| (format!("{}: {n}", file.name), u)))
            })
            .or_else(|| {
                file.enums.iter().find_map(|e| in_enum(e).map(|(n, u)| (format!("{}: {n}", file.name), u)))
            })
    })
}

fn in_message(message: &MessageDescriptor<'_>) -> Option<(String, Unsupported)> {
    let own =
        |raw: &Raw<'_>, name: &str| features::unsupported(raw.as_bytes()).map(|u| (name.to_owned(), *u));
    let inside = |(name, u): (String, Unsupported)| (format!("{}.{name}", message.name), u);
    own(&message.options.features, &message.name)
        .or_else(|| message.fields.iter().find_map(|f| own(&f.options.features, &f.name)).map(inside))
        .or_else(|| message.oneofs.iter().find_map(|o| own(&o.features, &o.name)).map(inside))
        .or_else(|| message.enums.iter().find_map(in_enum).map(inside))
        .or_else(|| message.messages.iter().find_map(in_message).map(inside))
}

fn in_enum(found: &EnumDescriptor<'_>) -> Option<(String, Unsupported)> {
    features::unsupported(found.features.as_bytes()).map(|u| (found.name.to_string(), *u)).or_else(|| {
        found.values.iter().find_map(|value| {
            features::unsupported(value.features.as_bytes())
                .map(|u| (format!("{}.{}", found.name, value.name), *u))
        })
    })
}
