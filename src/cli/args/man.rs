//! The arguments of `protoward man`.

use clap::Args;

/// Prints a man page.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct Man {
    /// A command; without it, the page of protoward.
    #[arg(value_name = "COMMAND")]
    pub(in crate::cli) page: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  Read the page of a command:
    protoward man check | man -l -

  Install the pages for `man protoward` and `man protoward-check`:
    dir=~/.local/share/man/man1
    protoward man > $dir/protoward.1
    protoward man check > $dir/protoward-check.1";
