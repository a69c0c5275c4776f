//! The `protoward` command: hands the process to the library.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use protoward::{Streams, Terminal, run};

fn main() -> ExitCode {
    let (mut stdin, mut stdout, mut stderr) = (io::stdin(), io::stdout(), io::stderr());
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let plain = is_set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let terminal =
        Terminal { stdout: stdout.is_terminal(), stderr: stderr.is_terminal(), plain, width: width(&stdout) };
    let mut streams = Streams { stdin: &mut stdin, stdout: &mut stdout, stderr: &mut stderr };
    ExitCode::from(run(std::env::args_os(), &mut streams, terminal).code())
}

/// What the user says, or else what the terminal does.
fn width(stdout: &io::Stdout) -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    said.filter(|columns| *columns > 0)
        .or_else(|| terminal_size::terminal_size_of(stdout).map(|(width, _)| width.0.into()))
}
