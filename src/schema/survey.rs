//! A look over an encoded descriptor set before any of it is kept: how much it declares, whether it is well formed, and what its
//! files and messages are called. Two bytes may declare a message, and a message as it is kept takes hundreds.

use super::decode::{MAX_DECLARED, TOO_MANY, text};
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
/// Where the bytes are no encoded set, or declare more than [`MAX_DECLARED`] parts; the error then tells which file is the one
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

/// Refuses a set that declares more than [`MAX_DECLARED`] parts. What is malformed is left to those who read it.
///
/// # Errors
///
/// Where it does; the error tells which file is the one too many.
pub(crate) fn bound(bytes: &[u8]) -> Result<(), WireError> {
    let mut left = MAX_DECLARED;
    let mut set = Fields::new(bytes);
    while let Ok(Some((number, value, at))) = set.next() {
        if number == 1 && charge(&set, value, Some(Shape::File), &mut left).is_none() {
            return Err(WireError { what: TOO_MANY, at });
        }
    }
    Ok(())
}

/// Counts a thing and all that is declared in it; `None` where that is too much.
fn charge(outer: &Fields<'_>, value: Value<'_>, shape: Option<Shape>, left: &mut usize) -> Option<()> {
    *left = left.checked_sub(1)?;
    let (Value::Bytes(bytes), Some(shape)) = (value, shape.filter(|it| it.declares_any())) else {
        return Some(());
    };
    let Ok(mut fields) = outer.nested(bytes) else { return Some(()) };
    while let Ok(Some((number, value, _))) = fields.next() {
        if shape.declares(number) {
            charge(&fields, value, shape.inner(number), left)?;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set of one file with so many messages of no bytes.
    fn set(messages: usize) -> Vec<u8> {
        let file = [0x22, 0].repeat(messages);
        let length = u32::try_from(file.len()).expect("a short file");
        let digits = (0..5).map(|at| (length >> (7 * at)).to_le_bytes()[0] | 0x80);
        let mut out: Vec<u8> = [0x0a].into_iter().chain(digits).collect();
        out[5] &= 0x7f;
        [out, file].concat()
    }

    #[test]
    fn as_much_as_may_be_and_no_more() {
        for look in [bound, |bytes: &[u8]| survey(bytes).map(drop)] {
            assert_eq!(look(&set(MAX_DECLARED - 1)), Ok(()), "the file counts as well");
            assert_eq!(look(&set(MAX_DECLARED)), Err(WireError { what: TOO_MANY, at: 0 }));
            assert_eq!(look(&[0x0a, 0].repeat(MAX_DECLARED)), Ok(()));
            let more = [0x0a, 0].repeat(MAX_DECLARED + 1);
            assert_eq!(look(&more), Err(WireError { what: TOO_MANY, at: 2 * MAX_DECLARED }));
        }
    }

    #[test]
    fn what_is_malformed_is_told_by_others() {
        assert_eq!(bound(&[0x0a, 0x05, 0x22]), Ok(()));
        assert_eq!(bound(&[0xff; 20]), Ok(()));
    }
}
