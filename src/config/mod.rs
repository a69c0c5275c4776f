//! `protoward.toml`: many subjects with settings of their own. Reads a text; never a file.

use crate::history::{Allowance, Checker, Operation, Strategy};
use crate::source::{InputError, Location};

/// The name of the file that is looked for in the working directory and its parents.
pub const FILE_NAME: &str = "protoward.toml";

/// What a file says.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// What holds for every subject that does not say otherwise, and for schemas that are named on the command line.
    pub defaults: Settings,
    /// In the order of the file; names are unique.
    pub subjects: Vec<SubjectConfig>,
}

/// What may be said of all subjects and of one.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// `strategy`.
    pub strategy: Option<Strategy>,
    /// `as`.
    pub operation: Option<Operation>,
    /// `checker`.
    pub checker: Option<Checker>,
    /// `auto-update`; false stands for `--no-auto-update`.
    pub auto_update: Option<bool>,
    /// `proto-path`: directories, relative to the file.
    pub proto_path: Option<Vec<String>>,
    /// `deny = ["notes"]`: advice fails the run.
    pub deny_notes: Option<bool>,
}

/// One `[[subject]]`.
#[derive(Clone, Debug)]
pub struct SubjectConfig {
    /// `name`, unique in the file.
    pub name: String,
    /// `proposed`: what may stand on the command line as PROPOSED, paths relative to the file.
    pub proposed: String,
    /// `against`: what may stand behind `--against`, oldest first.
    pub against: Vec<String>,
    /// `root`: a name or several.
    pub root: Vec<String>,
    /// `every-message`.
    pub every_message: bool,
    /// Its own settings, to be taken before those of the file.
    pub settings: Settings,
    /// `[[subject.allow]]`.
    pub allow: Vec<Allowance>,
    /// Where it begins.
    pub place: Location,
}

/// Reads the text of a file that a person would call `file`.
///
/// # Errors
///
/// Everything that is wrong with it, each with its place: what is no TOML, unknown keys, missing ones, values of another
/// kind, names that nothing has.
pub fn parse(_text: &str, _file: &str) -> Result<Config, Vec<InputError>> {
    Ok(Config::default())
}
