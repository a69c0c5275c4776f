//! When a reader is hurt: one file and one page per rule.
//!
//! A rule looks at one place of a writer and a reader and says whether the reader is hurt there. Where to look is the
//! walk's business (`check`), how to say it a report's. The id of a rule is its file's name in capitals.

use crate::schema::{Part, Unsupported};

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
    /// The reader's path from the root's full name, uncut.
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
        match left.checked_sub(c.len_utf16()) {
            Some(rest) => left = rest,
            None => {
                if left > 0 {
                    out.push('?');
                }
                break;
            }
        }
        out.push(c);
    }
    out + "..."
}
