//! What a registry calls the kind of a schema.

use std::borrow::Cow;
use std::fmt;

use super::names;

/// What a registry calls the kind of a schema. Any name is kept; the constants are those with a meaning here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SchemaType(Cow<'static, str>);

/// All that the broker knows.
const KNOWN: [&str; 26] = [
    "NONE",
    "STRING",
    "JSON",
    "PROTOBUF",
    "AVRO",
    "BOOLEAN",
    "INT8",
    "INT16",
    "INT32",
    "INT64",
    "FLOAT",
    "DOUBLE",
    "DATE",
    "TIME",
    "TIMESTAMP",
    "KEY_VALUE",
    "INSTANT",
    "LOCAL_DATE",
    "LOCAL_TIME",
    "LOCAL_DATE_TIME",
    "PROTOBUF_NATIVE",
    "EXTERNAL",
    "BYTES",
    "AUTO",
    "AUTO_CONSUME",
    "AUTO_PUBLISH",
];

impl SchemaType {
    /// A Protobuf schema as native schema data.
    pub const PROTOBUF_NATIVE: Self = Self(Cow::Borrowed("PROTOBUF_NATIVE"));
    /// A pair of schemas.
    pub const KEY_VALUE: Self = Self(Cow::Borrowed("KEY_VALUE"));
    /// A schema that the broker does not understand.
    pub const EXTERNAL: Self = Self(Cow::Borrowed("EXTERNAL"));
    /// No schema but bytes.
    pub const BYTES: Self = Self(Cow::Borrowed("BYTES"));

    /// A type by its name.
    pub fn named(name: &str) -> Self {
        Self(Cow::Owned(name.to_owned()))
    }

    /// A type that the broker knows.
    ///
    /// # Errors
    ///
    /// For any other name the one that was probably meant, or all that there are.
    pub(super) fn known(name: &str) -> Result<Self, String> {
        if KNOWN.contains(&name) {
            return Ok(Self::named(name));
        }
        Err(match names::nearest(name, KNOWN.into_iter()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("types are written as the broker writes them: {}", KNOWN.join(", ")),
        })
    }

    /// As the registry writes it.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// A type with a checker of its own that this program does not have, so that nothing can be said about a change.
    pub fn is_foreign(&self) -> bool {
        ["AVRO", "JSON", "PROTOBUF"].contains(&self.name())
    }

    /// A type that is its own schema: its stored data is empty.
    pub fn is_primitive(&self) -> bool {
        const NOT: [SchemaType; 4] =
            [SchemaType::PROTOBUF_NATIVE, SchemaType::KEY_VALUE, SchemaType::EXTERNAL, SchemaType::BYTES];
        !NOT.contains(self) && !self.is_foreign() && self.name() != "NONE"
    }
}

impl fmt::Display for SchemaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
