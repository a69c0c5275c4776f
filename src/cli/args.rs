//! The command line as clap sees it.

#![expect(clippy::doc_markdown, reason = "comments on arguments are help texts and shown as they stand")]

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;

use crate::history::{Checker, Operation};
use crate::report::Format;
use crate::source::InputType;

/// A linter for the evolution of Protobuf schemas.
///
/// Tells, before a change is merged, whether readers and writers on different versions of a schema still understand each
/// other.
#[derive(Debug, Parser)]
#[command(
    name = "protoward",
    version,
    max_term_width = 80,
    disable_help_subcommand = true,
    arg_required_else_help = true
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Check(Check),
    Audit(Audit),
    Matrix(Matrix),
    Inspect(Inspect),
    Completions(Completions),
}

/// Is this change safe? Sets a proposed schema against its history.
#[derive(Debug, Args)]
#[command(
    override_usage = "protoward check [OPTIONS] <PROPOSED>... --against <HISTORY>...",
    after_long_help = EXAMPLES
)]
#[expect(clippy::struct_excessive_bools, reason = "a command line has switches")]
pub(super) struct Check {
    /// The schema to use next; several are checked one by one.
    ///
    /// A `.proto` source, a descriptor set (`protoc --include_imports -o`, `buf build -o`), native schema data (the JSON
    /// envelope of a Pulsar registry), a registry's answer, a directory of sources (`tree:DIR` says so), any of them in git
    /// (`git:REF:PATH`), or `-` for standard input.
    #[arg(value_name = "PROPOSED", value_hint = ValueHint::AnyPath)]
    pub(super) proposed: Vec<String>,

    /// Versions so far: files, a directory, git:REF, ….
    ///
    /// May be given several times, oldest first; the order is kept and the last one is the latest. A directory holds one entry a
    /// version, in numeric order: `1.proto`, `v2.proto`, `0003-add-note.binpb`; `tree:DIR` is one version.
    ///
    /// `git:REF` is PROPOSED's own path as it stood there, `git:REF:PATH` another one, `git:REF...` where HEAD left REF,
    /// `git:A..B` every commit between them that changed it, `git:v*` all those tags in version order, `git:` the index.
    ///
    /// A registry's answer may hold several versions, and those before a deleted one do not count.
    ///
    /// It takes all words up to the next option, so PROPOSED comes first or behind `--`.
    #[arg(long, required = true, num_args = 1.., value_name = "HISTORY", value_hint = ValueHint::AnyPath)]
    pub(super) against: Vec<String>,

    /// Take PROPOSED from the git index, for hooks.
    ///
    /// What is about to be committed counts, not what the work tree holds beside it.
    #[arg(long)]
    pub(super) staged: bool,

    /// The root message by full name; may be repeated.
    ///
    /// May be left out where the root file has one top-level message, and for native schema data, which names its own.
    #[arg(long, value_name = "MESSAGE", conflicts_with = "every_message")]
    pub(super) root: Vec<String>,

    /// Every top-level message of PROPOSED is a root.
    ///
    /// Messages are paired by full name. One that is new, or gone, is told and does not fail.
    #[arg(long)]
    pub(super) every_message: bool,

    /// FULL (default), FULL_TRANSITIVE, BACKWARD, ….
    ///
    /// BACKWARD: the proposed schema reads what the latest existing one wrote. FORWARD: the latest existing one reads what
    /// the proposed one writes. FULL: both. With _TRANSITIVE: not the latest only, but every existing one. Also
    /// ALWAYS_COMPATIBLE and ALWAYS_INCOMPATIBLE. In any case, with `-` or `_`.
    #[arg(long, value_name = "S", default_value = "FULL", hide_default_value = true)]
    pub(super) strategy: String,

    /// Ask as the registry: test, register or consume.
    ///
    /// test, a compatibility request: the proposed schema must be readable even where there is nothing to compare, and an
    /// empty history accepts it under every strategy. register, a producer connects or somebody uploads: a schema that is
    /// registered already is reused. consume, a consumer connects: it must be able to read what is there. Without this
    /// option the answer is the checker's alone.
    #[arg(long = "as", value_name = "OPERATION", value_parser = operation(), hide_possible_values = true)]
    pub(super) operation: Option<Operation>,

    /// Who compares: advanced (default) or root-name.
    ///
    /// `root-name`, the broker's default, wants the root message to keep its name and asks for nothing else.
    #[arg(long, value_name = "CHECKER", default_value = "advanced", hide_default_value = true, value_parser = checker())]
    #[arg(hide_possible_values = true)]
    pub(super) checker: Checker,

    /// With --as register: nothing new is registered.
    #[arg(long, requires = "operation", hide_short_help = true)]
    pub(super) no_auto_update: bool,

    /// Where imports are found; may be repeated.
    ///
    /// Without any, a file's own directory and its parents up to the working directory.
    #[arg(short = 'I', long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) proto_path: Vec<PathBuf>,

    /// proto, descriptor-set, native or registry.
    ///
    /// What inputs are; told by content and then by name otherwise.
    #[arg(long, value_name = "TYPE", value_parser = input_type(), hide_possible_values = true)]
    pub(super) input_type: Option<InputType>,

    /// text (default), json or broker.
    ///
    /// `broker` prints the lines that the broker would write, and nothing else.
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, value_parser = format())]
    #[arg(hide_possible_values = true)]
    pub(super) format: Format,

    /// Write the answer here, not to standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,

    /// Stop at the first finding, as the broker does.
    #[arg(long)]
    pub(super) first: bool,

    /// Colours: auto, always or never.
    ///
    /// `auto` colours a terminal unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum, hide_possible_values = true)]
    pub(super) color: Color,

    /// Say nothing but findings.
    #[arg(short, long, action = ArgAction::SetTrue, conflicts_with = "verbose")]
    pub(super) quiet: bool,

    /// Also say what was read and compared, at what cost.
    #[arg(short, long, action = ArgAction::SetTrue)]
    pub(super) verbose: bool,
}

const EXAMPLES: &str = "\
Examples:
  Is the new order.proto safe after all versions in a directory?
    protoward check order.proto --against history/ --strategy full-transitive

  Two descriptor sets, one root message, only new readers of old data:
    protoward check new.binpb --against old.binpb --root shop.Order \\
        --strategy backward

  Does this branch keep what main promises? Is what I commit safe?
    protoward check proto/order.proto --against git:origin/main...
    protoward check proto/order.proto --against git:HEAD --staged

  What the broker would say of the schema that it stores:
    protoward check proposed.json --against 1.json 2.json --format broker

Exit status: 0 compatible, 1 incompatible, 2 wrong usage or unreadable input,
3 undecided: nothing incompatible found, but something could not be compared.";

/// Replays a history: was every version safe after those before it?
#[derive(Debug, Args)]
#[command(after_long_help = AUDIT_EXAMPLES)]
pub(super) struct Audit {
    /// FULL (default), FULL_TRANSITIVE, BACKWARD, ….
    ///
    /// BACKWARD: each version reads what the one before it wrote. FORWARD: the one before it reads what it writes. FULL:
    /// both. With _TRANSITIVE: not only the one before it, but all of them. In any case, with `-` or `_`.
    #[arg(long, value_name = "S", default_value = "FULL", hide_default_value = true)]
    pub(super) strategy: String,

    /// Stop at the first version that breaks.
    #[arg(long)]
    pub(super) first: bool,

    #[command(flatten)]
    pub(super) past: Past,
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
pub(super) struct Matrix {
    #[command(flatten)]
    pub(super) past: Past,
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
pub(super) struct Past {
    /// Versions, oldest first: files, a directory.
    ///
    /// A directory holds one entry a version, in numeric order: `1.proto`, `v2.proto`, `0003-add-note.binpb`.
    #[arg(required = true, value_name = "HISTORY", value_hint = ValueHint::AnyPath)]
    pub(super) history: Vec<String>,

    /// The root message by full name; may be repeated.
    ///
    /// May be left out where the latest version's root file has one top-level message, and for native schema data, which
    /// names its own.
    #[arg(long, value_name = "MESSAGE", conflicts_with = "every_message")]
    pub(super) root: Vec<String>,

    /// Every top-level message of any version is a root.
    #[arg(long)]
    pub(super) every_message: bool,

    /// Where imports are found; may be repeated.
    ///
    /// Without any, a file's own directory and its parents up to the working directory.
    #[arg(short = 'I', long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) proto_path: Vec<PathBuf>,

    /// proto, descriptor-set, native or registry.
    ///
    /// What inputs are; told by content and then by name otherwise.
    #[arg(long, value_name = "TYPE", value_parser = input_type(), hide_possible_values = true)]
    pub(super) input_type: Option<InputType>,

    /// text (default) or json.
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, value_enum)]
    #[arg(hide_possible_values = true)]
    pub(super) format: PlainFormat,

    /// Write the answer here, not to standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,

    /// Colours: auto, always or never.
    ///
    /// `auto` colours a terminal unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum, hide_possible_values = true)]
    pub(super) color: Color,

    /// Say nothing but what is wrong.
    #[arg(short, long, action = ArgAction::SetTrue, conflicts_with = "verbose")]
    pub(super) quiet: bool,

    /// Also say what was read, and what was passed over.
    #[arg(short, long, action = ArgAction::SetTrue)]
    pub(super) verbose: bool,
}

/// How something is told that the broker and code hosts have no words for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PlainFormat {
    Text,
    Json,
}

/// What the tool sees: files, root, effective facts, budget, fingerprint.
#[derive(Debug, Args)]
#[command(after_long_help = INSPECT_EXAMPLES)]
pub(super) struct Inspect {
    /// What to look at; several are told one by one.
    ///
    /// A `.proto` source, a descriptor set (`protoc --include_imports -o`, `buf build -o`), native schema data (the JSON
    /// envelope of a Pulsar registry), a directory of sources, or `-` for standard input.
    #[arg(required = true, value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(super) input: Vec<String>,

    /// The root message by full name; may be repeated.
    ///
    /// Without it the only top-level message of the root file; where there are several, all messages are told, without a
    /// budget. Native schema data names its own.
    #[arg(long, value_name = "MESSAGE")]
    pub(super) root: Vec<String>,

    /// Where imports are found; may be repeated.
    ///
    /// Without any, a file's own directory and its parents up to the working directory.
    #[arg(short = 'I', long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) proto_path: Vec<PathBuf>,

    /// proto, descriptor-set, native or registry.
    ///
    /// What inputs are; told by content and then by name otherwise.
    #[arg(long, value_name = "TYPE", value_parser = input_type(), hide_possible_values = true)]
    pub(super) input_type: Option<InputType>,

    /// text (default) or json.
    ///
    /// The facts in `json` are the same for a source and for the descriptor set that `protoc` makes of it.
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, value_enum)]
    #[arg(hide_possible_values = true)]
    pub(super) format: PlainFormat,

    /// Write the answer here, not to standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) output: Option<PathBuf>,

    /// Colours: auto, always or never.
    ///
    /// `auto` colours a terminal unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum, hide_possible_values = true)]
    pub(super) color: Color,

    /// Say nothing but what cannot be compared.
    #[arg(short, long, action = ArgAction::SetTrue, conflicts_with = "verbose")]
    pub(super) quiet: bool,

    /// Also say what was read.
    #[arg(short, long, action = ArgAction::SetTrue)]
    pub(super) verbose: bool,
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

/// Prints a completion script for a shell.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL", value_enum)]
    pub(super) shell: Shell,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

fn format() -> ValueParser {
    let names = Format::ALL.map(Format::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>()).into()
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
