//! The files of a repository as they stood at a commit, or as they stand in the index.
//!
//! Paths start at the top of the repository. Symbolic links are followed as on disk, and never out of the repository.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use super::super::search::clean;
use super::super::standpoint::seen_from_here;
use super::super::{InputError, MaxSize};
use super::repository::Repository;

/// How many links a path may lead through: as many as on Linux.
const MAX_LINKS: usize = 40;

/// What a folder holds, by name.
pub(super) type Folder = BTreeMap<String, Node>;

/// The folders of the index, by path.
pub(super) type Index = HashMap<Rc<str>, Rc<Folder>>;

/// Something that has a path.
#[derive(Clone, Debug)]
pub(super) struct Node {
    kind: Kind,
    /// An object's; a folder of the index has its path.
    id: Rc<str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    Link,
    /// Another repository.
    Submodule,
    /// A file of the index that a merge left in conflict.
    Unmerged,
}

impl Kind {
    fn of_mode(mode: &[u8]) -> Self {
        match mode {
            b"40000" | b"040000" => Self::Folder,
            b"120000" => Self::Link,
            b"160000" => Self::Submodule,
            _ => Self::File,
        }
    }
}

/// All files at one commit, or in the index.
pub(in super::super) struct Snapshot {
    repository: Rc<Repository>,
    /// As it stands in front of a path: `git:main`.
    name: String,
    root: Rc<str>,
    /// The folders of the index, by path; those of a commit are read when somebody asks.
    index: Option<Rc<Index>>,
}

impl Snapshot {
    /// The files of a tree object.
    pub(super) fn of_tree(repository: &Rc<Repository>, name: String, tree: &str) -> Self {
        Self { repository: Rc::clone(repository), name, root: tree.into(), index: None }
    }

    /// The files of the index.
    ///
    /// # Errors
    ///
    /// Where git cannot list it.
    pub(super) fn of_index(repository: &Rc<Repository>) -> Result<Self, InputError> {
        let (name, index) = ("git:".to_owned(), Some(repository.index()?));
        Ok(Self { repository: Rc::clone(repository), name, root: "".into(), index })
    }

    /// The tree object, of what is no index.
    pub(super) fn tree(&self) -> Option<&str> {
        self.index.is_none().then_some(&*self.root)
    }

    /// The name in front of its paths.
    pub(in super::super) fn name(&self) -> &str {
        &self.name
    }

    /// Whether something has this path.
    ///
    /// # Errors
    ///
    /// Where that cannot be told, as in a partial clone without trees.
    pub(in super::super) fn holds(&self, path: &Path) -> Result<bool, InputError> {
        Ok(self.resolve(path)?.is_some())
    }

    /// The same for those who look further where it cannot be told.
    pub(in super::super) fn exists(&self, path: &Path) -> bool {
        self.holds(path).unwrap_or_default()
    }

    pub(in super::super) fn is_dir(&self, path: &Path) -> bool {
        matches!(self.resolve(path), Ok(Some(Node { kind: Kind::Folder, .. })))
    }

    pub(in super::super) fn is_link(&self, path: &Path) -> bool {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str()))
        else {
            return false;
        };
        let folder = self.resolve(parent).ok().flatten().and_then(|node| self.folder(&node).ok());
        folder.is_some_and(|folder| folder.get(name).is_some_and(|node| node.kind == Kind::Link))
    }

    /// The names in a folder, in order.
    ///
    /// # Errors
    ///
    /// Where it is no folder or cannot be read.
    pub(in super::super) fn names(&self, path: &Path, input: &str) -> Result<Vec<String>, InputError> {
        match self.resolve(path)? {
            Some(node) if node.kind == Kind::Folder => Ok(self.folder(&node)?.keys().cloned().collect()),
            _ => Err(InputError::new("missing-file", input, "no such directory there")),
        }
    }

    /// The bytes of a file.
    ///
    /// # Errors
    ///
    /// Where it is none or cannot be read.
    pub(in super::super) fn read(
        &self,
        path: &Path,
        input: &str,
        most: MaxSize,
    ) -> Result<Vec<u8>, InputError> {
        let Some(node) = self.resolve(path)? else {
            return Err(InputError::new("missing-file", input, "no such file there"));
        };
        match node.kind {
            Kind::File | Kind::Link => self.repository.object(&node.id, input, most),
            Kind::Folder => Err(InputError::new("is-a-directory", input, "is a directory")),
            Kind::Submodule => Err(InputError::new("submodule", input, "is a submodule")
                .help("its files are in a repository of its own: run it there")),
            Kind::Unmerged => {
                Err(InputError::new("unmerged", input, "has conflicts that are not resolved yet")
                    .help("resolve them and `git add` the file"))
            }
        }
    }

    /// The submodule that a path is, or is in: its files are in another repository.
    pub(in super::super) fn submodule<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        let is_one =
            |path: &&Path| matches!(self.resolve(path), Ok(Some(Node { kind: Kind::Submodule, .. })));
        path.ancestors().find(is_one)
    }

    /// Whether the last commit has a file that the index does not have.
    pub(in super::super) fn is_deleted(&self, path: &Path) -> bool {
        let name = format!("HEAD:{}", path.display());
        let was = || self.repository.verify(&name).ok().flatten().is_some();
        self.index.is_some() && !self.exists(path) && was()
    }

    /// A path as a person can type it again.
    pub(in super::super) fn shown(&self, path: &Path) -> String {
        format!("{}:{}", self.name, path.display())
    }

    /// The file of the work tree that a path of the index stands for, as seen from the working directory; of a commit, and
    /// where there is no work tree, as [`Self::shown`].
    pub(in super::super) fn file(&self, path: &Path) -> String {
        let in_tree = self.index.as_ref().and(self.repository.top()).map(|top| top.join(path));
        in_tree.map_or_else(|| self.shown(path), |file| seen_from_here(&file).display().to_string())
    }

    /// Where a path of the file system is in the repository.
    pub(in super::super) fn inside(&self, path: &Path) -> Option<PathBuf> {
        inside(self.repository.top()?, path)
    }

    /// The path of the file itself, links on the way to it followed.
    pub(in super::super) fn real(&self, path: &Path) -> Option<PathBuf> {
        self.follow(path).ok().flatten().map(|(real, _)| real)
    }

    /// What a path leads to, through links.
    fn resolve(&self, path: &Path) -> Result<Option<Node>, InputError> {
        Ok(self.follow(path)?.map(|(_, node)| node))
    }

    /// What a path leads to, and its path without links.
    fn follow(&self, path: &Path) -> Result<Option<(PathBuf, Node)>, InputError> {
        let mut rest: Vec<String> = parts(path).rev().collect();
        let root = Node { kind: Kind::Folder, id: Rc::clone(&self.root) };
        let (mut open, mut real) = (vec![root.clone()], PathBuf::new());
        let mut links = 0;
        while let Some(part) = rest.pop() {
            if part == ".." {
                open.pop();
                real.pop();
                continue;
            }
            let Some(folder) = open.last() else { return Ok(None) };
            let Some(node) = self.folder(folder)?.get(&part).cloned() else { return Ok(None) };
            match node.kind {
                Kind::Folder => {
                    open.push(node);
                    real.push(part);
                }
                Kind::Link => {
                    links += 1;
                    let Some(mut target) = self.repository.link(&node.id, &self.name)? else {
                        return Ok(None);
                    };
                    if target.has_root() {
                        // One that leads into the same work tree means the same files.
                        let Some(inner) = self.inside(&target) else { return Ok(None) };
                        (target, open, real) = (inner, vec![root.clone()], PathBuf::new());
                    }
                    if links > MAX_LINKS {
                        return Ok(None);
                    }
                    rest.extend(parts(&target).rev());
                }
                _ => return Ok(rest.is_empty().then(|| (real.join(part), node))),
            }
        }
        Ok(open.pop().map(|node| (real, node)))
    }

    fn folder(&self, node: &Node) -> Result<Rc<Folder>, InputError> {
        match &self.index {
            Some(folders) => Ok(folders.get(&node.id).map(Rc::clone).unwrap_or_default()),
            None => self.repository.folder(&node.id),
        }
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Snapshot").field(&self.name).finish()
    }
}

/// A path of the file system relative to a directory, without `.` and `..`; links are left alone where that leads inside.
pub(super) fn inside(top: &Path, path: &Path) -> Option<PathBuf> {
    let lexical = clean(path)?;
    if let Ok(inner) = lexical.strip_prefix(top) {
        return Some(inner.to_owned());
    }
    // The part that exists may be reached through links; the rest has none.
    let real = lexical.ancestors().find_map(|existing| {
        let rest = lexical.strip_prefix(existing).ok()?;
        Some(existing.canonicalize().ok()?.join(rest))
    })?;
    real.strip_prefix(top).map(Path::to_owned).ok()
}

/// The parts of a path, without `.`.
fn parts(path: &Path) -> impl DoubleEndedIterator<Item = String> {
    path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        Component::ParentDir => Some("..".to_owned()),
        _ => None,
    })
}

/// A tree object: `<mode> <name> NUL <id>`, again and again. `None` where it is cut.
pub(super) fn read_tree(mut bytes: &[u8], id_length: usize) -> Option<Folder> {
    let mut folder = Folder::new();
    while !bytes.is_empty() {
        let space = bytes.iter().position(|b| *b == b' ')?;
        let end = space + bytes[space..].iter().position(|b| *b == 0)?;
        let id = bytes.get(end + 1..=end + id_length)?;
        let digits = id.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let id: String = digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect();
        let name = String::from_utf8_lossy(&bytes[space + 1..end]).into_owned();
        folder.insert(name, Node { kind: Kind::of_mode(&bytes[..space]), id: id.into() });
        bytes = &bytes[end + id_length + 1..];
    }
    Some(folder)
}

/// What `git ls-files --stage -z` lists: `<mode> <id> <stage> TAB <path> NUL`.
pub(super) fn read_index(listed: &[u8]) -> Index {
    let mut folders: HashMap<String, Folder> = HashMap::new();
    for record in listed.split(|b| *b == 0) {
        let text = String::from_utf8_lossy(record);
        let Some((about, path)) = text.split_once('\t') else { continue };
        let mut about = about.split(' ');
        let (Some(mode), Some(id), stage) = (about.next(), about.next(), about.next()) else { continue };
        let kind = if stage == Some("0") { Kind::of_mode(mode.as_bytes()) } else { Kind::Unmerged };
        let (mut folder, mut name) = path.rsplit_once('/').unwrap_or(("", path));
        let mut node = Node { kind, id: id.into() };
        loop {
            let is_new = !folders.contains_key(folder);
            folders.entry(folder.to_owned()).or_default().insert(name.to_owned(), node);
            if folder.is_empty() || !is_new {
                break;
            }
            node = Node { kind: Kind::Folder, id: folder.into() };
            (folder, name) = folder.rsplit_once('/').unwrap_or(("", folder));
        }
    }
    folders.into_iter().map(|(path, folder)| (path.into(), Rc::new(folder))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees() {
        let bytes = b"100644 a b.proto\0\x01\x02\x03\x0440000 sub\0\x05\x06\x07\x08";
        let folder = read_tree(bytes, 4).expect("a tree");
        let seen: Vec<_> = folder.iter().map(|(name, node)| (name.as_str(), node.kind, &*node.id)).collect();
        assert_eq!(seen, [("a b.proto", Kind::File, "01020304"), ("sub", Kind::Folder, "05060708")]);
        for end in 1..bytes.len() {
            let whole = end == 21;
            assert_eq!(read_tree(&bytes[..end], 4).is_some(), whole, "{end}");
        }
    }

    #[test]
    fn the_index() {
        let listed = b"100644 aa 0\ttop.proto\x00100644 bb 0\ta/b/c.proto\x00120000 cc 0\ta/link\x00100644 dd 2\ta/x\0";
        let folders = read_index(listed);
        let names = |path: &str| folders[path].keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(""), ["a", "top.proto"]);
        assert_eq!(names("a"), ["b", "link", "x"]);
        assert_eq!(names("a/b"), ["c.proto"]);
        assert_eq!(folders["a"]["x"].kind, Kind::Unmerged);
        assert_eq!(folders["a"]["link"].kind, Kind::Link);
    }
}
