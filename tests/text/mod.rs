//! What `check` tells people, as whole answers: `UPDATE=1 cargo test` writes them anew, and somebody has to look at them.

mod asides;
mod laws;
mod looks;
mod roots;
mod rules;

use std::fs;
use std::path::{Path, PathBuf};

use protoward::{Exit, Streams, Terminal};

/// A folder of one test, and the program run on what is in it.
struct Desk(PathBuf);

impl Desk {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("text").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Has `protoc` make a descriptor set of a file, with positions or without.
    fn compile(&self, file: &str, set: &str, positions: bool) {
        fs::create_dir_all(self.0.join(set).parent().expect("a parent")).expect("a folder");
        let mut command = std::process::Command::new(protoc_bin_vendored::protoc_bin_path().expect("protoc"));
        command.current_dir(&self.0).args(["--include_imports", "-o", set, file]);
        command.args(positions.then_some("--include_source_info"));
        let folder = Path::new(file).parent().filter(|parent| !parent.as_os_str().is_empty());
        command.arg("-I").arg(folder.unwrap_or(Path::new(".")));
        let made = command.output().expect("protoc runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }

    /// What a terminal of this width shows for a `check` of files in this folder, errors first.
    fn check(&self, args: &str, width: Option<usize>) -> String {
        let (mut stdin, mut stdout, mut stderr) = (&b""[..], Vec::new(), Vec::new());
        let mut streams = Streams { stdin: &mut stdin, stdout: &mut stdout, stderr: &mut stderr };
        let terminal = Terminal { stdout: true, stderr: true, plain: true, width };
        // From here and not from the top of the machine: where a path is broken its pieces stay in the answer.
        let here = self.0.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(&self.0);
        let folder = format!("{}/", here.display());
        let words = args.split(' ').map(|word| {
            let is_file = self.0.join(word).exists();
            if is_file { format!("{folder}{word}") } else { word.to_owned() }
        });
        let args = ["protoward", "check"].map(str::to_owned).into_iter().chain(words);
        let exit = protoward::run(args.map(Into::into), &mut streams, terminal);
        let text = String::from_utf8([stderr, stdout].concat()).expect("UTF-8");
        let status = match exit {
            Exit::Compatible => "",
            Exit::Incompatible => "exit 1\n",
            Exit::Undecided => "exit 3\n",
            Exit::Usage => "exit 2\n",
        };
        format!("{}{status}", text.replace(&folder, "").replace('\u{1b}', "␛"))
    }
}

/// Compares a text with the committed one.
#[track_caller]
fn snapshot(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, text).expect("a snapshot");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let differs = text.lines().zip(committed.lines()).find(|(now, then)| now != then);
    assert!(
        committed == text,
        "tests/text/{name} is stale, {differs:?}: look at it, then UPDATE=1 cargo test"
    );
}
