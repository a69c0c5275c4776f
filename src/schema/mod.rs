//! What a schema is: files, messages, fields, oneofs and enums with their names linked and their features resolved.
//!
//! Descriptors (`descriptor.rs`, read from bytes by `decode.rs`) are linked once (`link.rs`) into a [`Pool`], an arena in
//! which every fact that a rule asks for is already decided (contract, section 6). This room does no I/O and knows no
//! rule.

pub(crate) mod count;
pub mod decode;
pub mod defaults;
pub mod descriptor;
pub mod encode;
mod faults;
pub mod features;
mod fields;
pub(crate) mod graph;
pub(crate) mod groups;
mod imports;
mod known;
pub mod link;
mod names;
pub mod place;
pub mod reserved;
pub mod root;
pub(crate) mod shape;
pub(crate) mod survey;
pub mod together;
pub mod unsupported;
pub(crate) mod wire;

use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHasher;

pub use defaults::Default;
pub use descriptor::Kind;
pub use place::Part;
pub use reserved::Reserved;
pub use unsupported::Unsupported;

/// A message of a pool, by its place in [`Pool::messages`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MessageId(pub u32);

/// An enum of a pool, by its place in [`Pool::enums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(pub u32);

/// A file of a pool, by its place in [`Pool::files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// One side of a comparison: a root message and all that it reaches.
#[derive(Clone, Debug)]
pub struct Schema {
    pool: Arc<Pool>,
    root: MessageId,
}

impl Schema {
    /// The schema whose values are messages of type `root`.
    pub fn new(pool: Arc<Pool>, root: MessageId) -> Self {
        Self { pool, root }
    }

    /// The root message.
    pub fn root(&self) -> MessageId {
        self.root
    }

    /// The root message's full name.
    pub fn root_name(&self) -> &str {
        &self.pool[self.root].name
    }

    /// All types of the root file and its imports.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The same, to be kept.
    pub fn shared_pool(&self) -> Arc<Pool> {
        Arc::clone(&self.pool)
    }
}

/// The types of a root file and of everything that it imports, or of a whole set of files.
#[derive(Debug)]
pub struct Pool {
    /// The files, imports before those that import them; the root file of a pool that has one comes last.
    pub files: Vec<File>,
    /// All messages, nested ones behind the message that holds them.
    pub messages: Vec<Message>,
    /// All enums.
    pub enums: Vec<Enum>,
    /// The messages by full name, a hash of it first, which mostly settles the order; made when first asked for.
    by_name: OnceLock<Vec<(u64, MessageId)>>,
    known: known::Known,
}

impl Pool {
    /// The messages of a full name: one, or one in each of several files.
    pub fn named(&self, name: &str) -> impl Iterator<Item = MessageId> {
        let by_name = self.by_name.get_or_init(|| {
            let hashed = (0..).zip(&self.messages).map(|(id, message)| (hash(&message.name), MessageId(id)));
            let mut all: Vec<_> = hashed.collect();
            all.sort_by(|(one, a), (other, b)| {
                one.cmp(other).then_with(|| self[*a].name.cmp(&self[*b].name))
            });
            all
        });
        let wanted = hash(name);
        let order =
            move |(hash, id): &(u64, MessageId)| hash.cmp(&wanted).then_with(|| (*self[*id].name).cmp(name));
        let first = by_name.partition_point(|entry| order(entry).is_lt());
        by_name[first..].iter().take_while(move |entry| order(entry).is_eq()).map(|(_, id)| *id)
    }

    /// The file in which root messages are looked up.
    pub fn root_file(&self) -> FileId {
        FileId(u32::try_from(self.files.len().saturating_sub(1)).unwrap_or(u32::MAX))
    }

    /// The top-level messages of a file in declaration order.
    pub fn top_level(&self, file: FileId) -> impl Iterator<Item = MessageId> + '_ {
        (0..)
            .zip(&self.messages)
            .filter(move |(_, m)| m.file == file && m.parent.is_none())
            .map(|(i, _)| MessageId(i))
    }
}

fn hash(name: &str) -> u64 {
    let mut hash = FxHasher::default();
    name.hash(&mut hash);
    hash.finish()
}

impl std::ops::Index<MessageId> for Pool {
    type Output = Message;
    fn index(&self, id: MessageId) -> &Message {
        &self.messages[id.0 as usize]
    }
}

impl std::ops::Index<EnumId> for Pool {
    type Output = Enum;
    fn index(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }
}

impl std::ops::Index<FileId> for Pool {
    type Output = File;
    fn index(&self, id: FileId) -> &File {
        &self.files[id.0 as usize]
    }
}

/// A file, as far as its types depend on it.
#[derive(Debug)]
pub struct File {
    /// The import path.
    pub name: Box<str>,
    /// The package; empty where there is none.
    pub package: Box<str>,
    /// The syntax or edition as people name it: `proto2`, `proto3`, `edition 2023`.
    pub dialect: Box<str>,
    /// What the file imports: the imports that are loaded in order, then the `import option` ones.
    pub imports: Vec<Import>,
    /// Set where the file's syntax or edition is none that the contract covers.
    pub language: Option<Unsupported>,
    /// Set where the file's own feature set holds something that the contract does not cover.
    pub features: Option<Box<Unsupported>>,
}

/// An import of a file.
#[derive(Debug)]
pub struct Import {
    /// The import path.
    pub path: Box<str>,
    /// What is special about it.
    pub kind: ImportKind,
}

/// How a file imports another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportKind {
    /// For the file alone.
    Plain,
    /// Also for those who import the file.
    Public,
    /// Declared weak; loaded all the same.
    Weak,
    /// For custom options only (Edition 2024); never loaded.
    Option,
}

/// A message type.
#[derive(Debug)]
pub struct Message {
    /// The full name, `shop.Order`.
    pub name: Arc<str>,
    /// Where it is declared.
    pub file: FileId,
    /// The message that it is nested in.
    pub parent: Option<MessageId>,
    /// Its place among its siblings.
    pub index: u32,
    /// Fields by ascending number.
    pub fields: Vec<Field>,
    /// Oneofs in declaration order, synthetic ones among them.
    pub oneofs: Vec<Oneof>,
    /// Places in `oneofs`, ordered by smallest member number, empty oneofs last.
    pub oneofs_by_member: Vec<u32>,
    /// Declares extension ranges or uses the MessageSet wire format.
    pub extensible: bool,
    /// The entry of a map field.
    pub map_entry: bool,
    /// Set where the message's own feature set holds something that the contract does not cover.
    pub features: Option<Box<Unsupported>>,
    /// Names and numbers of the extension fields declared inside the message, by name.
    pub extensions: Vec<(Box<str>, i32)>,
    /// Numbers and names that no field may take.
    pub reserved: Reserved,
    /// Starts and ends of the extension ranges, sorted apart as the reference runtime searches them.
    extension_ranges: (Vec<i32>, Vec<i32>),
    /// Places in `fields`, ordered by a hash of the name and, where that is the same, by the name; made when first asked for.
    by_name: OnceLock<Vec<(u64, u32)>>,
}

impl Message {
    /// The field with this number.
    pub fn field(&self, number: i32) -> Option<&Field> {
        self.position(number).map(|at| &self.fields[at])
    }

    /// The place in `fields` of the field with this number.
    pub fn position(&self, number: i32) -> Option<usize> {
        self.fields.binary_search_by_key(&number, |f| f.number).ok()
    }

    /// The number of the field, or of the extension declared inside this message, that has this simple name.
    pub fn number_of(&self, name: &str) -> Option<i32> {
        if let Some(field) = self.field_named(name) {
            return Some(field.number);
        }
        let at = self.extensions.binary_search_by_key(&name, |(other, _)| other).ok()?;
        Some(self.extensions[at].1)
    }

    /// The field with this simple name.
    pub fn field_named(&self, name: &str) -> Option<&Field> {
        let name_at = |at: u32| &*self.fields[at as usize].name;
        let by_name = self.by_name.get_or_init(|| {
            let mut all: Vec<_> = self.fields.iter().map(|field| hash(&field.name)).zip(0..).collect();
            all.sort_unstable_by(|(one, a), (other, b)| {
                one.cmp(other).then_with(|| name_at(*a).cmp(name_at(*b)))
            });
            all
        });
        let wanted = hash(name);
        let found =
            by_name.binary_search_by(|(hash, at)| hash.cmp(&wanted).then_with(|| name_at(*at).cmp(name)));
        Some(&self.fields[by_name[found.ok()?].1 as usize])
    }

    /// Whether an extension may use this number, found as the reference runtime finds it.
    pub fn declares_extension(&self, number: i32) -> bool {
        let (starts, ends) = &self.extension_ranges;
        starts.partition_point(|s| *s <= number).checked_sub(1).is_some_and(|at| number < ends[at])
    }
}

/// A field with its effective facts.
#[derive(Debug)]
pub struct Field {
    /// The simple name.
    pub name: Box<str>,
    /// The field number.
    pub number: i32,
    /// The effective type: [`Kind::Group`] is any delimited message.
    pub kind: Kind,
    /// The message or enum that the values are of.
    pub target: Target,
    /// Whether there are any number of values.
    pub repeated: bool,
    /// Whether every valid message has a value.
    pub required: bool,
    /// A singular field that tells "unset" from "set to the default" (explicit presence); without it a value equal to the
    /// default is not written (implicit presence). Never so for repeated fields.
    pub has_presence: bool,
    /// A repeated field of numbers, bools or enums whose writers put all values into one record. Readers take both forms.
    pub packed: bool,
    /// A map: repeated entries with a key and a value.
    pub map: bool,
    /// A string whose reader refuses bytes that are not UTF-8.
    pub utf8_validated: bool,
    /// The Java runtime treats the field's enum as closed.
    pub legacy_closed_enum: bool,
    /// Place in the message's oneofs.
    pub oneof: Option<u32>,
    /// What a reader sees where a singular scalar or enum field has no value.
    pub default: Option<Default>,
    /// Place among the message's fields in declaration order.
    pub index: u32,
    /// Set where the field's own feature set holds something that the contract does not cover.
    pub features: Option<Box<Unsupported>>,
}

/// What a field's type name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A scalar type has no name.
    Scalar,
    /// A message or group.
    Message(MessageId),
    /// An enum.
    Enum(EnumId),
}

/// A oneof.
#[derive(Debug)]
pub struct Oneof {
    /// The simple name.
    pub name: Box<str>,
    /// Members as places in the message's fields, by ascending number.
    pub members: Vec<u32>,
    /// Made by the compiler for a proto3 `optional` field: exactly one member, and that one is `proto3_optional`.
    pub synthetic: bool,
    /// Set where the oneof's own feature set holds something that the contract does not cover.
    pub features: Option<Box<Unsupported>>,
}

/// An enum type.
#[derive(Debug)]
pub struct Enum {
    /// The full name.
    pub name: Arc<str>,
    /// Where it is declared.
    pub file: FileId,
    /// The message that it is nested in.
    pub parent: Option<MessageId>,
    /// Its place among its siblings.
    pub index: u32,
    /// Values in declaration order, aliases among them.
    pub values: Vec<EnumValue>,
    /// Unknown numbers are not readable.
    pub closed: bool,
    /// Numbers and names that no value may take.
    pub reserved: Reserved,
    /// Set where the enum's own feature set holds something that the contract does not cover.
    pub features: Option<Box<Unsupported>>,
}

/// A value of an enum.
#[derive(Debug)]
pub struct EnumValue {
    /// The simple name.
    pub name: Box<str>,
    /// The number; several values may share one.
    pub number: i32,
    /// Set where the value's own feature set holds something that the contract does not cover.
    pub features: Option<Box<Unsupported>>,
}
