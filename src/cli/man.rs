//! `protoward man`: prints the man page of a command, made of what its help says.

use std::io;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::args::{Cli, Man as Args};
use super::{Streams, output};
use crate::exit::Exit;
use crate::source::names;

pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Exit {
    let mut cli = Cli::command();
    cli.build();
    let command = match args.page.as_deref() {
        None | Some("protoward") => &cli,
        Some(name) => match cli.find_subcommand(name) {
            Some(command) => command,
            None => return refuse(name, &cli, streams),
        },
    };
    output::print(page(command.clone()).as_bytes(), Exit::Compatible, streams)
}

fn refuse(name: &str, cli: &Command, streams: &mut Streams<'_>) -> Exit {
    let known = || cli.get_subcommands().map(Command::get_name);
    let shown = names::cut(&name.escape_debug().to_string());
    let help = match names::nearest(name, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", names::list(known())),
    };
    // Nobody is left to be told where this fails.
    let _ = writeln!(streams.stderr, "error: there is no command named `{shown}`; {help}");
    Exit::Usage
}

type Section = fn(&Man, &mut dyn io::Write) -> io::Result<()>;

fn page(command: Command) -> String {
    let is_whole = command.has_subcommands();
    let after = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let source = format!("protoward {}", env!("CARGO_PKG_VERSION"));
    // What is too much for a short help has its place here.
    let man = Man::new(command.mut_args(|arg| arg.hide_short_help(false))).source(source);
    let mut sections: Vec<Section> = vec![
        Man::render_title,
        Man::render_name_section,
        Man::render_synopsis_section,
        Man::render_description_section,
        Man::render_options_section,
    ];
    if is_whole {
        sections.push(Man::render_subcommands_section);
    }
    let mut out = Vec::new();
    for section in sections {
        // Writing to memory cannot fail.
        let _ = section(&man, &mut out);
    }
    let page = String::from_utf8_lossy(&out).into_owned() + &rest(&after, is_whole).render();
    // Each section brings it along, and once is enough.
    let preamble = Roff::default().render();
    format!("{preamble}{}", page.replace(&preamble, ""))
}

/// What stands behind the options: the end of the long help, in sections of its own.
fn rest(after: &str, is_whole: bool) -> Roff {
    let mut out = Roff::default();
    let (examples, exit) = after.split_once("Exit status: ").unwrap_or((after, ""));
    if let Some(examples) = examples.strip_prefix("Examples:\n") {
        out.control("SH", ["EXAMPLES"]).control("nf", []);
        for line in examples.trim_end().lines() {
            out.text([roman(line)]);
        }
        out.control("fi", []);
    }
    if !exit.is_empty() {
        out.control("SH", ["EXIT STATUS"]).text([roman(exit)]);
    }
    if !is_whole {
        out.control("SH", ["SEE ALSO"]).text([roman("protoward(1)")]);
    }
    out
}
