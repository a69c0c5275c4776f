//! A page on a terminal: headings in bold, code in colour, prose as wide as there is room. Elsewhere it is the Markdown.

use std::io;

use owo_colors::Style;

use super::blocks::{Block, blocks};
use super::wrap::{CODE, Line, lines, total, width, words};
use crate::report::Look;
use crate::report::text::{BOLD, painted};

const CAPTION: Style = Style::new().dimmed();

/// Writes a page.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(page: &str, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    if !look.color && look.width.is_none() {
        return out.write_all(page.as_bytes());
    }
    let mut before = None;
    for block in blocks(page) {
        let is_list = matches!((&before, &block), (Some(Block::Item(..)), Block::Item(..)));
        if before.is_some() && !is_list {
            writeln!(out)?;
        }
        write_block(&block, look, out)?;
        before = Some(block);
    }
    Ok(())
}

fn write_block(block: &Block<'_>, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    match block {
        Block::Heading(title) => writeln!(out, "{}", painted(title, BOLD, look)),
        Block::Paragraph(text) => {
            Line { first: "", hang: 0, width: width(look), look }.write(&words(text), out)
        }
        Block::Item(marker, text) => {
            let first = format!("{marker:>3} ");
            Line { first: &first, hang: first.len(), width: width(look), look }.write(&words(text), out)
        }
        Block::Table(rows) => write_table(rows, look, out),
        Block::Code(tag, code) => {
            // `proto writer`: whose it is matters, what it is written in is seen.
            if let Some((_, whose)) = tag.split_once(' ') {
                writeln!(out, "  {}", painted(whose, CAPTION, look))?;
            }
            code.iter().try_for_each(|line| match line.trim_end() {
                "" => writeln!(out),
                line => writeln!(out, "    {}", painted(line, CODE, look)),
            })
        }
    }
}

/// Columns as wide as their widest cell; the last one takes the room that is left.
fn write_table(rows: &[Vec<&str>], look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    const GAP: usize = 2;
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let widest = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| total(&words(cell))).max();
    let widths: Vec<usize> = (0..columns).map(|at| widest(at).unwrap_or_default()).collect();
    let before: usize = widths.iter().rev().skip(1).map(|width| width + GAP).sum();
    let left = width(look).saturating_sub(before).max(20);
    for (number, row) in rows.iter().enumerate() {
        let mut first = String::new();
        let Some((last, cells)) = row.split_last() else { continue };
        let style = |cell: &str| if number == 0 { format!("**{cell}**") } else { cell.to_owned() };
        for (cell, width) in cells.iter().zip(&widths) {
            let cell = words(&style(cell));
            first += &lines(&cell, usize::MAX, look).concat();
            first += &" ".repeat(width.saturating_sub(total(&cell)) + GAP);
        }
        let last = lines(&words(&style(last)), left, look);
        writeln!(out, "{}", format!("{first}{}", last.first().map_or("", String::as_str)).trim_end())?;
        for line in last.iter().skip(1) {
            writeln!(out, "{}{line}", " ".repeat(before))?;
        }
    }
    Ok(())
}
