//! A git repository, asked through the `git` command.
//!
//! Never writes: no optional locks, no fetching of what a partial clone lacks, no configuration. Nothing goes through a
//! shell, and words of the user stand behind `--end-of-options` or `--`.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::thread;

use super::super::{InputError, MaxSize};
use super::snapshot::{Folder, Index, read_index, read_tree};

/// What tells git which repository to use, and what is in it.
const LOCAL: [&str; 8] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_COMMON_DIR",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
];

/// How long a path may be: as long as on Linux.
const LONGEST_PATH: usize = 4096;

/// How much git may say.
const MAX_BYTES: u64 = 256 << 20;

/// Repositories that are open, by the directories that they were found from: many words are about one.
#[derive(Default)]
pub struct Repositories(RefCell<HashMap<PathBuf, Rc<Store>>>);

impl fmt::Debug for Repositories {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.borrow().keys()).finish()
    }
}

/// A repository as a word of the command line speaks of it.
pub(super) struct Repository {
    /// The word, for what is told.
    pub(super) word: String,
    store: Rc<Store>,
}

/// A repository and the process that reads its objects.
struct Store {
    /// The top of the work tree; none in a bare repository.
    top: Option<PathBuf>,
    git_dir: PathBuf,
    /// What the environment says of this very repository.
    settings: Vec<(&'static str, OsString)>,
    batch: RefCell<Option<Batch>>,
    /// Trees that are read, by their ids.
    folders: RefCell<HashMap<Rc<str>, Rc<Folder>>>,
    /// The folders of the index, once listed.
    index: OnceCell<Rc<Index>>,
    /// Objects that names stand for.
    verified: RefCell<HashMap<String, Option<String>>>,
}

/// Where a repository is.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    git_dir: PathBuf,
    top: Option<PathBuf>,
}

impl Repository {
    /// The repository that holds a directory. A hook's `GIT_DIR`, `GIT_WORK_TREE` and `GIT_INDEX_FILE` count where they are
    /// about that one.
    ///
    /// # Errors
    ///
    /// Where there is none, or no `git`.
    pub(super) fn open(directory: &Path, word: &str, open: &Repositories) -> Result<Self, InputError> {
        let known = open.0.borrow().get(directory).map(Rc::clone);
        let store = match known {
            Some(store) => store,
            None => Rc::new(Store::find(directory, word)?),
        };
        open.0.borrow_mut().insert(directory.to_owned(), Rc::clone(&store));
        Ok(Self { word: word.to_owned(), store })
    }

    /// The top of the work tree; none in a bare repository.
    pub(super) fn top(&self) -> Option<&Path> {
        self.store.top.as_deref()
    }

    /// The top of the work tree, where it is a submodule of another repository.
    pub(super) fn submodule(&self) -> Option<&Path> {
        let mut parts = self.store.git_dir.components();
        parts.any(|part| part.as_os_str() == "modules").then_some(self.top()?)
    }

    /// What git answers; what it says instead where it refuses.
    ///
    /// # Errors
    ///
    /// Where it cannot be run or says too much.
    pub(super) fn ask(&self, args: &[&str]) -> Result<Result<Vec<u8>, String>, InputError> {
        run(self.store.command().args(args), &self.word)
    }

    /// The first line of an answer; `None` where git refuses or has nothing to say.
    pub(super) fn line(&self, args: &[&str]) -> Result<Option<String>, InputError> {
        Ok(self.lines(args)?.into_iter().next())
    }

    /// The lines of an answer; none where git refuses.
    pub(super) fn lines(&self, args: &[&str]) -> Result<Vec<String>, InputError> {
        let answer = self.ask(args)?.unwrap_or_default();
        Ok(String::from_utf8_lossy(&answer).lines().map(str::to_owned).collect())
    }

    /// The id of an object by one of its names; `None` where there is none.
    pub(super) fn verify(&self, name: &str) -> Result<Option<String>, InputError> {
        if let Some(known) = self.store.verified.borrow().get(name) {
            return Ok(known.clone());
        }
        let id = self.line(&["rev-parse", "--verify", "--quiet", "--end-of-options", name])?;
        self.store.verified.borrow_mut().insert(name.to_owned(), id.clone());
        Ok(id)
    }

    /// Whether its history is cut somewhere.
    pub(super) fn is_shallow(&self) -> Result<bool, InputError> {
        Ok(self.line(&["rev-parse", "--is-shallow-repository"])?.as_deref() == Some("true"))
    }

    /// The folders of the index.
    ///
    /// # Errors
    ///
    /// Where git cannot list it.
    pub(super) fn index(&self) -> Result<Rc<Index>, InputError> {
        if let Some(known) = self.store.index.get() {
            return Ok(Rc::clone(known));
        }
        let listed = self.ask(&["ls-files", "--stage", "-z"])?.map_err(|why| {
            InputError::new("no-index", &self.word, format!("the index cannot be listed: {why}"))
        })?;
        Ok(Rc::clone(self.store.index.get_or_init(|| Rc::new(read_index(&listed)))))
    }

    /// The bytes of an object.
    ///
    /// # Errors
    ///
    /// Where it is larger than `most` or not there, as in a partial clone.
    pub(super) fn object(&self, id: &str, input: &str, most: MaxSize) -> Result<Vec<u8>, InputError> {
        let mut slot = self.store.batch.borrow_mut();
        let failed =
            |error: &io::Error| InputError::new("unreadable", input, format!("git stopped: {error}"));
        if slot.is_none() {
            *slot = Some(Batch::start(self.store.command(), &self.word)?);
        }
        let batch = slot.as_mut().ok_or_else(|| failed(&io::ErrorKind::BrokenPipe.into()))?;
        match batch.object(id, most).map_err(|error| failed(&error))? {
            Object::Read(bytes) => Ok(bytes),
            Object::TooLarge(size) => Err(most.exceeded(Some(size), input)),
            Object::Missing => Err(Self::lacks(input)),
        }
    }

    /// Where a symbolic link leads; a path that is longer than any leads nowhere.
    ///
    /// # Errors
    ///
    /// Where it is not there.
    pub(super) fn link(&self, id: &str, input: &str) -> Result<Option<PathBuf>, InputError> {
        let bytes = self.object(id, input, MaxSize::default())?;
        let is_path = bytes.len() <= LONGEST_PATH;
        Ok(is_path.then(|| PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())))
    }

    /// The error for an object that is named and not there.
    pub(super) fn lacks(input: &str) -> InputError {
        InputError::new("missing-object", input, "git knows it and does not have it, as in a partial clone")
            .help("`git fetch --refetch --no-filter`, or check that commit out once")
    }

    /// A tree object.
    pub(super) fn folder(&self, id: &Rc<str>) -> Result<Rc<Folder>, InputError> {
        if let Some(known) = self.store.folders.borrow().get(id) {
            return Ok(Rc::clone(known));
        }
        let bytes = self.object(id, &self.word, MaxSize::default())?;
        let folder = read_tree(&bytes, id.len() / 2)
            .ok_or_else(|| InputError::new("unreadable", &self.word, format!("tree {id} is broken")))?;
        let folder = Rc::new(folder);
        self.store.folders.borrow_mut().insert(Rc::clone(id), Rc::clone(&folder));
        Ok(folder)
    }
}

impl Store {
    fn find(directory: &Path, word: &str) -> Result<Self, InputError> {
        let own = discover(directory, word, false)?;
        let told = match env::var_os("GIT_DIR") {
            Some(_) => discover(Path::new("."), word, true)?.ok(),
            None if env::var_os("GIT_INDEX_FILE").is_some() => discover(Path::new("."), word, false)?.ok(),
            None => None,
        };
        let work_tree = env::var_os("GIT_WORK_TREE").is_some();
        let (found, is_told) = match (own, told) {
            // A hook that went into a sub-directory has no work tree of its own there.
            (Ok(own), Some(told)) if own.git_dir == told.git_dir && !work_tree => (own, true),
            (own, Some(told)) if is_nearer(&told, own.as_ref().ok(), directory) => (told, true),
            (Ok(own), _) => (own, false),
            (Err(why), _) => return Err(no_repository(directory, &why, word)),
        };
        let settings = if is_told { settings(found.top.as_deref()) } else { Vec::new() };
        Ok(Self {
            top: found.top,
            git_dir: found.git_dir,
            settings,
            batch: RefCell::default(),
            folders: RefCell::default(),
            index: OnceCell::new(),
            verified: RefCell::default(),
        })
    }

    fn command(&self) -> Command {
        let directory = self.top.as_ref().unwrap_or(&self.git_dir);
        let mut command = git(directory);
        command.env("GIT_DIR", &self.git_dir);
        if let Some(top) = &self.top {
            command.env("GIT_WORK_TREE", top);
        }
        for (name, value) in &self.settings {
            command.env(name, value);
        }
        command
    }
}

/// `git` in a directory, with nothing from outside about the repository.
fn git(directory: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .current_dir(directory)
        .args([
            "--no-pager",
            "--literal-pathspecs",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.quotePath=false",
        ])
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for name in LOCAL {
        command.env_remove(name);
    }
    command
}

/// Where the repository around a directory is; what git says where there is none. `told` takes the environment's word.
fn discover(directory: &Path, word: &str, told: bool) -> Result<Result<Found, String>, InputError> {
    let command = || {
        let mut command = git(directory);
        for name in LOCAL.iter().filter(|_| told) {
            if let Some(value) = env::var_os(name) {
                command.env(name, value);
            }
        }
        command
    };
    let git_dir = match run(command().args(["rev-parse", "--absolute-git-dir"]), word)? {
        Ok(line) => real(&path_of(&line)),
        Err(why) => return Ok(Err(why)),
    };
    let top = run(command().args(["rev-parse", "--show-toplevel"]), word)?;
    Ok(Ok(Found { git_dir, top: top.ok().map(|line| real(&path_of(&line))) }))
}

/// The path of a line that git printed.
fn path_of(line: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(line).trim_end_matches(['\n', '\r']))
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Whether the environment's repository is nearer to a directory than the one that is found around it.
fn is_nearer(told: &Found, own: Option<&Found>, directory: &Path) -> bool {
    match (&told.top, own.and_then(|own| own.top.as_ref())) {
        (Some(told), own) => real(directory).starts_with(told) && own.is_none_or(|own| told.starts_with(own)),
        (None, own) => own.is_none(),
    }
}

/// The environment's index and objects, by absolute paths. A hook's relative ones start at the top.
fn settings(top: Option<&Path>) -> Vec<(&'static str, OsString)> {
    let absolute = |name: &'static str| {
        let path = PathBuf::from(env::var_os(name)?);
        let here = std::path::absolute(&path).ok()?;
        let there = top.map_or_else(|| path.clone(), |top| top.join(&path));
        Some((name, if here.exists() { here } else { there }.into_os_string()))
    };
    let kept = env::var_os("GIT_ALTERNATE_OBJECT_DIRECTORIES");
    let kept = kept.map(|value| ("GIT_ALTERNATE_OBJECT_DIRECTORIES", value));
    ["GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"].into_iter().filter_map(absolute).chain(kept).collect()
}

/// Runs git to its end. Inner errors are what it says where it refuses.
fn run(command: &mut Command, word: &str) -> Result<Result<Vec<u8>, String>, InputError> {
    let mut child = command.spawn().map_err(|error| no_git(&error, word))?;
    let failed = |error: &io::Error| InputError::new("unreadable", word, format!("git failed: {error}"));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let read = thread::scope(|scope| {
        let listen = || {
            let mut stderr = stderr?;
            stderr.by_ref().take(64 << 10).read_to_end(&mut err).ok()?;
            io::copy(&mut stderr, &mut io::sink()).ok()
        };
        if let Err(error) = thread::Builder::new().spawn_scoped(scope, listen) {
            let _ = child.kill();
            return Err(error);
        }
        let read = stdout.map_or(Ok(0), |stdout| stdout.take(MAX_BYTES + 1).read_to_end(&mut out));
        if out.len() as u64 > MAX_BYTES {
            let _ = child.kill();
        }
        read
    });
    let status = child.wait().map_err(|error| failed(&error))?;
    read.map_err(|error| failed(&error))?;
    if out.len() as u64 > MAX_BYTES {
        return Err(InputError::new("too-large", word, "git's answer is too large"));
    }
    Ok(if status.success() { Ok(out) } else { Err(said(&err)) })
}

/// What git says first, without its prefix.
fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("fatal: ").trim_start_matches("error: ").to_owned()
}

fn no_git(error: &io::Error, word: &str) -> InputError {
    if error.kind() == io::ErrorKind::NotFound {
        return InputError::new("no-git", word, "the `git` command is not found")
            .help("install git, or hand the older version over as a file");
    }
    InputError::new("no-git", word, format!("the `git` command cannot be run: {error}"))
}

fn no_repository(directory: &Path, why: &str, word: &str) -> InputError {
    let shown = if directory == Path::new(".") { "the working directory" } else { "the schema's directory" };
    if why.starts_with("not a git repository") {
        let message = format!("{shown} `{}` is in no git repository", real(directory).display());
        return InputError::new("no-repository", word, message)
            .help("run it inside the repository, or hand the older version over as a file");
    }
    InputError::new("no-repository", word, format!("git refuses: {why}"))
}

/// `git cat-file --batch`: one process for all objects.
struct Batch {
    child: Child,
    ask: Option<ChildStdin>,
    answer: BufReader<ChildStdout>,
}

enum Object {
    Read(Vec<u8>),
    /// It has so many bytes.
    TooLarge(u64),
    Missing,
}

impl Batch {
    fn start(mut command: Command, word: &str) -> Result<Self, InputError> {
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| no_git(&error, word))?;
        let (ask, answer) = (child.stdin.take(), child.stdout.take());
        let answer = answer.ok_or_else(|| no_git(&io::ErrorKind::BrokenPipe.into(), word))?;
        Ok(Self { child, ask, answer: BufReader::new(answer) })
    }

    /// `id` is in hexadecimal digits.
    fn object(&mut self, id: &str, most: MaxSize) -> io::Result<Object> {
        let ask = self.ask.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writeln!(ask, "{id}")?;
        ask.flush()?;
        let mut header = String::new();
        self.answer.by_ref().take(1024).read_line(&mut header)?;
        // `<id> <type> <size>`, or `<id> missing`.
        let mut words = header.split_ascii_whitespace().skip(1);
        let size = match (words.next(), words.next().map(str::parse::<u64>)) {
            (Some(_), Some(Ok(size))) => size,
            (Some("missing"), _) => return Ok(Object::Missing),
            _ => return Err(io::ErrorKind::UnexpectedEof.into()),
        };
        let mut body = self.answer.by_ref().take(size.saturating_add(1));
        if size > most.bytes() {
            io::copy(&mut body, &mut io::sink())?;
            return Ok(Object::TooLarge(size));
        }
        let mut bytes = Vec::new();
        body.read_to_end(&mut bytes)?;
        if bytes.pop() != Some(b'\n') || bytes.len() as u64 != size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Object::Read(bytes))
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        // The process ends with its standard input.
        drop(self.ask.take());
        let _ = self.child.wait();
    }
}
