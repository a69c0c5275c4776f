//! When a reader is hurt: one file and one page per rule.
//!
//! A rule looks at one place of a writer and a reader and says whether the reader is hurt there. Where to look is the
//! walk's business (`check`), how to say it a report's. The id of a rule is its file's name in capitals.

pub mod root_message_changed;
pub mod field_number_changed;
pub mod required_field_not_guaranteed;
pub mod oneof_conflict;
pub mod map_changed;
pub mod cardinality_changed;
pub mod type_changed;
pub mod default_changed;
pub mod utf8_validation_added;
pub mod enum_value_not_readable;
pub mod unsupported_feature;
pub mod comparison_limit_exceeded;
pub mod schema_reconstruction_failed;
pub mod always_incompatible;
pub mod unknown_strategy;

use sha2::{Digest as _, Sha256};

use crate::schema::place::Facet;
use crate::schema::{Field, Part, Unsupported};

/// All rules, in the order in which a comparison comes to them; those that need none come last.
pub static RULES: [&Rule; 15] = [
    &root_message_changed::RULE,
    &field_number_changed::RULE,
    &required_field_not_guaranteed::RULE,
    &oneof_conflict::RULE,
    &map_changed::RULE,
    &cardinality_changed::RULE,
    &type_changed::RULE,
    &default_changed::RULE,
    &utf8_validation_added::RULE,
    &enum_value_not_readable::RULE,
    &unsupported_feature::RULE,
    &comparison_limit_exceeded::RULE,
    &schema_reconstruction_failed::RULE,
    &always_incompatible::RULE,
    &unknown_strategy::RULE,
];

/// The rules that look at a field of the same number on both sides, in their order; the first that fires speaks.
pub static FIELD_RULES: [FieldRule; 5] = [
    map_changed::FIELD,
    cardinality_changed::FIELD,
    type_changed::FIELD,
    default_changed::FIELD,
    utf8_validation_added::FIELD,
];

/// A rule that looks at one field of the same number on both sides.
#[derive(Debug)]
pub struct FieldRule {
    /// Which rule.
    pub rule: &'static Rule,
    /// What of the field it is about.
    pub facet: Facet,
    /// What it finds in the writer's and the reader's field.
    pub check: fn(&Field, &Field) -> Option<Facts>,
}

/// A rule of the contract.
#[derive(Debug)]
pub struct Rule {
    /// The id, `TYPE_CHANGED`.
    pub id: &'static str,
    /// What it says, in one line.
    pub summary: &'static str,
    /// The page, in Markdown.
    pub page: &'static str,
    /// What a finding means for the verdict.
    pub effect: Effect,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// What a finding means for the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A reader is hurt.
    Incompatible,
    /// The question could not be answered.
    Undecided,
}

/// A rule that fired at a place of a pair of schemas.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// Which rule.
    pub rule: &'static Rule,
    /// The reader's path from the root's full name. Of one of more than 1,024 bytes the middle is left out.
    pub path: String,
    /// The number of the field concerned.
    pub field: Option<i32>,
    /// What is told behind path and field.
    pub facts: Facts,
    /// Where it stands in the writer.
    pub writer: Option<Part>,
    /// Where it stands in the reader.
    pub reader: Option<Part>,
}

/// What a finding tells behind path and field.
#[derive(Clone, Debug, PartialEq)]
pub enum Facts {
    /// What the writer has and what the reader has, cut as the broker cuts values.
    Change {
        /// The writer's value.
        writer: String,
        /// The reader's value.
        reader: String,
    },
    /// A construct outside the contract, on one side.
    Unsupported {
        /// Whose graph holds it.
        side: Side,
        /// Which construct.
        detail: Unsupported,
    },
    /// A charge that the budget refused, in work units (contract, section 5).
    Limit {
        /// The work with the refused charge.
        work: u64,
        /// The limit then in force.
        limit: u64,
    },
}

impl Facts {
    /// A change from the writer's value to the reader's.
    pub(crate) fn change<V: std::fmt::Display>(writer: V, reader: V) -> Self {
        let value = |value: V| cut(&value.to_string(), MAX_VALUE);
        Self::Change { writer: value(writer), reader: value(reader) }
    }
}

/// A path that is short enough to be kept, and longer than the broker prints: where messages lead to each other in a long ring,
/// all paths together are as long as the square of it. A hash stands in the middle of a longer one, so that no two paths become
/// one; members of one message have one hash. A path that is short stays as it is.
pub(crate) fn short(path: String) -> String {
    const LONGEST: usize = 1_024;
    match path.rsplit_once('.') {
        _ if path.len() <= LONGEST => path,
        Some((message, name)) if name.len() < 100 => format!("{}.{name}", hashed(message, 100)),
        _ => hashed(&path, 200),
    }
}

/// A text of more characters than these, with a hash instead of its middle and so many characters at the end.
fn hashed(text: &str, end: usize) -> String {
    const START: usize = 780;
    let hash =
        Sha256::digest(text)[..16].iter().fold(String::new(), |hash, byte| format!("{hash}{byte:02x}"));
    let start = text.char_indices().nth(START).map_or(text.len(), |(at, _)| at);
    let end = text.char_indices().rev().nth(end - 1).map_or(0, |(at, _)| at);
    format!("{}…{hash}…{}", &text[..start], &text[end..])
}

/// How much of a value the broker prints, in UTF-16 units.
pub const MAX_VALUE: usize = 256;

/// A side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The schema that values were written with.
    Writer,
    /// The schema that values are read with.
    Reader,
}

/// Cuts a text to `max` UTF-16 units, as the broker does: the first `max − 3` and `...`; the half of a surrogate pair that
/// a cut leaves behind becomes `?`.
pub fn cut(text: &str, max: usize) -> String {
    if text.len() <= max || text.encode_utf16().count() <= max {
        return text.to_owned();
    }
    let mut left = max - 3;
    let mut out = String::with_capacity(max * 3);
    for c in text.chars() {
        let Some(rest) = left.checked_sub(c.len_utf16()) else {
            out.extend((left > 0).then_some('?'));
            break;
        };
        left = rest;
        out.push(c);
    }
    out + "..."
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn long_paths_stay_apart_and_are_shortened_once() {
        let path = |middle: &str| format!("p.M{}{middle}{}.x", ".f".repeat(500), ".f".repeat(500));
        assert_eq!(short(path("")[..1_024].to_owned()), path("")[..1_024]);
        let [one, other] = [".a.b", ".b.a"].map(|middle| short(path(middle)));
        assert_ne!(one, other);
        for short_one in [one, other] {
            assert!(short_one.len() <= 1_024 && short_one.ends_with(".f.f.x"), "{short_one}");
            assert_eq!(short_one[..768], path("")[..768]);
            assert_eq!(short(short_one.clone()), short_one);
        }
        let message = |path: String| short(path).rsplit_once('.').map(|(message, _)| message.to_owned());
        assert_eq!(message(path("")), message(path("") + "y"));
        let [one, other] = ["a", "b"].map(|first| short(format!("{}.{first}{}", path(""), "n".repeat(300))));
        assert_ne!(one, other);
    }
}
