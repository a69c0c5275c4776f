//! The hash of an envelope up to the root message's name. Where a file's first import is stored with all that it imports, the
//! file's envelope starts like that of the import, so the hash goes on from there.

use sha2::{Digest as _, Sha256};

use base64::Engine as _;

use super::files::Files;
use super::{base_64, native};

/// The hash of an envelope whose set goes on.
pub(super) struct Start {
    hash: Sha256,
    /// Bytes of the set behind the last group of three.
    rest: Box<[u8]>,
    /// How many files there are in it.
    files: usize,
}

/// The hash of the envelope of a file and its imports, all of which there are, up to the root message's name.
pub(super) fn hash_prefix(files: &Files, root: usize) -> Sha256 {
    let Way { mut first, known } = way(files, u32::try_from(root).unwrap_or(u32::MAX));
    let mut hash = Hashed::from(known);
    let has_one = |file: &u32| files.graph().imports(*file).len() == 1;
    let behind = match known {
        Some(_) if first.iter().all(has_one) => first.iter().rev().copied().collect(),
        _ => files.with_imports(root).split_off(known.map_or(0, |start| start.files)),
    };
    for file in behind {
        files.stored(file).for_each(|piece| hash.update(piece));
        hash.files += 1;
        if first.last() == Some(&file) {
            first.pop();
            files.start(file).get_or_init(|| Box::new(hash.keep()));
        }
    }
    hash.finish()
}

/// Files of which each is the first import of the one before, up to one whose start is known.
struct Way<'f> {
    first: Vec<u32>,
    known: Option<&'f Start>,
}

fn way(files: &Files, root: u32) -> Way<'_> {
    let (graph, groups) = (files.graph(), files.graph().groups());
    let mut first = Vec::new();
    let mut next = Some(root);
    while let Some(file) = next {
        if let Some(start) = files.start(file).get() {
            return Way { first, known: Some(start) };
        }
        first.push(file);
        // In a circle the import's own envelope goes another way.
        next = graph.imports(file).first().copied().filter(|import| groups.of(*import) != groups.of(file));
    }
    Way { first, known: None }
}

/// As much of the set as is encoded at once; groups of three.
const MANY: usize = 3 << 10;

/// A hash of text, of which some is to be encoded yet.
struct Hashed {
    hash: Sha256,
    /// What is not encoded yet.
    open: Vec<u8>,
    files: usize,
}

impl Hashed {
    fn from(start: Option<&Start>) -> Self {
        match start {
            Some(start) => Self { hash: start.hash.clone(), open: start.rest.to_vec(), files: start.files },
            None => Self { hash: Sha256::new_with_prefix(native::BEFORE_SET), open: Vec::new(), files: 0 },
        }
    }

    fn update(&mut self, bytes: &[u8]) {
        for piece in bytes.chunks(MANY) {
            self.open.extend_from_slice(piece);
            if self.open.len() >= MANY {
                self.encode(self.open.len() / 3 * 3);
            }
        }
    }

    fn encode(&mut self, bytes: usize) {
        let mut text = [0; 8 * MANY / 3];
        let encoded = base_64::ENGINE.encode_slice(&self.open[..bytes], &mut text);
        debug_assert!(encoded.is_ok(), "it has room for twice as much");
        self.hash.update(&text[..encoded.unwrap_or_default()]);
        self.open.drain(..bytes);
    }

    /// The hash by now, for others to go on from.
    fn keep(&mut self) -> Start {
        self.encode(self.open.len() / 3 * 3);
        Start { hash: self.hash.clone(), rest: self.open.as_slice().into(), files: self.files }
    }

    fn finish(mut self) -> Sha256 {
        self.encode(self.open.len());
        self.hash.update(native::BEHIND_SET);
        self.hash
    }
}
