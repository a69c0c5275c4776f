//! Root files of descriptor sets that this program writes, each with the imports that it needs.
//!
//! Many root messages share one set, so the files' bytes are kept once and the files are linked once: a root file by itself, or
//! all files at once where many root files are asked for. The envelope is hashed where somebody asks for a fingerprint, once
//! up to the root message's name.

use std::fmt;
use std::io;
use std::sync::{Arc, OnceLock};

use sha2::{Digest as _, Sha256};

use super::entry::{Fingerprint, Link, Rooted, Unreadable, find_root, link_files, unsupported};
use super::envelope::hash_prefix;
use super::error::Location;
use super::files::Files;
use super::native;
use crate::schema::link::{link, link_to_look};
use crate::schema::place::Place;
use crate::schema::{Pool, Schema};

/// A root file with its imports, ready to be stored under any of its root messages.
pub(super) struct Written {
    files: Arc<Files>,
    root_file: usize,
    /// The hash of the envelope up to the root message's name.
    prefix: OnceLock<Sha256>,
    /// The root file with its imports, linked by itself or with all others.
    linked: OnceLock<Result<Rooted, Unreadable>>,
    /// The same by itself, for those who look.
    looked_at: OnceLock<Result<Rooted, Unreadable>>,
}

impl Written {
    /// A root file of which no import is missing.
    pub(super) fn new(files: Arc<Files>, root_file: usize) -> Self {
        let (prefix, linked, looked_at) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self { files, root_file, prefix, linked, looked_at }
    }

    /// Whether the stored bytes of both are the same but for the root message's name.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.files.content(self.root_file) == other.files.content(other.root_file)
    }

    pub(super) fn fingerprint(&self, root: &str) -> Fingerprint {
        let prefix = self.prefix.get_or_init(|| hash_prefix(&self.files, self.root_file));
        let mut hash = Hash(prefix.clone());
        let hashed = native::write_rest(root, self.files.name(self.root_file), &mut hash);
        debug_assert!(hashed.is_ok(), "a hash takes every byte");
        Fingerprint(hash.0.finalize().into())
    }

    /// The whole envelope.
    pub(super) fn envelope(&self, root: &str) -> Vec<u8> {
        let mut out = Vec::new();
        let order = self.files.with_imports(self.root_file);
        let stored = order.iter().flat_map(|at| self.files.stored(*at));
        let written = native::write_prefix(stored, &mut out)
            .and_then(|()| native::write_rest(root, self.files.name(self.root_file), &mut out));
        debug_assert!(written.is_ok(), "memory takes every byte");
        out
    }

    /// Where a part of the files stands.
    pub(super) fn locate(&self, place: &Place) -> Option<Location> {
        self.files.locate(place)
    }

    /// How many bytes have to be read before there is a schema; of much more than `enough` only so many as come to more.
    pub(super) fn unread(&self, enough: usize) -> usize {
        if self.linked.get().is_some() { 0 } else { self.files.unread(self.root_file, enough) }
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
        find_root(linked?, root, || self.files.unsupported_in(self.root_file).map(unsupported))
    }

    fn link(&self) -> Result<Rooted, Unreadable> {
        if let Some(refusal) = self.files.refusal(self.root_file) {
            return Err(refusal);
        }
        self.files.in_whole(self.root_file).unwrap_or_else(|| self.link_alone(link))
    }

    fn link_alone(&self, link: Link) -> Result<Rooted, Unreadable> {
        if let Some(refusal) = self.files.refusal(self.root_file) {
            return Err(refusal);
        }
        let order = self.files.with_imports(self.root_file);
        let files: Result<Vec<_>, _> = order.iter().map(|at| self.files.descriptor(*at as usize)).collect();
        let files = files.map_err(|error| Unreadable { unsupported: false, why: error.to_string() })?;
        link_files(&files, self.files.name(self.root_file), link)
    }
}

impl fmt::Debug for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Written").field(&self.files.name(self.root_file)).finish()
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
