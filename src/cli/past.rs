//! What commands about a whole history have in common: reading it, and handing over what was found.

use std::io::Read;

use super::args::Past;
use super::check::History;
use super::{Misuse, Streams, Terminal};
use crate::exit::Exit;
use crate::history::Timeline;
use crate::report::text;
use crate::source::{Input, InputError};

/// A history as it was read.
pub(super) struct Story {
    /// One for each root message.
    pub(super) timelines: Vec<Timeline>,
    /// Inputs whose place in the history is not known.
    pub(super) errors: Vec<InputError>,
    /// Things worth a word that change no verdict.
    pub(super) notes: Vec<String>,
    /// What was read in which order.
    reading: Vec<String>,
}

pub(super) fn read(args: &Past, stdin: &mut dyn Read) -> Result<Story, Misuse> {
    let options = args.inputs.options(stdin);
    let (history, reading) = options.settled(|| {
        let mut reading = Vec::new();
        (History::load(&args.history, None, &options, &mut reading), reading)
    });
    args.outlet.spares(&[history.files(), args.history.clone()].concat())?;
    let names_its_root = |input: &Result<Input, InputError>| input.as_ref().is_ok_and(Input::names_its_root);
    let all_do = !history.slots.is_empty() && history.slots.iter().all(names_its_root);
    let timelines = match &args.root[..] {
        roots if all_do && history.errors.is_empty() && (!roots.is_empty() || args.every_message) => {
            let flag = if roots.is_empty() { "--every-message" } else { "--root" };
            let what = format!("{flag} cannot be used: every input names its own root message");
            return Err(Misuse(what));
        }
        [] if args.every_message => Timeline::of_every_message(&history.slots),
        [] => vec![Timeline::new(&history.slots, None)],
        roots => roots.iter().map(|root| Timeline::new(&history.slots, Some(root))).collect(),
    };
    let errors = history.errors.iter().flat_map(InputError::each).collect();
    Ok(Story { timelines, errors, notes: history.notes, reading })
}

impl Story {
    /// All that could not be read, each once.
    pub(super) fn all_errors(&self) -> Vec<InputError> {
        let slots = self.timelines.iter().flat_map(|timeline| &timeline.slots);
        let mut out: Vec<InputError> = Vec::new();
        for error in
            slots.filter_map(|slot| slot.error()).flat_map(InputError::each).chain(self.errors.clone())
        {
            if !out.iter().any(|told| told.is_same(&error)) {
                out.push(error);
            }
        }
        out
    }
}

/// Hands over an answer and, aside, what could not be read.
pub(super) fn tell(
    story: &Story,
    answer: &[u8],
    exit: Exit,
    args: &Past,
    streams: &mut Streams<'_>,
    terminal: Terminal,
) -> Exit {
    let look = args.outlet.look_aside(terminal);
    let mut aside = Vec::new();
    // Writing to memory cannot fail.
    if args.outlet.verbose {
        let _ = text::write_reading(&story.reading, &mut aside);
    }
    for error in story.all_errors() {
        let _ = text::write_error(&error, look, &mut aside);
    }
    args.outlet.hand_over(&aside, answer, exit, streams)
}
