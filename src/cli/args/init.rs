//! The arguments of `protoward init`.

use clap::Args;

use super::Color;

/// Writes a first protoward.toml for the sources and histories found here.
///
/// Looks through the working directory for `.proto` sources, directories of old versions and a git repository, and writes
/// what `protoward check` then goes by, with comments. An existing file is never touched.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct Init {
    /// Print the file instead of writing it.
    #[arg(short = 'n', long)]
    pub(in crate::cli) print: bool,

    /// Colours: auto, always or never.
    ///
    /// `auto` colours a terminal unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum, hide_possible_values = true)]
    pub(in crate::cli) color: Color,
}

const EXAMPLES: &str = "\
Examples:
  Begin, then check:
    protoward init
    protoward check

  What would it write?
    protoward init --print

Hidden directories, and those that hold what others made (node_modules,
target, vendor, ...), are passed over.

Exit status: 0 written or printed, 2 a protoward.toml is there already, or
the directory cannot be read or written.";
