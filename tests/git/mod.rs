//! Schemas as they stand in git: scratch repositories, and the program run in them.

mod fetching;
mod index;
mod moved;
mod paths;
mod refs;
mod repositories;

use crate::support::scratch::{Answer, Scratch};

impl Scratch {
    /// Checks, does what the help says, and checks again: what was asked, or the word that the help names behind the command.
    #[track_caller]
    fn heed(&self, clone: &str, path: &str, word: &str) -> Answer {
        let answer = self.check(clone, &[path, "--against", word]);
        answer.is(2, &["`git fetch "]);
        let quoted: Vec<&str> = answer.text.split('`').skip(1).step_by(2).collect();
        let at = quoted.iter().position(|part| part.starts_with("git fetch ")).expect("a command");
        let said = self.command("sh", clone).args(["-c", quoted[at]]).output().expect("a shell");
        assert!(said.status.success(), "{}: {}", quoted[at], String::from_utf8_lossy(&said.stderr));
        let next = quoted.get(at + 1).filter(|part| part.starts_with("git:")).copied();
        self.check(clone, &[path, "--against", next.unwrap_or(word)])
    }
}

/// A message with one field of this type.
fn rec(field: &str) -> String {
    format!("syntax = \"proto3\";\npackage ci;\nmessage Rec {{\n  {field} a = 1;\n}}\n")
}
