//! What is to be checked against what and how: from the command line alone, or from `protoward.toml` with the command line
//! before it.

use std::path::{Path, PathBuf};

use super::super::Misuse;
use super::super::args::Check;
use super::{History, Refusal};
use crate::config::{self, Config, FILE_NAME, Settings, SubjectConfig};
use crate::history::{Allowance, Checker, Operation, Strategy};
use crate::source::{
    Changes, Input, InputError, InputType, MaxSize, Options, Project, is_same_file, names, under,
};

/// One check: proposed schemas that share a history and settings.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The subject of `protoward.toml`.
    pub(super) name: Option<String>,
    pub(super) proposed: Vec<String>,
    pub(super) against: Vec<String>,
    pub(super) root: Vec<String>,
    pub(super) every_message: bool,
    /// As it was given; one that nobody knows is a finding.
    pub(super) strategy: String,
    pub(super) operation: Option<Operation>,
    pub(super) checker: Checker,
    pub(super) auto_update: bool,
    pub(super) proto_paths: Vec<PathBuf>,
    /// Where the parents end in which imports are looked for.
    pub(super) base: PathBuf,
    pub(super) input_type: Option<InputType>,
    pub(super) max_size: MaxSize,
    pub(super) staged: bool,
    /// Stop at the first finding.
    pub(super) first: bool,
    pub(super) allow: Vec<Allowance>,
    /// Nothing on the command line asks another question than the file does.
    pub(super) is_as_written: bool,
}

/// Everything that a command line asks for.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    pub(super) all: Vec<Job>,
    /// Advice fails the run.
    pub(super) denies_advice: bool,
    /// The directory of `protoward.toml`, as it is seen from the working directory.
    pub(super) base: PathBuf,
    /// The file itself, where there is one.
    pub(super) file: Option<String>,
}

impl Jobs {
    /// What the command line and the file beside it ask for.
    pub(super) fn of(args: &Check) -> Result<Self, Refusal> {
        let project = match &args.config {
            Some(path) => Some(Project::read(path)?),
            None if args.no_config => None,
            None => Project::find(FILE_NAME)?,
        };
        let Some(project) = project else {
            if args.against.is_empty() || args.proposed.is_empty() {
                return Err(Refusal::Misuse(Misuse(no_settings(args))));
            }
            let job = Job::given(args, args.proposed.clone(), &Settings::default(), Path::new(""));
            return Ok(Self { denies_advice: denies(args, None), all: vec![job], ..Self::default() });
        };
        // What is about to be committed is judged by the settings that are.
        let project = if args.staged { project.staged(&Options::default())? } else { project };
        let config = config::parse_bytes(&project.bytes, &project.file).map_err(Refusal::Unreadable)?;
        Ok(Self {
            all: chosen(args, &config, &project)?,
            denies_advice: denies(args, config.defaults.deny_notes),
            base: project.base,
            file: Some(project.file),
        })
    }
}

impl Jobs {
    /// What is changed and may touch some subjects and not others; `None` where it touches all of them.
    pub(super) fn changes(&self, staged: bool) -> Result<Option<Changes>, InputError> {
        let changes = Changes::read(&self.base, staged, &Options::default())?;
        let is_new_law = self.file.as_deref().is_some_and(|file| changes.touch(file));
        Ok(Some(changes).filter(|_| !is_new_law))
    }
}

fn denies(args: &Check, said: Option<bool>) -> bool {
    !args.deny.is_empty() || said == Some(true)
}

fn no_settings(args: &Check) -> String {
    let init = format!("`protoward init` writes a {FILE_NAME} that says so once and for all");
    match &args.proposed[..] {
        [] if !args.against.is_empty() => {
            "no proposed schema: --against takes all words that follow it, so put PROPOSED first or behind `--`".to_owned()
        }
        [] => format!("nothing to check: name a schema and its history, `protoward check PROPOSED --against HISTORY`; {init}"),
        [word, ..] => format!("no history to set `{word}` against: add `--against HISTORY`; {init}"),
    }
}

/// The subjects that words name by their names or, without `--against`, by their proposed paths; every other word is a
/// schema of its own, and no word stands for all subjects.
fn chosen(args: &Check, config: &Config, project: &Project) -> Result<Vec<Job>, Refusal> {
    let job = |subject: &SubjectConfig| Job::of(subject, args, config, &project.base);
    let is_shown = |subject: &SubjectConfig, word: &str| {
        let proposed = under(&project.base, &subject.proposed);
        proposed == *word || is_same_file(Path::new(&proposed), word)
    };
    let (mut jobs, mut others) = (Vec::new(), Vec::new());
    for word in &args.proposed {
        let named = config.subjects.iter().find(|subject| subject.name == *word);
        let mut found: Vec<Job> = named.into_iter().map(job).collect();
        if found.is_empty() && args.against.is_empty() {
            found.extend(config.subjects.iter().filter(|subject| is_shown(subject, word)).map(job));
            if found.is_empty() {
                return Err(Refusal::Misuse(Misuse(unknown_subject(word, config, &project.file))));
            }
        }
        if found.is_empty() {
            others.push(word.clone());
        }
        found.retain(|job| !jobs.iter().any(|known: &Job| known.name == job.name));
        jobs.append(&mut found);
    }
    if !others.is_empty() {
        jobs.push(Job::given(args, others, &config.defaults, &project.base));
    } else if args.proposed.is_empty() {
        jobs.extend(config.subjects.iter().map(job));
        if jobs.is_empty() {
            let what =
                format!("`{}` has no [[subject]]: add one, or name a schema and `--against`", project.file);
            return Err(Refusal::Misuse(Misuse(what)));
        }
    }
    Ok(jobs)
}

fn unknown_subject(word: &str, config: &Config, file: &str) -> String {
    let names = || config.subjects.iter().map(|subject| subject.name.as_str());
    let help = match (names::nearest(word, names()), config.subjects.is_empty()) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, true) => format!("`{file}` has no [[subject]]."),
        (None, false) => format!("There are {}.", names::list(names())),
    };
    format!(
        "no subject is named `{word}`, and none has it as its proposed schema; {help} \
         To check a schema by itself add `--against HISTORY`"
    )
}

impl Job {
    /// A subject of the file; what the command line says comes first.
    fn of(subject: &SubjectConfig, args: &Check, config: &Config, base: &Path) -> Self {
        let own = &subject.settings;
        let defaults = &config.defaults;
        let settings = Settings {
            strategy: own.strategy.or(defaults.strategy),
            operation: own.operation.or(defaults.operation),
            checker: own.checker.or(defaults.checker),
            auto_update: own.auto_update.or(defaults.auto_update),
            proto_path: own.proto_path.clone().or_else(|| defaults.proto_path.clone()),
            deny_notes: None,
        };
        let mut job = Self::given(args, vec![under(base, &subject.proposed)], &settings, base);
        job.name = Some(subject.name.clone());
        if args.against.is_empty() {
            job.against = subject.against.iter().map(|word| under(base, word)).collect();
        }
        if args.root.is_empty() && !args.every_message {
            (job.root, job.every_message) = (subject.root.clone(), subject.every_message);
        }
        job.allow.clone_from(&subject.allow);
        job
    }

    /// What the command line says, and settings where it says nothing.
    fn given(args: &Check, proposed: Vec<String>, settings: &Settings, base: &Path) -> Self {
        let in_file = settings.proto_path.iter().flatten().map(|path| PathBuf::from(under(base, path)));
        let proto_paths = if args.inputs.proto_path.is_empty() {
            in_file.collect()
        } else {
            args.inputs.proto_path.clone()
        };
        let strategy = args.strategy.clone();
        Self {
            name: None,
            proposed: distinct(proposed),
            against: args.against.clone(),
            root: distinct(args.root.clone()),
            every_message: args.every_message,
            strategy: strategy
                .unwrap_or_else(|| settings.strategy.unwrap_or(Strategy::Full).name().to_owned()),
            operation: args.operation.or(settings.operation),
            checker: args.checker.or(settings.checker).unwrap_or_default(),
            auto_update: !args.no_auto_update && settings.auto_update.unwrap_or(true),
            proto_paths,
            base: base.to_owned(),
            input_type: args.inputs.input_type,
            max_size: args.inputs.max_input_size,
            staged: args.staged,
            first: args.first,
            allow: Vec::new(),
            is_as_written: args.against.is_empty()
                && args.strategy.is_none()
                && args.checker.is_none()
                && args.operation.is_none()
                && args.root.is_empty()
                && !args.every_message,
        }
    }

    /// All words that stand for inputs.
    pub(super) fn words(&self) -> impl Iterator<Item = &String> {
        self.proposed.iter().chain(&self.against)
    }

    /// A root message that is asked for and cannot be chosen is a mistake.
    pub(super) fn refuse_useless_root(
        &self,
        proposals: &[Result<Input, InputError>],
        histories: &[History],
    ) -> Result<(), Misuse> {
        let flag = match (self.root.is_empty(), self.every_message, &self.name) {
            (false, _, None) => "--root",
            (false, _, Some(_)) => "`root`",
            (_, true, None) => "--every-message",
            (_, true, Some(_)) => "`every-message`",
            _ => return Ok(()),
        };
        let names_its_root =
            |input: &Result<Input, InputError>| input.as_ref().is_ok_and(Input::names_its_root);
        let slots = histories.iter().flat_map(|history| &history.slots);
        let all_read = histories.iter().all(|history| history.errors.is_empty());
        if proposals.iter().chain(slots).all(names_its_root) && all_read {
            let whose = self.name.as_ref().map_or(String::new(), |name| format!(" of subject `{name}`"));
            let what = format!("{flag}{whose} cannot be used: every input names its own root message");
            return Err(Misuse(what));
        }
        Ok(())
    }
}

/// What is named twice is meant once.
fn distinct(words: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in words {
        if !out.contains(&word) {
            out.push(word);
        }
    }
    out
}
