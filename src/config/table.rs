//! One table of a file: refuses keys that it may not have and values of another kind, then hands out the others.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{self, Key, Kind};
use super::page::{Page, Stretch};
use crate::source::names;

/// A table whose keys and kinds of values have been looked at.
pub(super) struct Table<'a> {
    values: &'a DeTable<'a>,
    /// Its header, or all of an inline table.
    pub(super) stretch: Stretch,
    keys: Vec<&'static Key>,
}

/// A value and where it stands.
pub(super) struct Told<T> {
    pub(super) value: T,
    pub(super) stretch: Stretch,
}

impl<'a> Table<'a> {
    /// Looks at a table that errors call `title`.
    pub(super) fn open(
        values: &'a DeTable<'a>,
        stretch: Stretch,
        title: &str,
        keys: &[&'static [Key]],
        page: &mut Page<'_>,
    ) -> Self {
        let out = Self { values, stretch, keys: keys.iter().copied().flatten().collect() };
        for (name, value) in values {
            match out.keys.iter().find(|key| key.name == name.get_ref().as_ref()) {
                Some(key) => check(key, value, page),
                None => out.refuse(name, title, page),
            }
        }
        out
    }

    /// A key that nothing is known of.
    fn refuse(&self, name: &Spanned<Cow<'_, str>>, title: &str, page: &mut Page<'_>) {
        let (known, wanted) = (self.keys.iter().map(|key| key.name), name.get_ref().as_ref());
        let message = format!("{title} has no key `{}`", names::cut(&wanted.escape_debug().to_string()));
        let elsewhere =
            [(&keys::SUBJECT[..], "a `[[subject]]`"), (&keys::ALLOW[..], "a `[[subject.allow]]`")];
        let elsewhere = elsewhere.iter().find(|(keys, _)| keys.iter().any(|key| key.name == wanted));
        let help = match (names::nearest(&wanted.replace('_', "-"), known.clone()), elsewhere) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, Some((_, where_to))) => format!("`{wanted}` belongs into {where_to}"),
            (None, None) => {
                format!("it may have {}", known.map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", "))
            }
        };
        page.tell_with_help(name.span(), message, help);
    }

    /// The value of a key, unless it is missing or was refused.
    fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.values.get(key)
    }

    pub(super) fn text(&self, key: &str) -> Option<Told<&'a str>> {
        self.get(key).and_then(text)
    }

    /// Whether there is such a key, be its value right or wrong.
    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Tells where a key is missing that has to be there.
    pub(super) fn require(&self, key: &'static str, title: &str, page: &mut Page<'_>) {
        if !self.has(key)
            && let Some(Key { what, example, .. }) = self.keys.iter().find(|known| known.name == key)
        {
            let message = format!("{title} has no `{key}`: {what}");
            page.tell_with_help(self.stretch.clone(), message, format!("add it, for instance `{example}`"));
        }
    }

    /// The texts of a key that takes one or several.
    pub(super) fn texts(&self, key: &str) -> Option<Vec<Told<&'a str>>> {
        let value = self.get(key)?;
        match value.get_ref() {
            DeValue::Array(values) => values.iter().map(text).collect(),
            _ => text(value).map(|text| vec![text]),
        }
    }

    pub(super) fn flag(&self, key: &str) -> Option<Told<bool>> {
        let value = self.get(key)?;
        value.get_ref().as_bool().map(|flag| Told { value: flag, stretch: value.span() })
    }

    pub(super) fn number(&self, key: &str) -> Option<u64> {
        self.get(key).and_then(|value| number(value.get_ref()))
    }

    /// The tables of a key, each with where it begins.
    pub(super) fn tables(&self, key: &str) -> impl Iterator<Item = (&'a DeTable<'a>, Stretch)> + use<'a> {
        let values = self.get(key).and_then(|value| value.get_ref().as_array());
        let table = |value: &'a Spanned<DeValue<'a>>| Some((value.get_ref().as_table()?, value.span()));
        values.into_iter().flat_map(|values| values.iter()).filter_map(table)
    }
}

/// A text that says something.
fn text<'a>(value: &'a Spanned<DeValue<'a>>) -> Option<Told<&'a str>> {
    let text = value.get_ref().as_str().filter(|text| !text.trim().is_empty())?;
    Some(Told { value: text, stretch: value.span() })
}

fn number(value: &DeValue<'_>) -> Option<u64> {
    let integer = value.as_integer()?;
    u64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// Tells where a value is not what its key takes.
fn check(key: &Key, value: &Spanned<DeValue<'_>>, page: &mut Page<'_>) {
    let Key { name, kind, example, .. } = key;
    let takes = format!("`{name}` takes {}", kind.words());
    let empty = format!("`{name}` is empty and should say {}", key.what);
    let help = format!("for instance `{example}`");
    match (kind, value.get_ref()) {
        (Kind::Text | Kind::TextOrTexts, DeValue::String(text)) => {
            if text.trim().is_empty() {
                page.tell_with_help(value.span(), empty, help);
            }
        }
        (Kind::TextOrTexts, DeValue::Array(values)) if values.is_empty() => {
            page.tell_with_help(value.span(), empty, help);
        }
        (Kind::Texts | Kind::TextOrTexts, DeValue::Array(values)) => {
            for value in values {
                let message = match value.get_ref() {
                    DeValue::String(text) if text.trim().is_empty() => format!("an empty string in `{name}`"),
                    DeValue::String(_) => continue,
                    other => format!("{takes}, and this one is {}", kind_of(other)),
                };
                page.tell_with_help(value.span(), message, help.clone());
            }
        }
        (Kind::Flag, DeValue::Boolean(_)) => {}
        (Kind::Number, value) if number(value).is_some() => {}
        (Kind::Number, DeValue::Integer(number)) => {
            page.tell_with_help(value.span(), format!("{takes}, this is {number}"), help);
        }
        (Kind::Tables, DeValue::Array(values)) => {
            let others = values.iter().filter(|value| !value.get_ref().is_table());
            for other in others {
                let message = format!("`{name}` takes tables, this is {}", kind_of(other.get_ref()));
                page.tell_with_help(other.span(), message, format!("begin each with `{example}`"));
            }
        }
        (Kind::Tables, DeValue::Table(_)) => {
            let message = format!("`{name}` may be there several times, so its header has two brackets");
            page.tell_with_help(value.span(), message, format!("write `{example}`"));
        }
        (_, other) => page.tell_with_help(value.span(), format!("{takes}, this is {}", kind_of(other)), help),
    }
}

fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
