//! Tokens.

use super::failure::{Failure, Read};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A keyword or type.
    Word,
    /// A word or integer before a colon, without the colon.
    Label,
    /// `@name`, without the sign.
    Global,
    /// `%name`, without the sign.
    Local,
    /// `$name`, without the sign.
    Comdat,
    /// `!name` or `!4`, without the sign.
    Metadata,
    /// `#4`, without the sign.
    Group,
    /// `#dbg_value`, without the sign.
    Record,
    /// `"text"`, without quotes.
    Text,
    /// `c"text"`, without quotes.
    Bytes,
    /// `12`, `-3`
    Int,
    /// `1.0`, `0x3FF0000000000000`, `0xK..`
    Float,
    /// Any other punctuation.
    Sign,
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its text, without signs and escapes.
    pub text: Vec<u8>,
    /// The offset of its start.
    pub at: usize,
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// All tokens of a text; the last is the end.
pub fn tokens(text: &[u8]) -> Read<Vec<Token>> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.token()?;
        let is_end = token.kind == TokenKind::End;
        tokens.push(token);
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn fail<T>(&self, at: usize, message: &str) -> Read<T> {
        Err(Failure { at, message: message.to_owned() })
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.text.get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r' | 0) => self.at += 1,
                Some(b';') => {
                    let rest = &self.text[self.at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn while_name(&mut self) -> Vec<u8> {
        let start = self.at;
        while is_name(self.peek(0)) {
            self.at += 1;
        }
        self.text[start..self.at].to_vec()
    }

    fn token(&mut self) -> Read<Token> {
        self.skip_blanks();
        let at = self.at;
        let make = |kind, text| Ok(Token { kind, text, at });
        let Some(&byte) = self.text.get(at) else { return make(TokenKind::End, Vec::new()) };
        match byte {
            b'@' | b'%' | b'$' if self.peek(1) == b'"' || is_name(self.peek(1)) => {
                self.at += 1;
                let name = if self.peek(0) == b'"' { self.quoted()? } else { self.while_name() };
                let kind = match byte {
                    b'@' => TokenKind::Global,
                    b'%' => TokenKind::Local,
                    _ => TokenKind::Comdat,
                };
                make(kind, name)
            }
            b'!' if is_name(self.peek(1)) || self.peek(1) == b'\\' => {
                self.at += 1;
                let start = self.at;
                while is_name(self.peek(0)) || self.peek(0) == b'\\' {
                    self.at += 1;
                }
                make(TokenKind::Metadata, unescaped(&self.text[start..self.at]))
            }
            b'#' => {
                self.at += 1;
                let name = self.while_name();
                let is_group = !name.is_empty() && name.iter().all(u8::is_ascii_digit);
                make(if is_group { TokenKind::Group } else { TokenKind::Record }, name)
            }
            b'"' => {
                let text = self.quoted()?;
                if self.peek(0) == b':' {
                    self.at += 1;
                    return make(TokenKind::Label, text);
                }
                make(TokenKind::Text, text)
            }
            b'c' if self.peek(1) == b'"' => {
                self.at += 1;
                let text = self.quoted()?;
                make(TokenKind::Bytes, text)
            }
            b'.' if self.text[at..].starts_with(b"...") => {
                self.at += 3;
                make(TokenKind::Sign, b"...".to_vec())
            }
            b'0'..=b'9' => self.number(at),
            b'-' | b'+' if self.peek(1).is_ascii_digit() => self.number(at),
            _ if is_name(byte) => {
                let name = self.while_name();
                if self.peek(0) == b':' {
                    self.at += 1;
                    return make(TokenKind::Label, name);
                }
                make(TokenKind::Word, name)
            }
            _ => {
                self.at += 1;
                make(TokenKind::Sign, vec![byte])
            }
        }
    }

    fn number(&mut self, at: usize) -> Read<Token> {
        let start = self.at;
        self.at += 1;
        loop {
            let is_exponent_sign = matches!(self.peek(0), b'-' | b'+')
                && matches!(self.text[self.at - 1], b'e' | b'E')
                && self.text[start..self.at].contains(&b'.');
            if !self.peek(0).is_ascii_alphanumeric() && self.peek(0) != b'.' && !is_exponent_sign {
                break;
            }
            self.at += 1;
        }
        let text = self.text[start..self.at].to_vec();
        if self.peek(0) == b':' {
            self.at += 1;
            return Ok(Token { kind: TokenKind::Label, text, at });
        }
        let is_float = text.contains(&b'.') || text.starts_with(b"0x");
        Ok(Token { kind: if is_float { TokenKind::Float } else { TokenKind::Int }, text, at })
    }

    /// A string in quotes.
    fn quoted(&mut self) -> Read<Vec<u8>> {
        let start = self.at + 1;
        let rest = &self.text[start..];
        let Some(len) = rest.iter().position(|&byte| byte == b'"') else {
            return self.fail(self.at, "end of file in string constant");
        };
        self.at = start + len + 1;
        Ok(unescaped(&self.text[start..start + len]))
    }
}

/// The text with the escapes `\\` and `\41` decoded.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let hex = || {
            let digits = std::str::from_utf8(text.get(at + 1..at + 3)?).ok()?;
            u8::from_str_radix(digits, 16).ok()
        };
        match text[at] {
            b'\\' if text.get(at + 1) == Some(&b'\\') => {
                out.push(b'\\');
                at += 2;
            }
            b'\\' if hex().is_some() => {
                out.extend(hex());
                at += 3;
            }
            byte => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}
