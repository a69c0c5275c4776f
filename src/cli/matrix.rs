//! `protoward matrix`: reads a history and tells who can read whom. It only tells: a break fails nothing.

use super::args::{Matrix as Args, PlainFormat};
use super::{Misuse, Streams, Terminal, past};
use crate::exit::Exit;
use crate::history::{Mark, Matrix};
use crate::report::matrix::{Matrices, json, text};

/// How many versions are set against each other: time and memory grow with the square.
const MANY: usize = 10_000;

pub(super) fn run(args: &Args, streams: &mut Streams<'_>, terminal: Terminal) -> Exit {
    let story = match past::read(&args.past, streams.stdin) {
        Ok(story) => story,
        Err(misuse) => return misuse.tell(streams),
    };
    if let Some(many) = story.timelines.iter().map(|timeline| timeline.slots.len()).find(|many| *many > MANY)
    {
        let what =
            format!("a grid of {many} versions is more than anybody reads: hand over at most {MANY} of them");
        return Misuse(what).tell(streams);
    }
    let matrices: Vec<_> = story.timelines.iter().map(Matrix::new).collect();
    let exit = exit(&matrices, !story.all_errors().is_empty());
    // A file has no width.
    let width = terminal.width.filter(|_| args.past.outlet.output.is_none());
    let found = Matrices { matrices: &matrices, errors: &story.errors, notes: &story.notes };
    let mut answer = Vec::new();
    // Writing to memory cannot fail.
    let _ = match args.past.format {
        PlainFormat::Text => text::write(&found, args.past.outlet.look(terminal), width, &mut answer),
        PlainFormat::Json => json::write(&found, &mut answer),
    };
    past::tell(&story, &answer, exit, &args.past, streams, terminal)
}

/// Unread inputs outrank open questions where nothing was compared.
fn exit(matrices: &[Matrix], has_errors: bool) -> Exit {
    let has = |mark| matrices.iter().any(|matrix| matrix.has(mark));
    if has_errors && !has(Mark::Reads) && !has(Mark::Breaks) {
        Exit::Usage
    } else if has(Mark::Undecided) {
        Exit::Undecided
    } else if has_errors {
        Exit::Usage
    } else {
        Exit::Compatible
    }
}
