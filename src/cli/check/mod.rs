//! `protoward check`: reads proposed schemas and their histories, has them judged, and tells the answer.

mod case;
mod history;
mod job;
mod progress;
mod tell;

use std::mem;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use super::args::Check;
use super::output::{files_of, spare};
use super::{Misuse, Streams, Terminal};
use crate::exit::Exit;
use crate::history::{Judgement, Operation, Subject};
use crate::source::{
    Changes, Input, InputError, Options, Standpoint, Stdin, load_proposed, readable, staged,
    staged_if_tracked,
};
use case::Case;
pub(super) use history::History;
use job::{Job, Jobs};
use progress::Progress;

pub(super) fn run(args: &Check, streams: &mut Streams<'_>, terminal: Terminal) -> Exit {
    let answer = ask(args, streams, terminal).or_else(|refusal| match refusal {
        Refusal::Misuse(misuse) => Err(misuse),
        Refusal::Unreadable(errors) => {
            let mut subject = Subject::new(&errors[0].input, "");
            subject.add_errors(errors);
            Ok(Answer {
                judgement: Judgement { subjects: vec![subject], ..Judgement::default() },
                ..Answer::default()
            })
        }
    });
    match answer.and_then(|answer| spare(outputs(args), &answer.files).map(|()| answer)) {
        Ok(mut answer) => {
            stand_here(&mut answer.judgement);
            let exit = tell::tell(&answer.judgement, args, streams, terminal);
            // The process ends, which frees at once what would take long to free name by name.
            mem::forget(answer);
            exit
        }
        Err(misuse) => misuse.tell(streams),
    }
}

/// What came out, and of what.
#[derive(Default)]
struct Answer {
    judgement: Judgement,
    /// All that was read, as it is shown.
    files: Vec<String>,
    /// Histories and the proposed schema that was judged last, kept where nothing is judged any more.
    inputs: Option<(Vec<History>, Result<Input, InputError>)>,
}

/// The files that answers go to, with the options that say so.
fn outputs(args: &Check) -> impl Iterator<Item = (&'static str, &PathBuf)> {
    let reports = args.report.iter().map(|report| ("--report", &report.path));
    args.outlet.output.iter().map(|path| ("--output", path)).chain(reports)
}

/// Paths of subjects are seen from the working directory.
fn stand_here(judgement: &mut Judgement) {
    let here = Arc::new(Standpoint::here());
    judgement.subjects.iter_mut().for_each(|subject| subject.standpoint = Arc::clone(&here));
}

/// Why nothing is checked.
enum Refusal {
    Misuse(Misuse),
    /// What is wrong with the settings; there is at least one.
    Unreadable(Vec<InputError>),
}

impl From<Misuse> for Refusal {
    fn from(misuse: Misuse) -> Self {
        Self::Misuse(misuse)
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        Self::Unreadable(vec![error])
    }
}

fn ask(args: &Check, streams: &mut Streams<'_>, terminal: Terminal) -> Result<Answer, Refusal> {
    let jobs = Jobs::of(args)?;
    refuse(args, &jobs).map_err(Misuse)?;
    let changes = if args.affected { jobs.changes(args.staged)? } else { None };
    let mut out = Answer { files: jobs.file.iter().cloned().collect(), ..Answer::default() };
    out.judgement.denies_advice = jobs.denies_advice;
    for judged in judge_all(&jobs.all, changes.as_ref(), streams, terminal, args.outlet.quiet) {
        let mut judged = judged?;
        out.judgement.subjects.append(&mut judged.judgement.subjects);
        out.judgement.reading.append(&mut judged.judgement.reading);
        out.files.append(&mut judged.files);
        out.inputs = judged.inputs;
    }
    if args.affected && out.judgement.subjects.is_empty() && !args.outlet.quiet {
        let what = if args.staged { "what is staged" } else { "what is changed since the last commit" };
        // Nobody is left to be told where this fails.
        let _ = writeln!(streams.stderr, "note: nothing to check: {what} touches no subject");
    }
    Ok(out)
}

/// What is wrong with a command line, whatever its inputs hold.
fn refuse(args: &Check, jobs: &Jobs) -> Result<(), String> {
    if args.no_auto_update && jobs.all.iter().any(|job| job.operation != Some(Operation::Register)) {
        return Err("--no-auto-update says how schemas are registered: add `--as register`".to_owned());
    }
    if args.affected && jobs.file.is_none() {
        return Err("--affected chooses among the subjects of protoward.toml, and there is none".to_owned());
    }
    for (at, (_, output)) in outputs(args).enumerate() {
        if outputs(args).take(at).any(|(_, other)| other == output) {
            return Err(format!("two answers would go to `{}`", output.display()));
        }
    }
    let cannot_stage = |word: &&String| *word == "-" || word.starts_with("git:");
    let mut proposed = jobs.all.iter().flat_map(|job| &job.proposed);
    match proposed.find(cannot_stage).filter(|_| args.staged) {
        Some(word) => Err(format!("--staged takes paths from the git index, and `{word}` is none")),
        None => Ok(()),
    }
}

/// The answers to all jobs, in their order; several are worked on at once.
fn judge_all(
    jobs: &[Job],
    changes: Option<&Changes>,
    streams: &mut Streams<'_>,
    terminal: Terminal,
    quiet: bool,
) -> Vec<Result<Answer, Misuse>> {
    if let [job] = jobs {
        return vec![judge(job, changes, Stdin::new(streams.stdin))];
    }
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(jobs.len());
    let next = AtomicUsize::new(0);
    let mut progress = Progress::new(jobs.len(), terminal.stderr && !quiet);
    let mut answers: Vec<_> = jobs.iter().map(|_| None).collect();
    let work = |sender: &mpsc::Sender<_>| {
        while let Some((at, job)) = take(jobs, &next) {
            // Nobody waits for answers any more where this fails.
            let answer = judge(job, changes, Stdin::default());
            let _ = sender.send((at, answer.map(|answer| Answer { inputs: None, ..answer })));
        }
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let work = &work;
        let workers: Vec<_> = (0..workers)
            .filter_map(|_| {
                let sender = sender.clone();
                thread::Builder::new().spawn_scoped(scope, move || work(&sender)).ok()
            })
            .collect();
        if workers.is_empty() {
            // There may be no more threads.
            work(&sender);
        }
        drop(sender);
        for (at, answer) in receiver {
            answers[at] = Some(answer);
            progress.step(streams.stderr);
        }
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    progress.end(streams.stderr);
    answers.into_iter().flatten().collect()
}

/// The next job that nobody works on.
fn take<'a>(jobs: &'a [Job], next: &AtomicUsize) -> Option<(usize, &'a Job)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    jobs.get(at).map(|job| (at, job))
}

fn judge(job: &Job, changes: Option<&Changes>, stdin: Stdin<'_>) -> Result<Answer, Misuse> {
    let options = Options {
        proto_paths: job.proto_paths.clone(),
        base: job.base.clone(),
        subject: job.name.clone(),
        input_type: job.input_type,
        max_size: job.max_size,
        stdin,
        ..Options::default()
    };
    let (words, against) = if job.staged {
        // What the index lacks, for instance a registry's answer that is fetched, counts as it lies there.
        let existing = |word: &String| staged_if_tracked(word, &options).unwrap_or_else(|_| word.clone());
        (job.proposed.iter().map(|word| staged(word)).collect(), job.against.iter().map(existing).collect())
    } else {
        (job.proposed.clone(), job.against.clone())
    };
    let words: Vec<String> = words;
    if changes.is_some_and(|changes| !is_touched(job, &words, &options, changes)) {
        let name = job.name.as_deref().unwrap_or_default();
        let reading = vec![format!("passed over: {name}: none of its files is changed")];
        let files = job.words().cloned().collect();
        let judgement = Judgement { reading, ..Judgement::default() };
        return Ok(Answer { judgement, files, inputs: None });
    }
    let (histories, proposals, reading) = options.settled(|| read(&words, &against, &options));
    let read = histories.iter().flat_map(History::files).chain(proposals.iter().flat_map(files_of));
    let files = read.chain(job.words().cloned()).collect();
    job.refuse_useless_root(&proposals, &histories)?;
    let mut judgement = Judgement { reading, ..Judgement::default() };
    let mut told = 0;
    // One history serves all proposed schemas, or each has its own.
    let mut last = None;
    for ((word, proposal), history) in words.iter().zip(proposals).zip(histories.iter().cycle()) {
        let case = Case { job, history, word };
        let mut subjects = match &proposal {
            Ok(input) => case.judge_all(input, &mut told),
            Err(error) => case.unread(error),
        };
        for subject in &mut subjects {
            let several = job.proposed.len() > 1;
            subject.name = job.name.clone().or_else(|| several.then(|| subject.proposed.clone()));
        }
        judgement.subjects.append(&mut subjects);
        last = Some(proposal);
    }
    allow(job, &mut judgement.subjects);
    Ok(Answer { judgement, files, inputs: last.map(|proposal| (histories, proposal)) })
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
            reading.push(format!("proposed: {}", readable(&input.label)));
            reading.extend(input.notes.iter().map(|note| format!("note: {note}")));
        }
        proposals.push(proposal);
    }
    (histories, proposals, reading)
}

/// Whether a change touches what a job is about: its proposed schemas, their imports, its history. One that cannot be read
/// may well be broken by it.
fn is_touched(job: &Job, words: &[String], options: &Options<'_>, changes: &Changes) -> bool {
    let is_named = job.words().any(|word| changes.touch(word));
    is_named
        || words.iter().any(|word| match load_proposed(word, options) {
            Ok(input) => input.files().into_iter().any(|file| changes.touch(file)),
            Err(_) => true,
        })
}

/// Marks what is accepted. An allowance is used where any root of a subject needs it.
fn allow(job: &Job, subjects: &mut [Subject]) {
    let mut unused: Option<Vec<InputError>> = None;
    for subject in &mut *subjects {
        let known = subject.warnings.len();
        subject.allow(&job.allow, job.first);
        let own = subject.warnings.split_off(known);
        unused = Some(match unused {
            Some(all) => {
                let is_in = |warning: &InputError| own.iter().any(|it| it.location == warning.location);
                all.into_iter().filter(is_in).collect()
            }
            None => own,
        });
    }
    // With another question than the file's, another answer is no wonder.
    if let Some(first) = subjects.first_mut().filter(|_| job.is_as_written) {
        first.warnings.extend(unused.unwrap_or_default());
    }
}
