//! Reads messages with another implementation, prost-reflect.
//!
//! It holds proto2 and proto3 only, so a schema is lowered: its facts are said in proto2. What that implementation leaves
//! to generated code is done here: closed enums take no number that they do not declare, a required field must be there,
//! and strings that nobody checks are bytes.

use prost_reflect::{DescriptorPool, DynamicMessage, MapKey, MessageDescriptor as Descriptor, Value};
use protoward::schema::descriptor::{FileDescriptor, Kind, Label, MessageDescriptor, Raw};
use protoward::schema::encode::encode_set;

use super::datum::{Datum, Values, default};
use crate::reference::Side;
use crate::reference::facts::{Field, Message};

/// Reads messages of one schema.
pub(super) struct Reader<'s> {
    side: &'s Side,
    root: Descriptor,
}

impl<'s> Reader<'s> {
    /// Nothing where the other implementation cannot hold the schema.
    pub(super) fn new(side: &'s Side, file: &FileDescriptor<'static>) -> Option<Self> {
        let mut file = file.clone();
        let package = file.package.to_string();
        for message in &mut file.messages {
            lower(side, message, &package)?;
        }
        file.enums.iter_mut().for_each(|found| found.features = Raw::default());
        file.options.features = Raw::default();
        (file.syntax, file.edition) = ("proto2".into(), None);
        file.option_dependencies.clear();
        let pool = DescriptorPool::decode(&encode_set([&file])[..]).ok()?;
        let root = pool.get_message_by_name(&side.root)?;
        Some(Self { side, root })
    }

    /// What is read, or why nothing is.
    pub(super) fn read(&self, bytes: &[u8]) -> Result<Values, String> {
        let message = DynamicMessage::decode(self.root.clone(), bytes).map_err(|error| error.to_string())?;
        self.values(&message, self.side.message(&self.side.root))
    }

    fn values(&self, read: &DynamicMessage, message: &Message) -> Result<Values, String> {
        let mut out = Values::default();
        for field in &message.fields {
            let values = self.field(read, field)?;
            if values.is_empty() && field.required && !field.repeated && !message.map_entry {
                return Err(format!("{}.{} is missing", message.name, field.name));
            }
            if !values.is_empty() {
                out.0.push((field.number, values));
            }
        }
        Ok(out)
    }

    fn field(&self, read: &DynamicMessage, field: &Field) -> Result<Vec<Datum>, String> {
        let number = field.number.cast_unsigned();
        let value = read.get_field_by_number(number).ok_or("a field is missing")?;
        let values = match &*value {
            _ if !read.has_field_by_number(number) => Vec::new(),
            Value::List(list) => {
                list.iter().map(|value| self.datum(value, field)).collect::<Result<_, _>>()?
            }
            Value::Map(map) => {
                let entry = self.side.message(field.target.as_deref().unwrap_or_default());
                map.iter().map(|(key, value)| self.entry(entry, key, value)).collect::<Result<_, _>>()?
            }
            value => vec![self.datum(value, field)?],
        };
        Ok(values.into_iter().flatten().collect())
    }

    /// An entry of a map; one whose value a closed enum does not take is not there.
    fn entry(&self, entry: &Message, key: &MapKey, value: &Value) -> Result<Option<Datum>, String> {
        let key = self.datum(&Value::from(key.clone()), &entry.fields[0])?;
        let value = self.datum(value, &entry.fields[1])?;
        Ok(key.zip(value).map(|(key, value)| Datum::Message(Values(vec![(1, vec![key]), (2, vec![value])]))))
    }

    fn datum(&self, value: &Value, field: &Field) -> Result<Option<Datum>, String> {
        Ok(Some(match value {
            Value::Bool(value) => Datum::Number((*value).into()),
            Value::I32(value) => Datum::Number((*value).into()),
            Value::I64(value) => Datum::Number((*value).into()),
            Value::U32(value) => Datum::Number((*value).into()),
            Value::U64(value) => Datum::Number((*value).into()),
            Value::F32(value) => Datum::Float((*value).into()),
            Value::F64(value) => Datum::Float(*value),
            Value::String(value) => Datum::Bytes(value.clone().into_bytes()),
            Value::Bytes(value) => Datum::Bytes(value.to_vec()),
            Value::EnumNumber(number) => {
                let found = self.side.enumeration(field.target.as_deref().unwrap_or_default());
                if found.closed && !found.values.iter().any(|(_, other, _)| other == number) {
                    return Ok(None);
                }
                Datum::Number((*number).into())
            }
            Value::Message(read) => {
                let message = self.side.message(field.target.as_deref().unwrap_or_default());
                Datum::Message(self.values(read, message)?)
            }
            Value::List(_) | Value::Map(_) => return Err("a list in a list".to_owned()),
        }))
    }

    /// What the reader sees where a singular field is not there, by the other implementation's reading of the schema.
    pub(super) fn default(&self, message: &Message, field: &Field) -> Option<Datum> {
        field.default.as_ref()?;
        let found = self.root.parent_pool().get_message_by_name(&message.name)?;
        let value = found.get_field(field.number.cast_unsigned())?.default_value();
        match (value, field.kind) {
            // A default need not be one that a closed enum takes, so it is not asked.
            (Value::EnumNumber(number), _) => Some(Datum::Number(number.into())),
            // Lowered to bytes.
            (_, Kind::String) if !field.utf8 => default(field),
            (value, _) => self.datum(&value, field).ok().flatten(),
        }
    }
}

/// The key of a map's entry; one that is left out is the default.
pub(super) fn key(entry: &Message, datum: &Datum) -> Option<Datum> {
    let Datum::Message(values) = datum else { return None };
    let key = entry.fields.iter().find(|field| field.number == 1)?;
    values.get(1).first().cloned().or_else(|| default(key))
}

/// Says the facts of a message's fields in proto2; nothing where its maps are odd.
fn lower(side: &Side, message: &mut MessageDescriptor<'static>, outer: &str) -> Option<()> {
    let name = format!("{outer}.{}", message.name);
    let facts = side.message(&name);
    let is_key = |kind| {
        !matches!(kind, Kind::Float | Kind::Double | Kind::Bytes | Kind::Enum | Kind::Message | Kind::Group)
    };
    if message.options.map_entry {
        let [key, value] = &facts.fields[..] else { return None };
        let numbers = (key.number, value.number, &*key.name, &*value.name);
        let plain = numbers == (1, 2, "key", "value") && !key.repeated && !value.repeated;
        (plain && is_key(key.kind) && message.oneofs.is_empty()).then_some(())?;
    }
    for field in &mut message.fields {
        let fact = facts.fields.iter().find(|fact| fact.number == field.number)?;
        field.kind = Some(fact.kind);
        if fact.kind == Kind::String && !fact.utf8 {
            (field.kind, field.default) = (Some(Kind::Bytes), None);
        }
        field.label = Some(if fact.repeated { Label::Repeated } else { Label::Optional });
        (field.options.packed, field.options.features, field.proto3_optional) = (None, Raw::default(), false);
    }
    let is_entry = |target: &str| side.messages.iter().any(|it| it.name == target && it.map_entry);
    let odd = facts.fields.iter().any(|it| !it.map && it.target.as_deref().is_some_and(is_entry));
    (!odd).then_some(())?;
    message.options.features = Raw::default();
    message.oneofs.iter_mut().for_each(|oneof| oneof.features = Raw::default());
    message.extensions.clear();
    message.messages.iter_mut().try_for_each(|inner| lower(side, inner, &name))
}
