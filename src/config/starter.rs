//! The text of a first `protoward.toml`, with comments that say what else may be said.

use std::fmt::Write as _;

/// What a file begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The subjects; where there are none, an example in comments stands for them.
    pub subjects: Vec<Starter>,
    /// Where imports are found, if that is known.
    pub proto_path: Vec<String>,
    /// What to know before the subjects, a comment each.
    pub remarks: Vec<String>,
}

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
";

const PROTO_PATH: &str = "# proto-path = [\"proto\", \"third_party\"]\n";

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
pub fn starter(Draft { subjects, proto_path, remarks }: &Draft) -> String {
    let mut out = HEAD.to_owned();
    match &proto_path[..] {
        [] => out += PROTO_PATH,
        paths => out.extend(["proto-path = ", &list(paths), "\n"]),
    }
    for remark in remarks {
        out += "\n";
        out.extend(wrapped(remark));
    }
    if subjects.is_empty() {
        out += EXAMPLE;
    }
    for Starter { name, proposed, against, roots } in subjects {
        let root = match &roots[..] {
            [] => "every-message = true".to_owned(),
            [root] => format!("root = {}", quoted(root)),
            roots => format!("root = {}", list(roots)),
        };
        let [name, proposed, against] = [name, proposed, against].map(|text| quoted(text));
        // Writing to memory cannot fail.
        let _ =
            write!(out, "\n[[subject]]\nname = {name}\nproposed = {proposed}\nagainst = {against}\n{root}\n");
    }
    out + TAIL
}

/// Texts as an array of TOML.
fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
}

/// A text as lines of a comment, each with its end.
fn wrapped(text: &str) -> Vec<String> {
    const WIDTH: usize = 78;
    let mut lines = vec!["#".to_owned()];
    for word in text.split_whitespace() {
        // Names of files may hold anything, and a comment ends with its line.
        let word = word.replace(char::is_control, "\u{fffd}");
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < WIDTH => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(format!("# {word}")),
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
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
