//! The arguments of `protoward check`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Deny, Inputs, Outlet, Report, checker, format, operation, report};
use crate::history::{Checker, Operation};
use crate::report::Format;

/// Is this change safe? Sets a proposed schema against its history.
#[derive(Debug, Args)]
#[command(
    override_usage = "protoward check [OPTIONS] <PROPOSED>... --against <HISTORY>...\n       protoward check [OPTIONS] [NAME]...     subjects of protoward.toml",
    after_long_help = EXAMPLES
)]
#[expect(clippy::struct_excessive_bools, reason = "a command line has switches")]
pub(in crate::cli) struct Check {
    /// The schema to use next; several are checked one by one.
    ///
    /// A `.proto` source, a descriptor set (`protoc --include_imports -o`, `buf build -o`), native schema data (the JSON
    /// envelope of a Pulsar registry), a registry's answer, a directory of sources (`tree:DIR` says so), any of them in git
    /// (`git:REF:PATH`), or `-` for standard input.
    ///
    /// Or the names of subjects in `protoward.toml`, or their proposed paths; without any, all subjects.
    #[arg(value_name = "PROPOSED", value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) proposed: Vec<String>,

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
    #[arg(long, num_args = 1.., value_name = "HISTORY", value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) against: Vec<String>,

    /// Take PROPOSED from the git index, for hooks.
    ///
    /// What is about to be committed counts, not what the work tree holds beside it.
    #[arg(long)]
    pub(in crate::cli) staged: bool,

    /// The root message by full name; may be repeated.
    ///
    /// May be left out where the root file has one top-level message, and for native schema data, which names its own.
    #[arg(long, value_name = "MESSAGE", conflicts_with = "every_message")]
    pub(in crate::cli) root: Vec<String>,

    /// Every top-level message of PROPOSED is a root.
    ///
    /// Messages are paired by full name. One that is new, or gone, is told and does not fail.
    #[arg(long)]
    pub(in crate::cli) every_message: bool,

    /// FULL (default), FULL_TRANSITIVE, BACKWARD, ….
    ///
    /// BACKWARD: the proposed schema reads what the latest existing one wrote. FORWARD: the latest existing one reads what
    /// the proposed one writes. FULL: both. With _TRANSITIVE: not the latest only, but every existing one. Also
    /// ALWAYS_COMPATIBLE and ALWAYS_INCOMPATIBLE. In any case, with `-` or `_`.
    #[arg(long, value_name = "S")]
    pub(in crate::cli) strategy: Option<String>,

    /// Ask as the registry: test, register or consume.
    ///
    /// test, a compatibility request: the proposed schema must be readable even where there is nothing to compare, and an
    /// empty history accepts it under every strategy. register, a producer connects or somebody uploads: a schema that is
    /// registered already is reused. consume, a consumer connects: it must be able to read what is there. Without this
    /// option the answer is the checker's alone.
    #[arg(long = "as", value_name = "OPERATION", value_parser = operation(), hide_possible_values = true)]
    pub(in crate::cli) operation: Option<Operation>,

    /// Who compares: advanced (default) or root-name.
    ///
    /// `root-name`, the broker's default, wants the root message to keep its name and asks for nothing else.
    #[arg(long, value_name = "CHECKER", value_parser = checker(), hide_possible_values = true, hide_short_help = true)]
    pub(in crate::cli) checker: Option<Checker>,

    /// With --as register: nothing new is registered.
    #[arg(long, hide_short_help = true)]
    pub(in crate::cli) no_auto_update: bool,

    #[command(flatten)]
    pub(in crate::cli) inputs: Inputs,

    /// text (default), json, github, sarif, ….
    ///
    /// text: for people. json: for programs, the shape is documented. github: annotations of a GitHub workflow. gitlab: a
    /// code quality report. sarif: SARIF 2.1.0. junit: a test report. broker: the lines that the broker would write, and
    /// nothing else.
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_default_value = true, value_parser = format())]
    #[arg(hide_possible_values = true)]
    pub(in crate::cli) format: Format,

    #[command(flatten)]
    pub(in crate::cli) outlet: Outlet,

    /// Also write a report: github=FILE, sarif=FILE, ….
    ///
    /// A format and where to write it; may be repeated.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = report())]
    pub(in crate::cli) report: Vec<Report>,

    /// Fail on notes, too: `notes`.
    ///
    /// Advice beyond the contract changes no verdict; with this it makes the exit status 1.
    #[arg(long, value_name = "WHAT", value_enum, hide_possible_values = true)]
    pub(in crate::cli) deny: Vec<Deny>,

    /// Only subjects that uncommitted changes touch.
    ///
    /// Those whose proposed files, imports or history files differ from the last commit: in the work tree, or with --staged
    /// in the index.
    #[arg(long)]
    pub(in crate::cli) affected: bool,

    /// The settings, not protoward.toml here or above.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    pub(in crate::cli) config: Option<PathBuf>,

    /// Read no protoward.toml.
    #[arg(long, conflicts_with = "config", hide_short_help = true)]
    pub(in crate::cli) no_config: bool,

    /// Stop at the first finding, as the broker does.
    #[arg(long, hide_short_help = true)]
    pub(in crate::cli) first: bool,
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

  Everything that protoward.toml lists, told on a pull request's lines; one
  subject of it against a release:
    protoward check --format github --report sarif=protoward.sarif
    protoward check orders --against git:v1.2

  What the broker would say of the schema that it stores:
    protoward check proposed.json --against 1.json 2.json --format broker

Exit status: 0 compatible, 1 incompatible, 2 wrong usage or unreadable input,
3 undecided: nothing incompatible found, but something could not be compared.";
