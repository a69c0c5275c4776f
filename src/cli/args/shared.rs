//! What commands that read schemas have in common: how inputs are read, and where the answer goes.

use std::path::PathBuf;

use clap::{ArgAction, Args, ValueHint};

use super::{Color, input_type};
use crate::source::{InputType, MaxSize};

/// How inputs are read.
#[derive(Debug, Args)]
pub(in crate::cli) struct Inputs {
    /// Where imports are found; may be repeated.
    ///
    /// Without any, a file's own directory and its parents up to the working directory.
    #[arg(short = 'I', long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) proto_path: Vec<PathBuf>,

    /// proto, descriptor-set, native or registry.
    ///
    /// What inputs are; told by content and then by name otherwise.
    #[arg(long, value_name = "TYPE", value_parser = input_type(), hide_possible_values = true, hide_short_help = true)]
    pub(in crate::cli) input_type: Option<InputType>,

    /// The most bytes of an input with its imports.
    ///
    /// In bytes, or with K, M or G; larger inputs are refused.
    #[arg(long, value_name = "SIZE", default_value_t, hide_short_help = true)]
    pub(in crate::cli) max_input_size: MaxSize,
}

/// Where the answer goes, and how much is said.
#[derive(Debug, Args)]
pub(in crate::cli) struct Outlet {
    /// Write the answer here, not to standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Colours: auto, always or never.
    ///
    /// `auto` colours a terminal unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum, hide_possible_values = true)]
    #[arg(hide_short_help = true)]
    pub(in crate::cli) color: Color,

    /// Say nothing but what is wrong.
    #[arg(short, long, action = ArgAction::SetTrue, conflicts_with = "verbose")]
    pub(in crate::cli) quiet: bool,

    /// Also say what was read, passed over and compared.
    #[arg(short, long, action = ArgAction::SetTrue)]
    pub(in crate::cli) verbose: bool,
}
