//! The files of an encoded set as they would be stored: without comments and positions, and without what buf adds. Nothing is
//! copied; a record tells where the pieces stand.

use std::ops::Range;

use crate::schema::wire::{Fields, Value, WireError};

/// `FileDescriptorProto.source_code_info`: comments and positions, which no verdict depends on.
const SOURCE_CODE_INFO: u32 = 9;
/// buf's extension of a file: whether it is an import, in which module it is, which imports are unused.
const BUF_IMAGE_FILE: u32 = 8042;

/// Where a file stands in a set.
#[derive(Default)]
pub(super) struct Record {
    /// The encoded file.
    pub(super) file: Range<usize>,
    /// Tag and length of what is stored of it.
    head: Vec<u8>,
    /// What is stored of it.
    pieces: Vec<Range<usize>>,
    /// Its encoded source info, which may come in pieces.
    pub(super) info: Vec<Range<usize>>,
    /// Whether buf marks it as an import.
    pub(super) is_import: bool,
}

impl Record {
    /// The file as it would be stored, a record of the set.
    pub(super) fn stored<'s>(&'s self, set: &'s [u8]) -> impl Iterator<Item = &'s [u8]> {
        [&*self.head].into_iter().chain(self.pieces.iter().map(|piece| &set[piece.clone()]))
    }

    /// How many bytes that is.
    pub(super) fn size(&self) -> usize {
        self.head.len() + total(&self.pieces)
    }
}

/// The files of a set, in its order.
///
/// # Errors
///
/// Where the set, or one of its files but for what it declares, is malformed.
pub(super) fn records(set: &[u8]) -> Result<Vec<Record>, WireError> {
    let mut all = Vec::new();
    let mut files = Fields::new(set);
    while let Some((number, value, _)) = files.next()? {
        let (1, Value::Bytes(file)) = (number, value) else { continue };
        let from = files.position() - file.len();
        let mut record = Record { file: from..files.position(), ..Record::default() };
        let mut fields = files.nested(file)?;
        while let Some((number, value, start)) = fields.next()? {
            let end = from + fields.position();
            match (number, value) {
                (SOURCE_CODE_INFO, Value::Bytes(piece)) => record.info.push(end - piece.len()..end),
                (BUF_IMAGE_FILE, Value::Bytes(image)) => {
                    record.is_import |= is_import(fields.nested(image)?)?;
                }
                _ => match record.pieces.last_mut() {
                    Some(last) if last.end == from + start => last.end = end,
                    _ => record.pieces.push(from + start..end),
                },
            }
        }
        record.head.push(0x0a);
        push_varint(total(&record.pieces), &mut record.head);
        all.push(record);
    }
    Ok(all)
}

fn total(pieces: &[Range<usize>]) -> usize {
    pieces.iter().map(ExactSizeIterator::len).sum()
}

fn is_import(mut image: Fields<'_>) -> Result<bool, WireError> {
    let mut import = false;
    while let Some((number, value, _)) = image.next()? {
        if let (1, Value::Varint(v)) = (number, value) {
            import = v != 0;
        }
    }
    Ok(import)
}

fn push_varint(mut value: usize, into: &mut Vec<u8>) {
    while value >= 0x80 {
        into.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    into.push(value.to_le_bytes()[0]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_verdict_needs_is_left_out() {
        let name = *b"\x0a\x01a";
        let info = *b"\x4a\x02\x0a\x00";
        let image = *b"\xd2\xf6\x03\x02\x08\x01";
        let package = *b"\x12\x01p";
        let file = [&name[..], &info, &package, &image, &info].concat();
        let set = [&[0x0a, 0x94, 0x00], &*file].concat();
        let all = records(&set).expect("well formed");
        assert_eq!(all.len(), 1);
        let record = &all[0];
        assert_eq!(record.stored(&set).collect::<Vec<_>>().concat(), *b"\x0a\x06\x0a\x01a\x12\x01p");
        assert_eq!(record.size(), 8);
        assert!(record.is_import);
        assert_eq!(set[record.file.clone()], file);
        let infos: Vec<&[u8]> = record.info.iter().map(|info| &set[info.clone()]).collect();
        assert_eq!(infos, [b"\x0a\x00"; 2]);
    }
}
