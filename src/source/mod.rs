//! Where schemas come from; the only room that touches files.
//!
//! A word of the command line becomes [`Input`]s ([`load`]); an input and a root message become an [`Entry`], a schema as a
//! registry would store it. Never compares two of them.

use std::fmt;
use std::sync::Arc;

use crate::schema::Schema;

/// What an input is, where content and name shall not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputType {
    /// A `.proto` source.
    Proto,
    /// An encoded `FileDescriptorSet`.
    DescriptorSet,
    /// Native schema data, the JSON envelope.
    Native,
}

/// An input that cannot be read: what, where, why, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// A stable word for machines: `missing-file`, `unreadable`, `syntax`, `unknown-root`, …
    pub kind: &'static str,
    /// What happened and why, lower case, no full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The word of the command line.
    pub input: String,
    /// Where in a file.
    pub location: Option<Location>,
}

/// A stretch of a file; lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

/// The SHA-256 of stored bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub [u8; 32]);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why stored bytes do not become a schema (contract, section 7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The bytes hold a language or a feature outside the contract; otherwise they are invalid.
    pub unsupported: bool,
    /// What is wrong and where, which the broker does not tell.
    pub why: String,
}

/// A schema as a registry would store it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The registry's version, where one is known.
    pub version: Option<u64>,
    /// The input it came from, as a person would name it.
    pub label: String,
    // the stored bytes and the lazily reconstructed schema
    stored: Arc<()>,
}

impl Entry {
    /// The SHA-256 of the stored bytes.
    pub fn fingerprint(&self) -> Fingerprint {
        let _ = &self.stored;
        Fingerprint([0; 32])
    }

    /// Whether both have the same type and byte-identical stored data.
    pub fn is_identical(&self, other: &Self) -> bool {
        self.fingerprint() == other.fingerprint()
    }

    /// The schema, built once and kept.
    ///
    /// # Errors
    ///
    /// Where the stored bytes hold none that the reference runtime could build.
    pub fn reconstruct(&self) -> Result<Schema, Unreadable> {
        Err(Unreadable { unsupported: false, why: String::new() })
    }
}
