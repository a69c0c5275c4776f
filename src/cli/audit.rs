//! `protoward audit`: reads a history, replays it under a strategy, and tells which version broke first.

use super::args::{Audit, PlainFormat};
use super::{Misuse, Streams, Terminal, past};
use crate::check::Extent;
use crate::exit::Exit;
use crate::history::{Judged, Replay, Step, Strategy, Verdict, replay};
use crate::report::audit::{Replays, json, text};

pub(super) fn run(args: &Audit, streams: &mut Streams<'_>, terminal: Terminal) -> Exit {
    let strategy = match strategy(&args.strategy) {
        Ok(strategy) => strategy,
        Err(misuse) => return misuse.tell(streams),
    };
    let story = match past::read(&args.past, streams.stdin) {
        Ok(story) => story,
        Err(misuse) => return misuse.tell(streams),
    };
    let extent = if args.first { Extent::First } else { Extent::All };
    let replays: Vec<_> = story.timelines.iter().map(|timeline| replay(timeline, strategy, extent)).collect();
    let exit = exit(&replays, !story.all_errors().is_empty());
    let found = Replays { replays: &replays, errors: &story.errors, notes: &story.notes };
    let mut answer = Vec::new();
    // Writing to memory cannot fail.
    let _ = match args.past.format {
        PlainFormat::Text => text::write(&found, args.past.outlet.look(terminal), &mut answer),
        PlainFormat::Json => json::write(&found, &mut answer),
    };
    past::tell(&story, &answer, exit, &args.past, streams, terminal)
}

fn strategy(name: &str) -> Result<Strategy, Misuse> {
    name.parse().map_err(|_| {
        let help = match Strategy::nearest(name) {
            Some(nearest) => format!("did you mean {}?", nearest.name()),
            None => format!("the strategies are {}", Strategy::ALL.map(Strategy::name).join(", ")),
        };
        Misuse(format!("there is no strategy named `{}`; {help}", name.escape_debug()))
    })
}

/// A break outranks everything; unread inputs outrank open questions where nothing was compared.
fn exit(replays: &[Replay], has_errors: bool) -> Exit {
    let judged = || replays.iter().flat_map(|replay| &replay.steps).filter_map(Step::judged);
    let is_undecided = |judged: &Judged| judged.subject.verdict() == Verdict::Undecided;
    if replays.iter().any(|replay| replay.verdict() == Verdict::Incompatible) {
        Exit::Incompatible
    } else if has_errors && !judged().any(|judged| judged.compared > 0) {
        Exit::Usage
    } else if judged().any(is_undecided) {
        Exit::Undecided
    } else if has_errors {
        Exit::Usage
    } else {
        Exit::Compatible
    }
}
