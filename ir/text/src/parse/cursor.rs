//! The token cursor: one token of look-ahead over the lexer, and seeking to a byte inside a token for the
//! context-dependent lexing of MLIR (`4x8xf32`).

use std::ops::Range;

use rmlir_diag::SourceFile;

use crate::lex::{Kind, LexError, Lexer, Token, retoken};

pub(crate) struct Cursor<'s> {
    bytes: &'s [u8],
    lexer: Lexer<'s>,
    tokens: Vec<Token>,
    next: usize,
    /// The end of the last token consumed.
    pub last_end: u32,
    /// The first lexical error, until it is reported.
    pub error: Option<LexError>,
    behind: Option<Behind<'s>>,
}

/// The range behind a cursor, whose memory in a mapped file can be released.
struct Behind<'s> {
    file: &'s SourceFile,
    /// The start of the range.
    from: usize,
}

impl Behind<'_> {
    /// The granularity of releases: systems load memory in chunks of this size, so that an access to one byte of a
    /// chunk reloads all of it.
    const PIECE: usize = 2 << 20;
    /// The distance behind the cursor that is not released: recent text is accessed most often.
    const NEAR: usize = 1 << 20;

    /// Releases the text up to `end`.
    fn is_read(&mut self, end: usize) {
        let end = end.saturating_sub(Self::NEAR) / Self::PIECE * Self::PIECE;
        if self.from < end {
            self.file.dont_need(self.from..end);
            self.from = end;
        }
    }
}

impl<'s> Cursor<'s> {
    pub fn new(bytes: &'s [u8], start: usize, end: usize) -> Self {
        let lexer = Lexer::new(bytes, start, end);
        let (tokens, last_end) = (Vec::new(), start as u32);
        let mut cursor = Self { bytes, lexer, tokens, next: 0, last_end, error: None, behind: None };
        cursor.refill();
        cursor
    }

    /// Creates a cursor for a caller that reads the whole range once.
    pub fn leaving_behind(file: &'s SourceFile, range: Range<usize>) -> Self {
        let behind = Some(Behind { file, from: range.start });
        Self { behind, ..Self::new(file.bytes(), range.start, range.end) }
    }

    #[cold]
    fn refill(&mut self) {
        if let Some(behind) = &mut self.behind {
            behind.is_read(self.last_end as usize);
        }
        self.tokens.clear();
        self.next = 0;
        let error = self.lexer.fill(&mut self.tokens);
        // The error belongs to the last token of the chunk; it is reported when that is reached.
        self.error = error;
    }

    /// The next token.
    #[inline]
    pub fn peek(&self) -> Token {
        self.tokens[self.next]
    }

    /// Consumes the next token.
    #[inline]
    pub fn bump(&mut self) -> Token {
        let token = self.tokens[self.next];
        self.last_end = token.end;
        if token.kind != Kind::Eof {
            self.next += 1;
            if self.next == self.tokens.len() {
                self.refill();
            }
        }
        token
    }

    /// The text of a token.
    #[inline]
    pub fn text(&self, token: Token) -> &'s [u8] {
        &self.bytes[token.start as usize..token.end as usize]
    }

    /// The text of the next token.
    #[inline]
    pub fn peek_text(&self) -> &'s [u8] {
        self.text(self.peek())
    }

    /// The end of the range.
    pub fn end(&self) -> usize {
        self.lexer.end()
    }

    /// The whole file.
    pub fn bytes(&self) -> &'s [u8] {
        self.bytes
    }

    /// Moves to byte `pos`, which is in the next token or after it.
    pub fn seek(&mut self, pos: u32) {
        while self.peek().end <= pos && self.peek().kind != Kind::Eof {
            self.bump();
            // A comment for the lexer may be text of a dialect, which may end inside it.
            if self.last_end < pos && self.bytes[self.last_end as usize..self.peek().start as usize].contains(&b'/') {
                return self.restart(pos);
            }
        }
        let token = self.peek();
        if token.start < pos && !self.cut_shape(token, pos) {
            let last = self.last_of_word();
            let (parts, error) = retoken(self.bytes, pos as usize, self.tokens[last].end as usize);
            self.tokens.splice(self.next..=last, parts);
            // An error here precedes one found further on.
            self.error = error.or(self.error.take());
        }
        self.last_end = pos;
    }

    /// The index of the token that ends the maximal word beginning inside the next token: `0xcomplex` is the integer
    /// `0xc` and a word, and after the `0` a single word.
    fn last_of_word(&self) -> usize {
        let is_cut = |next: &Token| next.kind == Kind::Bare && next.start == self.peek().end;
        let goes_on = self.peek().kind == Kind::Integer && self.tokens.get(self.next + 1).is_some_and(is_cut);
        self.next + usize::from(goes_on)
    }

    /// Splits an integer off the rest of a word, as in `x8xf32`, without lexing the rest again: a shape with millions
    /// of sizes is one word, which must not be scanned for each size.
    fn cut_shape(&mut self, word: Token, pos: u32) -> bool {
        let rest = &self.bytes[pos as usize..word.end as usize];
        let n_digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_word = rest.get(n_digits).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
        if word.kind != Kind::Bare || n_digits == 0 || !is_word || self.next == 0 {
            return false;
        }
        let middle = pos + n_digits as u32;
        self.tokens[self.next] = Token { start: middle, ..word };
        // The previous token was consumed; its slot is free.
        self.next -= 1;
        self.tokens[self.next] = Token { kind: Kind::Integer, start: pos, end: middle };
        true
    }

    /// Continues with another range, after this one.
    pub fn read_range(&mut self, range: Range<usize>) {
        self.lexer = Lexer::new(self.bytes, range.start, range.end);
        self.last_end = range.start as u32;
        self.refill();
    }

    /// Moves to byte `pos`, far after the next token.
    pub fn jump(&mut self, pos: usize) {
        self.lexer = Lexer::of_few(self.bytes, pos, self.end());
        self.refill();
        self.last_end = pos as u32;
    }

    /// Lexes again from `pos` on.
    #[cold]
    fn restart(&mut self, pos: u32) {
        self.lexer = Lexer::new(self.bytes, pos as usize, self.end());
        self.refill();
        self.last_end = pos;
    }
}
