//! How a judgement is told: one file per format, each with one `write`.
//!
//! A report never decides anything: verdicts, order and what belongs to whom come from `history`.

mod also;
pub mod audit;
pub mod broker;
mod causes;
pub mod explain;
pub mod github;
pub mod gitlab;
mod group;
pub mod inspect;
mod items;
pub mod json;
pub mod junit;
pub mod matrix;
pub mod sarif;
pub mod text;
mod verdict;
mod words;

use std::fmt;
use std::io;
use std::str::FromStr;

use crate::history::Judgement;

/// A way to tell a judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs; the shape is documented and stable.
    Json,
    /// The broker's own lines and nothing else.
    Broker,
    /// Annotations of GitHub Actions.
    Github,
    /// GitLab's code quality report.
    Gitlab,
    /// For code scanning.
    Sarif,
    /// For whatever shows tests.
    Junit,
}

impl Format {
    /// All of them, in the order in which they are documented.
    pub const ALL: [Self; 7] =
        [Self::Text, Self::Json, Self::Broker, Self::Github, Self::Gitlab, Self::Sarif, Self::Junit];

    /// As it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Broker => "broker",
            Self::Github => "github",
            Self::Gitlab => "gitlab",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
        }
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are the formats")?;
        for (at, format) in Format::ALL.iter().enumerate() {
            f.write_str(if at == 0 { " " } else { ", " })?;
            f.write_str(format.name())?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(UnknownFormat)
    }
}

/// How text looks and how much of it there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// With colours.
    pub color: bool,
    /// Findings only: no notes and no summary.
    pub quiet: bool,
    /// How many characters fit in a line; `None` where there is no end to it.
    pub width: Option<usize>,
}

/// Writes a judgement in a format. Inputs that could not be read are told by [`text::write_errors`], too.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(format: Format, judgement: &Judgement, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    match format {
        Format::Text => text::write(judgement, look, out),
        Format::Json => json::write(judgement, out),
        Format::Broker => broker::write(judgement, out),
        Format::Github => github::write(judgement, out),
        Format::Gitlab => gitlab::write(judgement, out),
        Format::Sarif => sarif::write(judgement, out),
        Format::Junit => junit::write(judgement, out),
    }
}
