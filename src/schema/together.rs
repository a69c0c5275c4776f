//! All files of a set linked at once, as each would be by itself, with what it imports.

use super::descriptor::FileDescriptor;
use super::features::Language;
use super::imports::{Closure, closure_of_all};
use super::link::{LinkError, Linker};
use super::{FileId, Pool};

/// Links all files of a set at once. Never fails: what cannot be built is left out.
pub fn link_all(files: &[FileDescriptor<'_>]) -> Linked {
    let mut members: Vec<_> = files.iter().map(|_| None).collect();
    let Closure { files, places, visible } = closure_of_all(files);
    let mut linker = Linker::new(&files, &visible, Language::of);
    let mut faults: Vec<Option<LinkError>> = Vec::with_capacity(files.len());
    let mut is_built = vec![false; files.len()];
    for (at, file) in (0..).zip(&files) {
        let own = at as usize;
        let can_be = visible[own].iter().all(|import| is_built[*import as usize]);
        let fault = if can_be { linker.link(at, file).err() } else { None };
        is_built[own] = can_be && fault.is_none();
        if !is_built[own] {
            linker.pass_over(at, file);
        }
        faults.push(fault);
    }
    let shared = linker.names.shared();
    let mut is_plain = is_built;
    for ((at, place), fault) in (0..).zip(places).zip(faults) {
        let own = at as usize;
        let is_unclear = visible[own].iter().filter(|import| shared[**import as usize]).nth(1).is_some();
        is_plain[own] &= !is_unclear && visible[own].iter().all(|import| is_plain[*import as usize]);
        let (is_plain, shares) = (is_plain[own], shared[own]);
        members[place as usize] = Some(Member { id: FileId(at), is_plain, is_unclear, shares, fault });
    }
    Linked { pool: linker.pool, files: Members(members) }
}

/// The files of a set, linked together.
#[derive(Debug)]
pub struct Linked {
    /// The files and their types.
    pub pool: Pool,
    /// What became of each file.
    pub files: Members,
}

/// What became of the files of a set that were linked together.
#[derive(Debug)]
pub struct Members(Vec<Option<Member>>);

#[derive(Debug)]
struct Member {
    id: FileId,
    /// It and all that it imports are built, and what their names mean does not depend on the order of files.
    is_plain: bool,
    /// It sees several files of which each declares something that another file declares, too: what its names mean may depend on
    /// their order.
    is_unclear: bool,
    /// It declares something that another file declares, too.
    shares: bool,
    /// Why it cannot be built where all can be that it imports.
    fault: Option<LinkError>,
}

impl Members {
    /// Whether a file stands in the pool as it would by itself, whatever the order of its imports.
    pub fn is_plain(&self, file: usize) -> bool {
        self.get(file).is_some_and(|member| member.is_plain)
    }

    /// Where a root file stands in the pool, or why it cannot be built; `order` are the places in the set of all that it imports
    /// and its own, as they would be linked by themselves. `None` where that has to be done: it has a file that was left out,
    /// or its names might mean something else.
    pub fn find(&self, root: usize, order: impl FnOnce() -> Vec<u32>) -> Option<Result<FileId, &LinkError>> {
        let root = self.get(root)?;
        if root.is_plain {
            return Some(Ok(root.id));
        }
        let mut last = None;
        let mut is_in_order = true;
        for file in order() {
            let member = self.get(file as usize)?;
            if member.is_unclear && !is_in_order {
                return None;
            }
            if let Some(fault) = &member.fault {
                return Some(Err(fault));
            }
            if member.shares {
                is_in_order &= last < Some(member.id);
                last = Some(member.id);
            }
        }
        Some(Ok(root.id))
    }

    fn get(&self, file: usize) -> Option<&Member> {
        self.0.get(file)?.as_ref()
    }
}
