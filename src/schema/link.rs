//! Descriptors to a pool: names declared and resolved, every effective fact decided.
//!
//! Accepts what the reference runtime's own validation accepts, which is much that `protoc` refuses, and refuses what
//! that refuses (contract, section 7). The first fault ends it, told with its place.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::descriptor::{
    EnumDescriptor, FieldDescriptor, FileDescriptor, MessageDescriptor, ServiceDescriptor,
};
use super::features::{self, Features, Language};
use super::fields::FieldLinker;
use super::imports::{Closure, closure, imports};
use super::known::Known;
use super::names::{Meaning, Names, Symbol, Taken, is_identifier};
use super::reserved::Reserved;
use super::unsupported::edition_name;
use super::{Enum, EnumId, EnumValue, File, FileId, Message, MessageId, Pool};

/// Why a set of descriptors is no schema, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkError {
    /// The import path of the file that is at fault.
    pub file: Box<str>,
    /// The element at fault, as `google.protobuf.SourceCodeInfo` names places; empty for the whole file.
    pub path: Vec<i32>,
    /// What is wrong, the element named.
    pub message: String,
}

impl LinkError {
    pub(super) fn new(file: &str, message: impl Into<String>) -> Self {
        Self { file: file.into(), path: Vec::new(), message: message.into() }
    }

    pub(super) fn at(mut self, path: &[i32]) -> Self {
        self.path.extend_from_slice(path);
        self
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.message)
    }
}

impl std::error::Error for LinkError {}

/// Links a root file of a set and its transitive imports; other files of the set are not looked at.
///
/// # Errors
///
/// Where the reference runtime could not build the files.
pub fn link(files: &[FileDescriptor<'_>], root_file: &str) -> Result<Pool, LinkError> {
    link_with(files, root_file, Language::of)
}

/// The same for those who look and do not judge: also of Edition 2026, which the reference runtime does not build.
///
/// # Errors
///
/// As [`link`].
pub fn link_to_look(files: &[FileDescriptor<'_>], root_file: &str) -> Result<Pool, LinkError> {
    link_with(files, root_file, Language::of_known)
}

fn link_with(
    files: &[FileDescriptor<'_>],
    root_file: &str,
    language: BuildableLanguage,
) -> Result<Pool, LinkError> {
    let Closure { files, visible, .. } = closure(files, root_file)?;
    let mut linker = Linker::new(&files, &visible, language);
    for (at, file) in (0..).zip(&files) {
        linker.link(at, file)?;
    }
    Ok(linker.pool)
}

/// The language of a file, or the edition that is none which can be built.
pub(super) type BuildableLanguage = fn(&FileDescriptor<'_>) -> Result<Language, i32>;

/// What is wrong with the element at the linker's path.
pub(super) type Fault = String;

pub(super) struct Linker<'a> {
    pub(super) pool: Pool,
    pub(super) names: Names<'a>,
    language: BuildableLanguage,
    /// The file at hand.
    pub(super) file: u32,
    /// The element at hand, left as it is where a fault was found.
    path: Vec<i32>,
}

impl<'a> Linker<'a> {
    pub(super) fn new(
        files: &[&'a FileDescriptor<'_>],
        visible: &'a [Vec<u32>],
        language: BuildableLanguage,
    ) -> Self {
        // Most messages are no part of another one.
        let top_level = files.iter().map(|file| file.messages.len()).sum();
        let (messages, enums, by_name) = (Vec::with_capacity(top_level), Vec::new(), OnceLock::new());
        Self {
            pool: Pool {
                files: Vec::with_capacity(files.len()),
                messages,
                enums,
                by_name,
                known: Known::default(),
            },
            names: Names::new(files.iter().map(|file| &*file.package).collect(), visible, top_level),
            language,
            file: 0,
            path: Vec::new(),
        }
    }

    /// Links the next file.
    pub(super) fn link(&mut self, at: u32, file: &FileDescriptor<'_>) -> Result<(), LinkError> {
        self.file = at;
        self.file(file).map_err(|message| LinkError::new(&file.name, message).at(&self.path))
    }

    /// Leaves nothing of the file that was to be linked but its place.
    pub(super) fn pass_over(&mut self, at: u32, file: &FileDescriptor<'_>) {
        self.file = at;
        self.path.clear();
        let own = FileId(self.file);
        self.pool.messages.truncate(self.pool.messages.partition_point(|message| message.file < own));
        self.pool.enums.truncate(self.pool.enums.partition_point(|found| found.file < own));
        self.pool.files.truncate(self.file as usize);
        self.pool.files.push(File {
            name: file.name.as_ref().into(),
            package: file.package.as_ref().into(),
            dialect: Box::default(),
            imports: Vec::new(),
            language: None,
            features: None,
        });
    }

    fn file(&mut self, file: &FileDescriptor<'_>) -> Result<(), Fault> {
        let language = (self.language)(file).map_err(|edition| {
            let name = edition_name(edition);
            format!("its edition, {name}, is none that the reference runtime can build")
        })?;
        let mut features = Features::defaults(language);
        if language == Language::Proto2 && file.options.java_string_check_utf8 == Some(true) {
            features.java_utf8_validation = true;
        }
        let features = features.merge(file.options.features.as_bytes());
        self.pool.files.push(File {
            name: file.name.as_ref().into(),
            package: file.package.as_ref().into(),
            dialect: features::dialect(file).into(),
            imports: imports(file),
            language: features::unsupported_language(file),
            features: features::unsupported(file.options.features.as_bytes()),
        });
        let first = self.pool.messages.len();
        self.declare_all(file, features)?;
        let ignores_legacy = file.dependencies.is_empty() && file.option_dependencies.is_empty();
        let context = FieldLinker { language, ignores_legacy };
        let mut next = first;
        for (i, message) in (0..).zip(&file.messages) {
            self.within(&[4, i], |l| l.link_message(message, &mut next, features, context))?;
        }
        for (i, service) in (0..).zip(&file.services) {
            self.within(&[6, i], |l| l.link_service(service, &file.package))?;
        }
        for (i, extension) in (0..).zip(&file.extensions) {
            self.within(&[7, i], |l| l.link_extension(extension, &file.package))?;
        }
        Ok(())
    }

    /// Runs a step at a deeper place; the place stays where the step found a fault.
    fn within<T>(
        &mut self,
        path: &[i32],
        step: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let length = self.path.len();
        self.path.extend_from_slice(path);
        let done = step(self)?;
        self.path.truncate(length);
        Ok(done)
    }

    fn declare_all(&mut self, file: &FileDescriptor<'_>, features: Features) -> Result<(), Fault> {
        for (i, message) in (0..).zip(&file.messages) {
            self.within(&[4, i], |l| l.declare_message(message, &file.package, None, index(i), features))?;
        }
        for (i, found) in (0..).zip(&file.enums) {
            self.within(&[5, i], |l| l.declare_enum(found, &file.package, None, index(i), features))?;
        }
        for (i, service) in (0..).zip(&file.services) {
            self.within(&[6, i], |l| l.declare_service(service, &file.package))?;
        }
        for (i, extension) in (0..).zip(&file.extensions) {
            self.within(&[7, i], |l| {
                l.declare(&full_name(&file.package, &extension.name), &extension.name, Symbol::Extension)
            })?;
        }
        Ok(())
    }

    fn declare(&mut self, name: &Arc<str>, simple: &str, symbol: Symbol) -> Result<(), Fault> {
        identifier(simple)?;
        if self.names.declare(self.file, name, symbol) {
            Ok(())
        } else {
            Err(format!("{name} is declared twice, or is a package too"))
        }
    }

    fn declare_message(
        &mut self,
        message: &MessageDescriptor<'_>,
        scope: &str,
        parent: Option<MessageId>,
        index_: u32,
        features: Features,
    ) -> Result<(), Fault> {
        let name = full_name(scope, &message.name);
        let id = MessageId(index(self.pool.messages.len()));
        let raw = message.options.features.as_bytes();
        let features = features.merge(raw);
        self.declare(&name, &message.name, Symbol::Message(id))?;
        self.pool.messages.push(Message {
            name: Arc::clone(&name),
            file: FileId(self.file),
            parent,
            index: index_,
            fields: Vec::new(),
            oneofs: Vec::new(),
            oneofs_by_member: Vec::new(),
            extensible: !message.extension_ranges.is_empty() || message.options.message_set_wire_format,
            map_entry: message.options.map_entry,
            features: features::unsupported(raw),
            extensions: extensions(message),
            reserved: Reserved::of_message(message),
            extension_ranges: extension_bounds(&message.extension_ranges),
            by_name: OnceLock::new(),
        });
        for (i, nested) in (0..).zip(&message.messages) {
            self.within(&[3, i], |l| l.declare_message(nested, &name, Some(id), index(i), features))?;
        }
        for (i, found) in (0..).zip(&message.enums) {
            self.within(&[4, i], |l| l.declare_enum(found, &name, Some(id), index(i), features))?;
        }
        self.members(message, &name)
    }

    /// Fields and extensions share the scope of the message with its nested types.
    fn members(&mut self, message: &MessageDescriptor<'_>, scope: &str) -> Result<(), Fault> {
        let count =
            message.messages.len() + message.enums.len() + message.fields.len() + message.extensions.len();
        let mut taken = Taken::with_room(count);
        for nested in message.messages.iter().map(|m| &m.name).chain(message.enums.iter().map(|e| &e.name)) {
            taken.insert(nested);
        }
        let fields = (0..).zip(&message.fields).map(|(i, f)| (2, i, f));
        for (tag, i, field) in fields.chain((0..).zip(&message.extensions).map(|(i, e)| (6, i, e))) {
            self.within(&[tag, i], |_| {
                identifier(&field.name)?;
                if taken.insert(&field.name) {
                    Ok(())
                } else {
                    Err(format!("{scope}.{} is declared twice", field.name))
                }
            })?;
        }
        Ok(())
    }

    fn declare_enum(
        &mut self,
        found: &EnumDescriptor<'_>,
        scope: &str,
        parent: Option<MessageId>,
        index_: u32,
        features: Features,
    ) -> Result<(), Fault> {
        let name = full_name(scope, &found.name);
        let id = EnumId(index(self.pool.enums.len()));
        let raw = found.features.as_bytes();
        self.declare(&name, &found.name, Symbol::Enum(id))?;
        if found.values.is_empty() {
            return Err(format!("enum {name} has no value"));
        }
        let mut taken = Taken::with_room(found.values.len());
        for (i, value) in (0..).zip(&found.values) {
            self.within(&[2, i], |_| {
                identifier(&value.name)?;
                if taken.insert(&value.name) {
                    Ok(())
                } else {
                    Err(format!("enum {name} has two values named {}", value.name))
                }
            })?;
        }
        self.pool.enums.push(Enum {
            name,
            file: FileId(self.file),
            parent,
            index: index_,
            values: found
                .values
                .iter()
                .map(|value| EnumValue {
                    name: value.name.as_ref().into(),
                    number: value.number,
                    features: features::unsupported(value.features.as_bytes()),
                })
                .collect(),
            closed: features.merge(raw).closed,
            reserved: Reserved::of_enum(found),
            features: features::unsupported(raw),
        });
        Ok(())
    }

    fn declare_service(&mut self, service: &ServiceDescriptor<'_>, scope: &str) -> Result<(), Fault> {
        let name = full_name(scope, &service.name);
        self.declare(&name, &service.name, Symbol::Service)?;
        let mut taken = Taken::with_room(service.methods.len());
        for (i, method) in (0..).zip(&service.methods) {
            self.within(&[2, i], |_| {
                identifier(&method.name)?;
                if taken.insert(&method.name) {
                    Ok(())
                } else {
                    Err(format!("service {name} has two methods named {}", method.name))
                }
            })?;
        }
        Ok(())
    }

    /// Links a message and those nested in it; `next` counts messages in the order in which they were declared.
    fn link_message(
        &mut self,
        message: &MessageDescriptor<'_>,
        next: &mut usize,
        features: Features,
        context: FieldLinker,
    ) -> Result<(), Fault> {
        let id = *next;
        *next += 1;
        let features = features.merge(message.options.features.as_bytes());
        self.link_fields(id, message, features, context)?;
        let name = Arc::clone(&self.pool.messages[id].name);
        for (i, extension) in (0..).zip(&message.extensions) {
            self.within(&[6, i], |l| l.link_extension(extension, &name))?;
        }
        for (i, nested) in (0..).zip(&message.messages) {
            self.within(&[3, i], |l| l.link_message(nested, next, features, context))?;
        }
        Ok(())
    }

    fn link_fields(
        &mut self,
        id: usize,
        message: &MessageDescriptor<'_>,
        features: Features,
        context: FieldLinker,
    ) -> Result<(), Fault> {
        let (mut oneofs, mut fields) = super::fields::oneofs(message)?;
        let scope = Arc::clone(&self.pool.messages[id].name);
        for (i, field) in (0..).zip(&message.fields) {
            let linked =
                self.within(&[2, i], |l| l.link_field(message, field, index(i), &scope, features, context))?;
            fields.push(linked);
        }
        fields.sort_by_key(|f| f.number);
        if let Some(pair) = fields.windows(2).find(|pair| pair[0].number == pair[1].number) {
            let [first, second] = [&pair[0].name, &pair[1].name];
            return Err(format!("{scope}: fields {first} and {second} share number {}", pair[0].number));
        }
        for (at, field) in (0..).zip(&fields) {
            if let Some(oneof) = field.oneof {
                oneofs[oneof as usize].members.push(at);
            }
        }
        let mut by_member: Vec<u32> = (0..).take(oneofs.len()).collect();
        by_member.sort_by_key(|at| oneofs[*at as usize].members.first().copied().unwrap_or(u32::MAX));
        let linked = &mut self.pool.messages[id];
        (linked.fields, linked.oneofs, linked.oneofs_by_member) = (fields, oneofs, by_member);
        Ok(())
    }

    fn link_extension(&mut self, extension: &FieldDescriptor<'_>, scope: &str) -> Result<(), Fault> {
        let name = &extension.name;
        let Some(extendee) = &extension.extendee else {
            return Err(format!("extension {name} does not say what it extends"));
        };
        if extension.number <= 0 {
            return Err(format!("extension {name} has number {}; numbers start at 1", extension.number));
        }
        if extension.oneof_index.is_some() {
            return Err(format!("extension {name} is in a oneof, which extensions cannot be"));
        }
        let extended =
            self.message_named(extendee, &inner_scope(scope, name), &format!("extension {name} extends"))?;
        if !self.pool[extended].declares_extension(extension.number) {
            let extended = &self.pool[extended].name;
            return Err(format!(
                "extension {name}: {extended} declares no extension number {}",
                extension.number
            ));
        }
        let (kind, target) = self.link_type(extension, scope)?;
        self.check_value(extension, kind, target).map(drop)
    }

    fn link_service(&mut self, service: &ServiceDescriptor<'_>, package: &str) -> Result<(), Fault> {
        let name = full_name(package, &service.name);
        for (i, method) in (0..).zip(&service.methods) {
            self.within(&[2, i], |l| {
                let scope = inner_scope(&name, &method.name);
                l.message_named(&method.input, &scope, &format!("method {} takes", method.name))?;
                l.message_named(&method.output, &scope, &format!("method {} returns", method.name))
            })?;
        }
        Ok(())
    }

    fn message_named(&self, name: &str, scope: &str, who: &str) -> Result<MessageId, Fault> {
        match self.names.resolve(self.file, name, scope) {
            Some(Meaning::Symbol(Symbol::Message(id))) => Ok(id),
            Some(_) => Err(format!("{who} {name}, which is no message")),
            None => Err(format!("{who} {name}, which is not declared in the file or what it imports")),
        }
    }
}

/// Names and numbers of the extension fields declared in a message, by name.
fn extensions(message: &MessageDescriptor<'_>) -> Vec<(Box<str>, i32)> {
    let named = message.extensions.iter().map(|e| (e.name.as_ref().into(), e.number));
    let mut all: Vec<(Box<str>, i32)> = named.collect();
    all.sort();
    all
}

/// Extension ranges as the reference runtime searches them: starts and ends sorted apart.
fn extension_bounds(ranges: &[(i32, i32)]) -> (Vec<i32>, Vec<i32>) {
    let (mut starts, mut ends): (Vec<i32>, Vec<i32>) = ranges.iter().copied().unzip();
    starts.sort_unstable();
    ends.sort_unstable();
    (starts, ends)
}

fn identifier(name: &str) -> Result<(), Fault> {
    if is_identifier(name) {
        Ok(())
    } else if name.is_empty() {
        Err("an element has no name".to_owned())
    } else {
        Err(format!("{name:?} is no identifier: letters, digits and _ only, no digit first"))
    }
}

fn full_name(scope: &str, name: &str) -> Arc<str> {
    if scope.is_empty() { name.into() } else { format!("{scope}.{name}").into() }
}

/// The full name of a member, which is where the lookup of its types starts.
pub(super) fn inner_scope(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") }
}

fn index(at: impl TryInto<u32>) -> u32 {
    at.try_into().unwrap_or(u32::MAX)
}
