//! Hands the answer of a check over: to standard output, to files, and to standard error what has no room in it.

use super::super::args::{Check, Report};
use super::super::{Streams, Terminal, output};
use crate::exit::Exit;
use crate::history::{Judgement, Subject, Verdict};
use crate::report::{self, Format, Look, text};

/// Hands an answer over in every way that was asked for.
pub(super) fn tell(
    judgement: &Judgement,
    args: &Check,
    streams: &mut Streams<'_>,
    terminal: Terminal,
) -> Exit {
    let err = args.outlet.look_aside(terminal);
    let mut aside = Vec::new();
    // Writing to memory cannot fail.
    if args.outlet.verbose {
        let _ = text::write_details(judgement, &mut aside);
    }
    // Where annotations go to the log, it has the errors already.
    if args.format != Format::Github || args.outlet.output.is_some() {
        let _ = text::write_errors(judgement, err, &mut aside);
    }
    if matches!(args.format, Format::Broker | Format::Gitlab) && !args.outlet.quiet {
        let _ = text::write_all_notes(judgement, err, &mut aside);
    }
    let exit = exit(judgement);
    let answered = answer(args.format, judgement, args.outlet.look(terminal));
    let mut out = args.outlet.hand_over(&aside, &answered, exit, streams);
    for Report { format, path } in &args.report {
        let look = terminal.look(args.outlet.color, false, args.outlet.quiet);
        let written = output::save(&answer(*format, judgement, look), path, exit, streams);
        if written != exit {
            out = written;
        }
    }
    out
}

fn answer(format: Format, judgement: &Judgement, look: Look) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to memory cannot fail.
    let _ = report::write(format, judgement, look, &mut out);
    out
}

/// What a shell is told: a break outranks everything; unread inputs outrank open questions where nothing was compared.
fn exit(judgement: &Judgement) -> Exit {
    let subjects = &judgement.subjects;
    let has_errors = subjects.iter().any(|subject| !subject.errors.is_empty());
    let has_findings = subjects.iter().any(|subject| subject.open_findings().next().is_some());
    let is_denied = judgement.denies_advice && subjects.iter().any(|subject| !subject.advice.is_empty());
    if judgement.verdict() == Verdict::Incompatible || is_denied {
        Exit::Incompatible
    } else if has_errors && !subjects.iter().any(Subject::is_compared) {
        Exit::Usage
    } else if has_findings {
        Exit::Undecided
    } else if has_errors {
        Exit::Usage
    } else {
        Exit::Compatible
    }
}
