//! The language: the bytes of a `.proto` source to descriptors, in proto2, proto3 and every edition, as `protoc` reads them.
//!
//! One job in three steps: [`parse`] reads one file, [`check`] says what `protoc` refuses once imports are known, and [`spans`]
//! finds the place of any part again. Never opens a file, never knows a rule of compatibility. Whoever has the files parses
//! each, parses its [`Parsed::imports`], puts them in order, and checks them together; the descriptors then go to `schema`.
//!
//! | file                            | its job                                                       |
//! |---------------------------------|---------------------------------------------------------------|
//! | `span`                          | places, and the table that finds them                         |
//! | `lexer`, `literal`              | bytes to tokens, literals to values                           |
//! | `parser`, `cursor`, `message`, `field`, `enumeration`, `service` | tokens to descriptors       |
//! | `options`, `aggregate`, `standard`, `feature` | options: their form, the standard ones, feature sets |
//! | `checks/`                       | what needs whole files: names, numbers, types, visibility, style |
//! | `bundled`                       | the well-known files                                          |

mod aggregate;
mod bundled;
mod checks;
mod cursor;
mod enumeration;
mod feature;
mod field;
mod lexer;
mod literal;
mod message;
mod options;
mod parser;
mod service;
mod span;
mod standard;

use std::borrow::Cow;

pub use bundled::{bundled, bundled_paths};
pub use checks::check;
pub use span::{Lines, Position, Span, Spans, position};

use crate::schema::descriptor::{FileDescriptor, Text};
use options::Extra;
use span::PathTable;

/// The `protoc` whose answers these are.
pub const PROTOC: &str = "36.2";

/// What is wrong, where, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The smallest range of bytes to look at.
    pub span: Span,
    /// What is wrong and why: lower case, no full stop.
    pub message: Cow<'static, str>,
    /// What to write instead.
    pub help: Option<Cow<'static, str>>,
}

impl Diagnostic {
    fn new(span: Span, message: impl Into<Cow<'static, str>>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    #[must_use]
    fn with_help(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// How a file is imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportKind {
    /// `import "…";`
    Plain,
    /// `import public "…";`: importers of this file see it too.
    Public,
    /// `import weak "…";`
    Weak,
    /// `import option "…";`: only options may use it (Edition 2024 and later).
    Option,
}

/// One import statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import<'a> {
    /// The path as written.
    pub path: Text<'a>,
    /// How it is imported.
    pub kind: ImportKind,
    /// The quoted path.
    pub span: Span,
}

/// A source as read: its descriptor, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Parsed<'a> {
    /// The facts; complete where `errors` is empty.
    pub file: FileDescriptor<'a>,
    /// All imports in order.
    pub imports: Vec<Import<'a>>,
    /// Why `protoc` refuses the file, in source order. `check` adds to them.
    pub errors: Vec<Diagnostic>,
    /// What is worth a look and no error: undefined custom options, unused imports.
    pub notes: Vec<Diagnostic>,
    /// How many messages, fields and other parts were read.
    pub declared: usize,
    /// The source.
    pub text: &'a [u8],
    /// Options and modifiers that descriptors do not carry, by path.
    extras: PathTable<Extra<'a>>,
    /// Uses of custom options, features among them, which need imports to be resolved.
    customs: Vec<options::Custom<'a>>,
    /// The numeric edition, 998 and 999 standing for proto2 and proto3.
    edition: i32,
    /// Whether all errors so far are of the values of options.
    readable: bool,
}

/// Reads one source. `name` is the path by which it is imported.
pub fn parse<'a>(name: &'a str, text: &'a [u8]) -> Parsed<'a> {
    parser::Parser::new(text, false).file(name).0
}

/// Finds the places of all parts of a source. Faulty sources have the places of what could be read.
pub fn spans(text: &[u8]) -> Spans {
    Spans::new(parser::Parser::new(text, true).file("").1)
}
