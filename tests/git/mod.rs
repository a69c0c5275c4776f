//! Schemas as they stand in git: scratch repositories, and the program run in them.

mod fetching;
mod index;
mod paths;
mod refs;
mod repositories;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory of one test, with a repository in it or several.
struct Scratch(PathBuf);

/// What the program answered.
#[derive(Debug)]
struct Answer {
    exit: Option<i32>,
    /// Standard output and then standard error.
    text: String,
}

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("git-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let scratch = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = fs::remove_dir_all(&scratch.0);
        fs::create_dir_all(&scratch.0).expect("a directory");
        scratch
    }

    /// With a repository of no commit in `repo`.
    fn with_repository() -> Self {
        let scratch = Self::new();
        scratch.git(".", &["init", "-q", "-b", "main", "repo"]);
        scratch
    }

    fn command(&self, program: &str, directory: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.0.join(directory));
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
            command.env_remove(name);
        }
        for who in ["GIT_AUTHOR", "GIT_COMMITTER"] {
            command.env(format!("{who}_NAME"), "a").env(format!("{who}_EMAIL"), "a@example.invalid");
        }
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("NO_COLOR", "1");
        command
    }

    #[track_caller]
    fn git(&self, directory: &str, args: &[&str]) -> String {
        let output = self.command("git", directory).args(args).output();
        let Output { status, stdout, stderr } = output.expect("these tests need `git`: install it");
        assert!(status.success(), "git {args:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8_lossy(&stdout).trim().to_owned()
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    /// Writes files of `repo` and commits them.
    #[track_caller]
    fn commit(&self, files: &[(&str, &str)]) {
        for (name, text) in files {
            self.write(&format!("repo/{name}"), text);
        }
        self.git("repo", &["add", "."]);
        self.git("repo", &["commit", "-q", "--allow-empty", "-m", "more"]);
    }

    fn check(&self, directory: &str, args: &[&str]) -> Answer {
        self.check_with(directory, args, &[])
    }

    #[track_caller]
    fn check_with(&self, directory: &str, args: &[&str], env: &[(&str, &str)]) -> Answer {
        let mut command = self.command(env!("CARGO_BIN_EXE_protoward"), directory);
        let output = command.arg("check").args(args).envs(env.iter().copied()).output().expect("it runs");
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Answer { exit: output.status.code(), text: text.concat() }
    }
}

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

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Answer {
    #[track_caller]
    fn is(&self, exit: i32, parts: &[&str]) -> &Self {
        assert_eq!(self.exit, Some(exit), "{}", self.text);
        for part in parts {
            assert!(self.text.contains(part), "no {part:?} in:\n{}", self.text);
        }
        self
    }

    #[track_caller]
    fn lacks(&self, part: &str) -> &Self {
        assert!(!self.text.contains(part), "{part:?} in:\n{}", self.text);
        self
    }
}

/// A message with one field of this type.
fn rec(field: &str) -> String {
    format!("syntax = \"proto3\";\npackage ci;\nmessage Rec {{\n  {field} a = 1;\n}}\n")
}
