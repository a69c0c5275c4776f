//! Which keys a table may have, what they take, and how they are written: all that errors say of a key comes from here.

/// A key that a table may have.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// What it says.
    pub(super) what: &'static str,
    /// How it may be written.
    pub(super) example: &'static str,
}

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Texts,
    TextOrTexts,
    Flag,
    Number,
    Tables,
}

impl Kind {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Texts => "an array of strings",
            Self::TextOrTexts => "a string or an array of strings",
            Self::Flag => "true or false",
            Self::Number => "a whole number, zero or more",
            Self::Tables => "tables",
        }
    }
}

const fn key(name: &'static str, kind: Kind, what: &'static str, example: &'static str) -> Key {
    Key { name, kind, what, example }
}

/// What holds for all subjects or for one.
pub(super) const SETTINGS: [Key; 6] = [
    key("strategy", Kind::Text, "who must be able to read whom", "strategy = \"FULL_TRANSITIVE\""),
    key("as", Kind::Text, "the operation that a registry is asked for", "as = \"register\""),
    key("checker", Kind::Text, "who compares", "checker = \"advanced\""),
    key("auto-update", Kind::Flag, "whether anything new is registered", "auto-update = false"),
    key("proto-path", Kind::Texts, "where imports are found", "proto-path = [\"proto\", \"third_party\"]"),
    key("deny", Kind::Texts, "what fails the run beside breaks", "deny = [\"notes\"]"),
];

/// What else the file may have.
pub(super) const FILE: [Key; 1] = [key("subject", Kind::Tables, "a schema and its history", "[[subject]]")];

/// What else a subject may have.
pub(super) const SUBJECT: [Key; 6] = [
    key("name", Kind::Text, "what it is called", "name = \"orders\""),
    key("proposed", Kind::Text, "the schema to use next", "proposed = \"proto/shop/order.proto\""),
    key("against", Kind::TextOrTexts, "the versions so far", "against = \"history/orders\""),
    key("root", Kind::TextOrTexts, "the root message by full name", "root = \"shop.Order\""),
    key("every-message", Kind::Flag, "whether every message is a root", "every-message = true"),
    key("allow", Kind::Tables, "a break that is accepted", "[[subject.allow]]"),
];

/// What an accepted break may have.
pub(super) const ALLOW: [Key; 4] = [
    key("rule", Kind::Text, "the id of the rule that finds it", "rule = \"DEFAULT_CHANGED\""),
    key("path", Kind::Text, "where it is found", "path = \"shop.Order.note\""),
    key("version", Kind::Number, "the existing version that it is found with", "version = 3"),
    key("reason", Kind::Text, "why it is accepted", "reason = \"no client reads it yet\""),
];
