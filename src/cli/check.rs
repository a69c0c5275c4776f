//! `protoward check`: reads a proposed schema and its history, has them judged, and tells the answer.

use std::io::Read;

use super::args::Check;
use super::{Streams, Terminal, output};
use crate::check::Extent;
use crate::exit::Exit;
use crate::history::{Finding, Judgement, Operation, Pairing, Question, Request, Strategy, Subject, Verdict};
use crate::report::{self, Format, Look, text};
use crate::rules::unknown_strategy;
use crate::source::{
    Entry, Input, InputError, Options, Stdin, follows_proposed, is_same_file, load_history_of, load_proposed,
    staged,
};

pub(super) fn run(args: &Check, streams: &mut Streams<'_>, terminal: Terminal) -> Exit {
    let judgement = match ask(args, streams.stdin) {
        Ok(judgement) => judgement,
        Err(Misuse(what)) => {
            // Nobody is left to be told where this fails.
            let _ = writeln!(streams.stderr, "error: {what}\n\nFor more information, try '--help'.");
            return Exit::Usage;
        }
    };
    tell(&judgement, args, streams, terminal)
}

/// A command line that clap cannot refuse, since it takes the inputs to see what is wrong with it.
pub(super) struct Misuse(pub(super) String);

fn ask(args: &Check, stdin: &mut dyn Read) -> Result<Judgement, Misuse> {
    if args.proposed.is_empty() {
        let what = "no proposed schema: --against takes all words that follow it, so put PROPOSED first or behind `--`";
        return Err(Misuse(what.to_owned()));
    }
    if args.no_auto_update && args.operation != Some(Operation::Register) {
        return Err(Misuse(
            "--no-auto-update says how schemas are registered: add `--as register`".to_owned(),
        ));
    }
    if let Some(output) = &args.output
        && let Some(input) = args.proposed.iter().chain(&args.against).find(|word| is_same_file(output, word))
    {
        return Err(Misuse(format!("--output would overwrite the input `{input}`")));
    }
    if args.staged
        && let Some(word) = args.proposed.iter().find(|word| *word == "-" || word.starts_with("git:"))
    {
        return Err(Misuse(format!("--staged takes paths from the git index, and `{word}` is none")));
    }
    let options = Options {
        proto_paths: args.proto_path.clone(),
        input_type: args.input_type,
        stdin: Stdin::new(stdin),
        ..Options::default()
    };
    let words: Vec<String> = if args.staged {
        args.proposed.iter().map(|word| staged(word)).collect()
    } else {
        args.proposed.clone()
    };
    let (histories, proposals, reading) = options.settled(|| read(&words, &args.against, &options));
    refuse_useless_root(args, &proposals, &histories)?;
    let mut judgement = Judgement { subjects: Vec::new(), reading };
    // One history serves all proposed schemas, or each has its own.
    for ((word, proposal), history) in words.iter().zip(proposals).zip(histories.iter().cycle()) {
        let case = Case { args, history, word };
        let mut subjects = match proposal {
            Ok(input) => case.judge_all(&input),
            Err(error) => case.unread(&error),
        };
        if args.proposed.len() > 1 {
            for subject in &mut subjects {
                subject.name = Some(subject.proposed.clone());
            }
        }
        judgement.subjects.append(&mut subjects);
    }
    Ok(judgement)
}

/// Reads all inputs: histories, proposed schemas, and what is told of the reading.
fn read(
    words: &[String],
    against: &[String],
    options: &Options<'_>,
) -> (Vec<History>, Vec<Result<Input, InputError>>, Vec<String>) {
    let mut reading = Vec::new();
    let histories = History::of_each(words, against, options, &mut reading);
    let mut proposals = Vec::new();
    for word in words {
        let proposal = load_proposed(word, options);
        if let Ok(input) = &proposal {
            reading.push(format!("proposed: {}", input.label));
            reading.extend(input.notes.iter().map(|note| format!("note: {note}")));
        }
        proposals.push(proposal);
    }
    (histories, proposals, reading)
}

fn refuse_useless_root(
    args: &Check,
    proposals: &[Result<Input, InputError>],
    histories: &[History],
) -> Result<(), Misuse> {
    let flag = match (args.root.is_empty(), args.every_message) {
        (false, _) => "--root",
        (_, true) => "--every-message",
        _ => return Ok(()),
    };
    let names_its_root = |input: &Result<Input, InputError>| input.as_ref().is_ok_and(Input::names_its_root);
    let slots = histories.iter().flat_map(|history| &history.slots);
    let all_read = histories.iter().all(|history| history.errors.is_empty());
    if proposals.iter().chain(slots).all(names_its_root) && all_read {
        return Err(Misuse(format!("{flag} cannot be used: every input names its own root message")));
    }
    Ok(())
}

/// The existing schemas as they were given, oldest first.
pub(super) struct History {
    /// Read, or not; an unread one keeps its place, so that an older one is never taken for the latest.
    pub(super) slots: Vec<Result<Input, InputError>>,
    /// Inputs that could not be read and whose place in the order is unknown.
    pub(super) errors: Vec<InputError>,
    pub(super) notes: Vec<String>,
}

impl History {
    /// One history for all proposed schemas, or one for each where a word stands for the path of the proposed one.
    fn of_each(
        proposed: &[String],
        words: &[String],
        options: &Options<'_>,
        reading: &mut Vec<String>,
    ) -> Vec<Self> {
        let follows = words.iter().any(|word| follows_proposed(word));
        let count = if follows { proposed.len() } else { 1 };
        proposed
            .iter()
            .take(count)
            .map(|proposed| Self::load(words, Some(proposed), options, reading))
            .collect()
    }

    /// A history; `proposed` is the word whose path some words stand for.
    pub(super) fn load(
        words: &[String],
        proposed: Option<&str>,
        options: &Options<'_>,
        reading: &mut Vec<String>,
    ) -> Self {
        let mut out = Self { slots: Vec::new(), errors: Vec::new(), notes: Vec::new() };
        for word in words {
            match load_history_of(word, proposed, options) {
                Ok(loaded) => {
                    for input in loaded.inputs.iter().flatten() {
                        reading.push(match input.version {
                            Some(version) => format!("existing: {} (version {version})", input.label),
                            None => format!("existing: {}", input.label),
                        });
                        reading.extend(input.notes.iter().map(|note| format!("note: {note}")));
                    }
                    reading.extend(
                        loaded.skipped.iter().map(|(name, why)| format!("passed over: {name}: {why}")),
                    );
                    if loaded.restarts {
                        let gone = out
                            .slots
                            .drain(..)
                            .map(|slot| slot.map_or_else(|error| error.input, |input| input.label));
                        reading.extend(
                            gone.map(|label| {
                                format!("passed over: {label}: before the last deleted version")
                            }),
                        );
                    }
                    out.slots.extend(loaded.inputs);
                    out.errors.extend(loaded.errors);
                    out.notes.extend(loaded.notes);
                }
                Err(error) => out.slots.push(Err(error)),
            }
        }
        out
    }

    /// All that could not be read.
    fn all_errors(&self) -> Vec<InputError> {
        self.slots
            .iter()
            .filter_map(|slot| slot.as_ref().err())
            .chain(&self.errors)
            .flat_map(InputError::each)
            .collect()
    }
}

/// One proposed input against the history.
struct Case<'a> {
    args: &'a Check,
    history: &'a History,
    word: &'a String,
}

impl Case<'_> {
    /// The subjects of an input that could not be read.
    fn unread(&self, error: &InputError) -> Vec<Subject> {
        let roots = if self.args.root.is_empty() { &[String::new()][..] } else { &self.args.root };
        roots
            .iter()
            .map(|root| {
                let mut subject = self.unjudged(self.word);
                subject.root.clone_from(root);
                subject.add_errors(error.each());
                subject.add_errors(self.history.all_errors());
                subject
            })
            .collect()
    }

    /// A subject whose proposed schema is not at hand. A strategy that nobody knows is told all the same.
    fn unjudged(&self, proposed: &str) -> Subject {
        let mut subject = Subject::new(proposed, &self.args.strategy);
        subject.operation = self.args.operation.unwrap_or(Operation::Test).name();
        subject.checker = self.args.checker.name();
        if self.args.strategy.parse::<Strategy>().is_err() {
            subject.findings.push(Finding::new(&unknown_strategy::RULE, &self.args.strategy));
        }
        subject
    }

    fn judge_all(&self, proposed: &Input) -> Vec<Subject> {
        if proposed.names_its_root() {
            return vec![self.judge(proposed, None)];
        }
        if self.args.every_message {
            let roots = proposed.every_root();
            if !roots.is_empty() {
                return self.judge_every(proposed, &roots);
            }
        }
        match &self.args.root[..] {
            [] => vec![self.judge(proposed, None)],
            roots => roots.iter().map(|root| self.judge(proposed, Some(root))).collect(),
        }
    }

    /// Existing schemas are needed more than once: worth keeping, which a long history gone through once is not.
    fn is_asked_again(&self) -> bool {
        self.args.every_message || self.args.root.len() > 1 || self.args.proposed.len() > 1
    }

    fn judge_every(&self, proposed: &Input, roots: &[String]) -> Vec<Subject> {
        let mut subjects: Vec<_> = roots.iter().map(|root| self.judge(proposed, Some(root))).collect();
        let gone = self.scope().iter().flatten().flat_map(|input| {
            let gone = input.every_root().into_iter().filter(|root| !proposed.declares(root));
            gone.map(|root| format!("`{root}` is gone: {} has it, {} does not", input.label, proposed.label))
        });
        if let Some(subject) = subjects.first_mut() {
            subject.notes.extend(gone);
        }
        subjects
    }

    /// The existing schemas that are looked at.
    fn scope(&self) -> &[Result<Input, InputError>] {
        Request::in_scope(&self.args.strategy, self.args.operation, &self.history.slots)
    }

    fn request<'q>(
        &'q self,
        proposed: &'q Entry,
        existing: &'q [Entry],
        registered: &'q [Entry],
    ) -> Request<'q> {
        let question = Question {
            strategy: &self.args.strategy,
            proposed,
            existing,
            operation: self.args.operation,
            is_first: self.history.slots.is_empty() && self.history.errors.is_empty(),
            extent: if self.args.first { Extent::First } else { Extent::All },
        };
        let Check { checker, no_auto_update, .. } = *self.args;
        Request { question, registered, checker, auto_update: !no_auto_update }
    }

    fn judge(&self, proposed: &Input, root: Option<&String>) -> Subject {
        let root_name = root.map(String::as_str);
        let pairing = Pairing::new(proposed, self.scope(), root_name, self.args.every_message);
        let registered = match self.args.operation {
            Some(Operation::Register) => {
                Pairing::new(proposed, &self.history.slots, root_name, true).existing
            }
            _ => Vec::new(),
        };
        if self.is_asked_again() {
            for entry in &pairing.existing {
                // Whether it can be built is for the comparison to tell; the next one finds it built.
                let _ = entry.reconstruct();
            }
        }
        let mut subject = match &pairing.proposed {
            Ok(entry) => self.request(entry, &pairing.existing, &registered).answer(),
            Err(error) => {
                let mut subject = self.unjudged(&proposed.label);
                subject.add_errors(error.each());
                subject
            }
        };
        let found = pairing.proposed.ok().and_then(|entry| entry.reconstruct().ok());
        subject.root =
            found.map(|schema| schema.root_name().to_owned()).or(root.cloned()).unwrap_or_default();
        subject.add_errors(self.history.all_errors());
        subject.add_errors(pairing.errors.iter().flat_map(InputError::each));
        let caveats = proposed.caveats.iter().filter(|caveat| !self.history.notes.contains(caveat));
        subject.notes.extend(caveats.chain(&self.history.notes).cloned().chain(pairing.notes));
        if self.history.slots.is_empty() && subject.errors.is_empty() {
            subject.notes.push("nothing to compare: the history is empty".to_owned());
        }
        subject
    }
}

fn tell(judgement: &Judgement, args: &Check, streams: &mut Streams<'_>, terminal: Terminal) -> Exit {
    let err = Look { color: args.color.is_on(terminal.stderr, terminal), quiet: args.quiet };
    let to_terminal = terminal.stdout && args.output.is_none();
    let out = Look { color: args.color.is_on(to_terminal, terminal), quiet: args.quiet };
    let mut aside = Vec::new();
    let mut answer = Vec::new();
    // Writing to memory cannot fail.
    if args.verbose {
        let _ = text::write_details(judgement, &mut aside);
    }
    let _ = text::write_errors(judgement, err, &mut aside);
    if args.format != Format::Text && !args.quiet {
        let _ = text::write_all_notes(judgement, err, &mut aside);
    }
    let _ = report::write(args.format, judgement, out, &mut answer);
    // Nobody is left to be told where this fails.
    let _ = streams.stderr.write_all(&aside);
    match &args.output {
        Some(path) => output::save(&answer, path, exit(judgement), streams),
        None => output::print(&answer, exit(judgement), streams),
    }
}

/// What a shell is told: a break outranks everything; unread inputs outrank open questions where nothing was compared.
fn exit(judgement: &Judgement) -> Exit {
    let subjects = &judgement.subjects;
    let has_errors = subjects.iter().any(|subject| !subject.errors.is_empty());
    let has_findings = subjects.iter().any(|subject| !subject.findings.is_empty());
    if judgement.verdict() == Verdict::Incompatible {
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
