//! The parser of LLVM assembly.
//!
//! In reading order: [`lexer`] splits the text into tokens, [`failure`] is an error; [`types`], [`constant`],
//! [`attribute`], [`metadata`] and [`debug`] parse the entities of their names; [`instruction`] instructions,
//! [`intrinsic`] undeclared intrinsics; [`function`] bodies, [`locals`] the names in them; [`global`] top-level
//! entities.
//!
//! Names may be used before their definition: globals are created in a first pass over the tokens, metadata nodes and
//! values of functions are reserved at their first use.

mod attribute;
mod constant;
mod debug;
mod failure;
mod function;
mod global;
mod instruction;
mod intrinsic;
mod lexer;
mod locals;
mod metadata;
mod types;

use std::collections::BTreeMap;

use lexer::{Token, TokenKind};
use rustc_hash::{FxHashMap, FxHashSet};

use self::failure::Read;
use crate::model::attribute::AttributeSet;
use crate::model::constant::ConstId;
use crate::model::inst::BlockId;
use crate::model::metadata::MdId;
use crate::model::{GlobalId, Module};

pub use self::failure::Failure;

/// The maximum nesting depth of types, constants and metadata; the stack is finite.
const MAX_DEPTH: usize = 500;

/// Parses a module.
pub fn read(text: &[u8]) -> Result<Module, Failure> {
    let tokens = lexer::tokens(text)?;
    let mut reader = Reader {
        next: 0,
        module: Module::default(),
        groups: FxHashMap::default(),
        nodes: FxHashMap::default(),
        undefined_nodes: BTreeMap::new(),
        depth: 0,
        function: None,
        has_addresses: tokens.iter().any(|token| token.kind == TokenKind::Word && token.text == b"blockaddress"),
        addresses: FxHashMap::default(),
        places: FxHashMap::default(),
        declared: FxHashSet::default(),
        tokens,
    };
    reader.module()?;
    reader.all_addresses_known()?;
    reader.all_nodes_known()?;
    Ok(reader.module)
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
    module: Module,
    /// Attribute groups by number.
    groups: FxHashMap<u64, AttributeSet>,
    /// Metadata nodes by number.
    nodes: FxHashMap<u64, MdId>,
    /// The metadata nodes that are used but not defined yet, and the positions of their first uses.
    undefined_nodes: BTreeMap<u64, usize>,
    depth: usize,
    /// The function whose body is being parsed.
    function: Option<locals::Locals>,
    /// Blocks whose addresses are taken.
    addresses: FxHashMap<(GlobalId, String), (ConstId, usize)>,
    /// Whether the text contains block addresses at all.
    has_addresses: bool,
    /// The positions of the blocks of functions that have been parsed.
    places: FxHashMap<GlobalId, FxHashMap<String, BlockId>>,
    /// The names of all globals that the text defines or declares.
    declared: FxHashSet<String>,
}

impl Reader {
    fn peek(&self) -> &Token {
        &self.tokens[self.next]
    }

    fn peek_at(&self, ahead: usize) -> &Token {
        &self.tokens[(self.next + ahead).min(self.tokens.len() - 1)]
    }

    fn advance(&mut self) -> Token {
        let token = self.tokens[self.next].clone();
        // The last token, the end, is never consumed.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    fn fail<T>(&self, message: impl Into<String>) -> Read<T> {
        Err(Failure { at: self.peek().at, message: message.into() })
    }

    fn at(&self, kind: TokenKind, text: &str) -> bool {
        let token = self.peek();
        token.kind == kind && token.text == text.as_bytes()
    }

    fn at_word(&self, word: &str) -> bool {
        self.at(TokenKind::Word, word)
    }

    fn at_sign(&self, sign: &str) -> bool {
        self.at(TokenKind::Sign, sign)
    }

    fn try_word(&mut self, word: &str) -> bool {
        let is = self.at_word(word);
        if is {
            self.advance();
        }
        is
    }

    fn try_sign(&mut self, sign: &str) -> bool {
        let is = self.at_sign(sign);
        if is {
            self.advance();
        }
        is
    }

    fn word(&mut self, word: &str) -> Read<()> {
        if self.try_word(word) { Ok(()) } else { self.fail(format!("expected '{word}' here")) }
    }

    fn sign(&mut self, sign: &str) -> Read<()> {
        if self.try_sign(sign) { Ok(()) } else { self.fail(format!("expected '{sign}' here")) }
    }

    /// The text of the next token, which must be of this kind.
    fn text(&mut self, kind: TokenKind, what: &str) -> Read<String> {
        if self.peek().kind != kind {
            return self.fail(format!("expected {what}"));
        }
        Ok(String::from_utf8_lossy(&self.advance().text).into_owned())
    }

    fn any_word(&mut self) -> Read<String> {
        self.text(TokenKind::Word, "a keyword")
    }

    fn string(&mut self) -> Read<String> {
        self.text(TokenKind::Text, "a string constant")
    }

    /// An unsigned integer.
    fn number(&mut self) -> Read<u64> {
        let token = self.peek();
        let number = (token.kind == TokenKind::Int).then(|| String::from_utf8_lossy(&token.text).parse().ok());
        match number.flatten() {
            Some(number) => {
                self.advance();
                Ok(number)
            }
            None => self.fail("expected integer"),
        }
    }

    /// An unsigned integer in parentheses.
    fn number_in_parens(&mut self) -> Read<u64> {
        self.sign("(")?;
        let number = self.number()?;
        self.sign(")")?;
        Ok(number)
    }

    /// One of `words`, if it is next.
    fn one_of(&mut self, words: &[&'static str]) -> Option<&'static str> {
        let found = words.iter().find(|word| self.at_word(word)).copied();
        if found.is_some() {
            self.advance();
        }
        found
    }

    /// Parses a construct that may be nested.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_DEPTH {
            return self.fail("this is nested too deeply");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
