//! The arguments of `protoward inspect`.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};

use super::{Color, PlainFormat, input_type};
use crate::source::{InputType, MaxSize};

/// What the tool sees: files, root, effective facts, budget, fingerprint.
#[derive(Debug, Args)]
#[command(after_long_help = INSPECT_EXAMPLES)]
pub(in crate::cli) struct Inspect {
    /// What to look at; several are told one by one.
    ///
    /// A `.proto` source, a descriptor set (`protoc --include_imports -o`, `buf build -o`), native schema data (the JSON
    /// envelope of a Pulsar registry), a directory of sources, or `-` for standard input.
    #[arg(required = true, value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) input: Vec<String>,

    /// The root message by full name; may be repeated.
    ///
    /// Without it the only top-level message of the root file; where there are several, all messages are told, without a
    /// budget. Native schema data names its own.
    #[arg(long, value_name = "MESSAGE")]
    pub(in crate::cli) root: Vec<String>,

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
    ///
    /// The facts in `json` are the same for a source and for the descriptor set that `protoc` makes of it.
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

    /// Say nothing but what cannot be compared.
    #[arg(short, long, action = ArgAction::SetTrue, conflicts_with = "verbose")]
    pub(in crate::cli) quiet: bool,

    /// Also say what was read.
    #[arg(short, long, action = ArgAction::SetTrue)]
    pub(in crate::cli) verbose: bool,
}

const INSPECT_EXAMPLES: &str = "\
Examples:
  What readers of a source take its fields for:
    protoward inspect order.proto --root shop.Order

  Is there anything in a descriptor set that cannot be compared?
    protoward inspect schemas.binpb -q

Of a field, explicit and implicit are its presence, packed and expanded how
writers encode it; its default is told where it is not the usual one. Types
of a message's own package are named without it.

Exit status: 0 readable, 2 wrong usage or unreadable input, 3 a schema that
cannot be rebuilt from what is stored. What cannot be compared is told and
changes nothing.";
