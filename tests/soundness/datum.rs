//! Values of messages as they are written and as they are read.

use protoward::schema::descriptor::Kind;

use crate::reference::defaults::Default;
use crate::reference::facts::Field;

/// A message: fields that are there by number, with their values.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Values(pub(super) Vec<(i32, Vec<Datum>)>);

/// A value, whatever its type is called: integers of all kinds, bools and enums are numbers, strings are bytes.
#[derive(Clone, Debug)]
pub(super) enum Datum {
    Number(i128),
    Float(f64),
    Bytes(Vec<u8>),
    Message(Values),
}

/// All NaNs are equal, and 0.0 is not −0.0.
impl PartialEq for Datum {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::Message(a), Self::Message(b)) => a == b,
            _ => false,
        }
    }
}

impl Values {
    pub(super) fn get(&self, number: i32) -> &[Datum] {
        self.0.iter().find(|(other, _)| *other == number).map_or(&[], |(_, values)| values)
    }
}

/// What a writer means who leaves a singular field out; a message is then not there.
pub(super) fn default(field: &Field) -> Option<Datum> {
    let Default { contents, shown } = field.default.as_ref()?;
    let bits = || shown.parse::<i64>().unwrap_or_default();
    Some(match field.kind {
        Kind::Float | Kind::Double => Datum::Float(match &**shown {
            "Infinity" => f64::INFINITY,
            "-Infinity" => f64::NEG_INFINITY,
            digits if field.kind == Kind::Float => digits.parse::<f32>().ok()?.into(),
            digits => digits.parse().ok()?,
        }),
        Kind::Bool => Datum::Number((shown == "true").into()),
        Kind::String | Kind::Bytes => Datum::Bytes(contents.clone()),
        Kind::Uint64 | Kind::Fixed64 => Datum::Number(bits().cast_unsigned().into()),
        Kind::Uint32 | Kind::Fixed32 => Datum::Number(shown.parse::<i32>().ok()?.cast_unsigned().into()),
        _ => Datum::Number(bits().into()),
    })
}
