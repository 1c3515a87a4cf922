//! String literals and symbol names.

use rmlir_core::Ident;
use rmlir_core::asm::Parsed;

use super::parser::Parser;
use crate::lex::Kind;

/// The bytes denoted by a string literal (quotes included).
pub(crate) fn unescape(literal: &[u8]) -> Vec<u8> {
    let text = &literal[1..literal.len() - 1];
    if !text.contains(&b'\\') {
        return text.to_vec();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'\\' {
            bytes.push(text[at]);
            at += 1;
            continue;
        }
        let digit = |index: usize| text.get(index).and_then(|&byte| (byte as char).to_digit(16));
        match text.get(at + 1) {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(&byte @ (b'"' | b'\\')) => bytes.push(byte),
            _ => {
                let (high, low) = (digit(at + 1).unwrap_or(0), digit(at + 2).unwrap_or(0));
                bytes.push((high * 16 + low) as u8);
                at += 1;
            }
        }
        at += 2;
    }
    bytes
}

impl Parser<'_, '_> {
    /// Parses an optional string literal.
    pub fn try_string(&mut self) -> Option<Box<[u8]>> {
        if self.kind() != Kind::String {
            return None;
        }
        let token = self.bump();
        Some(unescape(self.cursor.text(token)).into())
    }

    /// The identifier that an unescaped string spells; an error at the next token unless it is UTF-8.
    pub fn ident_of(&mut self, name: &[u8]) -> Parsed<Ident> {
        match std::str::from_utf8(name) {
            Ok(name) => Ok(self.cx.ident(name)),
            Err(_) => Err(self.error("expected a name in UTF-8")),
        }
    }

    /// Parses an optional `@name` and returns the name.
    pub fn try_symbol(&mut self) -> Parsed<Option<Ident>> {
        if self.kind() != Kind::At {
            return Ok(None);
        }
        if let Some(quoted) = self.text().get(1..).filter(|text| text.first() == Some(&b'"')) {
            let name = self.ident_of(&unescape(quoted))?;
            self.bump();
            return Ok(Some(name));
        }
        let token = self.bump();
        let text = &self.cursor.text(token)[1..];
        Ok(Some(self.cx.ident(std::str::from_utf8(text).expect("bare symbol names are ASCII"))))
    }

    /// Parses a keyword or a string and returns its text.
    pub fn parse_keyword_or_string(&mut self, message: &str) -> Parsed<String> {
        if self.kind() == Kind::Bare {
            let token = self.bump();
            return Ok(self.str(token).to_owned());
        }
        if self.kind() != Kind::String {
            return Err(self.error(message));
        }
        let name = self.ident_of(&unescape(self.text()))?;
        self.bump();
        Ok(name.str(self.cx).to_owned())
    }
}
