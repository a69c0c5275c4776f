//! The arguments of the commands about a whole history.

use clap::{Args, ValueHint};

use super::{Inputs, Outlet, PlainFormat};

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

    #[command(flatten)]
    pub(in crate::cli) inputs: Inputs,

    /// text (default) or json.
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, value_enum)]
    #[arg(hide_possible_values = true)]
    pub(in crate::cli) format: PlainFormat,

    #[command(flatten)]
    pub(in crate::cli) outlet: Outlet,
}
