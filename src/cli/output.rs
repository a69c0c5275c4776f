//! Where an answer goes: to standard output or to the one file that was asked for. The answer is complete before the first
//! byte of it is written, so that nothing half-made is left behind and an old file survives a failed run.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::Streams;
use crate::exit::Exit;

/// Writes an answer to standard output. A reader who went away changes nothing; anything else that goes wrong does.
pub(super) fn print(answer: &[u8], exit: Exit, streams: &mut Streams<'_>) -> Exit {
    match streams.stdout.write_all(answer).and_then(|()| streams.stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => fail("standard output", &error, streams),
        _ => exit,
    }
}

/// Writes an answer to a file.
pub(super) fn save(answer: &[u8], path: &Path, exit: Exit, streams: &mut Streams<'_>) -> Exit {
    match fs::write(path, answer) {
        Err(error) => fail(&path.display().to_string(), &error, streams),
        Ok(()) => exit,
    }
}

/// Whether something has that name, be it a link that leads nowhere.
pub(super) fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Writes a file that is not there yet.
pub(super) fn create(text: &[u8], path: &Path) -> io::Result<()> {
    fs::File::create_new(path)?.write_all(text)
}

fn fail(place: &str, error: &io::Error, streams: &mut Streams<'_>) -> Exit {
    // Nobody is left to be told where this fails.
    let _ = writeln!(streams.stderr, "error: cannot write to {place}: {error}");
    Exit::Usage
}
