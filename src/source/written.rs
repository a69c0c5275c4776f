//! Descriptor sets that this program writes: the files of a set, cut to what a root file needs.
//!
//! Many root messages share one set, so the files' bytes are kept once, the envelope is hashed once up to the root
//! message's name, and the files are linked once.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

use super::entry::{Fingerprint, Unreadable, find_root, link_files, unsupported};
use super::error::Location;
use super::native;
use super::places::Places;
use crate::schema::decode::decode_set;
use crate::schema::descriptor::{FileDescriptor, Text};
use crate::schema::link::{link, link_to_look};
use crate::schema::place::Place;
use crate::schema::unsupported::first_in;
use crate::schema::{Pool, Schema};

/// The files of a descriptor set, without source positions.
pub(super) struct Files {
    /// Records of an encoded `FileDescriptorSet`, one after another.
    bytes: Vec<u8>,
    records: Vec<FileRecord>,
    /// The last file of each name, which is the one that counts.
    by_name: HashMap<Box<str>, usize>,
    places: Places,
}

/// A file of a set.
pub(super) struct FileRecord {
    /// The import path.
    pub(super) name: Box<str>,
    /// Imports that are loaded.
    pub(super) dependencies: Vec<Box<str>>,
    /// Imports that are not.
    pub(super) option_dependencies: Vec<Box<str>>,
    /// A whole record, tag and length included.
    bytes: Range<usize>,
}

impl FileRecord {
    /// A file whose record stands at `bytes` of the set.
    pub(super) fn new(file: &FileDescriptor<'_>, bytes: Range<usize>) -> Self {
        let boxed = |names: &[Text<'_>]| names.iter().map(|name| name.as_ref().into()).collect();
        Self {
            name: file.name.as_ref().into(),
            dependencies: boxed(&file.dependencies),
            option_dependencies: boxed(&file.option_dependencies),
            bytes,
        }
    }
}

impl Files {
    /// The files of an encoded set, in its order.
    pub(super) fn new(bytes: Vec<u8>, records: Vec<FileRecord>, places: Places) -> Self {
        let by_name = records.iter().enumerate().map(|(at, file)| (file.name.clone(), at)).collect();
        Self { bytes, records, by_name, places }
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

    fn record(&self, at: usize) -> &[u8] {
        &self.bytes[self.records[at].bytes.clone()]
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
    /// The hash of the envelope up to the root message's name.
    prefix: Sha256,
    pool: OnceLock<Result<Arc<Pool>, Unreadable>>,
}

impl Written {
    pub(super) fn new(files: Arc<Files>, root: usize) -> Result<Self, Vec<MissingImport>> {
        let order = files.with_imports(root)?;
        let mut hash = Hash(Sha256::new());
        let hashed = native::write_prefix(order.iter().map(|at| files.record(*at)), &mut hash);
        debug_assert!(hashed.is_ok(), "a hash takes every byte");
        let root_file = files.get(root).name.clone();
        Ok(Self { files, order, root_file, prefix: hash.0, pool: OnceLock::new() })
    }

    pub(super) fn fingerprint(&self, root: &str) -> Fingerprint {
        let mut hash = Hash(self.prefix.clone());
        let hashed = native::write_rest(root, &self.root_file, &mut hash);
        debug_assert!(hashed.is_ok(), "a hash takes every byte");
        Fingerprint(hash.0.finalize().into())
    }

    /// The whole envelope.
    pub(super) fn envelope(&self, root: &str) -> Vec<u8> {
        let mut out = Vec::new();
        let written = native::write_prefix(self.records(), &mut out)
            .and_then(|()| native::write_rest(root, &self.root_file, &mut out));
        debug_assert!(written.is_ok(), "memory takes every byte");
        out
    }

    /// Where a part of the files stands.
    pub(super) fn locate(&self, place: &Place) -> Option<Location> {
        self.files.locate(place)
    }

    pub(super) fn schema(&self, root: &str) -> Result<Schema, Unreadable> {
        self.find_root(self.pool()?, root)
    }

    /// The same without keeping what was linked for it.
    pub(super) fn build(&self, root: &str) -> Result<Schema, Unreadable> {
        let pool = self.pool.get().cloned().unwrap_or_else(|| self.link());
        self.find_root(pool?, root)
    }

    fn find_root(&self, pool: Arc<Pool>, root: &str) -> Result<Schema, Unreadable> {
        let in_set = || self.descriptors(|files| Ok(first_in(files).map(unsupported))).ok().flatten();
        find_root(pool, root, in_set)
    }

    /// The types of all files, linked once.
    pub(super) fn pool(&self) -> Result<Arc<Pool>, Unreadable> {
        self.pool.get_or_init(|| self.link()).clone()
    }

    fn link(&self) -> Result<Arc<Pool>, Unreadable> {
        self.descriptors(|files| link_files(files, &self.root_file, link)).map(Arc::new)
    }

    /// The same for those who look and do not judge; see [`Entry::look`](super::Entry::look).
    pub(super) fn look(&self) -> Result<Arc<Pool>, Unreadable> {
        let built =
            || self.descriptors(|files| link_files(files, &self.root_file, link_to_look)).map(Arc::new);
        self.pool().or_else(|refused| built().map_err(|_| refused))
    }

    fn records(&self) -> impl Iterator<Item = &[u8]> {
        self.order.iter().map(|at| self.files.record(*at))
    }

    /// Reads the files, which is done once for all roots, and hands them to `take`.
    fn descriptors<T>(
        &self,
        take: impl FnOnce(&[FileDescriptor<'_>]) -> Result<T, Unreadable>,
    ) -> Result<T, Unreadable> {
        let mut files = Vec::with_capacity(self.order.len());
        for record in self.records() {
            let file = decode_set(record)
                .map_err(|error| Unreadable { unsupported: false, why: error.to_string() })?;
            files.extend(file);
        }
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
