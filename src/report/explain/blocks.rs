//! The blocks of a page: as much of Markdown as the pages are written in.

/// A block of a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Block<'a> {
    Heading(&'a str),
    Paragraph(String),
    /// One item of a list, with its `-` or number.
    Item(&'a str, String),
    /// Rows of cells, the first one is the head.
    Table(Vec<Vec<&'a str>>),
    /// What stands behind the fence, and the lines as they are.
    Code(&'a str, Vec<&'a str>),
}

const FENCE: &str = "```";

/// Takes a page apart.
pub(super) fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut out = Vec::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(tag) = line.strip_prefix(FENCE) {
            out.push(Block::Code(tag.trim(), lines.by_ref().take_while(|line| *line != FENCE).collect()));
        } else if let Some(title) = line.strip_prefix('#') {
            out.push(Block::Heading(title.trim_start_matches('#').trim()));
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                if !row.starts_with("|--") {
                    rows.push(cells(row));
                }
            }
            out.push(Block::Table(rows));
        } else if !line.trim().is_empty() {
            let (marker, rest) = split_marker(line);
            let mut text = rest.trim().to_owned();
            while let Some(more) = lines.next_if(|line| continues(line)) {
                text.push(' ');
                text.push_str(more.trim());
            }
            out.push(match marker {
                Some(marker) => Block::Item(marker, text),
                None => Block::Paragraph(text),
            });
        }
    }
    out
}

fn cells(row: &str) -> Vec<&str> {
    row.trim_matches('|').split('|').map(str::trim).collect()
}

/// Takes `-` or `12.` off the line of a list.
fn split_marker(line: &str) -> (Option<&str>, &str) {
    match line.split_once(' ') {
        Some((marker, rest)) if marker == "-" => (Some(marker), rest),
        Some((marker, rest)) if is_number(marker.strip_suffix('.')) => (Some(marker), rest),
        _ => (None, line),
    }
}

fn is_number(digits: Option<&str>) -> bool {
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a line belongs to the paragraph or the item before it.
fn continues(line: &str) -> bool {
    let begins = line.starts_with(['#', '|']) || line.starts_with(FENCE) || split_marker(line).0.is_some();
    !line.trim().is_empty() && !begins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart() {
        let page = "# A\n\nOne\ntwo.\n\n- x\n  y\n- z\n1. n\n\n| a | b |\n|---|---|\n| `c` | d |\n\n```proto writer\n# no\n\n```\nend";
        assert_eq!(
            blocks(page),
            [
                Block::Heading("A"),
                Block::Paragraph("One two.".to_owned()),
                Block::Item("-", "x y".to_owned()),
                Block::Item("-", "z".to_owned()),
                Block::Item("1.", "n".to_owned()),
                Block::Table(vec![vec!["a", "b"], vec!["`c`", "d"]]),
                Block::Code("proto writer", vec!["# no", ""]),
                Block::Paragraph("end".to_owned()),
            ]
        );
    }
}
