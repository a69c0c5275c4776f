//! Bytes to tokens, one at a time, on demand.
//!
//! A token is a kind and a byte range; nothing is copied and nothing is stored. Literals are only measured here, their
//! values are `literal.rs`'s. A lexical fault is noted and the lexer goes on behind it, so it never stops early. Never
//! knows a keyword.

use std::borrow::Cow;

use super::{Diagnostic, Span, position};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The end of the text.
    End,
    /// An identifier or keyword.
    Word,
    /// A decimal, octal or hexadecimal number without sign.
    Integer,
    /// A number with a point or an exponent, without sign.
    Float,
    /// A quoted string, quotes included.
    Text,
    /// Any other byte.
    Symbol(u8),
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Token {
    /// The bytes that the token covers.
    pub(super) fn span(self) -> Span {
        Span { start: self.start, end: self.end }
    }

    /// Whether the token is this symbol.
    pub(super) fn is(self, symbol: u8) -> bool {
        self.kind == Kind::Symbol(symbol)
    }
}

/// How many faults of one text are told; more help nobody and would let hostile input grow without bound.
pub(super) const MAX_ERRORS: usize = 100;

/// Walks over the tokens of one text.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    pub(super) errors: Vec<Diagnostic>,
}

const CONFLICT: &str = "a merge conflict that was not resolved";

const SYMBOL: u8 = 0;
const WHITE: u8 = 1;
const LETTER: u8 = 2;
const DIGIT: u8 = 3;
const QUOTE: u8 = 4;
const SLASH: u8 = 5;
const POINT: u8 = 6;
const CONTROL: u8 = 7;
const HIGH: u8 = 8;

/// The class of every byte.
static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [SYMBOL; 256];
    let mut byte = 0u8;
    loop {
        table[byte as usize] = match byte {
            b' ' | b'\n' | b'\t' | b'\r' | 0x0b | 0x0c => WHITE,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => LETTER,
            b'0'..=b'9' => DIGIT,
            b'"' | b'\'' => QUOTE,
            b'/' => SLASH,
            b'.' => POINT,
            0..0x20 => CONTROL,
            0x80..=0xff => HIGH,
            _ => SYMBOL,
        };
        if byte == 0xff {
            return table;
        }
        byte += 1;
    }
}

fn class(byte: u8) -> u8 {
    CLASS[usize::from(byte)]
}

/// How many bytes stand before the first that stops. Whole blocks are looked at together, which compilers turn into wide
/// instructions; worth it for comments.
fn find(text: &[u8], stops: impl Fn(u8) -> bool) -> usize {
    let blocks =
        text.chunks_exact(32).take_while(|block| !block.iter().fold(false, |hit, &byte| hit | stops(byte)));
    let at = 32 * blocks.count();
    at + text[at..].iter().position(|&byte| stops(byte)).unwrap_or(text.len() - at)
}

impl<'a> Lexer<'a> {
    /// A lexer behind the byte order mark, if there is one.
    pub(super) fn new(text: &'a [u8]) -> Self {
        let at = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        // Spans are 32 bits wide; nobody writes a source of 4 GiB.
        let mut lexer = Self { text, at, errors: Vec::new() };
        if u32::try_from(text.len()).is_err() {
            lexer.text = &[];
            lexer.at = 0;
            lexer.fault(0, 0, "the source is larger than 4 GiB");
        }
        if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
            lexer.text = &[];
            lexer.fault(0, 0, "the source is UTF-16");
            lexer.help("save it as UTF-8");
        }
        lexer
    }

    /// Reads no further.
    pub(super) fn close(&mut self) {
        self.at = self.text.len();
    }

    /// The next token; the end goes on being the end.
    pub(super) fn next(&mut self) -> Token {
        loop {
            let start = self.at;
            let Some(&byte) = self.text.get(start) else {
                return self.token(Kind::End, start);
            };
            if matches!(byte, b'<' | b'=' | b'>' | b'|') && self.conflict(start, byte) {
                continue;
            }
            self.at += 1;
            match class(byte) {
                WHITE => self.skip(|c| c == WHITE),
                LETTER => {
                    self.skip(|c| c == LETTER || c == DIGIT);
                    return self.token(Kind::Word, start);
                }
                DIGIT => {
                    let kind = self.number(start, byte);
                    return self.token(kind, start);
                }
                QUOTE => {
                    self.string(start, byte);
                    return self.token(Kind::Text, start);
                }
                SLASH if self.peek() == b'/' => self.line_comment(),
                SLASH if self.peek() == b'*' => self.block_comment(start),
                POINT if class(self.peek()) == DIGIT => {
                    if start > 0 && matches!(class(self.text[start - 1]), LETTER | DIGIT) {
                        self.fault(start, start + 1, "a space is missing between the name and the number");
                    }
                    self.skip(|c| c == DIGIT);
                    self.exponent();
                    self.after_number(start, true);
                    return self.token(Kind::Float, start);
                }
                CONTROL => {
                    self.skip(|c| c == CONTROL);
                    self.fault(start, self.at, "a control character outside of a string");
                }
                HIGH => {
                    self.skip(|c| c == HIGH);
                    let help = "names are letters of ASCII, digits and `_`; other characters belong in strings and comments";
                    self.fault(start, self.at, "a character outside of ASCII");
                    self.help(help);
                }
                _ => return self.token(Kind::Symbol(byte), start),
            }
        }
    }

    /// Passes over the line of a merge conflict's marker. The first one is told; the others say nothing new.
    fn conflict(&mut self, start: usize, byte: u8) -> bool {
        let marker = start.checked_sub(1).is_none_or(|before| self.text[before] == b'\n')
            && self.text[start..].iter().take_while(|&&other| other == byte).count() == 7;
        let told = marker && self.errors.iter().any(|error| error.message == CONFLICT);
        // Aggregates may end in a line of `>`.
        if !marker || !told && byte != b'<' {
            return false;
        }
        self.line_comment();
        if !told {
            self.fault(start, self.at, CONFLICT);
            self.help("choose one of the two sides and delete the lines of markers");
        }
        true
    }

    /// The first byte of the next token, without reading it; 0 at the end.
    pub(super) fn peek_token(&mut self) -> u8 {
        let (at, faults) = (self.at, self.errors.len());
        let token = self.next();
        self.at = at;
        self.errors.truncate(faults);
        self.text.get(token.start as usize).copied().unwrap_or(0)
    }

    /// Goes back to a place that was read already.
    pub(super) fn rewind(&mut self, at: u32) {
        self.at = (at as usize).min(self.text.len());
    }

    fn token(&self, kind: Kind, start: usize) -> Token {
        #[expect(clippy::cast_possible_truncation, reason = "`new` refuses texts that are longer")]
        Token { kind, start: start as u32, end: self.at as u32 }
    }

    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn skip(&mut self, keep: impl Fn(u8) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|&byte| !keep(class(byte))).unwrap_or(rest.len());
    }

    /// Behind the second slash; ends before the line end, or before a NUL, which is a fault of its own.
    fn line_comment(&mut self) {
        let rest = &self.text[self.at..];
        self.at += find(rest, |byte| byte == b'\n' || byte == 0);
    }

    fn block_comment(&mut self, start: usize) {
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            self.at += find(rest, |byte| matches!(byte, b'*' | b'/' | 0));
            let (byte, after) = (self.peek(), self.text.get(self.at + 1).copied().unwrap_or(0));
            match (byte, after) {
                (b'*', b'/') => {
                    self.at += 2;
                    return;
                }
                (b'/', b'*') => {
                    self.fault(self.at, self.at + 2, "`/*` inside a block comment, which do not nest");
                    self.help("end the comment before it, or write the text with `//`");
                    // The star may yet end the comment.
                    self.at += 1;
                }
                (0, _) => {
                    self.fault(self.at, self.at, "the file ends within a block comment");
                    let line = position(self.text, u32::try_from(start).unwrap_or(0)).line;
                    self.help(format!("the comment starts on line {line}; write `*/` where it ends"));
                    return;
                }
                _ => self.at += 1,
            }
        }
    }

    fn number(&mut self, start: usize, first: u8) -> Kind {
        let mut float = false;
        if first == b'0' && matches!(self.peek(), b'x' | b'X') {
            self.at += 1;
            if !self.peek().is_ascii_hexdigit() {
                self.fault(start, self.at, "`0x` without hexadecimal digits");
            }
            while self.peek().is_ascii_hexdigit() {
                self.at += 1;
            }
        } else if first == b'0' && class(self.peek()) == DIGIT {
            let digits = self.at;
            self.skip(|c| c == DIGIT);
            if self.text[digits..self.at].iter().any(|&digit| digit > b'7') {
                self.fault(start, self.at, "a number with a leading zero is octal, and octal has no 8 or 9");
                self.help("leave the leading zero out");
            }
        } else {
            self.skip(|c| c == DIGIT);
            if self.peek() == b'.' {
                float = true;
                self.at += 1;
                self.skip(|c| c == DIGIT);
            }
            float |= self.exponent();
        }
        self.after_number(start, float);
        if float { Kind::Float } else { Kind::Integer }
    }

    fn exponent(&mut self) -> bool {
        if !matches!(self.peek(), b'e' | b'E') {
            return false;
        }
        self.at += 1;
        if matches!(self.peek(), b'+' | b'-') {
            self.at += 1;
        }
        if class(self.peek()) != DIGIT {
            self.fault(self.at - 1, self.at, "the exponent has no digits");
        }
        self.skip(|c| c == DIGIT);
        true
    }

    fn after_number(&mut self, start: usize, float: bool) {
        match class(self.peek()) {
            LETTER => {
                self.fault(start, self.at + 1, "a space is missing between the number and what follows");
                self.help("numbers take no suffix, and names do not start with a digit");
            }
            POINT if float => self.fault(start, self.at + 1, "a number with a second point"),
            POINT => self.fault(start, self.at + 1, "hexadecimal and octal numbers are integers"),
            _ => {}
        }
    }

    fn string(&mut self, start: usize, quote: u8) {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest
                .iter()
                .position(|&byte| byte == quote || matches!(byte, b'\\' | b'\n' | 0))
                .unwrap_or(rest.len());
            match self.peek() {
                b'\\' => {
                    self.at += 1;
                    self.escape();
                }
                b'\n' => {
                    self.fault(start, self.at, "the string does not end on its line");
                    self.help("end it with its quote; strings that follow one another are joined");
                    return;
                }
                0 => {
                    self.fault(start, self.at, "the string never ends");
                    return;
                }
                _ => {
                    self.at += 1;
                    return;
                }
            }
        }
    }

    /// Behind a backslash.
    fn escape(&mut self) {
        let start = self.at - 1;
        let byte = self.peek();
        match byte {
            b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'\\' | b'?' | b'\'' | b'"' | b'0'..=b'7' => {
                self.at += 1;
            }
            b'x' | b'X' => {
                self.at += 1;
                if self.digits(1) == 0 {
                    self.fault(start, self.at, "`\\x` without hexadecimal digits");
                }
            }
            b'u' => {
                self.at += 1;
                if self.digits(4) < 4 {
                    self.fault(start, self.at, "`\\u` takes four hexadecimal digits");
                }
            }
            b'U' => {
                self.at += 1;
                let from = self.at;
                if self.digits(8) < 8 || !matches!(&self.text[from..from + 3], b"000" | b"001") {
                    self.fault(start, self.at, "`\\U` takes eight hexadecimal digits, 0010ffff at most");
                }
            }
            _ => {
                self.fault(start, self.at, "no escape sequence starts like this");
                self.help("a backslash itself is written `\\\\`");
            }
        }
    }

    /// Reads up to so many hexadecimal digits; how many there were.
    fn digits(&mut self, most: usize) -> usize {
        let from = self.at;
        while self.at - from < most && self.peek().is_ascii_hexdigit() {
            self.at += 1;
        }
        self.at - from
    }

    fn fault(&mut self, start: usize, end: usize, message: &'static str) {
        if self.errors.len() < MAX_ERRORS {
            #[expect(clippy::cast_possible_truncation, reason = "`new` refuses texts that are longer")]
            let span = Span { start: start as u32, end: (end.min(self.text.len())) as u32 };
            self.errors.push(Diagnostic::new(span, message));
        }
    }

    /// Says how to mend the latest fault.
    fn help(&mut self, help: impl Into<Cow<'static, str>>) {
        if let Some(error) = self.errors.last_mut() {
            error.help.get_or_insert(help.into());
        }
    }
}
