//! `protoward init`: writes a first `protoward.toml` for what lies around, and says what to do next. Never writes over a
//! file.

mod imports;
mod plan;

use std::io;
use std::path::Path;

use super::args::Init;
use super::{Streams, Terminal, output};
use crate::config::{FILE_NAME, starter};
use crate::exit::Exit;
use crate::report::text;
use crate::source::{Options, Project, look_around};
use plan::{Plan, plan};

pub(super) fn run(args: &Init, streams: &mut Streams<'_>, terminal: Terminal) -> Exit {
    if !args.print && output::is_there(Path::new(FILE_NAME)) {
        return refuse(&io::ErrorKind::AlreadyExists.into(), streams);
    }
    if !args.print
        && let Some(why) = hidden()
    {
        let _ = writeln!(streams.stderr, "error: {}", plain(&why));
        return Exit::Usage;
    }
    let options = Options::default();
    let layout = match look_around(&options) {
        Ok(layout) => layout,
        Err(error) => {
            let look = terminal.look(args.color, terminal.stderr, false);
            // Nobody is left to be told where this fails.
            let _ = text::write_error(&error, look, streams.stderr);
            return Exit::Usage;
        }
    };
    let plan = plan(&layout, &options);
    let file = starter(&plan.draft);
    let _ = plan.notes.iter().try_for_each(|note| writeln!(streams.stderr, "note: {}", plain(note)));
    if args.print {
        return output::print(file.as_bytes(), Exit::Compatible, streams);
    }
    match output::create(file.as_bytes(), Path::new(FILE_NAME)) {
        Err(error) => refuse(&error, streams),
        Ok(()) => output::print(told(&plan).as_bytes(), Exit::Compatible, streams),
    }
}

/// A file in a directory above, which one here would hide.
fn hidden() -> Option<String> {
    let above = match Project::find(FILE_NAME) {
        Ok(found) => found?.file,
        Err(error) => error.input,
    };
    Some(format!(
        "`{above}` counts here already, and a {FILE_NAME} in this directory would hide it: add subjects there; `protoward \
         init --print` shows what would be written"
    ))
}

fn refuse(error: &io::Error, streams: &mut Streams<'_>) -> Exit {
    let what = match error.kind() {
        io::ErrorKind::AlreadyExists => format!(
            "{FILE_NAME} is there already and stays as it is; `protoward init --print` shows what would be written"
        ),
        _ => format!("cannot write {FILE_NAME}: {error}"),
    };
    // Nobody is left to be told where this fails.
    let _ = writeln!(streams.stderr, "error: {what}");
    Exit::Usage
}

/// What was written and what comes next.
fn told(plan: &Plan) -> String {
    let subjects = plan.draft.subjects.iter();
    let mut lines = vec![match subjects.len() {
        0 => format!("wrote {FILE_NAME}, without a subject: no schema was found here"),
        1 => format!("wrote {FILE_NAME} with 1 subject"),
        many => format!("wrote {FILE_NAME} with {many} subjects"),
    }];
    lines.extend(subjects.map(|subject| {
        let roots =
            if subject.roots.is_empty() { "every message".to_owned() } else { subject.roots.join(", ") };
        format!("  {}: {} against {}, {roots}", subject.name, subject.proposed, subject.against)
    }));
    lines.extend([String::new(), "next:".to_owned()]);
    if plan.draft.subjects.is_empty() {
        lines.push("  name a schema and its history in it: an example is there".to_owned());
    }
    lines.extend(plan.first.iter().map(|command| format!("  {command}")));
    lines.push("  protoward check".to_owned());
    lines.iter().map(|line| plain(line) + "\n").collect()
}

/// A line without what a terminal would obey: names of files may hold anything.
fn plain(line: &str) -> String {
    line.replace(char::is_control, "\u{fffd}")
}
