//! The arguments of `protoward explain`.

use clap::Args;

use super::Color;

/// The page of a rule or a note: why, examples, how to fix.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct Explain {
    /// The id of a rule or a note; without it, the list of all.
    ///
    /// As it stands in a finding, `error[TYPE_CHANGED]` or `note[FIELD_NOT_RESERVED]`; in any case, with `-` or `_`.
    #[arg(value_name = "RULE")]
    pub(in crate::cli) rule: Option<String>,

    /// Colours: auto, always or never.
    ///
    /// `auto` colours a terminal unless NO_COLOR is set. What goes elsewhere without colours is the page's Markdown.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum, hide_possible_values = true)]
    pub(in crate::cli) color: Color,
}

const EXAMPLES: &str = "\
Examples:
  Why is another type a break, and how do I change it safely?
    protoward explain type-changed

  Which rules are there?
    protoward explain

  A page to keep:
    protoward explain ONEOF_CONFLICT > oneof-conflict.md

Exit status: 0 told, 2 no such rule.";
