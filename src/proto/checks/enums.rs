//! Enums: their numbers, aliases, reserved parts, and names that look alike.

use std::collections::{HashMap, HashSet};

use super::Walk;
use super::inherit::Inherited;
use super::numbers::Ranges;
use super::style::Case;
use crate::proto::parser::index;
use crate::schema::descriptor::EnumDescriptor;

/// The number of `allow_alias`.
const ALLOW_ALIAS: i32 = 2;

impl<'s, 'a> Walk<'s, 'a> {
    pub(super) fn enumeration(&mut self, declared: &'s EnumDescriptor<'a>, outer: &Inherited) {
        let features = outer.with(&declared.features, self.extra());
        self.style(&features, Case::Title, "enum", &declared.name, &[1]);
        let Some(first) = declared.values.first() else {
            self.error(&[1], "an enum has at least one value", Some("write a value with the number 0"));
            return;
        };
        if features.enum_type == 1 && first.number != 0 {
            let help = "put a value with the number 0 first, such as `UNSPECIFIED = 0;`";
            self.error(&[2, 0, 2], "the first value of an open enum has the number 0", Some(help));
        }
        self.aliases(declared);
        self.reserved_values(declared);
        self.look_alikes(declared);
        for (at, value) in declared.values.iter().enumerate() {
            self.inside(2, at, |walk| {
                let features = features.with(&value.features, walk.extra());
                walk.style(&features, Case::UpperSnake, "enum value", &value.name, &[1]);
                walk.feature_support();
            });
        }
    }

    fn aliases(&mut self, declared: &EnumDescriptor<'_>) {
        let option = self.extra().and_then(|extra| extra.number(ALLOW_ALIAS));
        let ascending = declared.values.is_sorted_by(|a, b| a.number < b.number);
        if option.is_none() && ascending {
            return;
        }
        let mut seen: HashMap<i32, usize> = HashMap::new();
        let mut shared = false;
        for (at, value) in declared.values.iter().enumerate() {
            let first = *seen.entry(value.number).or_insert(at);
            if first == at {
                continue;
            }
            shared = true;
            if option != Some(1) {
                let text =
                    format!("`{}` has the number {} already", declared.values[first].name, value.number);
                self.error(
                    &[2, index(at), 2],
                    text,
                    Some("choose another number, or write `option allow_alias = true;`"),
                );
            }
        }
        if option == Some(0) {
            self.error(&[1], "`allow_alias = false` has no effect", Some("leave it out"));
        } else if option == Some(1) && !shared {
            self.error(&[1], "`allow_alias` is set and no two values share a number", Some("leave it out"));
        }
    }

    fn reserved_values(&mut self, declared: &EnumDescriptor<'_>) {
        for (at, range) in declared.reserved_ranges.iter().enumerate() {
            if range.1 < range.0 {
                self.error(
                    &[4, index(at)],
                    "the range ends before it starts",
                    Some("write the smaller number first"),
                );
            }
        }
        if !declared.reserved_ranges.is_empty() {
            let ranges = Ranges::new(
                declared.reserved_ranges.iter().map(|range| (range.0.into(), i64::from(range.1) + 1)),
            );
            for (_, earlier) in ranges.overlaps() {
                self.error(
                    &[4, index(earlier)],
                    "some of these numbers are reserved again",
                    Some("reserve every number once"),
                );
            }
            for value in &declared.values {
                if let Some(at) = ranges.holding(value.number) {
                    let help = "reserved numbers belonged to values that are gone; give the value another";
                    let text =
                        format!("the number {} of the value `{}` is reserved here", value.number, value.name);
                    self.error(&[4, index(at)], text, Some(help));
                }
            }
        }
        let mut names: HashSet<&str> = HashSet::new();
        for name in &declared.reserved_names {
            if !names.insert(name) {
                self.error(&[1], format!("the name `{name}` is reserved twice"), None);
            }
        }
        for (at, value) in declared.values.iter().enumerate().filter(|_| !names.is_empty()) {
            if names.contains(&*value.name) {
                let help = "reserved names belonged to values that are gone; choose another";
                self.error(&[2, index(at), 1], format!("the name `{}` is reserved", value.name), Some(help));
            }
        }
    }

    /// Values whose names are one once the enum's name, underscores and case are left out.
    fn look_alikes(&mut self, declared: &EnumDescriptor<'_>) {
        let mut seen: HashMap<String, usize> = HashMap::with_capacity(declared.values.len());
        for (at, value) in declared.values.iter().enumerate() {
            let first = *seen.entry(without_prefix(&value.name, &declared.name)).or_insert(at);
            let other = &declared.values[first];
            if first != at && other.number != value.number && other.name != value.name {
                let text = format!(
                    "`{}` and `{}` are one name to languages that drop the enum's name and case",
                    value.name, other.name
                );
                self.error(&[2, index(at), 1], text, Some("rename one of the two"));
            }
        }
    }
}

/// A value's name in PascalCase, without its enum's name in front unless nothing else is left.
fn without_prefix(name: &str, prefix: &str) -> String {
    let mut wanted = prefix.bytes().filter(|&byte| byte != b'_').peekable();
    let mut rest = name;
    while let (Some(&want), Some(&byte)) = (wanted.peek(), rest.as_bytes().first()) {
        if byte != b'_' {
            if !byte.eq_ignore_ascii_case(&want) {
                return pascal_case(name);
            }
            wanted.next();
        }
        rest = &rest[1..];
    }
    let rest = rest.trim_start_matches('_');
    pascal_case(if wanted.peek().is_some() || rest.is_empty() { name } else { rest })
}

fn pascal_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut capital = true;
    for letter in name.chars() {
        if letter == '_' {
            capital = true;
        } else {
            out.push(if capital { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() });
            capital = false;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lose_the_name_of_their_enum() {
        assert_eq!(without_prefix("FOO_BAR_B", "FooBar"), "B");
        assert_eq!(without_prefix("FO_OBAR_b_c", "FooBar"), "BC");
        assert_eq!(without_prefix("FOO_BAR", "FooBar"), "FooBar");
        assert_eq!(without_prefix("FOO_BAR__", "FooBar"), "FooBar");
        assert_eq!(without_prefix("FOO", "FooBar"), "Foo");
        assert_eq!(without_prefix("E1", "E"), "1");
    }
}
