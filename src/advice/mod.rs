//! What good care of a schema asks for beyond the contract: one file and one page per topic. Never changes a verdict.

/// A topic that advice is given on.
#[derive(Debug)]
pub struct Topic {
    /// The id, `FIELD_NOT_RESERVED`.
    pub id: &'static str,
    /// What it says, in one line.
    pub summary: &'static str,
    /// The page, in Markdown.
    pub page: &'static str,
}
