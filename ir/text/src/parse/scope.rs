//! Names of values and blocks.
//!
//! Each isolated operation starts a fresh [`NameScope`]. Inside it names come
//! and go with regions. A value that is used before its definition is stood in
//! for by the result of a detached placeholder operation.

use rmlir_core::asm::{Parsed, Unresolved};
use rmlir_core::{BlockId, Ident, Loc, OpState, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::parser::Parser;
use crate::lex::Kind;

/// What a name means, by result number: the value and where it was met first.
type Entry = SmallVec<[Option<(Value, u32)>; 1]>;

/// The names of one body.
#[derive(Default)]
pub(crate) struct NameScope<'s> {
    values: FxHashMap<Ident, Entry>,
    /// Placeholders not replaced yet, and where they were used first.
    placeholders: FxHashMap<Value, u32>,
    regions: Vec<RegionNames>,
    marker: std::marker::PhantomData<&'s ()>,
}

/// The names defined in one region.
#[derive(Default)]
struct RegionNames {
    defined: Vec<Ident>,
    blocks: FxHashMap<Ident, BlockName>,
    /// Names of blocks used before their definition, in order.
    forward: Vec<Ident>,
}

#[derive(Clone, Copy)]
struct BlockName {
    block: BlockId,
    pos: u32,
    is_defined: bool,
}

impl<'s> Parser<'s, '_> {
    fn scope(&mut self) -> &mut NameScope<'s> {
        self.scopes.last_mut().expect("names are read inside a scope")
    }

    /// Enters a region of the innermost body.
    pub fn push_region_names(&mut self) {
        self.scope().regions.push(RegionNames::default());
    }

    /// Leaves a region: its names are forgotten.
    pub fn pop_region_names(&mut self) -> Parsed<()> {
        let scope = self.scope();
        let names = scope.regions.pop().expect("a region that is left was entered");
        for name in names.defined {
            scope.values.remove(&name);
        }
        let undefined = |name: &&Ident| names.blocks.get(name).is_some_and(|block| !block.is_defined);
        let missing: Vec<(u32, Ident)> =
            names.forward.iter().filter(undefined).map(|name| (names.blocks[name].pos, *name)).collect();
        let Some(&(pos, _)) = missing.iter().min() else { return Ok(()) };
        Err(self.error_at(pos, "reference to an undefined block"))
    }

    /// Leaves a body: uses of names that were never defined are noted.
    pub fn pop_scope(&mut self) {
        let scope = self.scopes.pop().expect("a scope that is left was entered");
        self.undeclared.extend(scope.placeholders.into_values());
    }

    /// Reads `%name` or `%name#n`.
    pub fn parse_unresolved(&mut self) -> Parsed<Unresolved> {
        if self.kind() != Kind::Percent {
            return Err(self.wrong_token("expected SSA operand"));
        }
        let pos = self.pos();
        let token = self.bump();
        let name = self.ident(token);
        let mut number = 0;
        if self.kind() == Kind::Hash {
            match self.next_str()[1..].parse::<u32>() {
                Ok(found) => number = found,
                Err(_) => return Err(self.error("invalid SSA value result number")),
            }
            self.bump();
        }
        Ok(Unresolved { name, number, pos })
    }

    /// The value that `operand` names, which must have type `ty`.
    pub fn resolve_value(&mut self, operand: Unresolved, ty: Type) -> Parsed<Value> {
        let number = operand.number as usize;
        let entry = self.scope().values.get(&operand.name);
        if let Some(&Some((value, first_pos))) = entry.and_then(|entry| entry.get(number)) {
            let got = self.body().ty(value);
            if got == ty {
                return Ok(value);
            }
            return Err(self.type_conflict(operand, ty, got, first_pos));
        }
        let first = entry.and_then(|entry| entry.first().copied().flatten());
        if let Some((first, _)) = first
            && !self.scope().placeholders.contains_key(&first)
        {
            return Err(self.error_at(operand.pos, "reference to invalid result number"));
        }
        let value = self.placeholder(ty, operand.pos);
        let scope = self.scope();
        scope.placeholders.insert(value, operand.pos);
        let entry = scope.values.entry(operand.name).or_default();
        if entry.len() <= number {
            entry.resize(number + 1, None);
        }
        entry[number] = Some((value, operand.pos));
        Ok(value)
    }

    #[cold]
    fn type_conflict(
        &mut self,
        operand: Unresolved,
        wanted: Type,
        got: Type,
        first_pos: u32,
    ) -> rmlir_core::asm::ParseError {
        let name = operand.name.str(self.cx);
        let (wanted, got) = (self.cx.show_type(wanted), self.cx.show_type(got));
        let text = format!("use of value '{name}' expects different type than prior uses: '{wanted}' vs '{got}'");
        let error = self.error_at(operand.pos, text);
        self.note_at(first_pos, "prior use here");
        error
    }

    fn placeholder(&mut self, ty: Type, pos: u32) -> Value {
        let state = OpState::named(self.cx, "rmlir.placeholder").results(&[ty]).at(Loc::at(pos));
        let body = self.body();
        let op = body.create_op(state);
        body.result(op, 0)
    }

    /// Where `name` was met, if it was.
    pub fn first_use(&mut self, name: Unresolved) -> Option<u32> {
        let entry = self.scope().values.get(&name.name)?;
        entry.get(name.number as usize).copied().flatten().map(|(_, pos)| pos)
    }

    /// Makes `name` mean `value`.
    pub fn define_value(&mut self, name: Unresolved, value: Value) -> Parsed<()> {
        let number = name.number as usize;
        let scope = self.scope();
        let entry = scope.values.entry(name.name).or_default();
        if entry.len() <= number {
            entry.resize(number + 1, None);
        }
        let before = entry[number].replace((value, name.pos));
        if number == 0
            && let Some(region) = scope.regions.last_mut()
        {
            region.defined.push(name.name);
        }
        let Some((old, old_pos)) = before else { return Ok(()) };
        if scope.placeholders.remove(&old).is_none() {
            let spelled = name.name.str(self.cx);
            let error = self.error_at(name.pos, format!("redefinition of SSA value '{spelled}'"));
            self.note_at(old_pos, "previously defined here");
            return Err(error);
        }
        let (old_type, new_type) = (self.body().ty(old), self.body().ty(value));
        if old_type != new_type {
            let spelled = name.name.str(self.cx);
            let (new_type, old_type) = (self.cx.show_type(new_type), self.cx.show_type(old_type));
            let text = format!("definition of SSA value '{spelled}#{number}' has type '{new_type}'");
            let error = self.error_at(name.pos, text);
            self.note_at(old_pos, &format!("previously used here with type '{old_type}'"));
            return Err(error);
        }
        let body = self.body();
        body.replace_all_uses(old, value);
        let placeholder = body.defining_op(old).expect("a placeholder is a result");
        body.erase_op(placeholder).expect("a placeholder that was replaced has no uses");
        Ok(())
    }

    /// The block called `name` (with its `^`), made now if it is not known yet.
    pub fn block_named(&mut self, name: Ident, pos: u32) -> BlockId {
        let region = self.scope().regions.last().expect("blocks are named inside a region");
        if let Some(known) = region.blocks.get(&name) {
            return known.block;
        }
        let block = self.body().create_block(&[], &[]);
        let region = self.scope().regions.last_mut().expect("as above");
        region.blocks.insert(name, BlockName { block, pos, is_defined: false });
        region.forward.push(name);
        block
    }

    /// The block that the definition of `name` is about: one used before, or
    /// `fresh`, or a new one.
    pub fn define_block(&mut self, name: Ident, pos: u32, fresh: Option<BlockId>) -> Parsed<BlockId> {
        let region = self.scope().regions.last_mut().expect("blocks are named inside a region");
        if let Some(known) = region.blocks.get_mut(&name) {
            if known.is_defined {
                let before = known.pos;
                let name = name.str(self.cx).to_owned();
                let error = self.error_at(pos, format!("redefinition of block '{name}'"));
                self.note_at(before, "previously defined here");
                return Err(error);
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
