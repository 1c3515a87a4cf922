//! Names of values and blocks.
//!
//! Each isolated operation begins a new [`NameScope`]. In it, names are visible in their regions. A forward reference
//! to a value is represented by the result of a detached placeholder operation.

use std::ops::Range;

use rmlir_core::asm::{Argument, ParseError, Parsed, Unresolved};
use rmlir_core::{BlockId, Loc, OpState, Type, Value};
use rustc_hash::FxHashMap;

use super::index::IndexBuilder;
use super::names::{Meaning, Names};
use super::parser::Parser;
use super::state::{BlockName, FirstUse, NameScope, RegionNames, SpelledArgument};
use crate::lex::{Kind, Token};

/// Records a definition or a use of a block in an index.
type RecordBlock = fn(&mut IndexBuilder, Range<usize>, (u32, BlockId));

impl<'s> Parser<'s, '_> {
    #[inline]
    fn scope(&mut self) -> &mut NameScope<'s> {
        self.scopes.last_mut().expect("names are read inside a scope")
    }

    /// Enters a body.
    pub fn push_scope(&mut self) {
        let names = self.spare_names.take().unwrap_or_else(|| Names::of(self.cursor.bytes()));
        self.scopes.push(NameScope {
            names,
            placeholders: FxHashMap::default(),
            regions: Vec::new(),
            lost: FxHashMap::default(),
        });
    }

    /// Enters a region of the innermost body.
    pub fn push_region_names(&mut self) {
        let first_defined = self.defined.len();
        self.scope().regions.push(RegionNames { first_defined, ..Default::default() });
    }

    /// Exits a region: its names are removed.
    pub fn pop_region_names(&mut self) -> Parsed<()> {
        let scope = self.scopes.last_mut().expect("names are read inside a scope");
        let region = scope.regions.pop().expect("a region that is left was entered");
        for name in self.defined.drain(region.first_defined..) {
            if let Some(meaning) = scope.names.meaning_mut(name) {
                *meaning = Meaning::default();
            }
        }
        let missing = region.forward.iter().map(|name| region.blocks[name]).filter(|block| !block.is_defined);
        match missing.map(|block| block.pos).min() {
            None => Ok(()),
            Some(pos) => Err(self.error_at(pos, "reference to an undefined block")),
        }
    }

    /// Exits a body: uses of undefined names are recorded.
    pub fn pop_scope(&mut self) {
        let scope = self.scopes.pop().expect("a scope that is left was entered");
        self.undeclared.extend(scope.placeholders.into_values().map(|first| first.pos));
        self.spare_names = scope.names.emptied();
    }

    /// Exits a body that has an error.
    pub(super) fn drop_scope(&mut self) {
        let scope = self.scopes.pop().expect("a scope that is left was entered");
        if let Some(outermost) = scope.regions.first() {
            self.defined.truncate(outermost.first_defined);
        }
    }

    /// Exits a region that has an error.
    pub(super) fn drop_region_names(&mut self) {
        if let Some(region) = self.scope().regions.last_mut() {
            region.forward.clear();
        }
        self.pop_region_names().expect("no block is missing");
    }

    /// The bytes of the file that are `name`, without the number of a result.
    pub(super) fn name_range(&self, name: Unresolved) -> Range<usize> {
        let start = (name.pos - self.base) as usize;
        start..start + self.spelled(name).len()
    }

    /// The id of the name `token` in the innermost scope.
    #[inline]
    pub fn name_id(&mut self, token: Token) -> u32 {
        self.scope().names.id(token)
    }

    /// The spelling of `name`; empty if it has no name.
    pub fn spelled(&self, name: Unresolved) -> &'s str {
        self.scopes.last().map_or("", |scope| scope.names.spelled(name.name))
    }

    /// Converts `args`, to be named in another scope.
    pub fn spelled_args(&mut self, args: &[Argument]) -> Vec<SpelledArgument> {
        let names = &self.scope().names;
        let spelled = |argument: &Argument| names.place(argument.name.name);
        args.iter().map(|argument| SpelledArgument { spelled: spelled(argument), argument: *argument }).collect()
    }

    /// Converts `args` to names in the innermost scope.
    pub fn named_args(&mut self, args: Vec<SpelledArgument>) -> Vec<Argument> {
        let names = &mut self.scope().names;
        let named = |SpelledArgument { spelled, argument }| {
            let name = spelled.map_or(0, |spelled| names.id(spelled));
            Argument { name: Unresolved { name, ..argument.name }, ..argument }
        };
        args.into_iter().map(named).collect()
    }

    /// Parses `%name` or `%name#n`.
    #[inline]
    pub fn parse_unresolved(&mut self) -> Parsed<Unresolved> {
        if self.kind() != Kind::Percent {
            return Err(self.wrong_token("expected SSA operand"));
        }
        let pos = self.pos();
        let token = self.bump();
        let name = self.name_id(token);
        let number = if self.kind() == Kind::Hash { self.parse_result_number()? } else { 0 };
        Ok(Unresolved { name, number, pos })
    }

    fn parse_result_number(&mut self) -> Parsed<u32> {
        let Ok(number) = self.next_str()[1..].parse::<u32>() else {
            return Err(self.error("invalid SSA value result number"));
        };
        self.bump();
        Ok(number)
    }

    /// The values that `name` refers to in the innermost scope.
    #[inline]
    fn meaning(&self, name: u32) -> Option<&Meaning> {
        self.scopes.last()?.names.meaning(name)
    }

    /// Makes `name` refer to `value` in the innermost scope and returns the previous value.
    #[inline]
    fn set_meaning(&mut self, name: Unresolved, value: Value) -> Option<(Value, u32)> {
        let meaning = self.scope().names.meaning_mut(name.name)?;
        meaning.set(name.number, (value, name.pos))
    }

    /// The value that `operand` refers to, which must have type `ty`.
    #[inline]
    pub fn resolve_value(&mut self, operand: Unresolved, ty: Type) -> Parsed<Value> {
        let Some((value, first_pos)) = self.meaning(operand.name).and_then(|meaning| meaning.get(operand.number))
        else {
            return self.resolve_forward(operand, ty);
        };
        self.index_use(operand, value);
        let got = self.body().ty(value);
        if got == ty { Ok(value) } else { Err(self.type_conflict(operand, ty, got, first_pos)) }
    }

    #[cold]
    fn resolve_forward(&mut self, operand: Unresolved, ty: Type) -> Parsed<Value> {
        if let Some(value) = self.lost_value(operand, ty) {
            return Ok(value);
        }
        let first = self.meaning(operand.name).and_then(|meaning| meaning.get(0));
        if let Some((first, _)) = first
            && !self.scope().placeholders.contains_key(&first)
        {
            return Err(self.error_at(operand.pos, "reference to invalid result number"));
        }
        let value = self.placeholder(ty, operand.pos);
        let scope = self.scope();
        let first = FirstUse { pos: operand.pos, n_regions: scope.regions.len() };
        scope.placeholders.insert(value, first);
        self.set_meaning(operand, value);
        self.index_use(operand, value);
        Ok(value)
    }

    #[cold]
    fn type_conflict(&mut self, operand: Unresolved, wanted: Type, got: Type, first_pos: u32) -> ParseError {
        let name = self.spelled(operand);
        let (wanted, got) = (self.cx.show_type(wanted), self.cx.show_type(got));
        let text = format!("use of value '{name}' expects different type than prior uses: '{wanted}' vs '{got}'");
        let error = self.error_at(operand.pos, text);
        self.note_at(first_pos, "prior use here");
        error
    }

    /// Records a use of a value.
    #[inline]
    fn index_use(&mut self, operand: Unresolved, value: Value) {
        if self.index.is_some() {
            let (range, body) = (self.name_range(operand), self.body().number());
            self.index().use_value(range, (body, value));
        }
    }

    pub(super) fn placeholder(&mut self, ty: Type, pos: u32) -> Value {
        let state = OpState::named(self.cx, "rmlir.placeholder").results(&[ty]).at(Loc::at(pos));
        let body = self.body();
        let op = body.create_op(state);
        body.result(op, 0)
    }

    /// The position of the first occurrence of `name`, if any.
    pub fn first_use(&mut self, name: Unresolved) -> Option<u32> {
        self.meaning(name.name)?.get(name.number).map(|(_, pos)| pos)
    }

    /// Defines `name` as `value`.
    #[inline]
    pub fn define_value(&mut self, name: Unresolved, value: Value) -> Parsed<()> {
        let before = self.set_meaning(name, value);
        if self.index.is_some() {
            self.index_definition(name, value);
        }
        if name.number == 0 {
            self.defined.push(name.name);
        }
        match before {
            None => Ok(()),
            Some(before) => self.replace_forward(name, value, before),
        }
    }

    #[cold]
    fn index_definition(&mut self, name: Unresolved, value: Value) {
        let (range, body) = (self.name_range(name), self.body());
        let (key, ty) = ((body.number(), value), body.ty(value));
        self.index().define(Some(key), range, name.number, Some(ty));
    }

    /// Handles a name that occurred before its definition as `value`, if it was not defined before.
    #[cold]
    fn replace_forward(&mut self, name: Unresolved, value: Value, before: (Value, u32)) -> Parsed<()> {
        let (old, old_pos) = before;
        let spelled = self.spelled(name);
        let Some(first) = self.scope().placeholders.remove(&old) else {
            let error = self.error_at(name.pos, format!("redefinition of SSA value '{spelled}'"));
            self.note_at(old_pos, "previously defined here");
            return Err(error);
        };
        let (old_type, new_type) = (self.body().ty(old), self.body().ty(value));
        if old_type != new_type {
            let (new_type, old_type) = (self.cx.show_type(new_type), self.cx.show_type(old_type));
            let text = format!("definition of SSA value '{spelled}#{}' has type '{new_type}'", name.number);
            let error = self.error_at(name.pos, text);
            self.note_at(old_pos, &format!("previously used here with type '{old_type}'"));
            return Err(error);
        }
        if self.index.is_some() {
            let number = self.body().number();
            self.index().replace((number, old), (number, value));
        }
        // An operation in progress may use the placeholder; the verifier will report it.
        let is_held = self.scope().regions.len() > first.n_regions;
        let body = self.body();
        body.replace_all_uses(old, value);
        if is_held {
            return Ok(());
        }
        let placeholder = body.defining_op(old).expect("a placeholder is a result");
        body.erase_op(placeholder).expect("a placeholder that was replaced has no uses");
        Ok(())
    }

    /// The block called `name` (with its `^`), created if it does not exist.
    pub fn block_named(&mut self, name: &'s [u8], pos: u32) -> BlockId {
        let block = self.find_or_create_block(name, pos);
        self.index_block(name, pos, block, IndexBuilder::use_block);
        block
    }

    fn find_or_create_block(&mut self, name: &'s [u8], pos: u32) -> BlockId {
        let region = self.scope().regions.last().expect("blocks are named inside a region");
        if let Some(known) = region.blocks.get(name) {
            return known.block;
        }
        let block = self.body().create_block(&[], &[]);
        let region = self.scope().regions.last_mut().expect("as above");
        region.blocks.insert(name, BlockName { block, pos, is_defined: false });
        region.forward.push(name);
        block
    }

    /// The block to be defined as `name`: one that was referenced before, or `fresh`, or a new one.
    pub fn define_block(&mut self, name: &'s [u8], pos: u32, fresh: Option<BlockId>) -> Parsed<BlockId> {
        let block = self.find_or_define_block(name, pos, fresh)?;
        self.index_block(name, pos, block, IndexBuilder::define_block);
        Ok(block)
    }

    /// Records a definition or a use of a block.
    fn index_block(&mut self, name: &[u8], pos: u32, block: BlockId, record: RecordBlock) {
        if self.index.is_some() {
            let (start, body) = ((pos - self.base) as usize, self.body().number());
            record(self.index(), start..start + name.len(), (body, block));
        }
    }

    fn find_or_define_block(&mut self, name: &'s [u8], pos: u32, fresh: Option<BlockId>) -> Parsed<BlockId> {
        let region = self.scope().regions.last_mut().expect("blocks are named inside a region");
        if let Some(known) = region.blocks.get_mut(name) {
            if known.is_defined {
                let name = String::from_utf8_lossy(name);
                return Err(self.error_at(pos, format!("redefinition of block '{name}'")));
            }
            known.is_defined = true;
            known.pos = pos;
            return Ok(known.block);
        }
        let block = match fresh {
            Some(block) => block,
            None => self.body().create_block(&[], &[]),
        };
        let region = self.scope().regions.last_mut().expect("as above");
        region.blocks.insert(name, BlockName { block, pos, is_defined: true });
        Ok(block)
    }
}
