//! Values of options, aggregates in text format among them.
//!
//! Reads any value; whether it suits its option is for `options`. Aggregates of custom options are only walked over, those of
//! standard ones are kept as trees.

use std::borrow::Cow;

use super::lexer::Kind;
use super::parser::{Parser, Step};
use super::{Span, literal};
use crate::schema::descriptor::Text;

/// How deep messages of an aggregate may nest.
const MAX_DEPTH: u32 = 100;

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Word(&'a str),
    /// `None` where it needs more than 64 bits.
    Integer {
        negative: bool,
        value: Option<u64>,
    },
    /// A number with a point or an exponent, or a negated word, which is `inf` or `nan`.
    Float,
    Text(Cow<'a, [u8]>),
    Tree(Vec<Member<'a>>),
}

/// A field of an aggregate; a list is several of the same name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member<'a> {
    /// The name, or what stands in brackets.
    pub(super) name: Text<'a>,
    /// Whether the name stands in brackets.
    pub(super) extension: bool,
    pub(super) span: Span,
    pub(super) value: Value<'a>,
    /// Whether it stands in a list.
    pub(super) listed: bool,
}

impl<'a> Parser<'a> {
    /// Reads the value of an option.
    pub(super) fn value(&mut self, keep: bool) -> Step<(Value<'a>, Span)> {
        let start = self.token.span();
        if self.token.is(b'{') {
            self.next();
            let Some(tree) = self.tree(b'}', keep, 0) else {
                self.skip_aggregate(start);
                return None;
            };
            return Some((Value::Tree(tree), start.to(self.last)));
        }
        let value = self.scalar_value(false)?;
        Some((value, start.to(self.last)))
    }

    /// Goes on behind the brace that closes an aggregate which cannot be read; the faults found in it stay told once.
    fn skip_aggregate(&mut self, open: Span) {
        let (failed, told) = (self.token.start, self.lexer.errors.len());
        self.lexer.rewind(open.end);
        self.next();
        let mut depth = 1u32;
        while depth > 0 && self.token.kind != Kind::End {
            match self.token.kind {
                Kind::Symbol(b'{') => depth += 1,
                Kind::Symbol(b'}') => depth -= 1,
                _ => {}
            }
            self.next();
            if self.token.start <= failed {
                self.lexer.errors.truncate(told);
            }
        }
    }

    /// A number, word or string. Text format alone may negate any word that is a number's name.
    fn scalar_value(&mut self, text_format: bool) -> Step<Value<'a>> {
        let negative = self.token.is(b'-');
        if negative {
            self.next();
        }
        let value = match self.token.kind {
            Kind::Text if !negative => return Some(Value::Text(self.string().0)),
            Kind::Integer => Value::Integer { negative, value: self.integer_value(negative) },
            Kind::Float => Value::Float,
            Kind::Word if !negative => Value::Word(self.slice(self.token.span())),
            Kind::Word if matches!(self.word(), b"inf" | b"nan") => Value::Float,
            Kind::Word if text_format && self.infinity() => Value::Float,
            Kind::Word => {
                self.error_help(
                    self.token.span(),
                    "a minus stands in front of a number only",
                    "leave the minus out",
                );
                return None;
            }
            _ => {
                let help = "a value is a number, a name, a string in quotes, or an aggregate in braces";
                self.error_help(self.token.span(), "expected the value of the option", help);
                return None;
            }
        };
        self.next();
        Some(value)
    }

    fn integer_value(&mut self, negative: bool) -> Option<u64> {
        let value = literal::integer(self.bytes());
        let most = if negative { 1 << 63 } else { u64::MAX };
        if value.is_none() && literal::float(self.bytes()).is_none() {
            self.error(self.token.span(), "the number is too large: hexadecimal and octal ones have 64 bits");
        }
        value.filter(|&value| value <= most)
    }

    fn infinity(&self) -> bool {
        [b"inf".as_slice(), b"infinity", b"nan"].iter().any(|name| self.word().eq_ignore_ascii_case(name))
    }

    /// The fields of a message up to its closing symbol.
    fn tree(&mut self, close: u8, keep: bool, depth: u32) -> Step<Vec<Member<'a>>> {
        let mut members = Vec::new();
        if depth > MAX_DEPTH {
            self.error(self.token.span(), "the aggregate nests more than 100 deep");
            return None;
        }
        while !self.token.is(close) {
            let (name, extension, span) = self.member_name(keep)?;
            let colon = self.token.is(b':');
            if colon {
                self.next();
            }
            let listed = self.token.is(b'[');
            let mut push = |value: Value<'a>| {
                if keep {
                    members.push(Member { name: name.clone(), extension, span, value, listed });
                }
            };
            if listed {
                self.next();
                if !self.token.is(b']') {
                    push(self.member_value(colon, keep, depth)?);
                    while self.token.is(b',') {
                        self.next();
                        push(self.member_value(colon, keep, depth)?);
                    }
                }
                self.symbol(b']', "expected `,` or `]` in the list")?;
            } else {
                push(self.member_value(colon, keep, depth)?);
            }
            if self.token.is(b',') || self.token.is(b';') {
                self.next();
            }
        }
        self.next();
        Some(members)
    }

    /// A field's name, or the full name of an extension in brackets, whose tokens may stand apart.
    fn member_name(&mut self, keep: bool) -> Step<(Text<'a>, bool, Span)> {
        let start = self.token.span();
        if self.token.kind == Kind::Word {
            self.next();
            return Some((Cow::Borrowed(self.slice(start)), false, start));
        }
        if !self.token.is(b'[') {
            let help = "an aggregate holds `name: value` and `name { … }`";
            self.error_help(start, "expected the name of a field", help);
            return None;
        }
        self.next();
        let inner = self.token.span();
        let (mut last, mut spread) = (inner, None);
        while !self.token.is(b']') {
            if matches!(self.token.kind, Kind::End | Kind::Text | Kind::Symbol(b'{' | b'}' | b'[')) {
                self.error(self.token.span(), "expected `]` behind the name of the extension");
                return None;
            }
            if self.token.start != inner.start {
                self.join(inner, &mut spread);
            }
            self.next();
            last = self.last;
        }
        self.next();
        let name = spread.map_or_else(|| Cow::Borrowed(self.slice(inner.to(last))), Cow::Owned);
        let span = start.to(self.last);
        if keep && !name.split('.').all(is_name) {
            self.error_help(
                span,
                "this is not the full name of an extension",
                "write the package and the name, without a leading dot",
            );
        }
        Some((name, true, span))
    }

    fn member_value(&mut self, colon: bool, keep: bool, depth: u32) -> Step<Value<'a>> {
        let close = match self.token.kind {
            Kind::Symbol(b'{') => b'}',
            Kind::Symbol(b'<') => b'>',
            _ if colon => return self.scalar_value(true),
            _ => {
                self.error(self.token.span(), "expected `:` behind the name of the field");
                return None;
            }
        };
        self.next();
        Some(Value::Tree(self.tree(close, keep, depth + 1)?))
    }
}

/// Whether a part of a dotted name is an identifier.
pub(super) fn is_name(part: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    part.bytes().next().is_some_and(letter) && part.bytes().all(|byte| letter(byte) || byte.is_ascii_digit())
}

/// The value of a bool; text format has more names for it.
pub(super) fn boolean(value: &Value<'_>, text_format: bool) -> Option<bool> {
    match value {
        Value::Word("true") => Some(true),
        Value::Word("false") => Some(false),
        Value::Word("True" | "t") | Value::Integer { value: Some(1), negative: false } if text_format => {
            Some(true)
        }
        Value::Word("False" | "f") | Value::Integer { value: Some(0), negative: false } if text_format => {
            Some(false)
        }
        _ => None,
    }
}
