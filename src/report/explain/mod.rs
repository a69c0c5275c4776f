//! What can be read up on: the pages of rules and of topics of advice, and the list of them.

mod blocks;
mod page;
mod wrap;

use std::io;

use super::Look;
use super::text::{BOLD, painted};
use crate::advice::TOPICS;
use crate::rules::{Effect, RULES};
use wrap::{Line, words};

pub use page::write;

/// Something that has a page.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// The id, `TYPE_CHANGED`.
    pub id: &'static str,
    /// What it says, in one line.
    pub summary: &'static str,
    /// The page, in Markdown.
    pub page: &'static str,
    /// What a finding of it means.
    pub part: Part,
}

/// What findings mean for the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A reader is hurt.
    Incompatible,
    /// The question could not be answered.
    Undecided,
    /// None: it is advice.
    Nothing,
}

impl Part {
    /// In the order in which they are told.
    const ALL: [Self; 3] = [Self::Incompatible, Self::Undecided, Self::Nothing];

    fn title(self) -> &'static str {
        match self {
            Self::Incompatible => "incompatible: a reader is hurt",
            Self::Undecided => "undecided: the question could not be answered",
            Self::Nothing => "advice: changes no verdict",
        }
    }
}

/// All that has a page.
pub fn chapters() -> Vec<Chapter> {
    let rules = RULES.iter().map(|rule| Chapter {
        id: rule.id,
        summary: rule.summary,
        page: rule.page,
        part: match rule.effect {
            Effect::Incompatible => Part::Incompatible,
            Effect::Undecided => Part::Undecided,
        },
    });
    let topics = TOPICS.iter().map(|topic| Chapter {
        id: topic.id,
        summary: topic.summary,
        page: topic.page,
        part: Part::Nothing,
    });
    rules.chain(topics).collect()
}

/// What is told under a name that is no rule and no topic, in one line.
pub fn aside(id: &str) -> Option<Chapter> {
    const ASIDES: [(&str, &str); 2] = [
        (
            "REFUSED",
            "# REFUSED\n\nThe registry refuses by itself, before any rule: what it says stands in the finding, and the help beside it says what to do.\n",
        ),
        (
            "UNUSED_ALLOW",
            "# unused-allow\n\nA `[[subject.allow]]` of `protoward.toml` accepts a break that is not found any longer: remove it, so that it does not hide a later one.\n",
        ),
    ];
    let (id, page) = ASIDES.into_iter().find(|(known, _)| *known == id)?;
    Some(Chapter { id, summary: "", page, part: Part::Nothing })
}

/// Writes the list of all pages.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write_list(look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let chapters = chapters();
    let longest = chapters.iter().map(|chapter| chapter.id.len()).max().unwrap_or_default();
    // A line each, for those who search in it.
    let width = look.width.unwrap_or(usize::MAX);
    for part in Part::ALL {
        writeln!(out, "{}\n", painted(part.title(), BOLD, look))?;
        for chapter in chapters.iter().filter(|chapter| chapter.part == part) {
            let first = format!("  {:longest$}  ", chapter.id);
            let line = Line { hang: first.len(), first: &first, width, look };
            line.write(&words(chapter.summary), out)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "protoward explain RULE shows a page.")
}
