//! `protoward.toml`: many subjects with settings of their own. Reads a text; never a file.

mod keys;
mod page;
mod read;
mod starter;
mod table;

use toml::de::DeTable;

use crate::history::{Allowance, Checker, Operation, Strategy};
use crate::source::{InputError, Location};
use page::Page;

pub use starter::{Draft, Starter, starter};

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

/// The most bytes that a file may have: 1 MiB, some thousands of subjects.
pub const MAX_BYTES: usize = 1 << 20;

/// Reads the text of a file that a person would call `file`.
///
/// # Errors
///
/// Everything that is wrong with it, each with its place: what is no TOML, unknown keys, missing ones, values of another
/// kind, names that nothing has.
pub fn parse(text: &str, file: &str) -> Result<Config, Vec<InputError>> {
    // A byte order mark says nothing.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut page = Page::new(file, text);
    if text.len() > MAX_BYTES {
        page.tell(None, format!("larger than {} MiB, the most that is read", MAX_BYTES >> 20));
        page.close()?;
    }
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let what = page.in_words(&error);
        page.tell(error.span(), what);
    }
    // What is left of a text that is no TOML says too little to be judged.
    page.close()?;
    let config = read::config(root.get_ref(), &mut page);
    page.close()?;
    Ok(config)
}

/// Reads the bytes of a file, as [`parse`] reads its text.
///
/// # Errors
///
/// As [`parse`], and where they are no UTF-8.
pub fn parse_bytes(bytes: &[u8], file: &str) -> Result<Config, Vec<InputError>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text, file),
        Err(error) => {
            let at = error.valid_up_to();
            let text = String::from_utf8_lossy(bytes);
            let mut page = Page::new(file, &text);
            // Up to there nothing was replaced.
            page.tell(Some(at..at + 1), "no UTF-8 from here on, and TOML is always UTF-8".to_owned());
            page.close()?;
            Ok(Config::default())
        }
    }
}
