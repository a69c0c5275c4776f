//! The arguments of the commands about a whole history.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};

use super::{Color, PlainFormat, input_type};
use crate::source::{InputType, MaxSize};

/// Replays a history: was every version safe after those before it?
#[derive(Debug, Args)]
#[command(after_long_help = AUDIT_EXAMPLES)]
pub(in crate::cli) struct Audit {
    /// FULL (default), FULL_TRANSITIVE, BACKWARD, ….
    ///
    /// BACKWARD: each version reads what the one before it wrote. FORWARD: the one before it reads what it writes. FULL:
    /// both. With _TRANSITIVE: not only the one before it, but all of them. In any case, with `-` or `_`.
    #[arg(long, value_name = "S", default_value = "FULL", hide_default_value = true)]
    pub(in crate::cli) strategy: String,

    /// Stop at the first version that breaks.
    #[arg(long)]
    pub(in crate::cli) first: bool,

    #[command(flatten)]
    pub(in crate::cli) past: Past,
}

const AUDIT_EXAMPLES: &str = "\
Examples:
  Which version broke the one before it?
    protoward audit history/

  Has every version been safe after all before it, for readers of old data?
    protoward audit history/ --strategy backward-transitive

Every version is judged as if it had been proposed then, refused ones stay in
the history. Findings are told of the first version that breaks, each cause
once, with the number of earlier versions that it was found with; --format
json has those of every version.

Exit status: 0 compatible, 1 incompatible, 2 wrong usage or unreadable input,
3 undecided: nothing incompatible found, but something could not be compared.";

/// Who can read whom, as a grid, and which strategies the history satisfies.
#[derive(Debug, Args)]
#[command(after_long_help = MATRIX_EXAMPLES)]
pub(in crate::cli) struct Matrix {
    #[command(flatten)]
    pub(in crate::cli) past: Past,
}

const MATRIX_EXAMPLES: &str = "\
Examples:
  Which versions may run side by side?
    protoward matrix history/

  The same for programs, and for histories wider than a terminal:
    protoward matrix history/ --format json

A row is what writers on a version wrote, a column who reads it. A history
satisfies a strategy where each version is accepted against those before it:
the one right before it, or all of them under a _TRANSITIVE one.

Exit status: 0 whatever was found, 2 wrong usage or unreadable input, 3 some
pairs could not be compared.";

/// A history and how to tell what was found of it.
#[derive(Debug, Args)]
pub(in crate::cli) struct Past {
    /// Versions, oldest first: files, a directory.
    ///
    /// A directory holds one entry a version, in numeric order: `1.proto`, `v2.proto`, `0003-add-note.binpb`.
    #[arg(required = true, value_name = "HISTORY", value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) history: Vec<String>,

    /// The root message by full name; may be repeated.
    ///
    /// May be left out where the latest version's root file has one top-level message, and for native schema data, which
    /// names its own.
    #[arg(long, value_name = "MESSAGE", conflicts_with = "every_message")]
    pub(in crate::cli) root: Vec<String>,

    /// Every top-level message of any version is a root.
    #[arg(long)]
    pub(in crate::cli) every_message: bool,

    /// Where imports are found; may be repeated.
    ///
    /// Without any, a file's own directory and its parents up to the working directory.
    #[arg(short = 'I', long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) proto_path: Vec<PathBuf>,

    /// proto, descriptor-set, native or registry.
    ///
    /// What inputs are; told by content and then by name otherwise.
    #[arg(long, value_name = "TYPE", value_parser = input_type(), hide_possible_values = true)]
    pub(in crate::cli) input_type: Option<InputType>,

    /// The most bytes of an input with its imports.
    ///
    /// In bytes, or with K, M or G; larger inputs are refused.
    #[arg(long, value_name = "SIZE", default_value_t, hide_short_help = true)]
    pub(in crate::cli) max_input_size: MaxSize,

    /// text (default) or json.
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, value_enum)]
    #[arg(hide_possible_values = true)]
    pub(in crate::cli) format: PlainFormat,

    /// Write the answer here, not to standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Colours: auto, always or never.
    ///
    /// `auto` colours a terminal unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum, hide_possible_values = true)]
    pub(in crate::cli) color: Color,

    /// Say nothing but what is wrong.
    #[arg(short, long, action = ArgAction::SetTrue, conflicts_with = "verbose")]
    pub(in crate::cli) quiet: bool,

    /// Also say what was read, and what was passed over.
    #[arg(short, long, action = ArgAction::SetTrue)]
    pub(in crate::cli) verbose: bool,
}
