//! A look over an encoded descriptor set before any of it is kept: whether it is well formed, and what its files and messages are
//! called.

use super::count::bound;
use super::decode::{numbers, text};
use super::descriptor::Text;
use super::shape::Shape;
use super::wire::{Fields, Value, WireError};

/// A file of a set that was looked over.
#[derive(Default)]
pub(crate) struct Surveyed<'a> {
    /// The import path.
    pub(crate) name: Text<'a>,
    /// Imports that are loaded.
    pub(crate) dependencies: Vec<Text<'a>>,
    /// Imports that are not.
    pub(crate) option_dependencies: Vec<Text<'a>>,
    /// Places in `dependencies`, which may be beyond them.
    pub(crate) public_dependencies: Vec<i32>,
    package: Text<'a>,
    /// Each message's simple name and the place of the message that holds it, which stands before it.
    messages: Vec<(Text<'a>, Option<usize>)>,
}

impl Surveyed<'_> {
    /// Full names of all messages that the file declares, in order, each before those nested in it, and whether it is nested
    /// itself.
    pub(crate) fn messages(&self) -> Vec<(String, bool)> {
        let mut all: Vec<(String, bool)> = Vec::with_capacity(self.messages.len());
        for (name, holder) in &self.messages {
            let scope = holder.map_or(&*self.package, |at| &all[at].0);
            let full = if scope.is_empty() { name.to_string() } else { format!("{scope}.{name}") };
            all.push((full, holder.is_some()));
        }
        all
    }
}

/// Looks over a set.
///
/// # Errors
///
/// Where the bytes are no encoded set, or declare more than [`MAX_DECLARED`](super::decode::MAX_DECLARED) parts; the error then tells which file is the one
/// too many.
pub(crate) fn survey(bytes: &[u8]) -> Result<Vec<Surveyed<'_>>, WireError> {
    bound(bytes)?;
    let mut files = Vec::new();
    let mut set = Fields::new(bytes);
    while let Some((number, value, _)) = set.next()? {
        if let (1, Value::Bytes(file)) = (number, value) {
            files.push(survey_file(set.nested(file)?)?);
        }
    }
    Ok(files)
}

fn survey_file(mut fields: Fields<'_>) -> Result<Surveyed<'_>, WireError> {
    let mut out = Surveyed::default();
    while let Some((number, value, _)) = fields.next()? {
        match (number, value) {
            (1, Value::Bytes(b)) => out.name = text(b),
            (2, Value::Bytes(b)) => out.package = text(b),
            (3, Value::Bytes(b)) => out.dependencies.push(text(b)),
            (10, value) => numbers(value, |at| out.public_dependencies.push(at))?,
            (15, Value::Bytes(b)) => out.option_dependencies.push(text(b)),
            (4, Value::Bytes(b)) => survey_message(fields.nested(b)?, None, &mut out.messages)?,
            _ => Shape::File.check(&fields, number, value)?,
        }
    }
    Ok(out)
}

fn survey_message<'a>(
    mut fields: Fields<'a>,
    holder: Option<usize>,
    into: &mut Vec<(Text<'a>, Option<usize>)>,
) -> Result<(), WireError> {
    let at = into.len();
    into.push((Text::default(), holder));
    while let Some((number, value, _)) = fields.next()? {
        match (number, value) {
            (1, Value::Bytes(b)) => into[at].0 = text(b),
            (3, Value::Bytes(b)) => survey_message(fields.nested(b)?, Some(at), into)?,
            _ => Shape::Message.check(&fields, number, value)?,
        }
    }
    Ok(())
}
