//! Where the parts of an input stand: in the texts that it was compiled from, or by the source info of a descriptor set.
//!
//! Nothing is worked out before somebody asks: texts are parsed once more for their places, source info is read then.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::compile::Source;
use super::error::Location;
use crate::proto::{self, Lines, Spans};
use crate::schema::place::Place;
use crate::schema::shape::plain_location;
use crate::schema::wire::{Fields, Value, WireError};

/// The places of an input's files, by import path.
pub(super) struct Places {
    files: HashMap<Box<str>, Origin>,
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.files.keys()).finish()
    }
}

enum Origin {
    Text(Text, OnceLock<(Spans, Lines)>),
    /// An encoded `google.protobuf.SourceCodeInfo`.
    Info(Stretch, OnceLock<Info>),
}

/// A stretch of bytes that others keep as well.
struct Stretch {
    bytes: Arc<Vec<u8>>,
    at: Range<usize>,
}

impl Stretch {
    fn bytes(&self) -> &[u8] {
        &self.bytes[self.at.clone()]
    }
}

impl From<Vec<u8>> for Stretch {
    fn from(bytes: Vec<u8>) -> Self {
        Self { at: 0..bytes.len(), bytes: Arc::new(bytes) }
    }
}

/// The text of a file.
pub(super) struct Text {
    name: Box<str>,
    path: Box<str>,
    bytes: Vec<u8>,
}

impl Text {
    /// A source that a person has; the well-known files of our own are none.
    pub(super) fn of(source: Source) -> Option<Self> {
        Some(Self { name: source.name.into(), path: source.path?.into(), bytes: source.bytes })
    }
}

impl Places {
    pub(super) fn of_texts(texts: impl Iterator<Item = Text>) -> Self {
        let files = texts.map(|text| (text.name.clone(), Origin::Text(text, OnceLock::new())));
        Self { files: files.collect() }
    }

    /// Files of an encoded set with the stretches of it that are their source info.
    pub(super) fn of_infos<'n>(
        set: &Arc<Vec<u8>>,
        infos: impl Iterator<Item = (&'n str, &'n [Range<usize>])>,
    ) -> Self {
        let mut files = HashMap::new();
        for (name, pieces) in infos {
            let stretch = match pieces {
                [one] => Stretch { bytes: Arc::clone(set), at: one.clone() },
                pieces => {
                    pieces.iter().flat_map(|piece| &set[piece.clone()]).copied().collect::<Vec<_>>().into()
                }
            };
            // The last file of a name counts, even one without.
            files.insert(name.into(), Origin::Info(stretch, OnceLock::new()));
        }
        Self { files }
    }

    /// The source info of an encoded descriptor set, which may have none.
    pub(super) fn of_set(bytes: &[u8]) -> Self {
        let (mut infos, mut set) = (Vec::new(), Fields::new(bytes));
        while let Ok(Some((number, value, _))) = set.next() {
            if let (1, Value::Bytes(file)) = (number, value) {
                infos.push(named_info(file));
            }
        }
        let origin = |info: Vec<u8>| Origin::Info(info.into(), OnceLock::new());
        Self { files: infos.into_iter().map(|(name, info)| (name, origin(info))).collect() }
    }

    /// The texts that a person has, as their files are shown.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.values().filter_map(|origin| match origin {
            Origin::Text(text, _) => Some(&*text.path),
            Origin::Info(..) => None,
        })
    }

    /// The stretch of a part, or of the innermost thing around it that has one.
    pub(super) fn locate(&self, place: &Place) -> Option<Location> {
        match self.files.get(&place.file)? {
            Origin::Text(text, spans) => {
                let made = || (proto::spans(&text.bytes), Lines::new(&text.bytes));
                let (spans, lines) = spans.get_or_init(made);
                let span = spans.nearest(&place.path)?;
                Some(Location::in_text(&text.path, &text.bytes, lines, span))
            }
            Origin::Info(stretch, info) => {
                let bytes = stretch.bytes();
                let info = info.get_or_init(|| Info::read(bytes));
                let nearest = |path: &[i32], least: usize| {
                    (least..=path.len()).rev().find_map(|length| info.find(bytes, &path[..length]))
                };
                let found = match &place.map_field {
                    Some((least, field)) => nearest(&place.path, *least).or_else(|| nearest(field, 1)),
                    None => nearest(&place.path, 1),
                }?;
                let [line, column, end_line, end_column] = found.map(|n| n.saturating_add(1));
                Some(Location { file: place.file.clone(), line, column, end_line, end_column, text: None })
            }
        }
    }
}

/// The name and the source info of an encoded file.
fn named_info(file: &[u8]) -> (Box<str>, Vec<u8>) {
    let (mut name, mut info, mut fields) = (Box::default(), Vec::new(), Fields::new(file));
    while let Ok(Some((number, value, _))) = fields.next() {
        match (number, value) {
            (1, Value::Bytes(bytes)) => name = String::from_utf8_lossy(bytes).into(),
            (9, Value::Bytes(bytes)) => info.extend_from_slice(bytes),
            _ => {}
        }
    }
    (name, info)
}

/// Where the locations of each path stand in an encoded `SourceCodeInfo`. Large sets have many locations and few of them are
/// asked for, so those of one part of a file, a message for instance, are looked at where somebody asks for one of them.
#[derive(Default)]
struct Info {
    /// Hashes with a key, so that nobody can write many paths of one hash.
    hashes: RandomState,
    /// Stretches of locations of one part, by a hash of the part's path, in the order in which they stand.
    parts: Vec<(u64, Range<u32>)>,
    /// Of the parts that were asked for: the first location of each path that is a place, by a hash of the path.
    known: Mutex<HashMap<u64, Arc<Locations>>>,
}

type Locations = Vec<(u64, u32)>;

/// How many steps of a path lead to a part: all messages, and which of them.
const PART: usize = 2;

impl Info {
    /// Looks over an encoded `SourceCodeInfo`; what is malformed in it has no place.
    fn read(bytes: &[u8]) -> Self {
        let (hashes, mut parts) = (RandomState::new(), Vec::<(u64, Range<u32>)>::new());
        // The encoded steps to the part at hand: what starts with the same ones belongs to it.
        let mut steps: &[u8] = &[];
        each_location(bytes, |location, stretch| {
            let path = plain_location(location).map(|(path, _)| path);
            let is_known = !steps.is_empty() && path.is_some_and(|path| path.starts_with(steps));
            let part = if is_known { None } else { hash_of(&hashes, Numbers::of(location, PATH).take(PART)) };
            match (parts.last_mut(), part) {
                (Some((_, open)), None) if is_known => open.end = stretch.end,
                (Some((known, open)), Some(part)) if *known == part => open.end = stretch.end,
                (_, Some(part)) => {
                    parts.push((part, stretch));
                    steps = path.map(first_steps).unwrap_or_default();
                }
                (_, None) => {}
            }
        });
        parts.sort_by_key(|(part, stretch)| (*part, stretch.start));
        Self { hashes, parts, known: Mutex::default() }
    }

    /// Start and end of a path: lines and columns from 0.
    fn find(&self, bytes: &[u8], path: &[i32]) -> Option<[u32; 4]> {
        let hash = |steps: &[i32]| hash_of(&self.hashes, steps.iter().copied().map(Some));
        let locations = self.of_part(bytes, hash(&path[..path.len().min(PART)])?);
        let wanted = hash(path)?;
        let at = locations.binary_search_by_key(&wanted, |(hash, _)| *hash).ok()?;
        let mut record = Fields::new(&bytes[locations[at].1 as usize..]);
        let Ok(Some((_, Value::Bytes(location), _))) = record.next() else { return None };
        let is_path = Numbers::of(location, PATH).eq(path.iter().copied().map(Some));
        if is_path { span(location) } else { None }
    }

    fn of_part(&self, bytes: &[u8], part: u64) -> Arc<Locations> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let locations = known.entry(part).or_insert_with(|| {
            let mut out = Locations::new();
            let from = self.parts.partition_point(|(other, _)| *other < part);
            for (_, open) in self.parts[from..].iter().take_while(|(other, _)| *other == part) {
                each_location(&bytes[open.start as usize..open.end as usize], |location, stretch| {
                    let hash = hash_of(&self.hashes, Numbers::of(location, PATH));
                    out.extend(
                        hash.filter(|_| span(location).is_some())
                            .map(|hash| (hash, open.start + stretch.start)),
                    );
                });
            }
            out.sort_unstable();
            out.dedup_by_key(|(hash, _)| *hash);
            Arc::new(out)
        });
        Arc::clone(locations)
    }
}

/// Hands over each location with where its record stands.
fn each_location<'b>(bytes: &'b [u8], mut take: impl FnMut(&'b [u8], Range<u32>)) {
    let mut fields = Fields::new(bytes);
    while let Ok(Some((number, value, start))) = fields.next() {
        if let (1, Value::Bytes(location)) = (number, value)
            && let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(fields.position()))
        {
            take(location, start..end);
        }
    }
}

/// The encoded steps of a packed path that lead to a part; nothing where there are fewer.
fn first_steps(path: &[u8]) -> &[u8] {
    let mut ends = path.iter().zip(1..).filter(|(byte, _)| **byte < 0x80).map(|(_, end)| end);
    ends.nth(PART - 1).map_or(&[], |end: usize| &path[..end])
}

/// A hash of steps; `None` where one of them is malformed.
fn hash_of(hashes: &RandomState, steps: impl Iterator<Item = Option<i32>>) -> Option<u64> {
    let mut hash = hashes.build_hasher();
    for step in steps {
        hash.write_i32(step?);
    }
    Some(hash.finish())
}

/// Start and end of a location: lines and columns from 0; `None` where it is no place.
fn span(location: &[u8]) -> Option<[u32; 4]> {
    // One number more than there may be.
    let span: Option<Vec<i32>> = Numbers::of(location, SPAN).take(5).collect();
    let span: Vec<u32> = span?.into_iter().map(u32::try_from).collect::<Result<_, _>>().ok()?;
    // Three numbers where it ends on the line on which it starts.
    let (line, column, end_line, end_column) = match span[..] {
        [line, column, end_column] => (line, column, line, end_column),
        [line, column, end_line, end_column] => (line, column, end_line, end_column),
        _ => return None,
    };
    // What ends before it starts is no place.
    ((line, column) <= (end_line, end_column)).then_some([line, column, end_line, end_column])
}

/// `SourceCodeInfo.Location.path` and `span`.
const PATH: u32 = 1;
const SPAN: u32 = 2;

/// The numbers of one field of a location, packed or not; `None`, at last, where they are malformed.
struct Numbers<'b> {
    fields: Fields<'b>,
    wanted: u32,
    packed: &'b [u8],
}

impl<'b> Numbers<'b> {
    fn of(location: &'b [u8], wanted: u32) -> Self {
        Self { fields: Fields::new(location), wanted, packed: &[] }
    }

    fn read(&mut self) -> Result<Option<u64>, WireError> {
        while self.packed.is_empty() {
            match self.fields.next()? {
                Some((number, Value::Varint(v), _)) if number == self.wanted => return Ok(Some(v)),
                Some((number, Value::Bytes(packed), _)) if number == self.wanted => self.packed = packed,
                Some(_) => {}
                None => return Ok(None),
            }
        }
        let (v, rest) = Fields::packed_varint(self.packed)?;
        self.packed = rest;
        Ok(Some(v))
    }
}

impl Iterator for Numbers<'_> {
    type Item = Option<i32>;

    fn next(&mut self) -> Option<Option<i32>> {
        match self.read() {
            Ok(number) => number.map(|v| i32::try_from(v).ok()),
            Err(_) => Some(None),
        }
    }
}
