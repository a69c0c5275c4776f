//! Random messages of a writer, and their bytes.

use protoward::schema::descriptor::Kind;

use super::datum::{Datum, Values};
use crate::reference::Side;
use crate::reference::facts::{Field, Message};
use crate::support::random::Random;

/// Writes messages of one schema.
pub(super) struct Writer<'s> {
    pub(super) side: &'s Side,
    pub(super) random: &'s mut Random,
    /// Of ten fields so many are there.
    pub(super) density: usize,
    /// How many more messages may be in it that need not be.
    pub(super) room: usize,
}

/// How deep messages go.
const DEPTH: usize = 8;

impl Writer<'_> {
    /// A valid message of the root type, or nothing where there seems to be none that ends.
    pub(super) fn message(&mut self) -> Option<Values> {
        self.values(self.side.message(&self.side.root), DEPTH)
    }

    fn values(&mut self, message: &Message, depth: usize) -> Option<Values> {
        let mut out = Values::default();
        let mut taken = Vec::new();
        // Anyone of a oneof's members may be the one that is set.
        let mut order: Vec<usize> = (0..message.fields.len()).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, self.random.below(at + 1));
        }
        for field in order.into_iter().map(|at| &message.fields[at]) {
            // The value of an entry may be left out, too, but for a message there is no word for what is then meant.
            let value = message.map_entry && field.default.is_none();
            let must = value || field.required && !field.repeated;
            let may = field.oneof.is_none_or(|oneof| !taken.contains(&oneof));
            let fits = field.target.is_none() || self.room > 0;
            if !must && (!may || !fits || self.random.below(10) >= self.density) {
                continue;
            }
            let values = self.field(field, depth);
            if must && values.is_empty() {
                return None;
            }
            if !values.is_empty() {
                taken.extend(field.oneof);
                out.0.push((field.number, values));
            }
        }
        out.0.sort_by_key(|(number, _)| *number);
        Some(out)
    }

    fn field(&mut self, field: &Field, depth: usize) -> Vec<Datum> {
        let count = if field.repeated { self.random.below(4) } else { 1 };
        let mut out: Vec<Datum> = (0..count).filter_map(|_| self.datum(field, depth)).collect();
        if field.map {
            // Keys are unique, a key that is left out being the default.
            let entry = self.side.message(field.target.as_deref().unwrap_or_default());
            let key = |datum: &Datum| super::reader::key(entry, datum);
            let mut keys = Vec::new();
            out.retain(|datum| {
                let new = !keys.contains(&key(datum));
                keys.push(key(datum));
                new
            });
        }
        out
    }

    fn datum(&mut self, field: &Field, depth: usize) -> Option<Datum> {
        Some(match field.kind {
            Kind::Message | Kind::Group => {
                let message = self.side.message(field.target.as_deref()?);
                self.room = self.room.saturating_sub(1);
                Datum::Message(self.values(message, depth.checked_sub(1)?)?)
            }
            Kind::Enum => Datum::Number(self.enum_number(field.target.as_deref()?).into()),
            Kind::Float | Kind::Double => {
                Datum::Float(*self.random.pick(&[0.0, -0.0, 1.0, -2.5, 7.0, f64::INFINITY, f64::NAN, 1024.0]))
            }
            Kind::String if !field.utf8 && self.random.below(3) == 0 => Datum::Bytes(b"a\xff".to_vec()),
            Kind::String => Datum::Bytes(self.random.pick(&["", "a", "b", "7", "é"]).as_bytes().to_vec()),
            Kind::Bytes => Datum::Bytes(self.random.pick(&[&b""[..], b"a", b"b\0", b"\xff\x01"]).to_vec()),
            kind => Datum::Number(self.number(kind)),
        })
    }

    /// A declared value; of an open enum also one that is not.
    fn enum_number(&mut self, name: &str) -> i32 {
        let found = self.side.enumeration(name);
        if !found.closed && self.random.below(3) == 0 {
            return *self.random.pick(&[-5, 77, i32::MAX]);
        }
        self.random.pick(&found.values).1
    }

    fn number(&mut self, kind: Kind) -> i128 {
        let small = i128::from(self.random.next() % 3);
        let (low, high): (i128, i128) = match kind {
            Kind::Bool => (0, 1),
            Kind::Int32 | Kind::Sint32 | Kind::Sfixed32 => (i32::MIN.into(), i32::MAX.into()),
            Kind::Uint32 | Kind::Fixed32 => (0, u32::MAX.into()),
            Kind::Uint64 | Kind::Fixed64 => (0, u64::MAX.into()),
            _ => (i64::MIN.into(), i64::MAX.into()),
        };
        *self.random.pick(&[small.min(high), low, high, (high - 5).max(low), (low + 3).min(high)])
    }

    /// The bytes of a message.
    pub(super) fn encode(&mut self, values: &Values) -> Vec<u8> {
        self.encode_message(self.side.message(&self.side.root), values)
    }

    fn encode_message(&mut self, message: &Message, values: &Values) -> Vec<u8> {
        let mut out = Vec::new();
        for (number, values) in &values.0 {
            let field = message.fields.iter().find(|field| field.number == *number).expect("its own field");
            let packable = !matches!(field.kind, Kind::String | Kind::Bytes | Kind::Message | Kind::Group);
            if field.repeated && packable && self.random.below(2) == 0 {
                let packed: Vec<u8> =
                    values.iter().flat_map(|datum| self.encode_datum(field, datum)).collect();
                tag(&mut out, *number, 2);
                varint(&mut out, packed.len() as u64);
                out.extend(packed);
                continue;
            }
            for datum in values {
                let bytes = self.encode_datum(field, datum);
                tag(&mut out, *number, wire(field.kind));
                if wire(field.kind) == 2 {
                    varint(&mut out, bytes.len() as u64);
                }
                out.extend(bytes);
                if field.kind == Kind::Group {
                    tag(&mut out, *number, 4);
                }
            }
        }
        out
    }

    /// A value without its tag and length.
    fn encode_datum(&mut self, field: &Field, datum: &Datum) -> Vec<u8> {
        match datum {
            Datum::Bytes(bytes) => bytes.clone(),
            Datum::Message(values) => {
                let message = self.side.message(field.target.as_deref().unwrap_or_default());
                self.encode_message(message, values)
            }
            #[expect(clippy::cast_possible_truncation, reason = "a float was made of one")]
            Datum::Float(value) if field.kind == Kind::Float => (*value as f32).to_le_bytes().to_vec(),
            Datum::Float(value) => value.to_le_bytes().to_vec(),
            Datum::Number(value) => encode_number(field.kind, *value),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the low bits are what is written"
)]
fn encode_number(kind: Kind, value: i128) -> Vec<u8> {
    let mut out = Vec::new();
    match kind {
        Kind::Fixed32 | Kind::Sfixed32 => out.extend((value as u32).to_le_bytes()),
        Kind::Fixed64 | Kind::Sfixed64 => out.extend((value as u64).to_le_bytes()),
        Kind::Sint32 | Kind::Sint64 => {
            varint(&mut out, if value < 0 { -2 * value - 1 } else { 2 * value } as u64);
        }
        // Negative numbers are 64 bits wide.
        _ => varint(&mut out, value as u64),
    }
    out
}

fn wire(kind: Kind) -> u64 {
    match kind {
        Kind::Double | Kind::Fixed64 | Kind::Sfixed64 => 1,
        Kind::String | Kind::Bytes | Kind::Message => 2,
        Kind::Group => 3,
        Kind::Float | Kind::Fixed32 | Kind::Sfixed32 => 5,
        _ => 0,
    }
}

fn tag(out: &mut Vec<u8>, number: i32, wire: u64) {
    varint(out, u64::from(number.cast_unsigned()) << 3 | wire);
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value > 127 {
        out.push(value.to_le_bytes()[0] | 128);
        value >>= 7;
    }
    out.push(value.to_le_bytes()[0]);
}
