//! Features: `features.x = Y` and its other forms, checked against the tables and encoded as a FeatureSet.
//!
//! Knows the features of FeatureSet and of the languages by name; those of other extensions are set aside for `checks`, which has
//! the imports. Never merges what elements inherit.

use std::collections::HashSet;

use super::Span;
use super::aggregate::{Member, Value, boolean};
use super::options::{Custom, Options, Part, Setting, Target};
use super::parser::{EDITION_2023, Parser};
use super::standard::{FEATURES, Feature, LANGUAGES, Language};
use crate::schema::descriptor::Text;

impl<'a> Parser<'a> {
    /// One option whose name starts with `features`.
    pub(super) fn features(
        &mut self,
        target: Target,
        options: &mut Options<'a>,
        parts: &[Part<'a>],
        value: Value<'a>,
        value_span: Span,
        span: Span,
    ) {
        if self.edition < EDITION_2023 {
            let help = "start the file with `edition = \"2023\";`, or leave the features out";
            self.error_help(span, "features exist in editions only", help);
            return;
        }
        let mut set = Place { target, options };
        match parts {
            [] => match value {
                Value::Tree(members) => {
                    if set.options.set_again((-1, 0, 0)) {
                        self.error(span, "`features` is set twice");
                    }
                    self.feature_tree(&mut set, members);
                }
                _ => self.error_help(
                    value_span,
                    "the value of `features` is an aggregate",
                    "write `features.name = VALUE`, or `features = { … }`",
                ),
            },
            [part] if !part.extension => {
                self.feature(&mut set, &part.name, &value, part.span, value_span, false);
            }
            [part, inner, ..] if !part.extension => {
                self.error(inner.span, format!("the feature `{}` has no parts", part.name));
            }
            [part, rest @ ..] => {
                let mut value = value;
                for Part { name, extension, span } in rest.iter().rev() {
                    let member = Member {
                        name: name.clone(),
                        extension: *extension,
                        span: *span,
                        value,
                        listed: false,
                    };
                    value = Value::Tree(vec![member]);
                }
                let form = if rest.is_empty() { Form::Whole } else { Form::Part };
                self.feature_extension(&mut set, part.name.clone(), part.span, value, form);
            }
        }
    }

    fn feature_tree(&mut self, set: &mut Place<'_, 'a>, members: Vec<Member<'a>>) {
        let mut earlier: HashSet<String> = HashSet::new();
        for member in members {
            self.set_once(&member, earlier.insert(member.name.to_string()));
            if member.extension {
                self.feature_extension(
                    set,
                    // Aggregates know full names only.
                    Text::Owned(format!(".{}", member.name)),
                    member.span,
                    member.value,
                    Form::Nested,
                );
            } else {
                self.feature(set, &member.name, &member.value, member.span, member.span, true);
            }
        }
    }

    /// Says so where a member of an aggregate is set twice, or as a list.
    fn set_once(&mut self, member: &Member<'a>, first: bool) {
        if member.listed {
            self.error_help(
                member.span,
                format!("`{}` is not a list", member.name),
                "leave the brackets out",
            );
        } else if !first {
            self.error(member.span, format!("`{}` is set twice", member.name));
        }
    }

    fn feature(
        &mut self,
        set: &mut Place<'_, 'a>,
        name: &str,
        value: &Value<'a>,
        span: Span,
        value_span: Span,
        text_format: bool,
    ) {
        let Some(feature) = FEATURES.iter().find(|feature| feature.name == name) else {
            let names: Vec<_> = FEATURES.iter().map(|feature| feature.name).collect();
            self.error_help(
                span,
                format!("there is no feature `{name}`"),
                format!("the features are {}", names.join(", ")),
            );
            return;
        };
        if set.options.set_again((-1, feature.number, 0)) && !text_format {
            self.error(span, format!("the feature `{name}` is set twice"));
        }
        let Some(number) = self.feature_value(feature, value, value_span, text_format) else {
            return;
        };
        self.feature_place(set.target, feature, span);
        if number == 0 {
            self.error_help(
                value_span,
                format!("the feature `{name}` has no use for an unknown value"),
                values_of(feature),
            );
        }
        if feature.number == 1 && number == 3 && set.target == Target::File {
            let help = "write it behind the numbers of the fields that are required";
            self.error_help(value_span, "not all fields of a file can be required", help);
        }
        if feature.source_only {
            set.options.extra.source_features.push((feature.number, number));
        } else {
            let mut piece = Vec::new();
            put_varint_field(&mut piece, feature.number, number);
            set.options.features.extend(&piece);
        }
    }

    fn feature_value(
        &mut self,
        feature: &Feature,
        value: &Value<'a>,
        span: Span,
        text_format: bool,
    ) -> Option<i32> {
        if feature.values.is_empty() {
            let value = boolean(value, text_format);
            if value.is_none() {
                self.error(span, format!("the feature `{}` is `true` or `false`", feature.name));
            }
            return value.map(i32::from);
        }
        let found = match value {
            Value::Word(word) => feature.values.iter().find(|known| known.0 == *word),
            Value::Integer { negative: false, value: Some(number) } if text_format => {
                feature.values.iter().find(|known| u64::try_from(known.1) == Ok(*number))
            }
            _ => None,
        };
        if found.is_none() {
            self.error_help(
                span,
                format!("the feature `{}` has no such value", feature.name),
                values_of(feature),
            );
        }
        found.map(|known| known.1)
    }

    /// Whether the feature may stand here, and in this edition.
    fn feature_place(&mut self, target: Target, feature: &Feature, span: Span) {
        if !feature.targets.contains(&target) {
            let places: Vec<_> = feature.targets.iter().map(|target| target.name()).collect();
            let message = format!("the feature `{}` cannot be set on {}", feature.name, target.name());
            self.error_help(span, message, format!("it belongs on {}", places.join(", ")));
        }
        if self.edition < feature.since {
            let message = format!("the feature `{}` is newer than this edition", feature.name);
            let help = match feature.since {
                1001 => "it came with edition 2024",
                1002 => "it came with edition 2026",
                _ => "no edition has it yet",
            };
            self.error_help(span, message, help);
        } else if self.edition >= feature.until {
            self.error_help(
                span,
                format!("this edition has no feature `{}` any more", feature.name),
                "leave it out",
            );
        }
    }

    /// `features.(pb.java)…`
    fn feature_extension(
        &mut self,
        set: &mut Place<'_, 'a>,
        name: Text<'a>,
        span: Span,
        value: Value<'a>,
        form: Form,
    ) {
        let known = LANGUAGES.iter().find(|language| language.name == name.trim_start_matches('.'));
        // Set aside: the file that is imported may declare other features than `protoc`'s own.
        let known = known.map(|language| {
            let told = self.lexer.errors.len();
            let piece = self.language_feature(set, language, &value, span, form);
            (piece, self.lexer.errors.split_off(told))
        });
        self.customs.push(Custom {
            path: self.path.clone(),
            name,
            rest: Vec::new(),
            span,
            feature: Some(Setting { value, target: set.target, nested: form == Form::Nested, known }),
        });
    }

    fn language_feature(
        &mut self,
        set: &mut Place<'_, 'a>,
        language: &'static Language,
        value: &Value<'a>,
        span: Span,
        form: Form,
    ) -> Vec<u8> {
        let Value::Tree(members) = value else {
            self.error(span, format!("`({})` is set as an aggregate, or part by part", language.name));
            return Vec::new();
        };
        let key = i32::try_from(language.number).unwrap_or(0);
        if form != Form::Part && set.options.set_again((-1, key, 0)) && form == Form::Whole {
            self.error(span, format!("`({})` is set twice", language.name));
        }
        let mut inner = Vec::new();
        let mut earlier: HashSet<&str> = HashSet::new();
        for member in members {
            let Some(feature) =
                language.features.iter().find(|feature| feature.name == member.name && !member.extension)
            else {
                self.error(member.span, format!("`({})` has no feature `{}`", language.name, member.name));
                continue;
            };
            if set.options.set_again((-1, key, feature.number)) && form == Form::Part {
                self.error(member.span, format!("the feature `{}` is set twice", member.name));
            }
            self.set_once(member, earlier.insert(&*member.name));
            self.feature_place(set.target, feature, member.span);
            if let Some(number) = self.feature_value(feature, &member.value, member.span, form != Form::Part)
            {
                put_varint_field(&mut inner, feature.number, number);
            }
        }
        let mut piece = Vec::new();
        put_varint(&mut piece, u64::from(language.number) << 3 | 2);
        put_varint(&mut piece, inner.len() as u64);
        piece.extend(inner);
        piece
    }
}

/// How features of an extension are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `features.(pb.java).x = Y`
    Part,
    /// `features.(pb.java) = { x: Y }`
    Whole,
    /// `features = { [pb.java] { x: Y } }`
    Nested,
}

/// Where a feature is being set.
struct Place<'o, 'a> {
    target: Target,
    options: &'o mut Options<'a>,
}

fn values_of(feature: &Feature) -> String {
    let names: Vec<_> = feature.values.iter().filter(|value| value.1 != 0).map(|value| value.0).collect();
    format!("write one of {}", names.join(", "))
}

/// A varint field of the wire format.
pub(super) fn put_varint_field(out: &mut Vec<u8>, number: i32, value: i32) {
    put_varint(out, u64::from(number.unsigned_abs()) << 3);
    #[expect(clippy::cast_sign_loss, reason = "negative numbers are encoded as 64 bits")]
    put_varint(out, i64::from(value) as u64);
}

/// A varint of the wire format.
pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push((value & 0x7f) as u8);
}
