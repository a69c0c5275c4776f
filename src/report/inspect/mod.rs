//! What the tool sees of an input, to be told and not judged: one file per format, each with one `write`.
//!
//! All facts are those of the linked pool, so that a source and a descriptor set of it are told alike.

pub mod json;
pub mod text;

use std::collections::HashSet;
use std::sync::Arc;

use crate::check::{Scan, scan};
use crate::rules::Facts;
use crate::schema::{EnumId, File, FileId, MessageId, Pool, Target};
use crate::source::{Entry, Fingerprint, Input, InputError, Location, Unreadable};

/// An input and what is seen of it.
#[derive(Debug)]
pub struct Inspection {
    /// As a person would name it.
    pub input: String,
    /// Full names of the messages that may be its root.
    pub candidates: Vec<String>,
    /// One for each chosen root message; where none is chosen, one for each root file.
    pub views: Vec<View>,
    /// What is written in a language that the reference runtime cannot build, and why it is not shown therefore.
    pub unsupported: Vec<String>,
    /// What could not be read or rebuilt.
    pub errors: Vec<InputError>,
    /// What is worth a look in its sources and no error.
    pub notes: Vec<String>,
}

impl Inspection {
    /// The files of all views in linked order, imports before those who import them, each once.
    fn files(&self) -> Vec<&File> {
        let mut seen = HashSet::new();
        self.views.iter().flat_map(|view| &view.pool.files).filter(|file| seen.insert(&*file.name)).collect()
    }
}

/// A root message, or all messages of a file, and what they reach.
#[derive(Debug)]
pub struct View {
    pool: Arc<Pool>,
    /// The root message as a registry would store it.
    root: Option<(MessageId, Fingerprint)>,
    scan: Scan,
    unsupported: Vec<Unsupported>,
    /// The enums that are reached, in the order of the scan.
    enums: Vec<EnumId>,
}

impl View {
    /// What the root message of an entry of an input reaches.
    ///
    /// # Errors
    ///
    /// Where there is no schema to look at.
    pub fn of_entry(entry: &Entry, input: &Input) -> Result<Self, Unreadable> {
        let schema = entry.look()?;
        let pool = schema.shared_pool();
        let scan = scan(&pool, vec![schema.root()]);
        let (unsupported, enums) = (unsupported(&scan, &pool, input), reached(&pool, &scan.messages));
        Ok(Self { pool, root: Some((schema.root(), entry.fingerprint())), scan, unsupported, enums })
    }

    /// All messages and enums of the root file of one of an input's pools, and what they reach.
    pub fn of_file(pool: Arc<Pool>, input: &Input) -> Self {
        let file = pool.root_file();
        let own = (0..).zip(&pool.messages).filter(|(_, message)| message.file == file);
        let scan = scan(&pool, own.map(|(at, _)| MessageId(at)).collect());
        let mut enums = reached(&pool, &scan.messages);
        let met: HashSet<EnumId> = enums.iter().copied().collect();
        let own = (0..).zip(&pool.enums).filter(|(_, found)| found.file == file).map(|(at, _)| EnumId(at));
        enums.extend(own.filter(|id| !met.contains(id)));
        let unsupported = unsupported(&scan, &pool, input);
        Self { pool, root: None, scan, unsupported, enums }
    }

    /// The file in which root messages are looked up.
    fn file(&self) -> &File {
        &self.pool[self.pool.root_file()]
    }

    fn file_name(&self, id: FileId) -> &str {
        &self.pool[id].name
    }

    /// The full name of a message or an enum.
    fn type_name(&self, target: Target) -> Option<&str> {
        match target {
            Target::Scalar => None,
            Target::Message(id) => Some(&self.pool[id].name),
            Target::Enum(id) => Some(&self.pool[id].name),
        }
    }
}

/// What the contract does not cover.
#[derive(Debug)]
struct Unsupported {
    path: String,
    /// Of the field that is at fault, where it is one.
    field: Option<i32>,
    detail: String,
    location: Option<Location>,
}

fn unsupported(scan: &Scan, pool: &Pool, input: &Input) -> Vec<Unsupported> {
    let found = scan.violations.iter().filter_map(|violation| match &violation.facts {
        Facts::Unsupported { detail, .. } => Some(Unsupported {
            path: violation.path.clone(),
            field: violation.field,
            detail: detail.to_string(),
            location: violation.writer.and_then(|part| input.locate(pool, part)),
        }),
        _ => None,
    });
    found.collect()
}

/// The enums of some messages' fields, in the order in which they are met.
fn reached(pool: &Pool, messages: &[MessageId]) -> Vec<EnumId> {
    let mut seen = HashSet::new();
    let fields = messages.iter().flat_map(|id| &pool[*id].fields);
    let enums = fields.filter_map(|field| match field.target {
        Target::Enum(id) => Some(id),
        _ => None,
    });
    enums.filter(|id| seen.insert(*id)).collect()
}
