//! The examples: each has a README whose commands are run in its directory, and whose answers are compared.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where an answer begins and ends.
const START: &str = "```console\n$ ";
const END: &str = "```\n";

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let entries = fs::read_dir(folder).expect("examples").map(|entry| entry.expect("an example").path());
    let mut out: Vec<PathBuf> = entries.filter(|path| path.join("README.md").is_file()).collect();
    out.sort();
    out
}

/// What a shell answers in a directory: the exit status where it is not 0, standard output, standard error.
fn answer(command: &str, directory: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_protoward")).parent().expect("its directory");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("example");
    let _ = fs::remove_dir_all(&scratch);
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("GIT_")) {
        shell.env_remove(name);
    }
    shell.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("NO_COLOR", "1");
    shell.env("PATH", format!("{}:{path}", binary.display())).env("SCRATCH", &scratch);
    let output = shell.args(["-c", command]).current_dir(directory).output().expect("a shell");
    let status = match output.status.code() {
        Some(0) => String::new(),
        code => format!("? {}\n", code.expect("an exit status")),
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    status + &text(output.stdout) + &text(output.stderr)
}

#[test]
fn their_answers_are_as_written_down() {
    let updates = std::env::var_os("UPDATE").is_some();
    let examples = examples();
    assert!(examples.len() >= 5, "{examples:?}");
    for example in examples {
        let file = example.join("README.md");
        let text = fs::read_to_string(&file).expect("a README");
        let mut parts = text.split(START);
        let mut wanted = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (block, rest) = part.split_once(END).expect("the end of a block");
            let command = block.lines().next().unwrap_or_default();
            let answer = answer(command, &example);
            wanted.extend([START, command, "\n", &answer, END, rest]);
        }
        assert!(wanted.contains(START), "{}: no command", file.display());
        if updates {
            fs::write(&file, &wanted).expect("a README that can be written");
        } else {
            assert_eq!(text, wanted, "{}: UPDATE=1 cargo test", file.display());
        }
    }
}
