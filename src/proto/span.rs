//! Where things stand in a source, and the table that finds them again.
//!
//! Descriptors carry no positions. Whoever has to point at one asks for the [`Spans`] of the text, which are made by
//! parsing it once more with a recorder. Paths are those of `google.protobuf.SourceCodeInfo`.

use std::hash::BuildHasher as _;

use rustc_hash::FxBuildHasher;

/// A range of bytes of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
}

impl Span {
    /// From the start of this span to the end of another.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end.max(self.start) }
    }

    /// The range, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line and a column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line; only a line feed ends one.
    pub line: usize,
    /// The column in characters; a tab is one, and so is a byte that is not UTF-8.
    pub column: usize,
}

/// The position of a byte of a text. Walks from the start of the text: for a few places; [`Lines`] is for many.
pub fn position(text: &[u8], at: u32) -> Position {
    let before = &text[..(at as usize).min(text.len())];
    let mut lines = before.split(|byte| *byte == b'\n');
    let last = lines.next_back().unwrap_or_default();
    Position { line: lines.count() + 1, column: column(last) }
}

/// The column behind the bytes of a line.
fn column(before: &[u8]) -> usize {
    let before = before.strip_prefix(b"\xef\xbb\xbf".as_slice()).unwrap_or(before);
    characters(before) + 1
}

fn characters(bytes: &[u8]) -> usize {
    String::from_utf8_lossy(bytes).chars().count()
}

/// Where the lines of a text start, and what column some bytes of long lines have: a text may be one line.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<u32>,
    stops: Vec<(u32, usize)>,
}

/// How many bytes lie between two stops of a long line, at least.
const STRIDE: usize = 4096;

impl Lines {
    /// The lines of a text.
    pub fn new(text: &[u8]) -> Self {
        let ends = (1..).zip(text).filter(|(_, byte)| **byte == b'\n').map(|(behind, _)| behind);
        let starts: Vec<u32> = std::iter::once(0).chain(ends).collect();
        let mut stops = Vec::new();
        let behind = starts.iter().skip(1).map(|end| *end as usize).chain([text.len()]);
        for (start, end) in starts.iter().map(|start| *start as usize).zip(behind) {
            if end - start > STRIDE {
                stops.extend(stops_of(&text[..end], start));
            }
        }
        Self { starts, stops }
    }

    /// As [`position`] says, of the same text.
    pub fn position(&self, text: &[u8], at: u32) -> Position {
        let at = at.min(u32::try_from(text.len()).unwrap_or(u32::MAX));
        let line = self.starts.partition_point(|start| *start <= at);
        let start = self.starts[line - 1];
        let stop = self.stops.partition_point(|(stop, _)| *stop <= at).checked_sub(1);
        let column = match stop.map(|stop| self.stops[stop]).filter(|(stop, _)| *stop > start) {
            Some((stop, column)) => column + characters(&text[stop as usize..at as usize]),
            None => column(&text[start as usize..at as usize]),
        };
        Position { line, column }
    }
}

/// Stops on the way from the start of a line to its end, in front of bytes of ASCII: no character goes on there.
fn stops_of(text: &[u8], start: usize) -> Vec<(u32, usize)> {
    let mut out = Vec::new();
    let (mut last, mut columns) = (start, None);
    while let Some(rest) = text.get(last + STRIDE..)
        && let Some(more) = rest.iter().position(u8::is_ascii)
    {
        let stop = last + STRIDE + more;
        let between = &text[last..stop];
        let here = columns.map_or_else(|| column(between), |known: usize| known + characters(between));
        // The text is under 4 GiB.
        out.push((u32::try_from(stop).unwrap_or(u32::MAX), here));
        (last, columns) = (stop, Some(here));
    }
    out
}

/// Values kept under descriptor paths.
#[derive(Clone, Debug, Default)]
pub(super) struct PathTable<T> {
    steps: Vec<i32>,
    /// Where a path stands in `steps`, how long it is, and its value.
    entries: Vec<(u32, u32, T)>,
    /// Hashes of paths with places in `entries`, in order: quicker to sort than the paths themselves.
    index: Vec<(u64, u32)>,
}

impl<T> PathTable<T> {
    pub(super) fn new() -> Self {
        Self { steps: Vec::new(), entries: Vec::new(), index: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Keeps a value under the path that both parts make.
    pub(super) fn push(&mut self, path: &[i32], tail: &[i32], value: T) {
        #[expect(clippy::cast_possible_truncation, reason = "bounded by the text, which is under 4 GiB")]
        let (from, length) = (self.steps.len() as u32, (path.len() + tail.len()) as u32);
        self.steps.extend_from_slice(path);
        self.steps.extend_from_slice(tail);
        self.entries.push((from, length, value));
    }

    /// Makes the index, which `get` needs.
    pub(super) fn finish(&mut self) {
        let paths = self.entries.iter().map(|entry| hash(path_of(&self.steps, entry)));
        self.index = paths.zip(0..).collect();
        self.index.sort_unstable();
    }

    /// The first value kept under a path.
    pub(super) fn get(&self, path: &[i32]) -> Option<&T> {
        let wanted = hash(path);
        let from = self.index.partition_point(|(hash, _)| *hash < wanted);
        let same = self.index[from..].iter().take_while(|(hash, _)| *hash == wanted);
        let mut entries = same.map(|(_, at)| &self.entries[*at as usize]);
        entries.find(|entry| path_of(&self.steps, entry) == path).map(|entry| &entry.2)
    }

    /// All paths with their values, in the order in which they were kept.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[i32], &T)> {
        self.entries.iter().map(|entry| (path_of(&self.steps, entry), &entry.2))
    }
}

fn path_of<'s, T>(steps: &'s [i32], entry: &(u32, u32, T)) -> &'s [i32] {
    &steps[entry.0 as usize..(entry.0 + entry.1) as usize]
}

fn hash(path: &[i32]) -> u64 {
    FxBuildHasher.hash_one(path)
}

/// The places of a source by descriptor path: `[4, 0, 2, 1]` is the second field of the first message, `[4, 0, 2, 1, 3]`
/// its number.
///
/// Facets of an element: `1` name; of a field also `3` number, `4` label, `5` a scalar type's name, `6` a named type or a
/// whole `map<…>`, `7` default, `8, N` the option numbered N, `10` `json_name`; of an enum value `2` number and `3, N` options.
/// An extension's extendee is `2`. Map entries have the paths that their descriptors have: the entry covers the field, its key and
/// value (and their types) cover the types as written. File: `2` package, `3, N` imports, `8, N` options, `12` syntax, `14` edition.
#[derive(Clone, Debug, Default)]
pub struct Spans {
    table: PathTable<Span>,
}

impl Spans {
    pub(super) fn new(mut table: PathTable<Span>) -> Self {
        table.finish();
        Self { table }
    }

    /// The place of an element or facet.
    pub fn get(&self, path: &[i32]) -> Option<Span> {
        self.table.get(path).copied()
    }

    /// The place of the innermost thing on the way to a facet that has one.
    pub fn nearest(&self, path: &[i32]) -> Option<Span> {
        (1..=path.len()).rev().find_map(|length| self.get(&path[..length]))
    }

    /// All places, in the order of the source.
    pub fn iter(&self) -> impl Iterator<Item = (&[i32], Span)> {
        self.table.iter().map(|(path, span)| (path, *span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_line_feeds() {
        let text = "\u{feff}ab\r\n\té😀x\rz".as_bytes();
        let at = |needle: &str| {
            let offset = String::from_utf8_lossy(text).find(needle).unwrap_or(0);
            let place = position(text, u32::try_from(offset).unwrap_or(0));
            (place.line, place.column)
        };
        assert_eq!(at("a"), (1, 1));
        assert_eq!(at("b"), (1, 2));
        assert_eq!(at("é"), (2, 2));
        assert_eq!(at("x"), (2, 4));
        assert_eq!(at("z"), (2, 6));
        let lines = Lines::new(text);
        assert!((0..=40).all(|at| lines.position(text, at) == position(text, at)));
    }

    #[test]
    fn long_lines_have_the_same_columns() {
        let piece = [b"\xef\xbb\xbfa", "é😀".as_bytes(), b"\xff\xc3(\xe2\x82 ", b"xyz"].concat();
        for text in
            [piece.repeat(1_500), [&b"\n"[..], &piece.repeat(700), b"\n", &piece.repeat(900)].concat()]
        {
            let lines = Lines::new(&text);
            assert!(lines.stops.len() >= 2, "{}", lines.stops.len());
            for at in (0..text.len() + 9).step_by(7).filter_map(|at| u32::try_from(at).ok()) {
                assert_eq!(lines.position(&text, at), position(&text, at), "{at}");
            }
        }
        // Where no character ends for long, there is no stop.
        assert!(Lines::new(&"é".repeat(50_000).into_bytes()).stops.is_empty());
    }
}
