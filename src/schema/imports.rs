//! Which files a root file needs, in which order, and which files each of them sees (contract, section 7).

use std::collections::HashMap;

use super::descriptor::FileDescriptor;
use super::link::LinkError;
use super::{Import, ImportKind};

/// The files of a set that a root file needs.
pub(super) struct Closure<'f, 'a> {
    /// Imports before the files that import them; the root file last.
    pub(super) files: Vec<&'f FileDescriptor<'a>>,
    /// For each file, by place in `files`: itself left out, its imports and what those import publicly, ascending.
    pub(super) visible: Vec<Vec<u32>>,
    /// What each file imports publicly.
    public: Vec<Vec<u32>>,
}

/// Gathers the root file and its transitive imports. Of several files of one name the last one counts.
pub(super) fn closure<'f, 'a>(
    files: &'f [FileDescriptor<'a>],
    root: &str,
) -> Result<Closure<'f, 'a>, LinkError> {
    let by_name = by_name(files);
    let Some(&root) = by_name.get(root) else {
        return Err(LinkError::new(root, "the root file is not among the files of the set"));
    };
    gather(&by_name, [root])
}

/// Gathers all files of a set. Of several files of one name the last one counts.
pub(super) fn closure_of_all<'f, 'a>(files: &'f [FileDescriptor<'a>]) -> Result<Closure<'f, 'a>, LinkError> {
    let by_name = by_name(files);
    gather(&by_name, files.iter().filter_map(|file| by_name.get(&*file.name).copied()))
}

fn by_name<'f, 'a>(files: &'f [FileDescriptor<'a>]) -> HashMap<&'f str, &'f FileDescriptor<'a>> {
    files.iter().map(|file| (&*file.name, file)).collect()
}

fn gather<'f, 'a>(
    by_name: &HashMap<&'f str, &'f FileDescriptor<'a>>,
    roots: impl IntoIterator<Item = &'f FileDescriptor<'a>>,
) -> Result<Closure<'f, 'a>, LinkError> {
    let mut out = Closure { files: Vec::new(), visible: Vec::new(), public: Vec::new() };
    let mut done: HashMap<&str, State> = HashMap::new();
    for root in roots {
        if !done.contains_key(&*root.name) {
            done.insert(&root.name, State::Open);
            out.gather(root, by_name, &mut done)?;
        }
    }
    Ok(out)
}

impl<'f, 'a> Closure<'f, 'a> {
    fn gather(
        &mut self,
        root: &'f FileDescriptor<'a>,
        by_name: &HashMap<&'f str, &'f FileDescriptor<'a>>,
        done: &mut HashMap<&'f str, State>,
    ) -> Result<(), LinkError> {
        // An explicit stack: chains of imports may be long.
        let mut stack = vec![(root, 0)];
        while let Some((file, next)) = stack.last_mut() {
            let file = *file;
            if let Some(import) = file.dependencies.get(*next) {
                let at = i32::try_from(*next).unwrap_or(i32::MAX);
                *next += 1;
                let Some(&imported) = by_name.get(&**import) else {
                    let what = format!("imports {import}, which is not among the files of the set");
                    return Err(LinkError::new(&file.name, what).at(&[3, at]));
                };
                match done.get(&*imported.name) {
                    Some(State::Done(_)) => {}
                    Some(State::Open) => {
                        let what = format!("imports {import}, which imports {} in turn", file.name);
                        return Err(LinkError::new(&file.name, what).at(&[3, at]));
                    }
                    None => {
                        done.insert(&imported.name, State::Open);
                        stack.push((imported, 0));
                    }
                }
            } else {
                stack.pop();
                let public = public(file, done)?;
                let visible = visible(file, done, &self.public);
                done.insert(&file.name, State::Done(u32::try_from(self.files.len()).unwrap_or(u32::MAX)));
                self.files.push(file);
                self.visible.push(visible);
                self.public.push(public);
            }
        }
        Ok(())
    }
}

/// What a file imports, as it says.
pub(super) fn imports(file: &FileDescriptor<'_>) -> Vec<Import> {
    let mut kinds = vec![ImportKind::Plain; file.dependencies.len()];
    let marked =
        [(&file.weak_dependencies, ImportKind::Weak), (&file.public_dependencies, ImportKind::Public)];
    for (places, kind) in marked {
        for at in places {
            if let Some(slot) = usize::try_from(*at).ok().and_then(|at| kinds.get_mut(at)) {
                *slot = kind;
            }
        }
    }
    let loaded = file.dependencies.iter().zip(kinds);
    let loaded = loaded.map(|(path, kind)| Import { path: path.as_ref().into(), kind });
    let options = file.option_dependencies.iter();
    let options = options.map(|path| Import { path: path.as_ref().into(), kind: ImportKind::Option });
    loaded.chain(options).collect()
}

/// How far a file is.
enum State {
    /// Its imports are being gathered.
    Open,
    /// It has its place.
    Done(u32),
}

/// What a file imports publicly, each once.
fn public(file: &FileDescriptor<'_>, done: &HashMap<&str, State>) -> Result<Vec<u32>, LinkError> {
    let mut out = Vec::with_capacity(file.public_dependencies.len());
    for (i, index) in (0..).zip(&file.public_dependencies) {
        let Some(import) = usize::try_from(*index).ok().and_then(|index| file.dependencies.get(index)) else {
            let what = format!("its public import {index} is beyond its {} imports", file.dependencies.len());
            return Err(LinkError::new(&file.name, what).at(&[10, i]));
        };
        out.extend(place(import, done));
    }
    out.sort_unstable();
    out.dedup();
    Ok(out)
}

/// The imports of a file and what those import publicly, in order; `public` is what each file so far does.
fn visible(file: &FileDescriptor<'_>, done: &HashMap<&str, State>, public: &[Vec<u32>]) -> Vec<u32> {
    let mut seen = vec![false; public.len()];
    let mut visible = Vec::new();
    let mut queue: Vec<u32> = file.dependencies.iter().filter_map(|import| place(import, done)).collect();
    while let Some(at) = queue.pop() {
        if !std::mem::replace(&mut seen[at as usize], true) {
            visible.push(at);
            queue.extend(&public[at as usize]);
        }
    }
    visible.sort_unstable();
    visible.shrink_to_fit();
    visible
}

fn place(name: &str, done: &HashMap<&str, State>) -> Option<u32> {
    match done.get(name) {
        Some(State::Done(at)) => Some(*at),
        _ => None,
    }
}
