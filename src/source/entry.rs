//! Schemas as a registry would store them: bytes, their fingerprint, and the schema that they stand for.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use sha2::{Digest as _, Sha256};

use super::error::Location;
use super::places::Places;
use super::schema_type::SchemaType;
use super::written::Written;
use super::{names, native};
use crate::schema::decode::decode_set;
use crate::schema::descriptor::FileDescriptor;
use crate::schema::link::{LinkError, link, link_to_look};
use crate::schema::unsupported::first_in;
use crate::schema::{FileId, Part, Pool, Schema, Unsupported};
use crate::workers::at_once;

/// The SHA-256 of stored bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub [u8; 32]);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Bytes of descriptors that are read before a thread has started.
const SHORT: usize = 32 << 10;

/// Why stored bytes do not become a schema (contract, section 7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The bytes hold a language or a feature outside the contract; otherwise they are invalid.
    pub unsupported: bool,
    /// What is wrong and where, which the broker does not tell.
    pub why: String,
}

/// A schema as a registry would store it. Cheap to clone.
///
/// Native schema data is stored as it was handed in, so its fingerprint is the broker's. For sources and descriptor sets
/// the stored bytes are the envelope that this program would write: the root file and its imports, dependencies first,
/// without comments and source positions. The broker's fingerprint of the same schema equals it only where its client
/// put the same bytes in the same order.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The registry's version, where one is known.
    pub version: Option<u64>,
    /// The input it came from, as a person would name it.
    pub label: String,
    stored: Arc<Stored>,
}

#[derive(Debug)]
struct Stored {
    schema_type: SchemaType,
    data: Data,
    /// Made when first asked for.
    fingerprint: OnceLock<Fingerprint>,
    schema: OnceLock<Result<Schema, Unreadable>>,
    /// Of native schema data; made when first asked for.
    places: OnceLock<Places>,
}

#[derive(Debug)]
enum Data {
    /// As handed in.
    Native(Vec<u8>),
    /// The envelope is made where somebody asks for it; the set is kept once for all of its roots.
    Written { set: Arc<Written>, root: Box<str> },
    /// Of a type that is not rebuilt here.
    Other(Vec<u8>),
    /// The bytes of both with their lengths, and each by itself.
    KeyValue { bytes: Vec<u8>, components: Box<[Entry; 2]> },
}

impl Entry {
    /// Native schema data, which may be no envelope at all: that shows when it is reconstructed.
    pub fn native(label: &str, version: Option<u64>, data: Vec<u8>) -> Self {
        Self::new(label, version, SchemaType::PROTOBUF_NATIVE, Data::Native(data))
    }

    /// A schema of any type that stands for itself; a `KEY_VALUE` schema is made by [`Self::key_value`].
    pub fn of_type(label: &str, version: Option<u64>, schema_type: &SchemaType, data: Vec<u8>) -> Self {
        if *schema_type == SchemaType::PROTOBUF_NATIVE {
            return Self::native(label, version, data);
        }
        Self::new(label, version, schema_type.clone(), Data::Other(data))
    }

    /// A pair of schemas: its stored data is the length and the bytes of each (contract, section 8).
    pub fn key_value(label: &str, version: Option<u64>, key: Self, value: Self) -> Self {
        let mut bytes = Vec::new();
        for component in [&key, &value] {
            let data = component.data();
            let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
            bytes.extend(length.to_be_bytes());
            bytes.extend_from_slice(&data);
        }
        let data = Data::KeyValue { bytes, components: Box::new([key, value]) };
        Self::new(label, version, SchemaType::KEY_VALUE, data)
    }

    /// A root message of a file and its imports.
    pub(super) fn written(label: &str, version: Option<u64>, set: Arc<Written>, root: &str) -> Self {
        let data = Data::Written { set, root: root.into() };
        Self::new(label, version, SchemaType::PROTOBUF_NATIVE, data)
    }

    fn new(label: &str, version: Option<u64>, schema_type: SchemaType, data: Data) -> Self {
        let (fingerprint, schema, places) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let stored = Arc::new(Stored { schema_type, data, fingerprint, schema, places });
        Self { version, label: label.to_owned(), stored }
    }

    /// What the registry calls the kind of this schema.
    pub fn schema_type(&self) -> &SchemaType {
        &self.stored.schema_type
    }

    /// Key and value of a `KEY_VALUE` schema, which carry its version and label.
    pub fn components(&self) -> Option<&[Self; 2]> {
        match &self.stored.data {
            Data::KeyValue { components, .. } => Some(components),
            _ => None,
        }
    }

    /// The SHA-256 of the stored bytes.
    pub fn fingerprint(&self) -> Fingerprint {
        *self.stored.fingerprint.get_or_init(|| match &self.stored.data {
            Data::Native(bytes) | Data::Other(bytes) | Data::KeyValue { bytes, .. } => {
                Fingerprint(Sha256::digest(bytes).into())
            }
            Data::Written { set, root } => set.fingerprint(root),
        })
    }

    /// The stored bytes: native schema data, for all but other types.
    pub fn data(&self) -> Cow<'_, [u8]> {
        match &self.stored.data {
            Data::Native(bytes) | Data::Other(bytes) | Data::KeyValue { bytes, .. } => Cow::Borrowed(bytes),
            Data::Written { set, root } => Cow::Owned(set.envelope(root)),
        }
    }

    /// Whether both have the same type and byte-identical stored data. Equal SHA-256 hashes are taken for equal bytes, as the
    /// registry does when it looks for a schema to reuse.
    pub fn is_identical(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.stored, &other.stored) {
            return true;
        }
        self.schema_type() == other.schema_type()
            && match (&self.stored.data, &other.stored.data) {
                (Data::Written { set, root }, Data::Written { set: others, root: other }) => {
                    root == other && set.is_same(others)
                }
                (Data::Written { .. }, _) | (_, Data::Written { .. }) => {
                    self.fingerprint() == other.fingerprint()
                }
                _ => self.data() == other.data(),
            }
    }

    /// The root message's full name: for what this program writes known beforehand, else of the schema that is built.
    pub fn root_name(&self) -> Option<String> {
        match &self.stored.data {
            Data::Written { root, .. } => Some(root.to_string()),
            _ => Some(self.reconstruct().ok()?.root_name().to_owned()),
        }
    }

    /// The schema, built once and kept.
    ///
    /// # Errors
    ///
    /// Where the stored bytes hold none that the reference runtime could build, or are of another type.
    pub fn reconstruct(&self) -> Result<Schema, Unreadable> {
        let built = self.stored.schema.get_or_init(|| match &self.stored.data {
            Data::Native(bytes) => reconstruct_native(bytes, link),
            Data::Written { set, root } => set.schema(root),
            Data::Other(_) | Data::KeyValue { .. } => Err(self.no_message()),
        });
        built.clone()
    }

    /// Builds schemas that are needed several times; those that take long at the same time. Whether they can be built is told by
    /// [`Self::reconstruct`].
    pub fn build_all<'e>(entries: impl Iterator<Item = &'e Self>) {
        let (long, short): (Vec<_>, Vec<_>) = entries.partition(|entry| entry.unread() > SHORT);
        at_once(&long, |entry| drop(entry.reconstruct()));
        for entry in short {
            drop(entry.reconstruct());
        }
    }

    /// How many bytes have to be read before there is a schema; not exact where they are more than [`SHORT`].
    fn unread(&self) -> usize {
        match &self.stored.data {
            _ if self.stored.schema.get().is_some() => 0,
            Data::Native(bytes) => bytes.len(),
            Data::Written { set, .. } => set.unread(SHORT),
            Data::Other(_) | Data::KeyValue { .. } => 0,
        }
    }

    /// The schema, kept by nobody but the caller unless it is kept already: for a long history that is gone through once.
    ///
    /// # Errors
    ///
    /// As [`Self::reconstruct`].
    pub fn build(&self) -> Result<Schema, Unreadable> {
        match (self.stored.schema.get(), &self.stored.data) {
            (Some(built), _) => built.clone(),
            (None, Data::Native(bytes)) => reconstruct_native(bytes, link),
            (None, Data::Written { set, root }) => set.build(root),
            (None, Data::Other(_) | Data::KeyValue { .. }) => Err(self.no_message()),
        }
    }

    /// Takes over the schema of an entry with the same bytes, so that it is built and kept once for both.
    pub fn share(&self, other: &Self) {
        if !Arc::ptr_eq(&self.stored, &other.stored) && self.is_identical(other) {
            self.stored.schema.get_or_init(|| other.reconstruct());
        }
    }

    /// The schema for those who look and do not judge: also one in an edition that only the compiler knows.
    ///
    /// # Errors
    ///
    /// As [`Self::reconstruct`], and with its reason.
    pub fn look(&self) -> Result<Schema, Unreadable> {
        match &self.stored.data {
            Data::Written { set, root } => set.look(root),
            Data::Native(bytes) => self
                .reconstruct()
                .or_else(|refused| reconstruct_native(bytes, link_to_look).map_err(|_| refused)),
            Data::Other(_) | Data::KeyValue { .. } => Err(self.no_message()),
        }
    }

    /// Where a part of the schema stands, if its source or source info is at hand.
    pub fn locate(&self, part: Part) -> Option<Location> {
        self.locate_in(self.look().ok()?.pool(), part)
    }

    /// The same for those who have the schema's pool at hand.
    pub fn locate_in(&self, pool: &Pool, part: Part) -> Option<Location> {
        let place = pool.place(part);
        match &self.stored.data {
            Data::Native(bytes) => self.stored.places.get_or_init(|| places_of_native(bytes)).locate(&place),
            Data::Written { set, .. } => set.locate(&place),
            Data::Other(_) | Data::KeyValue { .. } => None,
        }
    }

    fn no_message(&self) -> Unreadable {
        let why = format!("a schema of type {} has no root message", names::cut(self.schema_type().name()));
        Unreadable { unsupported: false, why }
    }
}

/// The places of native schema data whose set carries source info.
fn places_of_native(bytes: &[u8]) -> Places {
    let set = native::read(bytes).map(|envelope| envelope.set).unwrap_or_default();
    Places::of_set(&set)
}

fn reconstruct_native(bytes: &[u8], link: Link) -> Result<Schema, Unreadable> {
    let invalid = |why| unreadable(why, None);
    let envelope = native::read(bytes).map_err(invalid)?;
    let files = decode_set(&envelope.set)
        .map_err(|error| invalid(format!("`fileDescriptorSet` holds no descriptor set: {error}")))?;
    let pool = link_files(&files, &envelope.root_file, link)?;
    find_root(pool, &envelope.root_message, || first_in(&files).map(unsupported))
}

/// A way to link a root file of a set.
pub(super) type Link = fn(&[FileDescriptor<'_>], &str) -> Result<Pool, LinkError>;

/// A pool with the file in which root messages are looked up.
#[derive(Clone, Debug)]
pub(super) struct Rooted {
    pub(super) pool: Arc<Pool>,
    pub(super) file: FileId,
}

/// Links the root file and its imports.
pub(super) fn link_files(
    files: &[FileDescriptor<'_>],
    root_file: &str,
    link: Link,
) -> Result<Rooted, Unreadable> {
    let pool = link(files, root_file).map_err(|error| refused(&error, first_in(files)))?;
    Ok(Rooted { file: pool.root_file(), pool: Arc::new(pool) })
}

/// Why files cannot be built, of which the first that the contract does not cover was `found`.
pub(super) fn refused(error: &LinkError, found: Option<(String, Unsupported)>) -> Unreadable {
    let is_told = |(place, what): &(String, Unsupported)| {
        let is_language = matches!(what, Unsupported::Language { .. }) && error.path.is_empty();
        is_language && place.strip_prefix(&*error.file).is_some_and(|rest| rest.starts_with(": "))
    };
    match found {
        // A language that cannot be built is the whole reason.
        Some(what) if is_told(&what) => {
            Unreadable { unsupported: true, why: names::sentence(error.to_string()) }
        }
        found => unreadable(error.to_string(), found.map(unsupported)),
    }
}

/// Looks a root message up; `unsupported` tells what the set holds that the contract does not cover.
pub(super) fn find_root(
    Rooted { pool, file }: Rooted,
    name: &str,
    unsupported: impl FnOnce() -> Option<String>,
) -> Result<Schema, Unreadable> {
    if let Some(root) = pool.find_root_in(file, name) {
        return Ok(Schema::new(pool, root));
    }
    let file = &pool[file].name;
    Err(unreadable(format!("`{file}` declares no message `{}`", names::cut(name)), unsupported()))
}

fn unreadable(why: String, unsupported: Option<String>) -> Unreadable {
    let why = names::sentence(why);
    match unsupported {
        Some(what) => {
            let what = names::sentence(what);
            Unreadable {
                unsupported: true,
                why: format!("{why}; the set holds what is not supported: {what}"),
            }
        }
        None => Unreadable { unsupported: false, why },
    }
}

/// A place and what is not supported there, in words.
pub(super) fn unsupported((place, what): (String, Unsupported)) -> String {
    format!("{place}: {what}")
}
