//! Descriptor sets that this program writes: the files of a set, cut to what a root file needs.
//!
//! Many root messages share one set, so the files' bytes are kept once and the files are linked once: a root file by itself, or
//! all files at once where many root files are asked for. The envelope is hashed where somebody asks for a fingerprint, once
//! up to the root message's name.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use sha2::{Digest as _, Sha256};

use super::entry::{Fingerprint, Link, Rooted, Unreadable, find_root, link_files, unsupported};
use super::error::Location;
use super::native;
use super::places::Places;
use super::record::Record;
use crate::schema::decode::decode_surveyed;
use crate::schema::descriptor::{FileDescriptor, Text};
use crate::schema::link::{Linked, link, link_all, link_to_look};
use crate::schema::place::Place;
use crate::schema::survey::Surveyed;
use crate::schema::unsupported::first_in;
use crate::schema::wire::WireError;
use crate::schema::{FileId, Pool, Schema};

/// The files of a descriptor set.
pub(super) struct Files {
    /// An encoded `FileDescriptorSet`.
    set: Arc<Vec<u8>>,
    records: Vec<FileRecord>,
    /// How many bytes of all files are stored.
    size: usize,
    /// The last file of each name, which is the one that counts.
    by_name: HashMap<Box<str>, usize>,
    places: Places,
    /// How many bytes of files were linked for single root files by now.
    linked: AtomicUsize,
    /// All files, linked at once; `None` where each root file has to be linked by itself.
    whole: OnceLock<Option<Whole>>,
}

/// All files of a set, linked at once.
struct Whole {
    pool: Arc<Pool>,
    /// The place of each file; `None` for one that has to be linked apart.
    files: HashMap<Box<str>, Option<FileId>>,
}

/// A file of a set.
pub(super) struct FileRecord {
    /// The import path.
    pub(super) name: Box<str>,
    /// Imports that are loaded.
    pub(super) dependencies: Vec<Box<str>>,
    /// Imports that are not.
    pub(super) option_dependencies: Vec<Box<str>>,
    record: Record,
    /// The SHA-256 of what is stored; made when first asked for.
    digest: OnceLock<Digest>,
}

/// A SHA-256.
type Digest = [u8; 32];

impl FileRecord {
    /// A file that was looked over, and where it stands.
    pub(super) fn new(file: &Surveyed<'_>, record: Record) -> Self {
        let boxed = |names: &[Text<'_>]| names.iter().map(|name| name.as_ref().into()).collect();
        Self {
            name: file.name.as_ref().into(),
            dependencies: boxed(&file.dependencies),
            option_dependencies: boxed(&file.option_dependencies),
            record,
            digest: OnceLock::new(),
        }
    }
}

impl Files {
    /// The files of an encoded set, in its order.
    pub(super) fn new(set: Arc<Vec<u8>>, records: Vec<FileRecord>, places: Places) -> Self {
        let by_name = records.iter().enumerate().map(|(at, file)| (file.name.clone(), at)).collect();
        let size = records.iter().map(|file| file.record.size()).sum();
        Self { set, records, size, by_name, places, linked: AtomicUsize::new(0), whole: OnceLock::new() }
    }

    pub(super) fn get(&self, at: usize) -> &FileRecord {
        &self.records[at]
    }

    /// The texts that the files were compiled from.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.places.files()
    }

    /// Where a part of the files stands.
    pub(super) fn locate(&self, place: &Place) -> Option<Location> {
        self.places.locate(place)
    }

    /// The place of the file that counts under this name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The files that count, in the set's order.
    pub(super) fn live(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.records.len()).filter(|at| self.find(&self.records[*at].name) == Some(*at))
    }

    /// What is stored of a file.
    fn stored(&self, at: usize) -> impl Iterator<Item = &[u8]> {
        self.records[at].record.stored(&self.set)
    }

    fn digest(&self, at: usize) -> Digest {
        *self.records[at].digest.get_or_init(|| {
            let mut hash = Sha256::new();
            self.stored(at).for_each(|piece| hash.update(piece));
            hash.finalize().into()
        })
    }

    fn descriptor(&self, at: usize) -> Result<FileDescriptor<'_>, WireError> {
        let decoded = decode_surveyed(&self.set[self.records[at].record.file.clone()]);
        debug_assert!(decoded.is_ok(), "the set was looked over");
        decoded
    }

    /// A root file in all files linked at once, where what was linked for single root files by now comes to more than half of
    /// the set with these files.
    fn in_whole(&self, wanted: &[usize]) -> Option<Rooted> {
        if self.whole.get().is_none() {
            let size = self.size(wanted);
            if !self.is_due(self.linked.fetch_add(size, Ordering::Relaxed), size) {
                return None;
            }
        }
        let whole = self.whole.get_or_init(|| Whole::link(self)).as_ref()?;
        // The root file comes last.
        let file = (*whole.files.get(&self.records[*wanted.last()?].name)?)?;
        Some(Rooted { pool: Arc::clone(&whole.pool), file })
    }

    /// Whether all files were linked at once, or cannot be.
    pub(super) fn is_decided(&self) -> bool {
        self.whole.get().is_some()
    }

    /// Whether all files are linked at once where files of this size come behind those that were linked before.
    fn is_due(&self, before: usize, size: usize) -> bool {
        before > 0 && before + size > self.size / 2
    }

    /// How many bytes have to be read for a root file that is not linked yet.
    fn unread(&self, wanted: &[usize]) -> usize {
        let size = self.size(wanted);
        match self.whole.get() {
            Some(Some(_)) => 0,
            None if self.is_due(self.linked.load(Ordering::Relaxed), size) => self.size,
            _ => size,
        }
    }

    fn size(&self, files: &[usize]) -> usize {
        files.iter().map(|at| self.records[*at].record.size()).sum()
    }

    /// A file and its imports, dependencies first in the order of the `import` lines, the file itself last. Files in
    /// `option_dependency` are left out: the reference runtime never loads them, and no verdict depends on them.
    ///
    /// # Errors
    ///
    /// The imports that the set lacks, each with the file that wants it.
    fn with_imports(&self, root: usize) -> Result<Vec<usize>, Vec<MissingImport>> {
        let mut order = Vec::new();
        let mut missing = Vec::new();
        let mut seen = vec![false; self.records.len()];
        seen[root] = true;
        let mut open = vec![(root, 0)];
        while let Some((at, next)) = open.pop() {
            let Some(import) = self.records[at].dependencies.get(next) else {
                order.push(at);
                continue;
            };
            open.push((at, next + 1));
            match self.find(import) {
                Some(found) if !seen[found] => {
                    seen[found] = true;
                    open.push((found, 0));
                }
                Some(_) => {}
                None => missing.push(MissingImport {
                    import: import.to_string(),
                    by: self.records[at].name.to_string(),
                }),
            }
        }
        if missing.is_empty() { Ok(order) } else { Err(missing) }
    }
}

impl Whole {
    fn link(files: &Files) -> Option<Self> {
        let descriptors: Result<Vec<_>, _> =
            (0..files.records.len()).map(|at| files.descriptor(at)).collect();
        let Linked { pool, apart } = link_all(&descriptors.ok()?).ok()?;
        let places = (0..).zip(apart).map(|(at, apart)| (!apart).then_some(FileId(at)));
        let files = pool.files.iter().map(|file| file.name.clone()).zip(places).collect();
        Some(Self { pool: Arc::new(pool), files })
    }
}

/// An import that no file of a set has.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MissingImport {
    pub(super) import: String,
    pub(super) by: String,
}

impl fmt::Debug for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.records.iter().map(|file| &file.name)).finish()
    }
}

/// A root file with its imports, ready to be stored under any of its root messages.
pub(super) struct Written {
    files: Arc<Files>,
    /// Dependencies first, the root file last.
    order: Vec<usize>,
    root_file: Box<str>,
    content: OnceLock<Digest>,
    /// The hash of the envelope up to the root message's name.
    prefix: OnceLock<Sha256>,
    /// The root file with its imports, linked by itself or with all others.
    linked: OnceLock<Result<Rooted, Unreadable>>,
    /// The same by itself, for those who look.
    looked_at: OnceLock<Result<Rooted, Unreadable>>,
}

impl Written {
    pub(super) fn new(files: Arc<Files>, root: usize) -> Result<Self, Vec<MissingImport>> {
        let order = files.with_imports(root)?;
        let root_file = files.get(root).name.clone();
        let (content, prefix) = (OnceLock::new(), OnceLock::new());
        let (linked, looked_at) = (OnceLock::new(), OnceLock::new());
        Ok(Self { files, order, root_file, content, prefix, linked, looked_at })
    }

    /// Whether the stored bytes of both are the same but for the root message's name.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.content() == other.content()
    }

    /// The same for the same files in the same order.
    fn content(&self) -> Digest {
        *self.content.get_or_init(|| {
            let mut hash = Sha256::new();
            self.order.iter().for_each(|at| hash.update(self.files.digest(*at)));
            hash.finalize().into()
        })
    }

    pub(super) fn fingerprint(&self, root: &str) -> Fingerprint {
        let prefix = self.prefix.get_or_init(|| {
            let mut hash = Hash(Sha256::new());
            let hashed = native::write_prefix(self.stored(), &mut hash);
            debug_assert!(hashed.is_ok(), "a hash takes every byte");
            hash.0
        });
        let mut hash = Hash(prefix.clone());
        let hashed = native::write_rest(root, &self.root_file, &mut hash);
        debug_assert!(hashed.is_ok(), "a hash takes every byte");
        Fingerprint(hash.0.finalize().into())
    }

    /// The whole envelope.
    pub(super) fn envelope(&self, root: &str) -> Vec<u8> {
        let mut out = Vec::new();
        let written = native::write_prefix(self.stored(), &mut out)
            .and_then(|()| native::write_rest(root, &self.root_file, &mut out));
        debug_assert!(written.is_ok(), "memory takes every byte");
        out
    }

    /// Where a part of the files stands.
    pub(super) fn locate(&self, place: &Place) -> Option<Location> {
        self.files.locate(place)
    }

    /// How many bytes have to be read before there is a schema.
    pub(super) fn unread(&self) -> usize {
        if self.linked.get().is_some() { 0 } else { self.files.unread(&self.order) }
    }

    /// A root message and its types, linked once for all roots and kept.
    pub(super) fn schema(&self, root: &str) -> Result<Schema, Unreadable> {
        self.find(self.linked.get_or_init(|| self.link()).clone(), root)
    }

    /// The same without keeping what was linked for it.
    pub(super) fn build(&self, root: &str) -> Result<Schema, Unreadable> {
        self.find(self.linked.get().cloned().unwrap_or_else(|| self.link()), root)
    }

    /// The same for those who look and do not judge, the root file and its imports by themselves; see
    /// [`Entry::look`](super::Entry::look).
    pub(super) fn look(&self, root: &str) -> Result<Schema, Unreadable> {
        self.find(self.look_at_file(), root)
    }

    /// The types of the root file and its imports, by themselves, for those who look and do not judge.
    pub(super) fn look_at_all(&self) -> Result<Arc<Pool>, Unreadable> {
        self.look_at_file().map(|rooted| rooted.pool)
    }

    fn look_at_file(&self) -> Result<Rooted, Unreadable> {
        let looked_at = self.looked_at.get_or_init(|| {
            let judged = self.link_alone(link);
            judged.or_else(|refused| self.link_alone(link_to_look).map_err(|_| refused))
        });
        looked_at.clone()
    }

    fn find(&self, linked: Result<Rooted, Unreadable>, root: &str) -> Result<Schema, Unreadable> {
        let in_set = || self.descriptors(|files| Ok(first_in(files).map(unsupported))).ok().flatten();
        find_root(linked?, root, in_set)
    }

    fn link(&self) -> Result<Rooted, Unreadable> {
        self.files.in_whole(&self.order).map_or_else(|| self.link_alone(link), Ok)
    }

    fn link_alone(&self, link: Link) -> Result<Rooted, Unreadable> {
        self.descriptors(|files| link_files(files, &self.root_file, link))
    }

    /// What is stored of the files.
    fn stored(&self) -> impl Iterator<Item = &[u8]> {
        self.order.iter().flat_map(|at| self.files.stored(*at))
    }

    /// Reads the files, which is done once for all roots, and hands them to `take`.
    fn descriptors<T>(
        &self,
        take: impl FnOnce(&[FileDescriptor<'_>]) -> Result<T, Unreadable>,
    ) -> Result<T, Unreadable> {
        let files: Result<Vec<_>, _> = self.order.iter().map(|at| self.files.descriptor(*at)).collect();
        let files = files.map_err(|error| Unreadable { unsupported: false, why: error.to_string() })?;
        take(&files)
    }
}

impl fmt::Debug for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Written").field(&self.root_file).finish()
    }
}

/// A hash that can be written to.
struct Hash(Sha256);

impl io::Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
