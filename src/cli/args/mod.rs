//! The command line as clap sees it: one file per command, and what several have in common.

#![expect(clippy::doc_markdown, reason = "comments on arguments are help texts and shown as they stand")]

mod check;
mod explain;
mod init;
mod inspect;
mod man;
mod past;
mod shared;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::history::{Checker, Operation};
use crate::report::Format;
use crate::source::InputType;

pub(in crate::cli) use check::Check;
pub(in crate::cli) use explain::Explain;
pub(in crate::cli) use init::Init;
pub(in crate::cli) use inspect::Inspect;
pub(in crate::cli) use man::Man;
pub(in crate::cli) use past::{Audit, Matrix, Past};
pub(in crate::cli) use shared::{Inputs, Outlet};

/// A linter for the evolution of Protobuf schemas.
///
/// Tells, before a change is merged, whether readers and writers on different versions of a schema still understand each
/// other.
#[derive(Debug, Parser)]
#[command(
    name = "protoward",
    version,
    long_version = super::version::LONG.as_str(),
    max_term_width = 80,
    disable_help_subcommand = true,
    arg_required_else_help = true
)]
pub(in crate::cli) struct Cli {
    #[command(subcommand)]
    pub(in crate::cli) command: Command,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    Check(Check),
    Audit(Audit),
    Matrix(Matrix),
    Inspect(Inspect),
    Init(Init),
    Explain(Explain),
    Man(Man),
    Completions(Completions),
}

/// Prints a completion script for a shell.
#[derive(Debug, Args)]
pub(in crate::cli) struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL", value_enum)]
    pub(in crate::cli) shell: Shell,
}

/// How something is told that the broker and code hosts have no words for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum PlainFormat {
    Text,
    Json,
}

/// What fails a run besides findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Deny {
    /// Advice beyond the contract.
    Notes,
}

/// A report that is written to a file.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Report {
    pub(in crate::cli) format: Format,
    pub(in crate::cli) path: PathBuf,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Color {
    Auto,
    Always,
    Never,
}

fn format() -> ValueParser {
    let names = Format::ALL.map(Format::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>()).into()
}

fn report() -> ValueParser {
    ValueParser::from(|text: &str| -> Result<Report, String> {
        let (format, path) =
            text.split_once('=').ok_or("a report is FORMAT=FILE, for instance sarif=protoward.sarif")?;
        let format = format.parse::<Format>().map_err(|unknown| unknown.to_string())?;
        match path {
            "" => Err("which file? FORMAT=FILE".to_owned()),
            path => Ok(Report { format, path: path.into() }),
        }
    })
}

fn operation() -> ValueParser {
    let names = Operation::ALL.map(Operation::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Operation>()).into()
}

fn checker() -> ValueParser {
    let names = Checker::ALL.map(Checker::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Checker>()).into()
}

fn input_type() -> ValueParser {
    let names = InputType::ALL.map(InputType::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<InputType>()).into()
}
