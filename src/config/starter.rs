//! The text of a first `protoward.toml`, with comments that say what else may be said.

use std::fmt::Write as _;

/// A subject that the file begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starter {
    /// What it is called.
    pub name: String,
    /// The schema to use next.
    pub proposed: String,
    /// The versions so far.
    pub against: String,
    /// The root messages; where there are none, every message is one.
    pub roots: Vec<String>,
}

const HEAD: &str = "\
# What `protoward check` goes by; options on the command line come first.
# `protoward check NAME` checks one subject.

# Who must be able to read whom. BACKWARD: the new schema reads what the latest
# version wrote. FORWARD: the other way round. FULL: both. With _TRANSITIVE, not
# the latest version only but every one.
strategy = \"FULL\"

# Where imports are found. Without it: a file's own directory and its parents up
# to the working directory.
# proto-path = [\"proto\", \"third_party\"]
";

const EXAMPLE: &str = "
# [[subject]]
# name = \"orders\"
# proposed = \"proto/shop/order.proto\"
# against = \"history/orders\"           # or \"git:origin/main...\"
# root = \"shop.Order\"                  # or every-message = true
";

const TAIL: &str = "
# A subject may have settings of its own, `strategy` among them. A break that is
# known and accepted stays in every report and fails nothing:
#
# [[subject.allow]]
# rule = \"TYPE_CHANGED\"
# path = \"shop.Order.id\"
# version = 3                          # with this version only
# reason = \"nobody has read it since March\"
";

/// Writes the file.
pub fn starter(subjects: &[Starter]) -> String {
    let mut out = HEAD.to_owned();
    if subjects.is_empty() {
        out += EXAMPLE;
    }
    for Starter { name, proposed, against, roots } in subjects {
        let root = match &roots[..] {
            [] => "every-message = true".to_owned(),
            [root] => format!("root = {}", quoted(root)),
            roots => {
                format!("root = [{}]", roots.iter().map(|root| quoted(root)).collect::<Vec<_>>().join(", "))
            }
        };
        let [name, proposed, against] = [name, proposed, against].map(|text| quoted(text));
        // Writing to memory cannot fail.
        let _ =
            write!(out, "\n[[subject]]\nname = {name}\nproposed = {proposed}\nagainst = {against}\n{root}\n");
    }
    out + TAIL
}

/// A text as a string of TOML.
fn quoted(text: &str) -> String {
    let mut out = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                // Writing to memory cannot fail.
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}
