//! A grid, what its marks mean, and which strategies the history satisfies or why not.

use std::io;

use super::{LEGEND, Matrices, grid};
use crate::history::{Mark, Matrix, Pair, Promise, Standing, Strategy};
use crate::report::text::{BOLD, GREEN, RED, YELLOW, painted, write_note};
use crate::report::{Look, broker, words};

/// Writes a grid and the strategies for each root message; a quiet look has the grid only. `width` is how many characters
/// fit in a line.
///
/// # Errors
///
/// Where `out` cannot be written.
pub fn write(
    found: &Matrices<'_>,
    look: Look,
    width: Option<usize>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    // Where nothing could be read, the errors say all there is to say.
    let shown: Vec<_> = found.matrices.iter().filter(|matrix| has_readable(matrix)).collect();
    for (at, matrix) in shown.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        // Quiet or not: grids without a name are of no use where there are several.
        if !look.quiet || shown.len() > 1 {
            write_title(matrix, look, out)?;
        }
        write_matrix(matrix, look, width, out)?;
    }
    if look.quiet {
        return Ok(());
    }
    if found.errors.is_empty() && found.matrices.iter().all(|matrix| matrix.versions.is_empty()) {
        write_note("nothing to compare: the history is empty", look, out)?;
    }
    found.notes.iter().try_for_each(|note| write_note(note, look, out))
}

fn has_readable(matrix: &Matrix) -> bool {
    matrix.versions.iter().any(|version| version.fingerprint.is_some())
}

fn write_title(matrix: &Matrix, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let root = if matrix.root.is_empty() { "no root message known" } else { &matrix.root };
    let title = words::plain(root);
    writeln!(out, "{}: a row wrote, a column reads\n", painted(&title, BOLD, look))
}

fn write_matrix(
    matrix: &Matrix,
    look: Look,
    width: Option<usize>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let left_out = grid::write(matrix, width, look, out)?;
    if left_out > 0 {
        let (shown, all) = (matrix.versions.len() - left_out, matrix.versions.len());
        let note = format!("the latest {shown} of {all} versions fit; --format json has them all");
        write_note(&note, look, out)?;
    }
    if look.quiet {
        return Ok(());
    }
    write_legend(matrix, look, out)?;
    write_standings(matrix, look, out)
}

/// What the marks mean: those of every grid, and those that this one has.
fn write_legend(matrix: &Matrix, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let shown = LEGEND
        .iter()
        .filter(|(mark, _, _)| matches!(mark, Mark::Reads | Mark::Breaks | Mark::Same) || matrix.has(*mark));
    let signs: Vec<_> = shown
        .map(|(mark, sign, word)| format!("{} {word}", painted(&sign.to_string(), grid::style(*mark), look)))
        .collect();
    writeln!(out, "\n{}\n", signs.join("   "))
}

fn write_standings(matrix: &Matrix, look: Look, out: &mut dyn io::Write) -> io::Result<()> {
    let strictest = matrix.strictest();
    let names = join(&strictest);
    let is_open = |standing: &Standing| matches!(standing.promise, Promise::Open { .. });
    match strictest.as_slice() {
        [] if matrix.standings.iter().any(is_open) => {
            writeln!(out, "{}", painted("no strategy is known to be satisfied", YELLOW, look))?;
        }
        [] => writeln!(out, "{}", painted("satisfies no strategy", RED, look))?,
        _ => writeln!(out, "{} {}", painted("satisfies", GREEN, look), painted(&names, BOLD, look))?,
    }
    let versions = matrix.versions.iter().map(|version| (version.label.as_str(), version.version));
    let short = words::short(versions);
    let mut open: Vec<&Standing> = matrix.standings.iter().collect();
    open.retain(|standing| !matches!(standing.promise, Promise::Kept));
    while let Some(first) = open.first().copied() {
        let (same, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(|it| is_same(it, first));
        let strategies: Vec<_> = same.iter().map(|standing| standing.strategy).collect();
        write_standing(&join(&strategies), &first.promise, &short, look, out)?;
        open = rest;
    }
    Ok(())
}

/// Whether two strategies fail for the same pair.
fn is_same(one: &Standing, other: &Standing) -> bool {
    let key = |standing: &Standing| match &standing.promise {
        Promise::Kept => None,
        Promise::Broken { by, without } => Some((true, by.writer, by.reader, *without)),
        Promise::Open { by } => Some((false, by.writer, by.reader, None)),
    };
    key(one) == key(other)
}

fn write_standing(
    strategies: &str,
    promise: &Promise,
    names: &[String],
    look: Look,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let (word, color, by, cannot) = match promise {
        Promise::Kept => return Ok(()),
        Promise::Broken { by, .. } => ("not", RED, by, "cannot read what"),
        Promise::Open { by } => ("perhaps", YELLOW, by, "may or may not read what"),
    };
    write!(out, "{} {strategies}", painted(word, color, look))?;
    match promise {
        Promise::Broken { without: Some(place), .. } => writeln!(out, ": {} alone spoils it", names[*place])?,
        Promise::Broken { .. } => writeln!(out, ": {} is the first to spoil it", names[by.judged])?,
        _ => writeln!(out, ": {} leaves it open", names[by.judged])?,
    }
    if by.writer == by.reader {
        return writeln!(out, "  it could not be read");
    }
    let (writer, reader) = (&names[by.writer], &names[by.reader]);
    writeln!(out, "  {reader} {cannot} {writer} wrote: {}", reason(by))
}

/// The rule and the place.
fn reason(pair: &Pair) -> String {
    let Some(finding) = &pair.finding else {
        return "one of the two could not be read".to_owned();
    };
    let message = || words::message(finding);
    match (finding.rule, &finding.violation) {
        (Some(rule), Some(violation)) => {
            let part = words::part(finding.component);
            format!("{}, {}{part}", rule.id, words::plain(&broker::path(violation)))
        }
        (Some(rule), None) => format!("{}, {}", rule.id, message()),
        (None, _) => message(),
    }
}

fn join(strategies: &[Strategy]) -> String {
    let names: Vec<_> = strategies.iter().map(|strategy| strategy.name()).collect();
    names.join(", ")
}
