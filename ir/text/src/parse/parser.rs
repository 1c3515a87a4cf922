//! The parser's state, tokens, and errors.

use std::ops::Range;

use rmlir_core::asm::{ParseError, Parsed};
use rmlir_core::{Attr, Body, Context, Ident, TableSizes, Type};
use rmlir_diag::{Diagnostic, Place, Pos, Sink, SourceFile, Span};
use rustc_hash::FxHashMap;

use super::cursor::Cursor;
use super::index::IndexBuilder;
use super::spelling::Spelling;
use super::state::{DeferredLoc, NameScope, OpFrame, WaitingBody};
use crate::lex::{Kind, Token};

/// The limit on the nesting of types, attributes and locations.
const MAX_VALUE_DEPTH: u32 = 2_000;

pub(crate) struct Parser<'s, 'c> {
    pub cx: &'c Context,
    pub cursor: Cursor<'s>,
    /// The file.
    pub file: &'s SourceFile,
    /// The start of the file in the global address space of positions.
    pub base: u32,
    pub start: usize,
    sink: &'s mut Sink,
    pub attr_aliases: FxHashMap<&'s [u8], Attr>,
    pub type_aliases: FxHashMap<&'s [u8], Type>,
    /// Types by their text, for types that begin with `!` or a keyword.
    pub type_cache: FxHashMap<&'s [u8], Type>,
    /// Operations whose location is an alias that is defined later.
    pub deferred_locs: Vec<DeferredLoc<'s>>,
    /// The bodies being built, innermost last.
    #[expect(clippy::vec_box, reason = "bodies move in and out as boxes: proxies own them that way")]
    pub bodies: Vec<Box<Body<'c>>>,
    /// The sizes of the last body that was completed.
    pub last_sizes: TableSizes,
    /// The scopes of value names, one per body.
    pub scopes: Vec<NameScope<'s>>,
    /// The memory of an exited scope, for the next one.
    pub(super) spare_names: Option<super::names::Names<'s>>,
    /// The names defined in the open regions, outermost first.
    pub defined: Vec<u32>,
    /// Names of operations by their token, in quotes or not.
    pub op_names: FxHashMap<&'s [u8], rmlir_core::OpName>,
    /// The names of operations that are not registered, with similar ones: a text may have many of one name.
    pub near_ops: FxHashMap<String, Option<&'static str>>,
    /// Identifiers by their token.
    pub idents: FxHashMap<Spelling<'s>, Ident>,
    /// Dialects whose prefix is optional, innermost last.
    pub default_dialects: Vec<&'static str>,
    /// The custom operation in progress, for error messages.
    pub custom_ops: Vec<rmlir_core::OpName>,
    pub depth: u32,
    /// The position of the mnemonic of the type or attribute whose parameters are being parsed.
    pub mnemonic: Option<u32>,
    pub external_resources: Vec<crate::print::ExternalResources>,
    /// Distinct attributes by their ids in the text.
    pub distinct: FxHashMap<u64, Attr>,
    /// Uses of names that were never defined: reported if there is no other error.
    pub undeclared: Vec<u32>,
    /// The position of the first operation of an unknown dialect, if that is not allowed.
    pub unregistered: Option<u32>,
    /// The nesting depth of regions.
    pub region_depth: usize,
    /// The operations in progress, innermost last.
    pub frames: Vec<OpFrame<'c>>,
    /// Whether roots must get their proxies' locations at the end.
    pub sync_locs: bool,
    /// Whether bodies of functions are deferred, to be parsed in parallel.
    pub puts_off: bool,
    /// The deferred bodies, by their ids.
    pub waiting: FxHashMap<u32, WaitingBody>,
    /// The index of the text, if it is wanted. Then the parser continues after errors.
    pub(super) index: Option<Box<IndexBuilder>>,
}

impl<'s, 'c> Parser<'s, 'c> {
    pub fn new(cx: &'c Context, file: &'s SourceFile, range: Range<usize>, sink: &'s mut Sink) -> Self {
        Self {
            cx,
            file,
            base: file.base(),
            start: range.start,
            cursor: Cursor::leaving_behind(file, range),
            sink,
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            type_cache: FxHashMap::default(),
            deferred_locs: Vec::new(),
            bodies: Vec::new(),
            last_sizes: TableSizes::default(),
            scopes: Vec::new(),
            spare_names: None,
            defined: Vec::new(),
            op_names: FxHashMap::default(),
            near_ops: FxHashMap::default(),
            idents: FxHashMap::default(),
            default_dialects: vec!["builtin"],
            custom_ops: Vec::new(),
            depth: 0,
            mnemonic: None,
            external_resources: Vec::new(),
            distinct: FxHashMap::default(),
            undeclared: Vec::new(),
            unregistered: None,
            region_depth: 0,
            frames: Vec::new(),
            sync_locs: false,
            puts_off: false,
            waiting: FxHashMap::default(),
            index: None,
        }
    }

    /// As [`Self::new`], but bodies of functions are parsed in parallel; after a failure the text has to be parsed
    /// again.
    pub fn with_threads(cx: &'c Context, file: &'s SourceFile, range: Range<usize>, sink: &'s mut Sink) -> Self {
        Self { puts_off: true, ..Self::new(cx, file, range, sink) }
    }

    /// As [`Self::new`], with an index; the parser continues after errors.
    pub fn with_index(cx: &'c Context, file: &'s SourceFile, range: Range<usize>, sink: &'s mut Sink) -> Self {
        Self { index: Some(Box::default()), ..Self::new(cx, file, range, sink) }
    }

    /// The body that operations are added to.
    pub fn body(&mut self) -> &mut Body<'c> {
        self.bodies.last_mut().expect("operations are read into a body")
    }
}

/// Tokens.
impl<'s> Parser<'s, '_> {
    /// The next token's kind.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.cursor.peek().kind
    }

    /// The next token's text.
    #[inline]
    pub fn text(&self) -> &'s [u8] {
        self.cursor.peek_text()
    }

    /// Returns whether the next token is spelled `token` (punctuation or a keyword).
    #[inline(always)]
    pub fn is(&self, token: &str) -> bool {
        let next = self.cursor.peek();
        if (next.end - next.start) as usize != token.len()
            || !matches!(next.kind, Kind::Punctuation | Kind::Bare | Kind::Bang)
        {
            return false;
        }
        let (text, wanted) = (self.cursor.text(next), token.as_bytes());
        text[0] == wanted[0] && (wanted.len() == 1 || text == wanted)
    }

    /// Consumes `token` if it is next.
    #[inline]
    pub fn accept(&mut self, token: &str) -> bool {
        let found = self.is(token);
        if found {
            self.cursor.bump();
        }
        found
    }

    /// Consumes `token` or reports that it is expected.
    #[inline]
    pub fn expect(&mut self, token: &str) -> Parsed<()> {
        if self.accept(token) { Ok(()) } else { Err(self.expected_token(token)) }
    }

    #[cold]
    fn expected_token(&mut self, token: &str) -> ParseError {
        self.wrong_token(&format!("expected '{token}'"))
    }

    /// Consumes the next token.
    pub fn bump(&mut self) -> Token {
        self.cursor.bump()
    }

    /// The text of a token as UTF-8.
    pub fn str(&self, token: Token) -> &'s str {
        std::str::from_utf8(self.cursor.text(token)).unwrap_or("")
    }

    /// The text of the next token as UTF-8.
    pub fn next_str(&self) -> &'s str {
        self.str(self.cursor.peek())
    }

    /// The start of the next token, as a global position.
    #[inline]
    pub fn pos(&self) -> u32 {
        self.base + self.cursor.peek().start
    }

    /// The identifier spelled by a token.
    pub fn ident(&mut self, token: Token) -> Ident {
        let (cx, text) = (self.cx, self.cursor.text(token));
        *self.idents.entry(text.into()).or_insert_with(|| cx.ident(std::str::from_utf8(text).unwrap_or("")))
    }
}

/// Errors.
impl Parser<'_, '_> {
    /// Reports `message` at global position `pos`.
    #[cold]
    pub fn error_at(&mut self, pos: u32, message: impl Into<String>) -> ParseError {
        self.diagnose(Diagnostic::error(self.place(pos), message))
    }

    /// Reports a diagnostic, unless the token that caused it is a lexical error.
    #[cold]
    pub fn diagnose(&mut self, diagnostic: Diagnostic) -> ParseError {
        if self.kind() == Kind::Error {
            if let Some(error) = self.cursor.error.take() {
                let place = self.place(self.base + error.pos);
                self.sink.push(Diagnostic::error(place, error.message));
            }
            return ParseError;
        }
        self.sink.push(diagnostic);
        ParseError
    }

    /// Reports `message` at the next token; at the end of the input, one
    /// character before it.
    #[cold]
    pub fn error(&mut self, message: impl Into<String>) -> ParseError {
        let at_end = self.kind() == Kind::Eof;
        let pos = self.pos() - u32::from(at_end && self.cursor.peek().start > 0);
        self.error_at(pos, message)
    }

    /// Reports `message` at the position of a missing token: after the previous token, on its line, not in a comment.
    #[cold]
    pub fn wrong_token(&mut self, message: &str) -> ParseError {
        self.wrong_token_at(self.cursor.peek(), message)
    }

    /// As [`Self::wrong_token`] for a consumed token.
    #[cold]
    pub fn wrong_token_at(&mut self, token: Token, message: &str) -> ParseError {
        let pos = self.missing_place(token.start as usize);
        self.error_at(self.base + pos as u32, message)
    }

    /// Consumes `token` or reports that it is expected `context`, as in " in function type".
    #[inline]
    pub fn expect_in(&mut self, token: &str, context: &str) -> Parsed<()> {
        if self.accept(token) { Ok(()) } else { Err(self.wrong_token(&format!("expected '{token}'{context}"))) }
    }

    /// Parses at least one `element` up to `close`, separated by commas.
    pub fn parse_list_until(&mut self, close: &str, element: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if self.is(close) {
            return Err(self.wrong_token("expected list element"));
        }
        self.parse_list_or_end(close, element)
    }

    /// Parses elements up to `close`, separated by commas.
    pub fn parse_list_or_end(&mut self, close: &str, mut element: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if self.accept(close) {
            return Ok(());
        }
        element(self)?;
        while self.accept(",") {
            element(self)?;
        }
        self.expect_end_of_list(close)
    }

    /// Consumes the end of a list.
    #[inline]
    pub fn expect_end_of_list(&mut self, close: &str) -> Parsed<()> {
        if self.accept(close) { Ok(()) } else { Err(self.wrong_token(&format!("expected ',' or '{close}'"))) }
    }

    fn missing_place(&self, original: usize) -> usize {
        let bytes = self.cursor.bytes();
        let original = if self.kind() == Kind::Eof && original > self.start { original - 1 } else { original };
        let mut end = original;
        loop {
            while end > self.start && matches!(bytes[end - 1], b' ' | b'\t') {
                end -= 1;
            }
            if end == self.start {
                return original;
            }
            if !matches!(bytes[end - 1], b'\n' | b'\r') {
                return end;
            }
            end -= 1;
            let line = bytes[self.start..end].iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
            let line = line.map_or(self.start, |offset| self.start + offset);
            if let Some(comment) = comment_start(&bytes[line..end]) {
                end = line + comment;
            }
        }
    }

    /// The location of a diagnostic at `pos`: the token there if it is the next one.
    pub fn place(&self, pos: u32) -> Place {
        Place::Span(Span::at(Pos(pos)))
    }

    /// Adds a note to the last diagnostic.
    pub fn note_at(&mut self, pos: u32, message: &str) {
        let place = self.place(pos);
        if let Some(last) = self.sink.last_mut() {
            let with_note = std::mem::replace(last, Diagnostic::error(Place::Unknown, "")).note(place, message);
            *last = with_note;
        }
    }

    /// Reports trailing input.
    pub fn parse_end(&mut self) -> Parsed<()> {
        if self.kind() == Kind::Eof { Ok(()) } else { Err(self.error("found trailing characters")) }
    }

    /// Calls `read` one nesting level deeper in a type, attribute or location.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_VALUE_DEPTH {
            return Err(self.error(format!("nesting deeper than {MAX_VALUE_DEPTH} levels is not supported")));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }
}

/// The start of the comment of a line. As in upstream, the first `//` is used, even in a string.
fn comment_start(line: &[u8]) -> Option<usize> {
    line.windows(2).position(|bytes| bytes == b"//")
}
