//! Bytes of files and of standard input, never more than there may be.

use std::cell::RefCell;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::{InputError, MaxSize};

/// Reads a regular file, or a pipe that a shell opened. Other pipes, devices and directories are refused before they are
/// opened, so nothing waits for ever.
pub(super) fn file(path: &Path, input: &str, most: MaxSize) -> Result<Vec<u8>, InputError> {
    let failed = |error: &io::Error| InputError::from_io(error, input, path);
    let metadata = fs::metadata(path).map_err(|e| failed(&e))?;
    if metadata.is_dir() {
        return Err(InputError::new("is-a-directory", input, "is a directory"));
    }
    if !metadata.is_file() && !is_handed_over(path) {
        let error =
            InputError::new("not-a-file", input, "is no regular file but a pipe, a socket or a device");
        return Err(error.help("hand it over as standard input: `-`"));
    }
    if metadata.len() > most.bytes() {
        return Err(most.exceeded(Some(metadata.len()), input));
    }
    // Read as a whole without room to spare: many texts stay in memory.
    let room = usize::try_from(metadata.len()).unwrap_or(0);
    bounded(&mut fs::File::open(path).map_err(|e| failed(&e))?, room, input, path, most)
}

/// A pipe that a shell opened for this program, as in `<(git show main:order.proto)`: somebody writes to it.
fn is_handed_over(path: &Path) -> bool {
    ["/dev/fd", "/proc/self/fd"].iter().any(|descriptors| path.parent() == Some(Path::new(descriptors)))
}

fn bounded(
    reader: &mut dyn Read,
    room: usize,
    input: &str,
    path: &Path,
    most: MaxSize,
) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::with_capacity(room);
    reader
        .take(most.bytes() + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| InputError::from_io(&error, input, path))?;
    if bytes.len() as u64 > most.bytes() { Err(most.exceeded(None, input)) } else { Ok(bytes) }
}

/// Standard input, which can be read once.
#[derive(Default)]
pub struct Stdin<'a>(RefCell<State<'a>>);

#[derive(Default)]
enum State<'a> {
    #[default]
    Absent,
    Unread(&'a mut dyn Read),
    /// Handed out; kept for those who read everything once more.
    Read(Vec<u8>),
    Kept(Vec<u8>),
}

impl<'a> Stdin<'a> {
    /// What `-` stands for.
    pub fn new(reader: &'a mut dyn Read) -> Self {
        Self(RefCell::new(State::Unread(reader)))
    }

    pub(super) fn take(&self, input: &str, most: MaxSize) -> Result<Vec<u8>, InputError> {
        let bytes = match self.0.replace(State::Read(Vec::new())) {
            State::Unread(reader) => bounded(reader, 0, input, Path::new("-"), most)?,
            State::Kept(bytes) => bytes,
            State::Read(bytes) => {
                self.0.replace(State::Read(bytes));
                return Err(InputError::new("stdin-twice", input, "standard input is read already")
                    .help("`-` can stand for one input only; put the other one into a file"));
            }
            State::Absent => {
                self.0.replace(State::Absent);
                return Err(InputError::new("no-stdin", input, "there is no standard input here"));
            }
        };
        self.0.replace(State::Read(bytes.clone()));
        Ok(bytes)
    }

    /// Makes what was read readable once more.
    pub(super) fn rewind(&self) {
        let state = self.0.take();
        self.0.replace(match state {
            State::Read(bytes) => State::Kept(bytes),
            other => other,
        });
    }
}

impl fmt::Debug for Stdin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stdin")
    }
}
