//! `protoward completions SHELL`: prints what `completions/` holds.

use clap::CommandFactory;

use super::args::{Cli, Completions};
use super::{Streams, output};
use crate::exit::Exit;

pub(super) fn run(args: &Completions, streams: &mut Streams<'_>) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "protoward", &mut script);
    output::print(&script, Exit::Compatible, streams)
}
