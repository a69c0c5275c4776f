//! `protoward inspect`: reads inputs and tells what the tool sees of them, without judging.

use std::io::Read;

use super::args::{Inspect, PlainFormat};
use super::output::files_of;
use super::{Misuse, Streams, Terminal};
use crate::exit::Exit;
use crate::report::inspect::{Inspection, View, json, text};
use crate::source::{Input, InputError, Unreadable, load_proposed};

pub(super) fn run(args: &Inspect, streams: &mut Streams<'_>, terminal: Terminal) -> Exit {
    let inputs = read(args, streams.stdin);
    let named = |input: &Result<Input, InputError>| input.as_ref().is_ok_and(Input::names_its_root);
    if !args.root.is_empty() && inputs.iter().all(named) {
        let what = "--root cannot be used: every input names its own root message";
        return Misuse(what.to_owned()).tell(streams);
    }
    if let Err(misuse) = args.outlet.spares(&inputs.iter().flat_map(files_of).collect::<Vec<_>>()) {
        return misuse.tell(streams);
    }
    let mut exit = Exit::Compatible;
    let inspections: Vec<_> = args
        .input
        .iter()
        .zip(inputs)
        .map(|(word, input)| inspect(word, input, &args.root, &mut exit))
        .collect();
    tell(&inspections, exit, args, streams, terminal)
}

fn read(args: &Inspect, stdin: &mut dyn Read) -> Vec<Result<Input, InputError>> {
    let options = args.inputs.options(stdin);
    options.settled(|| args.input.iter().map(|word| load_proposed(word, &options)).collect())
}

/// All that can be seen of an input; `exit` becomes worse where something cannot.
fn inspect(word: &str, input: Result<Input, InputError>, roots: &[String], exit: &mut Exit) -> Inspection {
    let mut out = Inspection {
        input: word.to_owned(),
        candidates: Vec::new(),
        views: Vec::new(),
        unsupported: Vec::new(),
        errors: Vec::new(),
        notes: Vec::new(),
    };
    let found = match input {
        Ok(input) => {
            out.input.clone_from(&input.label);
            out.candidates = input.roots();
            out.notes = [&input.caveats[..], &input.notes].concat();
            views(&input, roots, &out.candidates)
        }
        Err(error) => vec![Err(Fault::Unread(error))],
    };
    for view in found {
        match view {
            Ok(view) => out.views.push(view),
            Err(Fault::NotRebuilt(Unreadable { unsupported: true, why, .. })) => out.unsupported.push(why),
            Err(fault) => {
                *exit = fault.exit(*exit);
                out.errors.extend(fault.into_error(&out.input).each());
            }
        }
    }
    out
}

/// Why there is nothing to be seen.
enum Fault {
    /// The input, or what was asked of it, has to be mended.
    Unread(InputError),
    /// The reference runtime could not build it.
    NotRebuilt(Unreadable),
}

impl Fault {
    /// Unread inputs outrank those that cannot be rebuilt.
    fn exit(&self, so_far: Exit) -> Exit {
        match (self, so_far) {
            (Self::Unread(_), _) | (_, Exit::Usage) => Exit::Usage,
            (Self::NotRebuilt(_), _) => Exit::Undecided,
        }
    }

    fn into_error(self, input: &str) -> InputError {
        let why = match self {
            Self::Unread(error) => return error,
            Self::NotRebuilt(Unreadable { why, .. }) => why,
        };
        let message = format!("the schema cannot be rebuilt: {why}");
        let kind = "not-rebuilt";
        InputError { kind, message, help: None, input: input.to_owned(), location: None, more: Vec::new() }
    }
}

/// One view for each root message that is named, or for the only one that there is; otherwise one for each root file.
fn views(input: &Input, roots: &[String], candidates: &[String]) -> Vec<Result<View, Fault>> {
    if input.names_its_root() || roots.is_empty() && candidates.len() == 1 {
        return vec![view(input, None)];
    }
    if !roots.is_empty() {
        return roots.iter().map(|root| view(input, Some(root))).collect();
    }
    match input.pools() {
        Ok(pools) => pools
            .into_iter()
            .map(|pool| pool.map(|pool| View::of_file(pool, input)).map_err(Fault::NotRebuilt))
            .collect(),
        Err(error) => vec![Err(Fault::Unread(error))],
    }
}

fn view(input: &Input, root: Option<&str>) -> Result<View, Fault> {
    let entry = input.entry(root).map_err(Fault::Unread)?;
    View::of_entry(&entry, input).map_err(Fault::NotRebuilt)
}

fn tell(
    inspections: &[Inspection],
    exit: Exit,
    args: &Inspect,
    streams: &mut Streams<'_>,
    terminal: Terminal,
) -> Exit {
    let (err, out) = (args.outlet.look_aside(terminal), args.outlet.look(terminal));
    let (mut aside, mut answer) = (Vec::new(), Vec::new());
    // Writing to memory cannot fail.
    if args.outlet.verbose {
        let _ = text::write_details(inspections, &mut aside);
    }
    let _ = text::write_errors(inspections, err, &mut aside);
    let _ = match args.format {
        PlainFormat::Text => text::write(inspections, out, &mut answer),
        PlainFormat::Json => json::write(inspections, &mut answer),
    };
    args.outlet.hand_over(&aside, &answer, exit, streams)
}
