//! Which files of a set import which, by their places, so that each name is looked up once: in which order a file's imports come,
//! and whether they keep it from being built, whatever the files declare (contract, section 7).

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::descriptor::Text;
use super::faults::{Fault, faults};
use super::groups::{Groups, group};
use super::link::LinkError;

/// What a file says of its imports.
pub(crate) struct Importer<'a> {
    pub(crate) name: &'a str,
    /// Imports that are loaded.
    pub(crate) dependencies: &'a [Text<'a>],
    /// Places in `dependencies`, which may be beyond them.
    pub(crate) public_dependencies: &'a [i32],
}

/// The last file of each name, which is the one that counts.
pub(crate) type ByName<'a> = HashMap<&'a str, u32>;

/// The files by their names.
pub(crate) fn by_name<'a>(names: impl Iterator<Item = &'a str>) -> ByName<'a> {
    names.zip(0..).collect()
}

/// The files of a set and what they import.
pub(crate) struct Graph {
    imports: Imports,
    /// For each file whether it counts: no later one has its name.
    live: Vec<bool>,
    groups: Groups,
    /// For each group whether anything is missing that its files import, directly or not.
    lacks: Vec<bool>,
    /// For each file what keeps it from being built.
    faults: Vec<Option<Fault>>,
    /// Marks for walks to come.
    idle: Mutex<Vec<Marks>>,
}

/// What each file imports, in order.
pub(super) struct Imports {
    /// Where the imports of each file start; one more than there are files.
    starts: Vec<u32>,
    /// Places of files; beyond them of names in `missing`.
    all: Vec<u32>,
    /// Names that no file has.
    missing: Vec<Box<str>>,
}

/// Which files a walk has seen; all `false` between walks.
type Marks = Vec<bool>;

/// What a walk comes by.
enum Step<'g> {
    /// A file whose imports it has been through.
    File(u32),
    /// An import that no file has, and the file that wants it.
    Missing(&'g str, u32),
}

impl Graph {
    pub(crate) fn new(files: &[Importer<'_>], by_name: &ByName<'_>) -> Self {
        let imports = Imports::new(files, by_name);
        let live = (0..).zip(files).map(|(at, file)| by_name.get(file.name) == Some(&at)).collect();
        let groups = group(imports.files(), |file| imports.of(file));
        let lacks = imports.lacks(&groups);
        let faults = faults(files, &imports, &groups);
        Self { imports, live, groups, lacks, faults, idle: Mutex::new(Vec::new()) }
    }

    /// Whether a file counts: no later one has its name.
    pub(crate) fn is_live(&self, file: usize) -> bool {
        self.live[file]
    }

    /// The files that a file imports, in order; numbers beyond all files where there is none.
    pub(crate) fn imports(&self, file: u32) -> &[u32] {
        self.imports.of(file)
    }

    /// Files that import each other in circles.
    pub(crate) fn groups(&self) -> &Groups {
        &self.groups
    }

    /// Whether there is nothing in a file's imports, direct or not, that keeps it from being built.
    pub(crate) fn is_sound(&self, file: usize) -> bool {
        self.faults[file].is_none()
    }

    /// Why a file cannot be built, whatever it and its imports declare: the first reason on the way through its imports.
    pub(crate) fn refusal<'n>(&self, file: usize, name: impl Fn(u32) -> &'n str) -> Option<LinkError> {
        let fault = self.faults[file].as_ref()?;
        Some(fault.told(&self.imports, &name))
    }

    /// The imports of a file, direct or not, that no file has, each with the file that wants it.
    pub(crate) fn missing(&self, root: usize) -> Vec<(&str, u32)> {
        let mut missing = Vec::new();
        if self.lacks[self.groups.of(place(root)) as usize] {
            self.walk([place(root)], |step| {
                if let Step::Missing(name, by) = step {
                    missing.push((name, by));
                }
                ControlFlow::Continue(())
            });
        }
        missing
    }

    /// These files with all that they import, each once: imports first, in the order of the `import` lines.
    pub(crate) fn order(&self, roots: impl IntoIterator<Item = usize>) -> Vec<u32> {
        let mut order = Vec::new();
        self.walk(roots.into_iter().map(place), |step| {
            if let Step::File(file) = step {
                order.push(file);
            }
            ControlFlow::Continue(())
        });
        order
    }

    /// Goes over a file and all that it imports in that order, until told to stop.
    pub(crate) fn visit(&self, root: usize, mut file: impl FnMut(u32) -> ControlFlow<()>) {
        self.walk([place(root)], |step| match step {
            Step::File(at) => file(at),
            Step::Missing(..) => ControlFlow::Continue(()),
        });
    }

    fn walk<'g>(
        &'g self,
        roots: impl IntoIterator<Item = u32>,
        mut take: impl FnMut(Step<'g>) -> ControlFlow<()>,
    ) {
        let files = self.imports.files() as usize;
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut marks = idle.unwrap_or_else(|| vec![false; files]);
        let mut marked = Vec::new();
        let mut enter = |file: u32, open: &mut Vec<(u32, u32)>| {
            if !std::mem::replace(&mut marks[file as usize], true) {
                marked.push(file);
                open.push((file, self.imports.starts[file as usize]));
            }
        };
        // An explicit stack: chains of imports may be long.
        let mut open = Vec::new();
        'walk: for root in roots {
            enter(root, &mut open);
            while let Some((file, next)) = open.last_mut() {
                let step = if *next == self.imports.starts[*file as usize + 1] {
                    let file = *file;
                    open.pop();
                    Step::File(file)
                } else {
                    let import = self.imports.all[*next as usize];
                    *next += 1;
                    match (import as usize).checked_sub(files) {
                        None => {
                            enter(import, &mut open);
                            continue;
                        }
                        Some(missing) => Step::Missing(&self.imports.missing[missing], *file),
                    }
                };
                if take(step).is_break() {
                    break 'walk;
                }
            }
        }
        for file in marked {
            marks[file as usize] = false;
        }
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(marks);
        }
    }
}

impl Imports {
    fn new(files: &[Importer<'_>], by_name: &ByName<'_>) -> Self {
        let count = place(files.len());
        let mut imports = Self { starts: vec![0], all: Vec::new(), missing: Vec::new() };
        for file in files {
            for name in file.dependencies {
                let found = by_name.get(&**name).copied();
                imports.all.push(found.unwrap_or_else(|| {
                    imports.missing.push(name.as_ref().into());
                    count + place(imports.missing.len() - 1)
                }));
            }
            imports.starts.push(place(imports.all.len()));
        }
        imports
    }

    /// How many files there are.
    pub(super) fn files(&self) -> u32 {
        place(self.starts.len() - 1)
    }

    /// What a file imports.
    pub(super) fn of(&self, file: u32) -> &[u32] {
        let file = file as usize;
        &self.all[self.starts[file] as usize..self.starts[file + 1] as usize]
    }

    /// The name of an import that no file has.
    pub(super) fn missing(&self, import: u32) -> Option<&str> {
        Some(&**self.missing.get(import.checked_sub(self.files())? as usize)?)
    }

    /// For each group whether anything is missing that its files import, directly or not.
    fn lacks(&self, groups: &Groups) -> Vec<bool> {
        let mut lacks = vec![false; groups.count()];
        if self.missing.is_empty() {
            return lacks;
        }
        for group in 0..place(groups.count()) {
            let mut imports = groups.members(group).iter().flat_map(|file| self.of(*file));
            lacks[group as usize] =
                imports.any(|import| *import >= self.files() || lacks[groups.of(*import) as usize]);
        }
        lacks
    }
}

/// A set declares too few parts for a place that would not fit.
fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
