//! The files of a descriptor set, kept once for all root files: what is stored of each, which of them each needs, and which cannot
//! be built whatever they declare.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::content::{Content, Digest, digest};
use super::entry::{Rooted, Unreadable, refused};
use super::envelope::Start;
use super::error::Location;
use super::places::Places;
use super::record::Record;
use super::whole::Whole;
use crate::schema::Unsupported;
use crate::schema::decode::decode_surveyed;
use crate::schema::descriptor::FileDescriptor;
use crate::schema::graph::Graph;
use crate::schema::place::Place;
use crate::schema::unsupported::first_in;
use crate::schema::wire::WireError;

/// The files of a descriptor set.
pub(super) struct Files {
    /// An encoded `FileDescriptorSet`.
    set: Arc<Vec<u8>>,
    records: Vec<FileRecord>,
    graph: Graph,
    /// How many bytes of all files are stored.
    size: usize,
    places: Places,
    content: Content,
    /// What each file holds that is not supported; found out where a file cannot be built.
    unsupported: OnceLock<Vec<NotCovered>>,
    whole: Whole,
}

/// The first thing in a file that is not supported, and where.
type NotCovered = Option<Box<(String, Unsupported)>>;

/// A file of a set.
pub(super) struct FileRecord {
    /// The import path.
    pub(super) name: Box<str>,
    record: Record,
    /// The SHA-256 of what is stored; made when first asked for.
    digest: OnceLock<Digest>,
    /// The hash of an envelope behind this file and its imports, where many envelopes start with them.
    start: OnceLock<Box<Start>>,
}

impl FileRecord {
    /// A file and where it stands.
    pub(super) fn new(name: &str, record: Record) -> Self {
        Self { name: name.into(), record, digest: OnceLock::new(), start: OnceLock::new() }
    }
}

impl Files {
    /// The files of an encoded set, in its order.
    pub(super) fn new(set: Arc<Vec<u8>>, records: Vec<FileRecord>, graph: Graph, places: Places) -> Self {
        let size = records.iter().map(|file| file.record.size()).sum();
        let content = Content::of(graph.groups());
        let (unsupported, whole) = (OnceLock::new(), Whole::default());
        Self { set, records, graph, size, places, content, unsupported, whole }
    }

    /// How many files there are.
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// The import path of a file.
    pub(super) fn name(&self, at: usize) -> &str {
        &self.records[at].name
    }

    /// The texts that the files were compiled from.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.places.files()
    }

    /// Where a part of the files stands.
    pub(super) fn locate(&self, place: &Place) -> Option<Location> {
        self.places.locate(place)
    }

    /// The files that count, in the set's order.
    pub(super) fn live(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.records.len()).filter(|at| self.graph.is_live(*at))
    }

    /// Which files import which.
    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// A file and its imports, dependencies first in the order of the `import` lines, the file itself last. Files in
    /// `option_dependency` are left out: the reference runtime never loads them, and no verdict depends on them.
    pub(super) fn with_imports(&self, root: usize) -> Vec<u32> {
        self.graph.order([root])
    }

    /// What is stored of a file.
    pub(super) fn stored(&self, at: u32) -> impl Iterator<Item = &[u8]> {
        self.records[at as usize].record.stored(&self.set)
    }

    /// How many bytes of all files are stored.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// How many bytes of a file and its imports are stored; of much more than `enough` only so many as come to more.
    pub(super) fn size_of(&self, root: usize, enough: usize) -> usize {
        let mut size = 0;
        self.graph.visit(root, |at| {
            size += self.records[at as usize].record.size();
            if size > enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        size
    }

    /// The SHA-256 of what is stored of a file.
    pub(super) fn digest(&self, at: u32) -> Digest {
        *self.records[at as usize].digest.get_or_init(|| digest(self.stored(at)))
    }

    /// What stands for a file with all its imports: it is the same where all of them are, and come in the same order.
    pub(super) fn content(&self, at: usize) -> [Digest; 2] {
        self.content.of_file(self, u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// The hash of an envelope behind a file and its imports, where it is kept.
    pub(super) fn start(&self, at: u32) -> &OnceLock<Box<Start>> {
        &self.records[at as usize].start
    }

    /// A file's descriptor.
    pub(super) fn descriptor(&self, at: usize) -> Result<FileDescriptor<'_>, WireError> {
        let decoded = decode_surveyed(&self.set[self.records[at].record.file.clone()]);
        debug_assert!(decoded.is_ok(), "the set was looked over");
        decoded
    }

    /// A root file in all files linked at once, where it is worth while to link them and it need not be linked by itself.
    pub(super) fn in_whole(&self, root: usize) -> Option<Result<Rooted, Unreadable>> {
        self.whole.find(self, root)
    }

    /// Whether all files were linked at once.
    pub(super) fn is_linked(&self) -> bool {
        self.whole.is_linked()
    }

    /// How many bytes have to be read for a root file that is not linked yet; of much more than `enough` only so many as come
    /// to more.
    pub(super) fn unread(&self, root: usize, enough: usize) -> usize {
        if self.graph.is_sound(root) { self.whole.unread(self, root, enough) } else { 0 }
    }

    /// Why a root file cannot be built, whatever the files declare.
    pub(super) fn refusal(&self, root: usize) -> Option<Unreadable> {
        let error = self.graph.refusal(root, |at| self.name(at as usize))?;
        Some(refused(&error, self.unsupported_in(root)))
    }

    /// What a file and its imports hold that is not supported, the first of it.
    pub(super) fn unsupported_in(&self, root: usize) -> Option<(String, Unsupported)> {
        let all = self.unsupported.get_or_init(|| {
            let of_file = |at| first_in(&[self.descriptor(at).ok()?]).map(Box::new);
            let all: Vec<NotCovered> = (0..self.records.len()).map(of_file).collect();
            if all.iter().any(Option::is_some) { all } else { Vec::new() }
        });
        let mut first = None;
        if !all.is_empty() {
            self.graph.visit(root, |at| {
                first = all[at as usize].as_deref();
                if first.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        first.cloned()
    }
}

impl fmt::Debug for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.records.iter().map(|file| &file.name)).finish()
    }
}
