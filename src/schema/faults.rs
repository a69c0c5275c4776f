//! What keeps files from being built, whatever they declare: an import that is missing or leads back, a public import that is
//! none. The first fault on the way through a file's imports is the one that counts, as the reference runtime finds it.
//!
//! A file that imports nothing faulty before it is passed on the way without a trace, so the way to the fault leads from each
//! file to the first of its imports that has one, and the way of a file is known once that of the import is.

use super::graph::{Importer, Imports};
use super::groups::Groups;
use super::link::LinkError;

/// What is wrong, in the file `by`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Its import number `nth` is missing.
    Missing { by: u32, nth: u32 },
    /// Its import number `nth` imports it in turn.
    Circle { by: u32, nth: u32 },
    /// Its public import number `nth` is `index`, beyond its imports.
    Beyond { by: u32, nth: u32, index: i32 },
}

impl Fault {
    /// The fault in words, with the names of files.
    pub(super) fn told<'n>(self, imports: &Imports, name: &impl Fn(u32) -> &'n str) -> LinkError {
        let at = |nth: u32| i32::try_from(nth).unwrap_or(i32::MAX);
        match self {
            Self::Missing { by, nth } => {
                let import = imports.missing(imports.of(by)[nth as usize]).unwrap_or_default();
                let what = format!("imports {import}, which is not among the files of the set");
                LinkError::new(name(by), what).at(&[3, at(nth)])
            }
            Self::Circle { by, nth } => {
                let (import, file) = (name(imports.of(by)[nth as usize]), name(by));
                LinkError::new(file, format!("imports {import}, which imports {file} in turn"))
                    .at(&[3, at(nth)])
            }
            Self::Beyond { by, nth, index } => {
                let count = imports.of(by).len();
                let what = format!("its public import {index} is beyond its {count} imports");
                LinkError::new(name(by), what).at(&[10, at(nth)])
            }
        }
    }
}

/// The first fault of each file.
pub(super) fn faults(files: &[Importer<'_>], imports: &Imports, groups: &Groups) -> Vec<Option<Fault>> {
    let mut search = Search { files, imports, groups, found: vec![None; files.len()] };
    let mut nexts = vec![None; files.len()];
    let mut way = Vec::new();
    for group in 0..groups.count() {
        let members = groups.members(u32::try_from(group).unwrap_or(u32::MAX));
        for file in members {
            match search.look(*file) {
                Look::Sound => {}
                Look::Fault(fault) => search.found[*file as usize] = Some(fault),
                Look::Within { nth } => nexts[*file as usize] = Some(nth),
            }
        }
        for file in members {
            search.follow(*file, &nexts, &mut way);
        }
    }
    search.found
}

struct Search<'s> {
    files: &'s [Importer<'s>],
    imports: &'s Imports,
    groups: &'s Groups,
    found: Vec<Option<Fault>>,
}

/// What is to be seen from a file, where the groups that it leads to are known.
enum Look {
    Sound,
    Fault(Fault),
    /// The way to the fault leads on within the file's own group, by import number `nth`.
    Within {
        nth: u32,
    },
}

impl Search<'_> {
    fn look(&self, by: u32) -> Look {
        for (nth, import) in (0..).zip(self.imports.of(by)) {
            let Some(found) = self.found.get(*import as usize) else {
                return Look::Fault(Fault::Missing { by, nth });
            };
            if self.groups.of(*import) == self.groups.of(by) {
                return Look::Within { nth };
            }
            if let Some(fault) = found {
                return Look::Fault(*fault);
            }
        }
        let count = self.imports.of(by).len();
        let is_beyond = |index: &i32| usize::try_from(*index).map_or(true, |index| index >= count);
        let mut public = (0..).zip(self.files[by as usize].public_dependencies);
        match public.find(|(_, index)| is_beyond(index)) {
            Some((nth, index)) => Look::Fault(Fault::Beyond { by, nth, index: *index }),
            None => Look::Sound,
        }
    }

    /// Follows the way from a file to what is known or has been on the way, `nexts` being the imports that lead on.
    fn follow(&mut self, from: u32, nexts: &[Option<u32>], way: &mut Vec<u32>) {
        way.clear();
        let mut file = from;
        while let (None, Some(nth)) = (self.found[file as usize], nexts[file as usize]) {
            // Where the way comes back, the file before is the one at fault.
            self.found[file as usize] = Some(Fault::Circle { by: file, nth });
            way.push(file);
            file = self.imports.of(file)[nth as usize];
        }
        let Some(start) = way.iter().position(|on_the_way| *on_the_way == file) else {
            // Known before.
            for on_the_way in way {
                self.found[*on_the_way as usize] = self.found[file as usize];
            }
            return;
        };
        let circle = &way[start..];
        let own: Vec<_> = circle.iter().map(|file| self.found[*file as usize]).collect();
        for (at, on_it) in circle.iter().enumerate() {
            self.found[*on_it as usize] = own[at.checked_sub(1).unwrap_or(own.len() - 1)];
        }
        let entry = self.found[file as usize];
        for before in &way[..start] {
            self.found[*before as usize] = entry;
        }
    }
}
