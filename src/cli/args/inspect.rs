//! The arguments of `protoward inspect`.

use clap::{Args, ValueHint};

use super::{Inputs, Outlet, PlainFormat};

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

    #[command(flatten)]
    pub(in crate::cli) inputs: Inputs,

    /// text (default) or json.
    ///
    /// The facts in `json` are the same for a source and for the descriptor set that `protoc` makes of it.
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, value_enum)]
    #[arg(hide_possible_values = true)]
    pub(in crate::cli) format: PlainFormat,

    #[command(flatten)]
    pub(in crate::cli) outlet: Outlet,
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
