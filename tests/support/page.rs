//! Pages of rules and of topics, taken apart.

/// A page, taken apart.
pub(crate) struct Page {
    pub(crate) title: &'static str,
    /// The first paragraph.
    pub(crate) lead: String,
    pub(crate) sections: Vec<Section>,
}

pub(crate) struct Section {
    pub(crate) title: &'static str,
    /// Lines outside of code.
    pub(crate) prose: usize,
    pub(crate) blocks: Vec<Block>,
}

/// A fenced block of code.
#[derive(Clone)]
pub(crate) struct Block {
    pub(crate) tag: &'static str,
    pub(crate) text: String,
}

impl Page {
    pub(crate) fn of(page: &'static str) -> Self {
        let mut lines = page.lines();
        let title = lines.next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
        let lead: Vec<&str> =
            lines.by_ref().skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
        let mut sections = Vec::new();
        while let Some(line) = lines.next() {
            if let Some(title) = line.strip_prefix("## ") {
                sections.push(Section { title, prose: 0, blocks: Vec::new() });
                continue;
            }
            let Some(section) = sections.last_mut() else { continue };
            if let Some(tag) = line.strip_prefix("```") {
                let code = lines.by_ref().take_while(|line| *line != "```");
                section.blocks.push(Block { tag, text: code.flat_map(|line| [line, "\n"]).collect() });
            } else {
                section.prose += usize::from(!line.is_empty());
            }
        }
        Self { title, lead: lead.join(" "), sections }
    }
}

impl Section {
    pub(crate) fn is_empty(&self) -> bool {
        self.prose == 0 && self.blocks.is_empty()
    }
}
