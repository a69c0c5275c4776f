//! A glance at two outlines: most versions of a history read each other, and that is seen without a walk over their schemas.
//!
//! Answers with the work that [`can_read`](super::can_read) would have counted, or not at all where anything is found or may
//! be: the walk is there to say what and where.

use rustc_hash::FxHashSet;

use super::Work;
use super::budget::{MOST, limit};
use super::outline::{Lexicon, Line, Link, Outline, Shape, Values};

/// Looks at pairs of outlines of one lexicon; what a look needs is kept for the next one.
#[derive(Debug)]
pub struct Glance<'l> {
    lexicon: &'l Lexicon,
    pairs: FxHashSet<(u32, u32)>,
    enum_pairs: FxHashSet<(u32, u32)>,
    queue: Vec<(u32, u32)>,
    /// For each oneof of a reader's message where the writer has the members met so far.
    oneofs: Vec<Home>,
    work: u64,
}

/// Where a writer has the members of a reader's oneof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    /// It has none.
    Nowhere,
    /// It has one, outside any oneof.
    Outside,
    /// It has one or more, all in this oneof.
    Oneof(u32),
}

impl<'l> Glance<'l> {
    /// Looks at outlines of this lexicon.
    pub fn new(lexicon: &'l Lexicon) -> Self {
        Self {
            lexicon,
            pairs: FxHashSet::default(),
            enum_pairs: FxHashSet::default(),
            queue: Vec::new(),
            oneofs: Vec::new(),
            work: 0,
        }
    }

    /// The work of a comparison that finds nothing; `None` where one would find something.
    pub fn reads(&mut self, writer: &Outline, reader: &Outline) -> Option<Work> {
        if writer.root != reader.root {
            return None;
        }
        let graph = writer.graph.saturating_add(reader.graph);
        let limit = limit(graph, MOST);
        self.pairs.clear();
        self.enum_pairs.clear();
        self.queue.clear();
        // Both scans, and the pair of the roots.
        self.work = graph.saturating_add(1);
        self.pairs.insert((0, 0));
        self.queue.push((0, 0));
        while let Some(pair) = self.queue.pop() {
            self.message((writer, reader), pair)?;
            // No charge is ever taken back: one that is refused on the way shows here at the latest.
            if self.work > limit {
                return None;
            }
        }
        (graph <= MOST).then_some(Work { graph, total: self.work, limit })
    }

    fn message(&mut self, sides: (&Outline, &Outline), pair: (u32, u32)) -> Option<()> {
        let written = &sides.0.messages[pair.0 as usize];
        let read = &sides.1.messages[pair.1 as usize];
        let shape = self.lexicon.message(read.shape);
        self.work = self.work.saturating_add(shape.cost);
        if written.shape == read.shape {
            // A message reads what it wrote itself.
            for (written, read) in written.targets.iter().zip(&read.targets) {
                self.follow(sides, *written, *read)?;
            }
            return Some(());
        }
        let writer = self.lexicon.message(written.shape);
        self.oneofs.clear();
        self.oneofs.resize(shape.oneofs, Home::Nowhere);
        let mut lines = writer.fields.iter().peekable();
        for line in &shape.fields {
            while lines.next_if(|written| written.number < line.number).is_some() {}
            let Some(other) = lines.next_if(|written| written.number == line.number) else {
                is_new(writer, line)?;
                continue;
            };
            is_kept(writer, other, line)?;
            self.is_chosen_alike(other, line)?;
            if let (Some(from), Some(to)) = (other.target, line.target) {
                self.follow(sides, written.targets[from as usize], read.targets[to as usize])?;
            }
        }
        Some(())
    }

    /// Of a reader's oneof the writer has at most one member, or all that it has in one oneof.
    fn is_chosen_alike(&mut self, written: &Line, read: &Line) -> Option<()> {
        let Some(oneof) = read.oneof else { return Some(()) };
        let seen = &mut self.oneofs[oneof as usize];
        let home = written.oneof.map_or(Home::Outside, Home::Oneof);
        match *seen {
            Home::Nowhere => *seen = home,
            Home::Oneof(_) if *seen == home => {}
            Home::Outside | Home::Oneof(_) => return None,
        }
        Some(())
    }

    fn follow(&mut self, sides: (&Outline, &Outline), written: Link, read: Link) -> Option<()> {
        match (written, read) {
            (Link::Message(written), Link::Message(read)) => {
                if self.pairs.insert((written, read)) {
                    self.work = self.work.saturating_add(1);
                    self.queue.push((written, read));
                }
                Some(())
            }
            (Link::Enum(written), Link::Enum(read)) => {
                if !self.enum_pairs.insert((written, read)) {
                    return Some(());
                }
                let contents = (sides.0.enums[written as usize], sides.1.enums[read as usize]);
                let (written, read) =
                    (self.lexicon.enumeration(contents.0), self.lexicon.enumeration(contents.1));
                let values = written.names.len().saturating_add(read.names.len());
                self.work = self.work.saturating_add(1 + 2 * values as u64);
                if contents.0 == contents.1 || are_readable(written, read) { Some(()) } else { None }
            }
            _ => None,
        }
    }
}

/// A field that only the reader has: nobody misses it, and its name stands for nothing else in the writer.
fn is_new(writer: &Shape, read: &Line) -> Option<()> {
    let is_free = writer.number_of(read.name).is_none_or(|number| number == read.number);
    (is_free && !read.required).then_some(())
}

/// A field of the same number on both sides.
fn is_kept(writer: &Shape, written: &Line, read: &Line) -> Option<()> {
    let hurts = written.facts != read.facts
        || read.required && !written.required
        || read.utf8_validated && !written.utf8_validated;
    // A name is used once: a field that kept it leaves nothing to look up.
    let is_named_alike = || {
        written.name == read.name || writer.number_of(read.name).is_none_or(|number| number == read.number)
    };
    (!hurts && is_named_alike()).then_some(())
}

/// Whether every value of one enum can be read as one of the other.
fn are_readable(written: &Values, read: &Values) -> bool {
    let mut names = written.names.iter().peekable();
    let is_renumbered = |(name, number): &(u32, i32)| {
        while names.next_if(|(other, _)| other < name).is_some() {}
        names.peek().is_some_and(|(other, written)| other == name && written != number)
    };
    if read.names.iter().any(is_renumbered) {
        return false;
    }
    let has = |number: &i32| read.numbers.binary_search(number).is_ok();
    !read.closed || written.closed && written.numbers.iter().all(has)
}
