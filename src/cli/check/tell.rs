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
    let err = terminal.look(args.color, terminal.stderr, args.quiet);
    let mut aside = Vec::new();
    // Writing to memory cannot fail.
    if args.verbose {
        let _ = text::write_details(judgement, &mut aside);
    }
    // Where annotations go to the log, it has the errors already.
    if args.format != Format::Github || args.output.is_some() {
        let _ = text::write_errors(judgement, err, &mut aside);
    }
    if matches!(args.format, Format::Broker | Format::Gitlab) && !args.quiet {
        let _ = text::write_all_notes(judgement, err, &mut aside);
    }
    // Nobody is left to be told where this fails.
    let _ = streams.stderr.write_all(&aside);
    let exit = exit(judgement);
    let failed = |written: Exit| written != exit;
    let mut out = exit;
    for Report { format, path } in &args.report {
        let look = terminal.look(args.color, false, args.quiet);
        let written = output::save(&answer(*format, judgement, look), path, exit, streams);
        if failed(written) {
            out = written;
        }
    }
    let to_terminal = terminal.stdout && args.output.is_none();
    let answer = answer(args.format, judgement, terminal.look(args.color, to_terminal, args.quiet));
    let written = match &args.output {
        Some(path) => output::save(&answer, path, exit, streams),
        None => output::print(&answer, exit, streams),
    };
    if failed(written) { written } else { out }
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
