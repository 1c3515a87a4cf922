//! Symbols and aliases: where they are defined, and where they are used. Both are found by their tokens.

use std::ops::Range;

use rmlir_ir::text::lex::{Kind, Token};

use crate::analysis::Chunk;

/// The bytes of a token.
pub fn bytes(token: Token) -> Range<usize> {
    token.start as usize..token.end as usize
}

/// The name in `@name` or `@"name"`.
fn symbol_name(spelled: &str) -> &str {
    let name = spelled.strip_prefix('@').unwrap_or(spelled);
    name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name)
}

impl Chunk {
    /// The tokens of a kind, with their indices.
    pub fn tokens_of(&self, kind: Kind) -> impl Iterator<Item = (usize, Token)> {
        self.tokens.iter().copied().enumerate().filter(move |(_, token)| token.kind == kind)
    }

    /// The operation whose symbol the token refers to or defines. In `@a::@b` the second name is one in `@a`.
    pub fn symbol_at(&self, text: &str, token: usize) -> Option<usize> {
        let at = self.tokens[token];
        let name = symbol_name(&text[bytes(at)]);
        let before = |back: usize| token.checked_sub(back).map(|index| self.tokens[index]);
        // `::` is two tokens.
        let is_nested = [1, 2].iter().all(|&back| before(back).is_some_and(|token| &text[bytes(token)] == ":"));
        match before(3).filter(|outer| is_nested && outer.kind == Kind::At) {
            Some(_) => {
                let outer = self.symbol_at(text, token - 3)?;
                self.symbol_in(Some(outer), name)
            }
            None => self.visible_symbol(self.op_at(at.start as usize), name),
        }
    }

    /// The symbol of this name in the nearest operation that has one, from `op` outward.
    fn visible_symbol(&self, op: Option<usize>, name: &str) -> Option<usize> {
        let mut table = op;
        loop {
            if let Some(found) = self.symbol_in(table, name) {
                return Some(found);
            }
            table = self.ops[table?].parent;
        }
    }

    fn symbol_in(&self, table: Option<usize>, name: &str) -> Option<usize> {
        let named = self.symbols.get(name)?;
        named.iter().copied().find(|&op| self.ops[op].parent == table)
    }

    /// Where an operation defines its symbol.
    pub fn symbol_definition(&self, text: &str, op: usize) -> Option<Range<usize>> {
        let op = &self.ops[op];
        let (range, name) = (&op.range, op.symbol.as_deref()?);
        let first = self.tokens.partition_point(|token| (token.start as usize) < range.start);
        let inside = self.tokens[first..].iter().take_while(|token| (token.end as usize) <= range.end);
        let is_it = |token: &&Token| match token.kind {
            Kind::At => symbol_name(&text[bytes(**token)]) == name,
            // The generic form: `sym_name = "name"`.
            Kind::String => text[bytes(**token)].trim_matches('"') == name,
            _ => false,
        };
        inside.copied().find(|token| is_it(&token)).map(bytes)
    }

    /// The uses of a symbol.
    pub fn symbol_uses(&self, text: &str, op: usize) -> Vec<Range<usize>> {
        let definition = self.symbol_definition(text, op);
        let name = self.ops[op].symbol.as_deref();
        let same = self.tokens_of(Kind::At).filter(|(_, token)| Some(symbol_name(&text[bytes(*token)])) == name);
        let uses = same.filter(|(index, _)| self.symbol_at(text, *index) == Some(op)).map(|(_, token)| bytes(token));
        uses.filter(|range| Some(range) != definition.as_ref()).collect()
    }

    /// Where an alias such as `#map` or `!type` is defined.
    pub fn alias_definition(&self, text: &str, spelled: &str) -> Option<Range<usize>> {
        self.alias_tokens(text, spelled)
            .find(|(index, _)| self.defines_alias(text, *index))
            .map(|(_, token)| bytes(token))
    }

    /// The uses of an alias.
    pub fn alias_uses(&self, text: &str, spelled: &str) -> Vec<Range<usize>> {
        let uses = self.alias_tokens(text, spelled).filter(|(index, _)| !self.defines_alias(text, *index));
        uses.map(|(_, token)| bytes(token)).collect()
    }

    /// The names of the aliases that are defined.
    pub fn aliases<'t>(&'t self, text: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
        let all = self.tokens_of(Kind::Hash).chain(self.tokens_of(Kind::Bang));
        all.filter(|(index, _)| self.defines_alias(text, *index)).map(|(_, token)| bytes(token))
    }

    fn alias_tokens<'t>(&'t self, text: &'t str, spelled: &'t str) -> impl Iterator<Item = (usize, Token)> + 't {
        let kind = if spelled.starts_with('!') { Kind::Bang } else { Kind::Hash };
        self.tokens_of(kind).filter(move |(_, token)| &text[bytes(*token)] == spelled)
    }

    /// Whether the token begins a definition of an alias: it is the first of its line, and `=` follows.
    fn defines_alias(&self, text: &str, index: usize) -> bool {
        let token = self.tokens[index];
        let last_end = index.checked_sub(1).map_or(self.range.start, |last| self.tokens[last].end as usize);
        let before = &text[last_end..token.start as usize];
        let is_first = index == 0 || before.contains(['\n', '\r']);
        let next = self.tokens.get(index + 1).map(|&next| &text[bytes(next)]);
        is_first
            && next == Some("=")
            && self.op_at(token.start as usize).is_none_or(|op| {
                // An alias whose definition has an error is read as a part of no operation.
                self.ops[op].parent.is_none()
            })
    }
}
