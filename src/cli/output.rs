//! Where an answer goes: to standard output or to the one file that was asked for. The answer is complete before the first
//! byte of it is written, so that nothing half-made is left behind and an old file survives a failed run.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::args::Outlet;
use super::{Misuse, Streams, Terminal};
use crate::exit::Exit;
use crate::report::Look;
use crate::source::{Input, InputError};

impl Outlet {
    /// How the answer looks.
    pub(super) fn look(&self, terminal: Terminal) -> Look {
        let to_terminal = terminal.stdout && self.output.is_none();
        terminal.look(self.color, to_terminal, self.quiet)
    }

    /// How looks what is told beside the answer.
    pub(super) fn look_aside(&self, terminal: Terminal) -> Look {
        terminal.look(self.color, terminal.stderr, self.quiet)
    }

    /// Hands over the answer, and before it what is told beside it.
    pub(super) fn hand_over(
        &self,
        aside: &[u8],
        answer: &[u8],
        exit: Exit,
        streams: &mut Streams<'_>,
    ) -> Exit {
        // Nobody is left to be told where this fails.
        let _ = streams.stderr.write_all(aside);
        match &self.output {
            Some(path) => save(answer, path, exit, streams),
            None => print(answer, exit, streams),
        }
    }

    /// Refuses an answer that would go over what it is made of.
    pub(super) fn spares(&self, files: &[String]) -> Result<(), Misuse> {
        spare(self.output.iter().map(|path| ("--output", path)), files)
    }
}

/// The files that an input was read from, imports among them, or could not be; as they are shown.
pub(super) fn files_of(input: &Result<Input, InputError>) -> Vec<String> {
    let shown: Vec<&str> = match input {
        Ok(input) => input.files().into_iter().chain([&*input.label]).collect(),
        Err(error) => {
            let faults = std::iter::once(error).chain(&error.more);
            faults.flat_map(|it| it.location.iter().map(|at| &*at.file).chain([&*it.input])).collect()
        }
    };
    shown.into_iter().map(str::to_owned).collect()
}

/// Refuses answers, with the options that ask for them, that would go over what they are made of: versions in a directory and
/// imports count, too.
pub(super) fn spare<'a>(
    answers: impl Iterator<Item = (&'static str, &'a PathBuf)>,
    files: &[String],
) -> Result<(), Misuse> {
    for (flag, path) in answers {
        // Most answers are new, and need no second look at what was read.
        let Ok(path) = path.canonicalize() else { continue };
        let is_it = |file: &&String| Path::new(file).canonicalize().is_ok_and(|it| it == path);
        if let Some(file) = files.iter().find(is_it) {
            return Err(Misuse(format!("{flag} would overwrite the input `{file}`")));
        }
    }
    Ok(())
}

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
