//! Scratch directories with repositories in them, and the program run there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory of one test, with a repository in it or several.
pub(crate) struct Scratch(pub(crate) PathBuf);

/// What the program answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) exit: Option<i32>,
    /// Standard output and then standard error.
    pub(crate) text: String,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("git-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let scratch = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = fs::remove_dir_all(&scratch.0);
        fs::create_dir_all(&scratch.0).expect("a directory");
        scratch
    }

    /// With a repository of no commit in `repo`.
    pub(crate) fn with_repository() -> Self {
        let scratch = Self::new();
        scratch.git(".", &["init", "-q", "-b", "main", "repo"]);
        scratch
    }

    pub(crate) fn command(&self, program: &str, directory: &str) -> Command {
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
    pub(crate) fn git(&self, directory: &str, args: &[&str]) -> String {
        let output = self.command("git", directory).args(args).output();
        let Output { status, stdout, stderr } = output.expect("these tests need `git`: install it");
        assert!(status.success(), "git {args:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8_lossy(&stdout).trim().to_owned()
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    /// Writes files of `repo` and commits them.
    #[track_caller]
    pub(crate) fn commit(&self, files: &[(&str, &str)]) {
        for (name, text) in files {
            self.write(&format!("repo/{name}"), text);
        }
        self.git("repo", &["add", "."]);
        self.git("repo", &["commit", "-q", "--allow-empty", "-m", "more"]);
    }

    pub(crate) fn check(&self, directory: &str, args: &[&str]) -> Answer {
        self.check_with(directory, args, &[])
    }

    #[track_caller]
    pub(crate) fn check_with(&self, directory: &str, args: &[&str], env: &[(&str, &str)]) -> Answer {
        self.run(directory, &[&["check"], args].concat(), env)
    }

    /// Runs the program.
    pub(crate) fn run(&self, directory: &str, args: &[&str], env: &[(&str, &str)]) -> Answer {
        let mut command = self.command(env!("CARGO_BIN_EXE_protoward"), directory);
        let output = command.args(args).envs(env.iter().copied()).output().expect("it runs");
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Answer { exit: output.status.code(), text: text.concat() }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Answer {
    #[track_caller]
    pub(crate) fn is(&self, exit: i32, parts: &[&str]) -> &Self {
        assert_eq!(self.exit, Some(exit), "{}", self.text);
        for part in parts {
            assert!(self.text.contains(part), "no {part:?} in:\n{}", self.text);
        }
        self
    }

    #[track_caller]
    pub(crate) fn lacks(&self, part: &str) -> &Self {
        assert!(!self.text.contains(part), "{part:?} in:\n{}", self.text);
        self
    }
}
