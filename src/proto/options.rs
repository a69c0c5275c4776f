//! Options: their form, and the standard ones by name, type and value.
//!
//! Custom options, whose names stand in parentheses, are read and set aside. Features go to `feature`. What descriptors do not
//! carry of the standard options is kept as the element's [`Extra`]. Never resolves a name.

use std::collections::HashSet;

use super::aggregate::{Member, Value, boolean};
use super::parser::{EDITION_2023, Parser, Step};
use super::standard::{self, Entry, Type};
use super::{Diagnostic, Span};
use crate::schema::descriptor::{Raw, Text};

/// What an option is set on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    File,
    ExtensionRange,
    Message,
    Field,
    Oneof,
    Enum,
    EnumValue,
    Service,
    Method,
}

impl Target {
    pub(super) const ALL: &'static [Self] = &[
        Self::File,
        Self::ExtensionRange,
        Self::Message,
        Self::Field,
        Self::Oneof,
        Self::Enum,
        Self::EnumValue,
        Self::Service,
        Self::Method,
    ];

    /// As people say it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::File => "a file",
            Self::ExtensionRange => "an extension range",
            Self::Message => "a message",
            Self::Field => "a field",
            Self::Oneof => "a oneof",
            Self::Enum => "an enum",
            Self::EnumValue => "an enum value",
            Self::Service => "a service",
            Self::Method => "a method",
        }
    }
}

/// What is known of an element beside its descriptor.
#[derive(Clone, Debug, Default)]
pub(super) struct Extra<'a> {
    /// `export` or `local`.
    pub(super) visibility: Option<bool>,
    /// `json_name`.
    pub(super) json_name: Option<Text<'a>>,
    /// Standard options with a bool, number or enum value, by number; parts of `feature_support` by their negated number.
    pub(super) set: Vec<(i32, i32)>,
    /// Features that descriptor sets leave out, by number.
    pub(super) source_features: Vec<(i32, i32)>,
    /// Declarations of an extension range.
    pub(super) declarations: Vec<Declaration<'a>>,
}

/// `google.protobuf.ExtensionRangeOptions.Declaration`.
#[derive(Clone, Debug, Default)]
pub(super) struct Declaration<'a> {
    pub(super) number: Option<i32>,
    pub(super) full_name: Option<Text<'a>>,
    pub(super) kind: Option<Text<'a>>,
    pub(super) reserved: bool,
    pub(super) repeated: bool,
}

impl Extra<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.visibility.is_none()
            && self.json_name.is_none()
            && self.set.is_empty()
            && self.source_features.is_empty()
            && self.declarations.is_empty()
    }

    /// A standard option by number.
    pub(super) fn number(&self, number: i32) -> Option<i32> {
        find(&self.set, number)
    }

    /// Whether a bool option is on.
    pub(super) fn on(&self, number: i32) -> bool {
        self.number(number) == Some(1)
    }

    /// A feature that descriptor sets leave out.
    pub(super) fn source_feature(&self, number: i32) -> Option<i32> {
        find(&self.source_features, number)
    }
}

fn find(list: &[(i32, i32)], number: i32) -> Option<i32> {
    list.iter().rev().find(|set| set.0 == number).map(|set| set.1)
}

/// A use of an option whose name stands in parentheses.
#[derive(Clone, Debug)]
pub(super) struct Custom<'a> {
    /// The element that it is set on.
    pub(super) path: Vec<i32>,
    /// The extension's name as written.
    pub(super) name: Text<'a>,
    /// The names behind it, and whether they stand in parentheses.
    pub(super) rest: Vec<(Text<'a>, bool)>,
    pub(super) span: Span,
    /// Whether it is part of `features`, and then what is set inside of it.
    pub(super) feature: Option<Setting<'a>>,
}

/// Features of an extension where they are set.
#[derive(Clone, Debug)]
pub(super) struct Setting<'a> {
    pub(super) value: Value<'a>,
    pub(super) target: Target,
    /// Whether the extension's name stands in an aggregate.
    pub(super) nested: bool,
    /// The encoded piece of the feature set and what is wrong with it, if the extension is the one that `protoc` brings.
    pub(super) known: Option<(Vec<u8>, Vec<Diagnostic>)>,
}

/// The options of one element while they are read.
#[derive(Default)]
pub(super) struct Options<'a> {
    pub(super) features: Raw<'a>,
    pub(super) extra: Extra<'a>,
    /// What is set: the numbers on the way, the second 0 for the option itself.
    seen: Vec<(i32, i32, i32)>,
}

impl<'a> Options<'a> {
    pub(super) fn with_extra(extra: Extra<'a>) -> Self {
        Self { extra, ..Self::default() }
    }

    /// A bool option by number.
    pub(super) fn boolean(&self, number: i32) -> Option<bool> {
        self.extra.number(number).map(|value| value != 0)
    }

    pub(super) fn take_features(&mut self) -> Raw<'a> {
        std::mem::take(&mut self.features)
    }

    pub(super) fn into_extra(self) -> Extra<'a> {
        self.extra
    }

    /// Notes that an option is set; whether it was already, or a part of it was.
    pub(super) fn set_again(&mut self, key: (i32, i32, i32)) -> bool {
        let within = |seen: &(i32, i32, i32)| {
            seen.0 == key.0 && (key.1 == 0 || seen.1 == key.1) && (key.2 == 0 || seen.2 == key.2)
        };
        let clash = self.seen.iter().any(within);
        if !self.seen.contains(&key) {
            self.seen.push(key);
        }
        clash
    }
}

/// One part of an option's name.
pub(super) struct Part<'a> {
    pub(super) name: Text<'a>,
    /// In parentheses.
    pub(super) extension: bool,
    pub(super) span: Span,
}

impl<'a> Parser<'a> {
    /// `option name = value;`
    pub(super) fn option_statement(&mut self, target: Target, options: &mut Options<'a>) -> Step {
        self.next();
        self.option(target, options)?;
        self.end_of_statement()
    }

    /// `[name = value, …]`
    pub(super) fn option_list(&mut self, target: Target, options: &mut Options<'a>) -> Step {
        self.next();
        self.option(target, options)?;
        while self.token.is(b',') {
            self.next();
            self.option(target, options)?;
        }
        self.symbol(b']', "expected `,` or `]` behind the option")
    }

    /// `name = value`
    pub(super) fn option(&mut self, target: Target, options: &mut Options<'a>) -> Step {
        let start = self.token.span();
        let parts = self.option_name()?;
        let [first, rest @ ..] = parts.as_slice() else {
            return None;
        };
        if !first.extension && first.name == "uninterpreted_option" {
            self.error(first.span, "`uninterpreted_option` is filled by compilers only");
            return None;
        }
        if !self.token.is(b'=') {
            self.error_help(
                self.token.span(),
                "expected `=` and the value of the option",
                format!("write `{} = …`", first.name),
            );
            return None;
        }
        self.next();
        let (value, value_span) = self.value(!first.extension)?;
        if first.extension {
            self.customs.push(Custom {
                path: self.path.clone(),
                name: first.name.clone(),
                rest: rest.iter().map(|part| (part.name.clone(), part.extension)).collect(),
                span: first.span,
                feature: None,
            });
            return Some(());
        }
        let Some(entry) = standard::options_of(target).iter().find(|entry| entry.name == first.name) else {
            let told = self.lexer.errors.len();
            self.unknown_option(target, first);
            self.in_options += self.lexer.errors.len() - told;
            return Some(());
        };
        self.mark_option(entry.number, start.to(value_span), target);
        let told = self.lexer.errors.len();
        if matches!(entry.kind, Type::Features) {
            self.features(target, options, rest, value, value_span, first.span);
        } else {
            self.standard(target, options, entry, rest, value, value_span, first.span);
        }
        self.in_options += self.lexer.errors.len() - told;
        Some(())
    }

    fn mark_option(&mut self, number: i32, span: Span, target: Target) {
        // The number of the field `options` in the descriptor.
        let step = match target {
            Target::File | Target::Field => 8,
            Target::Message => 7,
            Target::Oneof => 2,
            Target::Enum | Target::EnumValue | Target::Service | Target::ExtensionRange => 3,
            Target::Method => 4,
        };
        self.mark(&[step, number], span);
    }

    fn unknown_option(&mut self, target: Target, part: &Part<'a>) {
        let nearest = standard::options_of(target)
            .iter()
            .map(|entry| (strsim::osa_distance(entry.name, &part.name), entry.name))
            .min()
            .filter(|nearest| nearest.0 <= part.name.len() / 3);
        let message = format!("{} has no option `{}`", target.name(), part.name);
        let help = match nearest {
            Some((_, name)) => format!("did you mean `{name}`? custom options stand in parentheses"),
            None => format!("custom options stand in parentheses: `({})`", part.name),
        };
        self.error_help(part.span, message, help);
    }

    fn option_name(&mut self) -> Step<Vec<Part<'a>>> {
        let mut parts = Vec::new();
        loop {
            let start = self.token.span();
            let extension = self.token.is(b'(');
            let name = if extension {
                self.next();
                let (name, _) = self.type_name()?;
                self.symbol(b')', "expected `)` behind the name of the option")?;
                name
            } else {
                self.name("expected the name of an option")?
            };
            parts.push(Part { name, extension, span: start.to(self.last) });
            if !self.token.is(b'.') {
                return Some(parts);
            }
            self.next();
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one call, the parts of one option")]
    fn standard(
        &mut self,
        target: Target,
        options: &mut Options<'a>,
        entry: &'static Entry,
        rest: &[Part<'a>],
        value: Value<'a>,
        value_span: Span,
        span: Span,
    ) {
        if let Some(part) = rest.first() {
            let what = if entry.repeated {
                "is set as a whole, one aggregate for each element"
            } else {
                "has no parts"
            };
            self.sub_option(options, entry, rest, &value, (part.span, value_span), what);
            return;
        }
        if !entry.repeated && options.set_again((entry.number, 0, 0)) {
            self.error(span, format!("option `{}` is set twice", entry.name));
        }
        let Some(number) = self.fits(entry, &value, value_span, false) else {
            return;
        };
        if let (Type::Message(fields), "feature_support", Value::Tree(members)) =
            (entry.kind, entry.name, &value)
        {
            for member in members {
                let field = fields.iter().find(|field| field.name == member.name);
                let number = standard::edition(&member.value).unwrap_or(0);
                options.extra.set.extend(field.map(|field| (-field.number, number)));
            }
        } else if target == Target::ExtensionRange && entry.number == 2 {
            if let Value::Tree(members) = value {
                options.extra.declarations.push(declaration(members));
            }
        } else if !matches!(entry.kind, Type::Text | Type::Message(_)) {
            options.extra.set.push((entry.number, number));
        }
        self.lifetime(target, options, entry, span);
    }

    /// `feature_support.edition_introduced = …`: a part of a message that is an option.
    fn sub_option(
        &mut self,
        options: &mut Options<'a>,
        entry: &'static Entry,
        rest: &[Part<'a>],
        value: &Value<'a>,
        (span, value_span): (Span, Span),
        what: &str,
    ) {
        match (entry.kind, rest) {
            (Type::Message(fields), [part]) if !entry.repeated && !part.extension => {
                let Some(field) = fields.iter().find(|field| field.name == part.name) else {
                    self.error(span, format!("`{}` has no part `{}`", entry.name, part.name));
                    return;
                };
                if options.set_again((entry.number, field.number, 0)) {
                    self.error(span, format!("option `{}.{}` is set twice", entry.name, field.name));
                }
                if let ("feature_support", Some(number)) =
                    (entry.name, self.fits(field, value, value_span, false))
                {
                    options.extra.set.push((-field.number, number));
                }
            }
            _ => self.error(span, format!("option `{}` {what}", entry.name)),
        }
    }

    /// Options that editions take away.
    fn lifetime(&mut self, target: Target, options: &Options<'a>, entry: &Entry, span: Span) {
        if (target, entry.number, options.boolean(27)) == (Target::File, 27, Some(true))
            && self.edition >= EDITION_2023
        {
            let help = "write `features.(pb.java).utf8_validation = VERIFY`";
            self.error_help(span, "editions have no option `java_string_check_utf8`", help);
        }
        let (until, help) = match (target, entry.name) {
            (Target::File, "java_multiple_files") => (
                1001,
                "it is the rule since edition 2024; `features.(pb.java).nest_in_file_class = YES` on a message, enum or service takes it back",
            ),
            (Target::File, "cc_enable_arenas") => (1002, "leave it out: arenas are always on"),
            _ => return,
        };
        if self.edition >= until {
            self.error_help(span, format!("this edition has no option `{}` any more", entry.name), help);
        }
    }

    /// Whether a value suits an option; its number, where it has one. Text format is laxer than options are.
    pub(super) fn fits(
        &mut self,
        entry: &Entry,
        value: &Value<'a>,
        span: Span,
        text_format: bool,
    ) -> Option<i32> {
        let expected = match (entry.kind, value) {
            (Type::Bool, value) => match boolean(value, text_format) {
                Some(value) => return Some(i32::from(value)),
                None => "`true` or `false`",
            },
            (Type::Int32, Value::Integer { negative, value: Some(value) }) => {
                let value = i64::try_from(*value).unwrap_or(i64::MAX);
                match i32::try_from(if *negative { -value } else { value }) {
                    Ok(value) => return Some(value),
                    Err(_) => "a number of 32 bits",
                }
            }
            (Type::Int32, _) => "an integer",
            (Type::Text, Value::Text(_)) => return Some(0),
            (Type::Text, _) => "a string in quotes",
            (Type::Enum(values), value) => return self.enum_fits(entry, values, value, span, text_format),
            (Type::Message(fields), Value::Tree(members)) => return self.tree_fits(fields, members),
            (Type::Message(_) | Type::Features | Type::Uninterpreted, _) => "an aggregate in braces",
        };
        self.error(span, format!("the value of `{}` is {expected}", entry.name));
        None
    }

    fn enum_fits(
        &mut self,
        entry: &Entry,
        values: &[(&str, i32)],
        value: &Value<'a>,
        span: Span,
        text_format: bool,
    ) -> Option<i32> {
        let found = match value {
            Value::Word(word) => values.iter().find(|value| value.0 == *word),
            Value::Integer { negative: false, value: Some(number) } if text_format => {
                values.iter().find(|value| u64::try_from(value.1) == Ok(*number))
            }
            _ => None,
        };
        if found.is_none() {
            let names: Vec<_> =
                values.iter().map(|value| value.0).filter(|name| !name.ends_with("_UNKNOWN")).collect();
            let message = format!("`{}` has no such value", entry.name);
            self.error_help(span, message, format!("write one of {}", names.join(", ")));
        }
        found.map(|value| value.1)
    }

    fn tree_fits(&mut self, fields: &[Entry], members: &[Member<'a>]) -> Option<i32> {
        let mut good = true;
        let mut earlier = HashSet::new();
        for member in members {
            let Some(field) = fields.iter().find(|field| field.name == member.name && !member.extension)
            else {
                self.error(member.span, format!("there is no field `{}` here", member.name));
                good = false;
                continue;
            };
            if !earlier.insert(&*member.name) && !field.repeated {
                self.error(member.span, format!("`{}` is set twice", member.name));
            }
            good &= self.fits(field, &member.value, member.span, true).is_some();
        }
        good.then_some(0)
    }

    /// Keeps what descriptors do not carry.
    pub(super) fn keep(&mut self, options: Options<'a>) {
        if !options.extra.is_empty() {
            self.extras.push(&self.path, &[], options.extra);
        }
    }
}

fn declaration(members: Vec<Member<'_>>) -> Declaration<'_> {
    let mut declaration = Declaration::default();
    for member in members {
        match (&*member.name, member.value) {
            ("number", Value::Integer { negative, value: Some(value) }) => {
                let value = i64::try_from(value).unwrap_or(i64::MAX);
                declaration.number = i32::try_from(if negative { -value } else { value }).ok();
            }
            ("full_name", Value::Text(text)) => declaration.full_name = Some(super::parser::lossy(text)),
            ("type", Value::Text(text)) => declaration.kind = Some(super::parser::lossy(text)),
            ("reserved", value) => declaration.reserved = boolean(&value, true) == Some(true),
            ("repeated", value) => declaration.repeated = boolean(&value, true) == Some(true),
            _ => {}
        }
    }
    declaration
}
