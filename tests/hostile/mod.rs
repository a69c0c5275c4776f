//! Inputs that mean harm: each has one clear error or a right answer, soon, and within memory that is counted.

mod git;
mod many;
mod nesting;
mod sizes;
mod world;

use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::scratch::{Answer, Scratch};

/// No test of these needs as long, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A small source.
const SMALL: &str = "syntax = \"proto3\";\npackage a;\nmessage M { int32 a = 1; }\n";

impl Scratch {
    fn bytes(&self, file: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, bytes).expect("a file");
        self
    }

    /// Runs the program, which must end by itself and say what it says in words.
    #[track_caller]
    fn try_out(&self, args: &[&str]) -> Answer {
        let mut command = self.command(env!("CARGO_BIN_EXE_protoward"), ".");
        let mut child = command
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let (mut out, mut err) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
        let read = |pipe: &mut dyn Read| {
            let mut bytes = Vec::new();
            pipe.read_to_end(&mut bytes).expect("what it says");
            String::from_utf8(bytes).expect("text")
        };
        let start = Instant::now();
        let text = std::thread::scope(|scope| {
            let others = scope.spawn(|| read(&mut err));
            let said = read(&mut out);
            said + &others.join().expect("what it says")
        });
        let exit = child.wait().expect("it ends").code();
        assert!(start.elapsed() < PATIENCE, "{args:?} took {:?}", start.elapsed());
        assert!(exit.is_some_and(|exit| exit < 4), "{args:?}: {exit:?} {text}");
        assert!(!text.contains("panicked"), "{text}");
        Answer { exit, text }
    }

    /// As [`Self::try_out`] for one schema.
    #[track_caller]
    fn inspect(&self, word: &str) -> Answer {
        self.try_out(&["inspect", word])
    }
}

impl Answer {
    /// It is an error, and not a long one.
    #[track_caller]
    fn refuses(&self, part: &str) -> &Self {
        assert!(self.text.len() < 20_000, "{} bytes: {}…", self.text.len(), &self.text[..500]);
        self.is(2, &["error: ", part])
    }
}

/// As it stands on the wire: a length behind its tag, and the bytes.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![number << 3 | 2];
    let mut length = bytes.len();
    while length >= 128 {
        out.push(u8::try_from(length % 128).expect("seven bits") | 128);
        length /= 128;
    }
    out.push(u8::try_from(length).expect("seven bits"));
    out.extend(bytes);
    out
}

/// A descriptor set of one file with message `M`, and more of that file.
fn set(more: &[u8]) -> Vec<u8> {
    let head = [field(1, b"a.proto"), field(2, b"a"), field(4, &field(1, b"M"))].concat();
    field(1, &[&head, more].concat())
}
