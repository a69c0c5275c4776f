//! The grid: a row for each writer, a column for each reader, as wide as there is room.

use std::io;

use owo_colors::Style;

use super::sign;
use crate::history::{Mark, Matrix};
use crate::report::text::{BOLD, GREEN, RED, YELLOW, painted};
use crate::report::{Look, words};

/// What a grid is made as wide as where no width is given and it need not be wider.
const COMFORTABLE: usize = 200;

/// How a grid is drawn.
#[derive(Clone, Copy)]
struct Plan {
    /// How wide the numbers at the head of rows are, and how wide those above columns may be.
    number: usize,
    /// How wide names are; 0 where there is no room for them.
    name: usize,
    /// How wide a column is, the space before it included.
    cell: usize,
    /// The numbers above the columns are written downwards.
    rotated: bool,
    /// The first version that there is room for.
    from: usize,
}

/// Draws a grid. Returns how many of the earliest versions there was no room for.
pub(super) fn write(
    matrix: &Matrix,
    width: Option<usize>,
    look: Look,
    out: &mut dyn io::Write,
) -> io::Result<usize> {
    let numbers = numbers(matrix);
    let names = words::short(matrix.versions.iter().map(|version| (version.label.as_str(), version.version)));
    let plan = Plan::new(&numbers, &names, width);
    write_head(&plan, &numbers, look, out)?;
    for writer in plan.from..numbers.len() {
        let number = format!("{:>width$}", numbers[writer], width = plan.number);
        write!(out, "{}", painted(&number, BOLD, look))?;
        if plan.name > 0 {
            write!(out, " {}{}", names[writer], " ".repeat(plan.name - names[writer].chars().count()))?;
        }
        write!(out, " ")?;
        for reader in plan.from..numbers.len() {
            let mark = matrix.mark(writer, reader);
            let cell = painted(&sign(mark).to_string(), style(mark), look);
            write!(out, "{}{cell}", " ".repeat(plan.cell - 1))?;
        }
        writeln!(out)?;
    }
    Ok(plan.from)
}

/// What versions are called above and beside the grid: their numbers, or their places where one that was read has none.
fn numbers(matrix: &Matrix) -> Vec<String> {
    let is_numbered = matrix.versions.iter().all(|it| it.version.is_some() || it.fingerprint.is_none());
    let number = |(place, version): (usize, &crate::history::matrix::Version)| match version.version {
        Some(version) if is_numbered => version.to_string(),
        None if is_numbered => "?".to_owned(),
        _ => (place + 1).to_string(),
    };
    matrix.versions.iter().enumerate().map(number).collect()
}

impl Plan {
    fn new(numbers: &[String], names: &[String], width: Option<usize>) -> Self {
        let longest = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let (number, name) = (longest(numbers), longest(names));
        let plan = |name, cell, rotated| Self { number, name, cell, rotated, from: 0 };
        let comfortable = width.unwrap_or(COMFORTABLE);
        let wide = [plan(name, number + 1, false), plan(name, 2, true)];
        let tight = [plan(name, 1, true), plan(0, 1, true)];
        if let Some(plan) = wide.into_iter().find(|plan| plan.width(numbers.len()) <= comfortable) {
            return plan;
        }
        let room = width.unwrap_or(usize::MAX);
        if let Some(plan) = tight.into_iter().find(|plan| plan.width(numbers.len()) <= room) {
            return plan;
        }
        let [_, narrowest] = tight;
        // One column at the least: it is the user who asks for a grid.
        let columns = room.saturating_sub(narrowest.width(0)).max(1);
        Self { from: numbers.len() - columns, ..narrowest }
    }

    /// How wide everything left of the columns is.
    fn margin(&self) -> usize {
        self.number + 1 + if self.name > 0 { self.name + 1 } else { 0 }
    }

    fn width(&self, columns: usize) -> usize {
        self.margin() + columns * self.cell
    }
}

fn write_head(plan: &Plan, numbers: &[String], look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let shown = &numbers[plan.from..];
    let lines = if plan.rotated { plan.number } else { 1 };
    for line in 0..lines {
        let mut head = " ".repeat(plan.margin());
        for number in shown {
            if plan.rotated {
                let digits = format!("{number:>lines$}");
                head.push_str(&" ".repeat(plan.cell - 1));
                head.extend(digits.chars().nth(line));
            } else {
                head.extend([" ".repeat(plan.cell - number.chars().count()), number.clone()]);
            }
        }
        writeln!(out, "{}", painted(head.trim_end(), BOLD, look))?;
    }
    Ok(())
}

/// The colour of a mark.
pub(super) fn style(mark: Mark) -> Style {
    match mark {
        Mark::Reads => GREEN,
        Mark::Breaks => RED.reversed(),
        Mark::Undecided => YELLOW,
        Mark::Same => Style::new().dimmed(),
        Mark::Unread => RED,
    }
}
