//! The recursive-descent parser: its cursor, recovery, and the statements of a file.
//!
//! Statements return `None` after noting an error, and the caller skips to the end of the statement, so that several errors
//! of one file are told. The parser holds one token. Never looks at another file.

use std::borrow::Cow;
use std::collections::HashSet;

use super::lexer::{Kind, Lexer, Token};
use super::options::{Custom, Extra, Options, Target};
use super::span::PathTable;
use super::{Diagnostic, Import, ImportKind, Parsed, Span};
use crate::schema::count::more_of_names;
use crate::schema::decode::TOO_MANY;
use crate::schema::descriptor::{FileDescriptor, Text};

/// proto2 as an edition.
pub(super) const PROTO2: i32 = 998;
/// proto3 as an edition.
pub(super) const PROTO3: i32 = 999;
/// The first edition.
pub(super) const EDITION_2023: i32 = 1000;
/// The edition that brought visibility, option imports and enforced naming style.
pub(super) const EDITION_2024: i32 = 1001;
/// The latest edition that `protoc` 36.2 takes.
pub(super) const EDITION_2026: i32 = 1002;

/// How long a package may be, in bytes.
const MAX_PACKAGE: usize = 511;
/// How many parts a package may have.
const MAX_PARTS: usize = 101;

/// The state of one walk over one source.
pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) text: &'a [u8],
    /// The whole text, where it is UTF-8.
    pub(super) whole: Option<&'a str>,
    /// The token to be read.
    pub(super) token: Token,
    /// The token just read.
    pub(super) last: Span,
    pub(super) edition: i32,
    /// The path of the element being read.
    pub(super) path: Vec<i32>,
    pub(super) trail: Option<PathTable<Span>>,
    pub(super) extras: PathTable<Extra<'a>>,
    pub(super) customs: Vec<Custom<'a>>,
    pub(super) depth: u32,
    /// How many parts were read.
    pub(super) declared: usize,
    /// Where they became too many.
    pub(super) excess: Option<Span>,
    imports: Vec<Import<'a>>,
    imported: HashSet<Text<'a>>,
    /// An `import option` was read.
    option_import: bool,
    pub(super) notes: Vec<Diagnostic>,
    /// How many of the errors are of the values of options: the rest of the file is known nevertheless.
    pub(super) in_options: usize,
}

/// How one statement went.
pub(super) type Step<T = ()> = Option<T>;

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a [u8], record: bool) -> Self {
        let mut lexer = Lexer::new(text);
        let token = lexer.next();
        Self {
            lexer,
            text,
            whole: std::str::from_utf8(text).ok(),
            token,
            last: Span::default(),
            edition: PROTO2,
            path: Vec::new(),
            trail: record.then(PathTable::new),
            extras: PathTable::new(),
            customs: Vec::new(),
            depth: 0,
            declared: 0,
            excess: None,
            imports: Vec::new(),
            imported: HashSet::new(),
            option_import: false,
            notes: Vec::new(),
            in_options: 0,
        }
    }

    /// Reads the file to its end.
    pub(super) fn file(mut self, name: &'a str) -> (Parsed<'a>, PathTable<Span>) {
        let mut file = FileDescriptor { name: Cow::Borrowed(name), ..FileDescriptor::default() };
        let mut options = Options::default();
        self.syntax(&mut file);
        while self.token.kind != Kind::End {
            if self.top_level(&mut file, &mut options).is_some() {
                continue;
            }
            self.skip_statement();
        }
        file.options.java_string_check_utf8 = options.boolean(27);
        file.options.features = options.take_features();
        self.keep(options);
        self.extras.finish();
        let mut errors = std::mem::take(&mut self.lexer.errors);
        self.declare(more_of_names(&file));
        let readable = errors.len() == self.in_options && self.excess.is_none();
        errors.sort_by_key(|error| error.span.start);
        if let Some(span) = self.excess {
            // The rest is what a text has that ends too early.
            errors = vec![Diagnostic::new(span, format!("the file declares {TOO_MANY}"))];
        }
        let parsed = Parsed {
            file,
            imports: self.imports,
            errors,
            notes: self.notes,
            declared: self.declared,
            text: self.text,
            extras: self.extras,
            customs: self.customs,
            edition: self.edition,
            readable,
        };
        (parsed, self.trail.unwrap_or_default())
    }

    /// The first statement, if it names the dialect.
    fn syntax(&mut self, file: &mut FileDescriptor<'a>) {
        let start = self.token;
        let editions = self.word() == b"edition";
        if !editions && self.word() != b"syntax" {
            return;
        }
        self.next();
        if self.syntax_statement(file, editions, start.span()).is_none() {
            self.skip_statement();
        }
        self.mark(&[if editions { 14 } else { 12 }], start.span().to(self.last));
    }

    fn syntax_statement(&mut self, file: &mut FileDescriptor<'a>, editions: bool, start: Span) -> Step {
        let help = if editions { "write `edition = \"2024\";`" } else { "write `syntax = \"proto3\";`" };
        let keyword = if editions { "edition" } else { "syntax" };
        if !self.token.is(b'=') {
            self.error_help(self.token.span(), format!("expected `=` after `{keyword}`"), help);
            return None;
        }
        self.next();
        if self.token.kind != Kind::Text {
            self.error_help(self.token.span(), format!("the {keyword} is a string"), help);
            return None;
        }
        let (value, span) = self.string();
        self.end_of_statement()?;
        if editions {
            self.set_edition(file, &value, start, span);
        } else {
            match &*value {
                b"proto2" => {}
                b"proto3" => {
                    self.edition = PROTO3;
                    file.syntax = Cow::Borrowed("proto3");
                }
                other => {
                    let message = format!("there is no syntax \"{}\"", String::from_utf8_lossy(other));
                    self.error_help(
                        span,
                        message,
                        "write \"proto2\" or \"proto3\", or `edition = \"2024\";` instead",
                    );
                }
            }
        }
        Some(())
    }

    fn set_edition(&mut self, file: &mut FileDescriptor<'a>, value: &[u8], start: Span, span: Span) {
        let number = match value {
            b"LEGACY" => 900,
            b"2023" => EDITION_2023,
            b"2024" => EDITION_2024,
            b"2026" => EDITION_2026,
            b"UNSTABLE" => 9999,
            b"1_TEST_ONLY" => 1,
            b"2_TEST_ONLY" => 2,
            b"99997_TEST_ONLY" => 99997,
            b"99998_TEST_ONLY" => 99998,
            b"99999_TEST_ONLY" => 99999,
            b"MAX" => i32::MAX,
            _ => 0,
        };
        let shown = String::from_utf8_lossy(value);
        self.edition = if number == 0 { EDITION_2023 } else { number };
        file.syntax = Cow::Borrowed("editions");
        file.edition = Some(self.edition);
        if number == 0 {
            self.error_help(
                span,
                format!("there is no edition \"{shown}\""),
                "the editions are 2023 and 2024",
            );
        } else if !(PROTO2..=EDITION_2026).contains(&number) {
            let message = format!("edition {shown} is not for use: protoc takes 2023 to 2026");
            self.error_help(start.to(span), message, "write \"2023\" or \"2024\"");
        }
    }

    fn top_level(&mut self, file: &mut FileDescriptor<'a>, options: &mut Options<'a>) -> Step {
        if self.token.is(b';') {
            self.next();
            return Some(());
        }
        if self.token.is(b'}') {
            self.error(self.token.span(), "a `}` that closes nothing");
            self.next();
            return Some(());
        }
        let visibility = self.visibility()?;
        match self.word() {
            b"message" => self.message_statement(&mut file.messages, 4, visibility),
            b"enum" => self.enum_statement(&mut file.enums, 5, visibility),
            b"service" => self.service(file),
            b"extend" => self.extend(&mut file.extensions, &mut file.messages, [7, 4]),
            b"import" => self.import(file),
            b"package" => self.package(file),
            b"option" => self.option_statement(Target::File, options),
            word if misspelt(word).is_some() => {
                let help = format!("did you mean `{}`?", misspelt(word).unwrap_or_default());
                self.error_help(self.token.span(), "no statement of a file starts like this", help);
                None
            }
            _ => {
                let help = "a file holds `message`, `enum`, `service`, `extend`, `import`, `package` and `option`; `syntax` or `edition` comes first";
                self.error_help(self.token.span(), "no statement of a file starts like this", help);
                None
            }
        }
    }

    fn package(&mut self, file: &mut FileDescriptor<'a>) -> Step {
        let start = self.token.span();
        self.next();
        let again = !file.package.is_empty();
        let (name, span) = self.dotted("expected a package name")?;
        self.end_of_statement()?;
        if again {
            let message = format!("the package is already `{}`; a file has one", file.package);
            self.error(start.to(span), message);
            return Some(());
        }
        if name.len() > MAX_PACKAGE || name.split('.').count() > MAX_PARTS {
            let message = format!("a package has at most {MAX_PACKAGE} bytes and {MAX_PARTS} parts");
            self.error_help(span, message, "choose a shorter package");
        } else {
            // A longer one would only cost time.
            file.package = name;
        }
        self.mark(&[2], span);
        Some(())
    }

    fn import(&mut self, file: &mut FileDescriptor<'a>) -> Step {
        let start = self.token.span();
        self.next();
        let modifier = self.token.span();
        let kind = match self.word() {
            b"public" => ImportKind::Public,
            b"weak" => ImportKind::Weak,
            b"option" => ImportKind::Option,
            _ => ImportKind::Plain,
        };
        if kind != ImportKind::Plain {
            self.next();
        }
        self.import_kind(kind, modifier, start);
        if self.token.kind != Kind::Text {
            self.error_help(
                self.token.span(),
                "expected the path of the file to import",
                "write `import \"dir/file.proto\";`",
            );
            return None;
        }
        let (path, span) = self.string();
        self.end_of_statement()?;
        let path = lossy(path);
        self.mark(&[if kind == ImportKind::Option { 15 } else { 3 }, index(file.dependencies.len())], span);
        if path.contains('\\') || path.split('/').any(|part| matches!(part, "" | "." | "..")) {
            let help = "write the path from an import directory on, with single forward slashes";
            self.error_help(
                span,
                format!("\"{path}\" is not the path of a file within an import directory"),
                help,
            );
        }
        if !self.imported.insert(path.clone()) {
            self.error(start.to(span), format!("\"{path}\" is imported twice"));
        }
        #[expect(
            clippy::cast_possible_wrap,
            clippy::cast_possible_truncation,
            reason = "under 2^31: the text is under 4 GiB"
        )]
        let at = file.dependencies.len() as i32;
        match kind {
            ImportKind::Public => file.public_dependencies.push(at),
            ImportKind::Weak => file.weak_dependencies.push(at),
            ImportKind::Plain | ImportKind::Option => {}
        }
        let list =
            if kind == ImportKind::Option { &mut file.option_dependencies } else { &mut file.dependencies };
        list.push(path.clone());
        self.option_import |= kind == ImportKind::Option;
        self.imports.push(Import { path, kind, span });
        Some(())
    }

    fn import_kind(&mut self, kind: ImportKind, modifier: Span, start: Span) {
        if kind == ImportKind::Option && self.edition < EDITION_2024 {
            self.error_help(modifier, "`import option` needs edition 2024", "write `import` alone");
        }
        if kind == ImportKind::Weak && self.edition >= EDITION_2024 {
            self.error_help(
                modifier,
                "edition 2024 has no `import weak`",
                "write `import option` where only options use the file",
            );
        }
        if kind != ImportKind::Option && self.option_import {
            self.error_help(start, "an import behind an `import option`", "put the option imports last");
        }
    }

    /// `export` or `local`, which Edition 2024 has in front of messages and enums.
    pub(super) fn visibility(&mut self) -> Step<Option<bool>> {
        let exported = match self.word() {
            b"export" => true,
            b"local" => false,
            _ => return Some(None),
        };
        if self.edition < EDITION_2024 {
            return Some(None);
        }
        self.next();
        if matches!(self.word(), b"message" | b"enum") {
            return Some(Some(exported));
        }
        let message = "`export` and `local` stand in front of `message` and `enum` only";
        self.error_help(self.token.span(), message, "a type of that name is written with a leading dot");
        None
    }
}

/// The keyword that a word at the start of a statement was probably meant to be.
fn misspelt(word: &[u8]) -> Option<&'static str> {
    const KEYWORDS: [&str; 8] =
        ["message", "enum", "service", "extend", "import", "package", "option", "syntax"];
    let word = std::str::from_utf8(word).ok().filter(|word| word.len() < 16)?;
    let near = KEYWORDS.iter().map(|keyword| (strsim::osa_distance(keyword, word), *keyword)).min()?;
    // `syntax` itself is spelt well and stands in the wrong place.
    (near.0 > 0 && near.0 <= word.len() / 3).then_some(near.1)
}

/// A list's length as the index of the element to come.
pub(super) fn index(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

/// Bytes as text; what is not UTF-8 becomes U+FFFD, as descriptors are read.
pub(super) fn lossy(bytes: Cow<'_, [u8]>) -> Text<'_> {
    match bytes {
        Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
        Cow::Owned(bytes) => Cow::Owned(
            String::from_utf8(bytes)
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
        ),
    }
}
