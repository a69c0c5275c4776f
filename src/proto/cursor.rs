//! The parser's cursor: single tokens, names, literals, blocks, recovery, and the recorder of places.
//!
//! Knows the shape of tokens and statements, and the meaning of none.

use std::borrow::Cow;

use super::lexer::{Kind, MAX_ERRORS};
use super::parser::{Parser, Step};
use super::{Diagnostic, Span, literal};
use crate::schema::decode::MAX_DECLARED;
use crate::schema::descriptor::Text;

impl<'a> Parser<'a> {
    /// Reads one token.
    pub(super) fn next(&mut self) {
        self.last = self.token.span();
        self.token = self.lexer.next();
    }

    /// The current token's bytes.
    pub(super) fn bytes(&self) -> &'a [u8] {
        &self.text[self.token.start as usize..self.token.end as usize]
    }

    /// The current token's bytes, if it is a word.
    pub(super) fn word(&self) -> &'a [u8] {
        if self.token.kind == Kind::Word { self.bytes() } else { b"" }
    }

    /// Text between two places that holds nothing but ASCII.
    pub(super) fn slice(&self, span: Span) -> &'a str {
        match self.whole {
            Some(whole) => whole.get(span.range()).unwrap_or(""),
            None => std::str::from_utf8(&self.text[span.range()]).unwrap_or(""),
        }
    }

    /// Reads a name.
    pub(super) fn name(&mut self, expected: &'static str) -> Step<Text<'a>> {
        if self.token.kind != Kind::Word {
            self.error(self.token.span(), expected);
            return None;
        }
        let name = self.slice(self.token.span());
        self.next();
        Some(Cow::Borrowed(name))
    }

    /// Reads names joined by dots; what stands between them does not count.
    pub(super) fn dotted(&mut self, expected: &'static str) -> Step<(Text<'a>, Span)> {
        if self.token.kind != Kind::Word {
            self.error(self.token.span(), expected);
            return None;
        }
        self.dotted_from(self.token.span(), None)
    }

    /// Reads the name of a message or enum, which may start with a dot.
    pub(super) fn type_name(&mut self) -> Step<(Text<'a>, Span)> {
        let start = self.token.span();
        if !self.token.is(b'.') {
            return self.dotted("expected the name of a type");
        }
        self.next();
        let mut spread = None;
        self.name_part(start, &mut spread)?;
        self.dotted_from(start, spread)
    }

    /// From the first word on. `spread` is the name so far, once it cannot be borrowed.
    fn dotted_from(&mut self, start: Span, mut spread: Option<String>) -> Step<(Text<'a>, Span)> {
        self.next();
        while self.token.is(b'.') {
            self.join(start, &mut spread);
            self.next();
            self.name_part(start, &mut spread)?;
            self.next();
        }
        let span = start.to(self.last);
        Some((spread.map_or_else(|| Cow::Borrowed(self.slice(span)), Cow::Owned), span))
    }

    fn name_part(&mut self, start: Span, spread: &mut Option<String>) -> Step {
        if self.token.kind != Kind::Word {
            self.error(self.token.span(), "expected a name behind the dot");
            return None;
        }
        self.join(start, spread);
        Some(())
    }

    /// Adds the current token to a name that has left the text it was read from.
    pub(super) fn join(&self, start: Span, spread: &mut Option<String>) {
        if spread.is_none() && self.token.start != self.last.end {
            *spread = Some(self.slice(start.to(self.last)).to_owned());
        }
        if let Some(name) = spread {
            name.push_str(self.slice(self.token.span()));
        }
    }

    /// Reads the name of a message, which no scalar is.
    pub(super) fn message_type(&mut self) -> Step<(Text<'a>, Span)> {
        if super::field::scalar(self.word()).is_some() {
            self.error(self.token.span(), "expected the name of a message, not a scalar type");
            return None;
        }
        self.type_name()
    }

    /// Reads strings that follow one another as one.
    pub(super) fn string(&mut self) -> (Cow<'a, [u8]>, Span) {
        let mut span = self.token.span();
        let mut value = literal::string(self.bytes());
        self.next();
        while self.token.kind == Kind::Text {
            value.to_mut().extend_from_slice(&literal::string(self.bytes()));
            span.end = self.token.end;
            self.next();
        }
        (value, span)
    }

    /// Reads an integer of at most `max`.
    pub(super) fn integer(&mut self, max: u64, expected: &'static str) -> Step<u64> {
        if self.token.kind != Kind::Integer {
            self.error(self.token.span(), expected);
            return None;
        }
        let value = literal::integer(self.bytes()).filter(|&value| value <= max);
        if value.is_none() {
            self.error(self.token.span(), format!("the number is too large: at most {max} fits"));
        }
        self.next();
        // A number that is too large is told; what follows may still be read.
        Some(value.unwrap_or(1))
    }

    /// Reads one symbol.
    pub(super) fn symbol(&mut self, symbol: u8, expected: &'static str) -> Step {
        if !self.token.is(symbol) {
            self.error(self.token.span(), expected);
            return None;
        }
        self.next();
        Some(())
    }

    /// Reads the semicolon behind a statement.
    pub(super) fn end_of_statement(&mut self) -> Step {
        self.symbol(b';', "expected `;`")
    }

    /// Reads statements in braces, recovering from each that fails. A lone semicolon is a statement.
    pub(super) fn block(&mut self, what: &'static str, mut statement: impl FnMut(&mut Self) -> Step) -> Step {
        let open = self.token.span();
        self.symbol(b'{', "expected `{`")?;
        while !self.token.is(b'}') {
            if self.token.kind == Kind::End {
                let message = format!("the {what} is not closed: the file ends before its `}}`");
                self.error_help(
                    self.token.span(),
                    message,
                    format!("its `{{` stands on line {}", self.line(open)),
                );
                return None;
            }
            if self.token.is(b';') {
                self.next();
            } else if statement(self).is_none() {
                self.skip_statement();
            }
        }
        self.next();
        Some(())
    }

    fn line(&self, span: Span) -> usize {
        super::position(self.text, span.start).line
    }

    /// Skips behind the end of a statement: its semicolon or its block; stops before a brace that closes what is around it.
    pub(super) fn skip_statement(&mut self) {
        let mut open = 0u32;
        loop {
            match self.token.kind {
                Kind::End => return,
                Kind::Symbol(b'}') if open == 0 => return,
                Kind::Symbol(b'{') => open += 1,
                Kind::Symbol(b'}') => open -= 1,
                _ => {}
            }
            let last = open == 0 && (self.token.is(b';') || self.token.is(b'}'));
            self.next();
            if last {
                return;
            }
        }
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<Cow<'static, str>>) {
        if self.lexer.errors.len() < MAX_ERRORS {
            self.lexer.errors.push(Diagnostic::new(span, message));
        }
    }

    pub(super) fn error_help(
        &mut self,
        span: Span,
        message: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
    ) {
        if self.lexer.errors.len() < MAX_ERRORS {
            self.lexer.errors.push(Diagnostic::new(span, message).with_help(help));
        }
    }

    /// Notes what is no error.
    pub(super) fn note(&mut self, span: Span, message: impl Into<Cow<'static, str>>) {
        if self.notes.len() < MAX_ERRORS {
            self.notes.push(Diagnostic::new(span, message));
        }
    }

    /// Whether places are noted.
    pub(super) fn recording(&self) -> bool {
        self.trail.is_some()
    }

    /// Notes where a facet of the current element stands.
    pub(super) fn mark(&mut self, facet: &[i32], span: Span) {
        if let Some(trail) = &mut self.trail {
            trail.push(&self.path, facet, span);
        }
    }

    /// Notes where another element stands.
    pub(super) fn mark_at(&mut self, path: &[i32], span: Span) {
        if let Some(trail) = &mut self.trail {
            trail.push(path, &[], span);
        }
    }

    /// Leaves the current element, which is whole.
    pub(super) fn leave(&mut self) {
        self.step_out();
        self.declare(1);
    }

    /// Goes on with what is around the current element.
    pub(super) fn step_out(&mut self) {
        self.path.truncate(self.path.len().saturating_sub(2));
    }

    /// Counts what is declared, and lets the text end where that is too much.
    pub(super) fn declare(&mut self, parts: usize) {
        self.declared = self.declared.saturating_add(parts);
        if self.declared > MAX_DECLARED && self.excess.is_none() {
            self.excess = Some(self.last);
            self.lexer.close();
            self.token = self.lexer.next();
        }
    }
}
