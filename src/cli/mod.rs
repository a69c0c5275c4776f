//! What the user asked for: reads the command line, asks the other rooms, hands their answer to the streams.
//!
//! The only room that knows clap. No other room uses it.

mod args;
mod audit;
mod check;
mod completions;
mod explain;
mod init;
mod inspect;
mod man;
mod matrix;
mod output;
mod past;
mod version;

use std::ffi::OsString;
use std::io::{Read, Write};

use clap::Parser;

use crate::exit::Exit;
use crate::report::Look;
use crate::source::{Options, Stdin};
use args::{Cli, Color, Command, Inputs};

/// The world's streams.
#[expect(missing_debug_implementations, reason = "streams have no use for it")]
pub struct Streams<'a> {
    /// Read only where the command line names `-`.
    pub stdin: &'a mut dyn Read,
    /// Takes answers.
    pub stdout: &'a mut dyn Write,
    /// Takes errors, and what was asked for besides the answer.
    pub stderr: &'a mut dyn Write,
}

/// What is known about where the streams lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// Standard output is a terminal.
    pub stdout: bool,
    /// Standard error is one.
    pub stderr: bool,
    /// The user wants no colours (`NO_COLOR`, a dumb terminal).
    pub plain: bool,
    /// How many characters fit in a line of standard output; `None` where there is no end to it.
    pub width: Option<usize>,
}

/// Does what a command line asks for; the first argument is the program's name.
pub fn run(args: impl IntoIterator<Item = OsString>, streams: &mut Streams<'_>, terminal: Terminal) -> Exit {
    match Cli::try_parse_from(args) {
        Ok(Cli { command: Command::Check(args) }) => check::run(&args, streams, terminal),
        Ok(Cli { command: Command::Audit(args) }) => audit::run(&args, streams, terminal),
        Ok(Cli { command: Command::Matrix(args) }) => matrix::run(&args, streams, terminal),
        Ok(Cli { command: Command::Inspect(args) }) => inspect::run(&args, streams, terminal),
        Ok(Cli { command: Command::Init(args) }) => init::run(&args, streams, terminal),
        Ok(Cli { command: Command::Explain(args) }) => explain::run(&args, streams, terminal),
        Ok(Cli { command: Command::Man(args) }) => man::run(&args, streams),
        Ok(Cli { command: Command::Completions(args) }) => completions::run(&args, streams),
        Err(error) => say(&error, streams, terminal),
    }
}

/// A command line that clap cannot refuse, since it takes the inputs to see what is wrong with it.
struct Misuse(String);

impl Misuse {
    /// Tells the user.
    fn tell(&self, streams: &mut Streams<'_>) -> Exit {
        // Nobody is left to be told where this fails.
        let _ = writeln!(streams.stderr, "error: {}\n\nFor more information, try '--help'.", self.0);
        Exit::Usage
    }
}

impl Inputs {
    /// How inputs are read.
    fn options<'a>(&self, stdin: &'a mut dyn Read) -> Options<'a> {
        Options {
            proto_paths: self.proto_path.clone(),
            input_type: self.input_type,
            max_size: self.max_input_size,
            stdin: Stdin::new(stdin),
            ..Options::default()
        }
    }
}

/// Prints what clap has to say: help and version are answers, everything else is an error.
fn say(error: &clap::Error, streams: &mut Streams<'_>, terminal: Terminal) -> Exit {
    let text = error.render();
    let render = |color| if color { text.ansi().to_string() } else { text.to_string() };
    if error.use_stderr() {
        // Nobody is left to be told where this fails.
        let _ = streams.stderr.write_all(render(Color::Auto.is_on(terminal.stderr, terminal)).as_bytes());
        return Exit::Usage;
    }
    output::print(render(Color::Auto.is_on(terminal.stdout, terminal)).as_bytes(), Exit::Compatible, streams)
}

impl Terminal {
    /// How text looks in a stream.
    fn look(self, color: Color, is_terminal: bool, quiet: bool) -> Look {
        let width = if is_terminal { self.width } else { None };
        Look { color: color.is_on(is_terminal, self), quiet, width }
    }
}

impl Color {
    /// Whether to colour a stream.
    fn is_on(self, is_terminal: bool, terminal: Terminal) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => is_terminal && !terminal.plain,
        }
    }
}
