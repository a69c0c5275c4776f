//! `protoward explain`: shows the page of a rule, or the list of all pages.

use super::args::Explain;
use super::{Streams, Terminal, output};
use crate::exit::Exit;
use crate::report::explain::{Chapter, chapters, write, write_list};
use crate::source::names;

pub(super) fn run(args: &Explain, streams: &mut Streams<'_>, terminal: Terminal) -> Exit {
    let look = terminal.look(args.color, terminal.stdout, false);
    let mut answer = Vec::new();
    // Writing to memory cannot fail.
    let _ = match args.rule.as_deref().map(find) {
        None => write_list(look, &mut answer),
        Some(Ok(chapter)) => write(chapter.page, look, &mut answer),
        Some(Err(what)) => {
            // Nobody is left to be told where this fails.
            let _ =
                writeln!(streams.stderr, "error: {what}\n\n`protoward explain` lists all rules and notes.");
            return Exit::Usage;
        }
    };
    output::print(&answer, Exit::Compatible, streams)
}

/// The page with a name, in any case, with `-` or `_`.
fn find(name: &str) -> Result<Chapter, String> {
    let chapters = chapters();
    let id = name.trim().to_ascii_uppercase().replace('-', "_");
    chapters.iter().find(|chapter| chapter.id == id).copied().ok_or_else(|| {
        let nearest = names::nearest(&id, chapters.iter().map(|chapter| chapter.id));
        let help = nearest.map_or(String::new(), |near| format!("; did you mean {near}?"));
        format!("there is no rule or note named `{}`{help}", names::cut(&name.escape_debug().to_string()))
    })
}
