//! Files that lead to each other in circles, as groups: where each file leads to is known, which of them lead back is found in
//! time that grows with the files and imports.

use std::ops::Range;

/// The groups of a set's files. A file that is on no circle is a group of its own.
pub(crate) struct Groups {
    /// The group of each file.
    of: Vec<u32>,
    /// Where the members of each group start; one more than there are groups.
    starts: Vec<u32>,
    members: Vec<u32>,
}

impl Groups {
    /// The group of a file. Groups are numbered: behind those that their files lead to.
    pub(crate) fn of(&self, file: u32) -> u32 {
        self.of[file as usize]
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The files of a group.
    pub(crate) fn members(&self, group: u32) -> &[u32] {
        &self.members[self.range(group)]
    }

    fn range(&self, group: u32) -> Range<usize> {
        let group = group as usize;
        self.starts[group] as usize..self.starts[group + 1] as usize
    }
}

/// Finds the groups of so many files, of which each leads to these (Gabow's algorithm).
pub(super) fn group<'g>(files: u32, leads_to: impl Fn(u32) -> &'g [u32]) -> Groups {
    let mut search = Search {
        groups: Groups { of: vec![NONE; files as usize], starts: vec![0], members: Vec::new() },
        entered: vec![NONE; files as usize],
        path: Vec::new(),
        heads: Vec::new(),
        open: Vec::new(),
    };
    for root in 0..files {
        if search.entered[root as usize] == NONE {
            search.enter(root);
            search.finish(&leads_to);
        }
    }
    search.groups
}

/// No place.
const NONE: u32 = u32::MAX;

struct Search {
    groups: Groups,
    /// The place in `path` at which a file was entered.
    entered: Vec<u32>,
    /// Files without a group, in the order in which they were entered.
    path: Vec<u32>,
    /// Places in `path` at which groups begin, as far as is known.
    heads: Vec<u32>,
    /// Files whose imports are being seen to, and how many are.
    open: Vec<(u32, usize)>,
}

impl Search {
    fn enter(&mut self, file: u32) {
        let at = u32::try_from(self.path.len()).unwrap_or(NONE);
        self.entered[file as usize] = at;
        self.path.push(file);
        self.heads.push(at);
        self.open.push((file, 0));
    }

    fn finish<'g>(&mut self, leads_to: impl Fn(u32) -> &'g [u32]) {
        while let Some((file, next)) = self.open.last_mut() {
            let file = *file;
            let Some(import) = leads_to(file).get(*next) else {
                self.open.pop();
                self.leave(self.entered[file as usize]);
                continue;
            };
            *next += 1;
            match self.entered.get(*import as usize) {
                Some(&NONE) => self.enter(*import),
                // It leads back to what is open: all files from there on are in one group.
                Some(&at) if self.groups.of[*import as usize] == NONE => {
                    while self.heads.last().is_some_and(|head| *head > at) {
                        self.heads.pop();
                    }
                }
                // It has a group, or is no file.
                _ => {}
            }
        }
    }

    /// Closes the group that begins at this place, if one does.
    fn leave(&mut self, at: u32) {
        if self.heads.last() != Some(&at) {
            return;
        }
        self.heads.pop();
        let group = u32::try_from(self.groups.count()).unwrap_or(NONE);
        for file in self.path.drain(at as usize..) {
            self.groups.of[file as usize] = group;
            self.groups.members.push(file);
        }
        self.groups.starts.push(u32::try_from(self.groups.members.len()).unwrap_or(NONE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_come_behind_what_they_lead_to() {
        // 0 → 1 ⇄ 2 → 3, 4 → 4, 5 → nowhere.
        let leads_to: [&[u32]; 6] = [&[1], &[2], &[1, 3], &[], &[4, 0], &[9]];
        let groups = group(6, |file| leads_to[file as usize]);
        let all: Vec<&[u32]> = (0..5).map(|at| groups.members(at)).collect();
        assert_eq!(all, [&[3][..], &[1, 2], &[0], &[4], &[5]]);
        assert_eq!(groups.count(), 5);
        assert_eq!((0..6).map(|file| groups.of(file)).collect::<Vec<_>>(), [2, 1, 1, 0, 3, 4]);
    }

    #[test]
    fn long_circles_use_no_stack() {
        let ring: Vec<u32> = (0..100_000).map(|at| (at + 1) % 100_000).collect();
        let groups = group(100_000, |file| &ring[file as usize..=file as usize]);
        assert_eq!((groups.count(), groups.members(0).len()), (1, 100_000));
    }
}
