//! Recovery from errors, for tools that want all errors of a text and the index of what is between them.
//!
//! Algorithm: after an error in an operation, the parser's stacks are cut to their sizes before it; its text is skipped
//! up to the next line that begins an operation in the same region, or the end of that; the results that it names are
//! *lost*: they may be used with any type, without further errors.

use rmlir_core::asm::{Parsed, Unresolved};
use rmlir_core::{BlockId, Type, Value};

use super::index::IndexBuilder;
use super::parser::Parser;
use crate::lex::{Kind, Token, Tokens};

/// The sizes of the parser's stacks before an operation, and its first byte.
struct RecoveryPoint {
    start: usize,
    frames: usize,
    bodies: usize,
    scopes: usize,
    regions: usize,
    custom_ops: usize,
    default_dialects: usize,
    depth: u32,
    region_depth: usize,
    open_ops: usize,
}

impl<'s> Parser<'s, '_> {
    /// Parses an operation of `block`. With an index, an operation that has an error is skipped; `Err` is then the end
    /// of the text.
    #[inline]
    pub fn parse_operation_or_recover(&mut self, block: BlockId) -> Parsed<()> {
        if self.index.is_none() { self.parse_operation(block).map(|_| ()) } else { self.parse_indexed(block) }
    }

    fn parse_indexed(&mut self, block: BlockId) -> Parsed<()> {
        self.or_recover(|parser| {
            let start = parser.cursor.peek().start as usize;
            parser.index().begin_op(start);
            let op = parser.parse_operation(block)?;
            let (end, body) = (parser.cursor.last_end as usize, parser.body());
            let parsed = (body.name(op), body.symbol_name(op));
            parser.index().end_op(end, Some(parsed));
            Ok(())
        })
    }

    /// Parses an item of a region. With an index, an item that has an error is skipped; `Err` is then the end of the
    /// text.
    pub fn or_recover(&mut self, item: impl FnOnce(&mut Self) -> Parsed<()>) -> Parsed<()> {
        if self.index.is_none() {
            return item(self);
        }
        let point = self.recovery_point();
        let read = item(self);
        if read.is_ok() {
            return Ok(());
        }
        let stopped = self.cursor.peek().start as usize;
        self.cut(&point);
        let next = self.next_item(point.start, stopped);
        self.index_skipped(point.start, next);
        self.cursor.jump(next);
        while self.index().n_open() > point.open_ops {
            self.index().end_op(next, None);
        }
        if self.kind() == Kind::Eof { read } else { Ok(()) }
    }

    /// The builder of the index, which exists when the parser recovers from errors.
    pub(super) fn index(&mut self) -> &mut IndexBuilder {
        self.index.as_mut().expect("only a parser with an index recovers from errors")
    }

    fn recovery_point(&mut self) -> RecoveryPoint {
        RecoveryPoint {
            start: self.cursor.peek().start as usize,
            frames: self.frames.len(),
            bodies: self.bodies.len(),
            scopes: self.scopes.len(),
            regions: self.scopes.last().map_or(0, |scope| scope.regions.len()),
            custom_ops: self.custom_ops.len(),
            default_dialects: self.default_dialects.len(),
            depth: self.depth,
            region_depth: self.region_depth,
            open_ops: self.index().n_open(),
        }
    }

    fn cut(&mut self, point: &RecoveryPoint) {
        self.frames.truncate(point.frames);
        self.bodies.truncate(point.bodies);
        self.custom_ops.truncate(point.custom_ops);
        self.default_dialects.truncate(point.default_dialects);
        (self.depth, self.region_depth) = (point.depth, point.region_depth);
        while self.scopes.len() > point.scopes {
            self.drop_scope();
        }
        while self.scopes.last().is_some_and(|scope| scope.regions.len() > point.regions) {
            self.drop_region_names();
        }
    }

    /// Records the names of values in the skipped text up to `end`: results of the operation, then uses.
    fn index_skipped(&mut self, start: usize, end: usize) {
        let mut is_result = true;
        for token in Tokens::new(self.cursor.bytes(), start, end) {
            match (token.kind, self.cursor.text(token)) {
                (Kind::Percent, _) => {
                    let pos = self.base + token.start;
                    let name = Unresolved { name: self.name_id(token), number: 0, pos };
                    if is_result { self.lose_value(name) } else { self.index_skipped_use(name) }
                }
                (Kind::Integer, _) | (_, b"," | b":") => {}
                _ => is_result = false,
            }
        }
    }

    fn index_skipped_use(&mut self, name: Unresolved) {
        let Some(scope) = self.scopes.last() else { return };
        let (lost, range) = (scope.lost.get(&name.name).copied(), self.name_range(name));
        let value = scope.names.meaning(name.name).and_then(|meaning| meaning.get(0));
        let body = self.body().number();
        match (lost, value) {
            (Some(target), _) => self.index().use_lost_value(range, target),
            (None, Some((value, _))) => self.index().use_value(range, (body, value)),
            (None, None) => {}
        }
    }

    /// The first byte of the next item of the region after the one that begins at `start` and has an error at
    /// `stopped`.
    fn next_item(&mut self, start: usize, stopped: usize) -> usize {
        let (mut braces, mut parentheses) = (0_usize, 0_usize);
        for token in Tokens::new(self.cursor.bytes(), start, self.cursor.end()) {
            let at = token.start as usize;
            // Half of an operation need not close its parentheses.
            let may_begin = braces == 0 && at > start && (parentheses == 0 || at >= stopped);
            if may_begin && self.begins_item(token) {
                return at;
            }
            match self.cursor.text(token) {
                b"{" | b"{-#" => braces += 1,
                b"}" if braces == 0 && at > start => return at,
                b"}" | b"#-}" => braces = braces.saturating_sub(1),
                b"(" => parentheses += 1,
                b")" => parentheses = parentheses.saturating_sub(1),
                _ => {}
            }
        }
        self.cursor.end()
    }

    /// Whether a line begins with this token, and an operation, a block or an alias with the line.
    fn begins_item(&mut self, token: Token) -> bool {
        let bytes = &self.cursor.bytes()[..self.cursor.end()];
        let (before, from) = bytes.split_at(token.start as usize);
        let indented = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if !matches!(before[..before.len() - indented].last(), None | Some(b'\n' | b'\r')) {
            return false;
        }
        let line = from.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.-#!%:, \t".contains(byte);
        let defines = || line.iter().find(|byte| !is_name(byte)) == Some(&b'=');
        let after = || line[(token.end - token.start) as usize..].trim_ascii_start();
        match token.kind {
            Kind::Percent | Kind::Hash | Kind::Bang => defines(),
            Kind::String => after().starts_with(b"("),
            Kind::Caret => after().starts_with(b"(") || after().starts_with(b":"),
            Kind::Bare => self.cursor.text(token).contains(&b'.') || self.is_custom_op(token),
            _ => false,
        }
    }

    /// Makes `name` a value that may have any type, as the operation that defines it has an error.
    fn lose_value(&mut self, name: Unresolved) {
        let range = self.name_range(name);
        let value = self.index().define(None, range, 0, None);
        let scope = self.scopes.last_mut().expect("names are read inside a scope");
        scope.lost.insert(name.name, value);
        if let Some((forward, _)) = scope.names.meaning(name.name).and_then(|meaning| meaning.get(0)) {
            scope.placeholders.remove(&forward);
        }
    }

    /// A value for a use of a lost name.
    pub(super) fn lost_value(&mut self, operand: Unresolved, ty: Type) -> Option<Value> {
        let target = *self.scopes.last()?.lost.get(&operand.name)?;
        let range = self.name_range(operand);
        self.index().use_lost_value(range, target);
        Some(self.placeholder(ty, operand.pos))
    }
}
