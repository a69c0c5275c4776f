//! Which files a root file needs, in which order, and which files each of them sees (contract, section 7).

use super::descriptor::FileDescriptor;
use super::graph::{Graph, Importer, by_name};
use super::link::LinkError;
use super::{Import, ImportKind};

/// Files of a set that are linked together.
pub(super) struct Closure<'f, 'a> {
    /// Imports before the files that import them.
    pub(super) files: Vec<&'f FileDescriptor<'a>>,
    /// The place of each of them in the set.
    pub(super) places: Vec<u32>,
    /// For each file, by place in `files`: itself left out, its imports and what those import publicly, ascending.
    pub(super) visible: Vec<Vec<u32>>,
}

/// Gathers the root file, which comes last, and its transitive imports. Of several files of one name the last one counts.
pub(super) fn closure<'f, 'a>(
    files: &'f [FileDescriptor<'a>],
    root: &str,
) -> Result<Closure<'f, 'a>, LinkError> {
    let importers: Vec<_> = files.iter().map(importer).collect();
    let by_name = by_name(importers.iter().map(|file| file.name));
    let Some(&root) = by_name.get(root) else {
        return Err(LinkError::new(root, "the root file is not among the files of the set"));
    };
    let graph = Graph::new(&importers, &by_name);
    match graph.refusal(root as usize, |file| importers[file as usize].name) {
        Some(refusal) => Err(refusal),
        None => Ok(gather(files, &graph, [root as usize])),
    }
}

/// Gathers all files of a set but those that cannot be built, whatever they declare: in the order in which files that no other one
/// imports come by them. Of several files of one name the last one counts.
pub(super) fn closure_of_all<'f, 'a>(files: &'f [FileDescriptor<'a>]) -> Closure<'f, 'a> {
    let importers: Vec<_> = files.iter().map(importer).collect();
    let graph = Graph::new(&importers, &by_name(importers.iter().map(|file| file.name)));
    let is_sound = |file: &usize| graph.is_live(*file) && graph.is_sound(*file);
    let mut imported = vec![false; files.len()];
    for file in (0..).take(files.len()).filter(|file| is_sound(&(*file as usize))) {
        for import in graph.imports(file) {
            imported[*import as usize] = true;
        }
    }
    gather(files, &graph, (0..files.len()).filter(|file| is_sound(file) && !imported[*file]))
}

fn importer<'f>(file: &'f FileDescriptor<'_>) -> Importer<'f> {
    Importer {
        name: &file.name,
        dependencies: &file.dependencies,
        public_dependencies: &file.public_dependencies,
    }
}

/// Gathers sound files and their imports.
fn gather<'f, 'a>(
    files: &'f [FileDescriptor<'a>],
    graph: &Graph,
    roots: impl IntoIterator<Item = usize>,
) -> Closure<'f, 'a> {
    let places = graph.order(roots);
    let mut place_of = vec![0; files.len()];
    let mut seen = Seen::new(places.len());
    let (mut visible, mut public): (Vec<_>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
    for (own, file) in (0..).zip(&places) {
        place_of[*file as usize] = own;
        let imports: Vec<u32> =
            graph.imports(*file).iter().map(|import| place_of[*import as usize]).collect();
        let passed_on = &files[*file as usize].public_dependencies;
        let mut passed_on: Vec<u32> =
            passed_on.iter().filter_map(|at| imports.get(usize::try_from(*at).ok()?).copied()).collect();
        passed_on.sort_unstable();
        passed_on.dedup();
        visible.push(seen.all(imports, &public));
        public.push(passed_on);
    }
    let files = places.iter().map(|file| &files[*file as usize]).collect();
    Closure { files, places, visible }
}

/// Which files a file sees, found for one file after the other.
struct Seen {
    /// For each file how many lookups there had been when it was last seen.
    last: Vec<u32>,
    lookups: u32,
}

impl Seen {
    fn new(files: usize) -> Self {
        Self { last: vec![0; files], lookups: 0 }
    }

    /// These files and what they import publicly, in order; `public` is what each file so far does.
    fn all(&mut self, mut queue: Vec<u32>, public: &[Vec<u32>]) -> Vec<u32> {
        self.lookups += 1;
        let mut visible = Vec::new();
        while let Some(at) = queue.pop() {
            if std::mem::replace(&mut self.last[at as usize], self.lookups) != self.lookups {
                visible.push(at);
                queue.extend(&public[at as usize]);
            }
        }
        visible.sort_unstable();
        visible.shrink_to_fit();
        visible
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
