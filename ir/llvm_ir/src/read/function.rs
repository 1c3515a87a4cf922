//! Bodies of functions.
//!
//! Blocks get their ids at their first use; they are reordered to the order of the text at the end.

use rustc_hash::FxHashMap;

use super::Reader;
use super::failure::Read;
use super::lexer::TokenKind;
use super::locals::Locals;
use crate::model::GlobalId;
use crate::model::inst::{Block, BlockId, FunctionBody, Inst, InstKind};
use crate::model::metadata::Attachments;
use crate::model::types::Ty;
use crate::model::value::{InstId, Value};

impl Reader {
    fn locals(&mut self) -> &mut Locals {
        self.function.get_or_insert_default()
    }

    pub(super) fn function_body(&mut self, id: GlobalId) -> Read<()> {
        self.sign("{")?;
        self.function = Some(Locals { id: Some(id), ..Locals::default() });
        self.name_blocks_before(id);
        let ty = self.module.global(id).ty;
        let params = self.module.types.signature(ty).map_or(Vec::new(), |(_, params, _)| params.to_vec());
        let names = self.module.function_mut(id).param_names.clone();
        for index in 0..params.len() {
            let name = names.get(index).cloned().flatten();
            let locals = self.locals();
            let name = name.unwrap_or_else(|| locals.next.to_string());
            if name.parse() == Ok(locals.next) {
                locals.next += 1;
            }
            locals.values.insert(name, Value::Arg(index as u32));
        }
        self.module.function_mut(id).param_names = Vec::new();
        if self.at_sign("}") {
            return self.fail("function body requires at least one basic block");
        }
        while !self.at_sign("}") {
            self.block()?;
        }
        self.advance();
        let body = self.finish_body(id)?;
        self.module.function_mut(id).body = Some(body);
        Ok(())
    }

    /// Creates the blocks whose addresses were taken before the definition of their function, as LLVM does.
    fn name_blocks_before(&mut self, id: GlobalId) {
        let taken = self.addresses.keys().filter(|(function, _)| *function == id);
        let mut labels: Vec<(Option<u64>, String)> =
            taken.map(|(_, label)| (label.parse().ok(), label.clone())).collect();
        labels.sort();
        for (_, label) in labels {
            self.block_named(&label);
        }
    }

    /// Checks that no block addresses of functions without a body remain.
    pub(super) fn all_addresses_known(&self) -> Read<()> {
        let unknown = self.addresses.iter().filter(|((function, _), _)| !self.places.contains_key(function));
        match unknown.map(|((_, label), (_, at))| (*at, label)).min() {
            None => Ok(()),
            Some((at, label)) => {
                Err(super::Failure { at, message: format!("referenced value is not a basic block: '%{label}'") })
            }
        }
    }

    /// Reorders the blocks to the order of the text.
    fn finish_body(&mut self, id: GlobalId) -> Read<FunctionBody> {
        let locals = self.function.take().unwrap_or_default();
        let unknown = locals.undefined.iter().map(|(name, (_, at))| (*at, name)).min();
        if let Some((at, name)) = unknown {
            return Err(super::Failure { at, message: format!("use of undefined value '%{name}'") });
        }
        let mut body = locals.body;
        let mut places = vec![BlockId::MAX; body.blocks.len()];
        for (place, &block) in locals.order.iter().enumerate() {
            places[block as usize] = place as BlockId;
        }
        let missing = locals.blocks.iter().filter(|(_, (block, _))| places[*block as usize] == BlockId::MAX);
        if let Some((at, name)) = missing.map(|(name, (_, at))| (*at, name)).min() {
            return Err(super::Failure { at, message: format!("use of undefined value '%{name}'") });
        }
        if self.has_addresses {
            let places = locals.blocks.iter().map(|(name, (block, _))| (name.clone(), places[*block as usize]));
            let places: FxHashMap<String, BlockId> = places.collect();
            for ((_, label), (address, _)) in self.addresses.iter().filter(|((function, _), _)| *function == id) {
                self.module.constants.set_block(*address, places[label]);
            }
            self.places.insert(id, places);
        }
        let mut blocks = std::mem::take(&mut body.blocks);
        body.blocks = locals.order.iter().map(|&block| std::mem::take(&mut blocks[block as usize])).collect();
        body.insts.iter_mut().for_each(|inst| inst.kind.map_blocks(|block| places[block as usize]));
        for place in 0..body.blocks.len() {
            for &inst in &body.blocks[place].insts {
                let successors = body.insts[inst.0 as usize].kind.successors();
                body.edges.extend(successors.into_iter().map(|to| (place as BlockId, to)));
            }
        }
        Ok(body)
    }

    fn block(&mut self) -> Read<()> {
        let name = match self.peek().kind {
            TokenKind::Label => self.text(TokenKind::Label, "a label")?,
            _ => self.locals().next.to_string(),
        };
        let locals = self.locals();
        if name.parse() == Ok(locals.next) {
            locals.next += 1;
        }
        let block = self.block_named(&name);
        let locals = self.locals();
        if locals.order.contains(&block) {
            return self.fail(format!("redefinition of block '%{name}'"));
        }
        locals.order.push(block);
        loop {
            let mut records = Vec::new();
            while self.peek().kind == TokenKind::Record {
                records.push(self.record()?);
            }
            let inst = self.named_instruction()?;
            self.locals().body.insts[inst.0 as usize].records = records;
            let is_last = self.locals().body.inst(inst).kind.is_terminator();
            self.locals().body.blocks[block as usize].insts.push(inst);
            if is_last {
                return Ok(());
            }
        }
    }

    pub(super) fn block_named(&mut self, name: &str) -> BlockId {
        let at = self.peek().at;
        let locals = self.locals();
        if let Some((block, _)) = locals.blocks.get(name) {
            return *block;
        }
        let block = locals.body.blocks.len() as BlockId;
        locals.body.blocks.push(Block { number: block, ..Block::default() });
        locals.blocks.insert(name.to_owned(), (block, at));
        block
    }

    /// `%name`, a block.
    pub(super) fn block_name(&mut self) -> Read<BlockId> {
        if self.peek().kind != TokenKind::Local {
            return self.fail("expected a basic block");
        }
        let name = String::from_utf8_lossy(&self.peek().text).into_owned();
        let block = self.block_named(&name);
        self.advance();
        Ok(block)
    }

    /// A value of type `ty`.
    pub(super) fn value(&mut self, ty: Ty) -> Read<Value> {
        if self.at_constant() {
            return Ok(Value::Const(self.constant(ty)?));
        }
        let name = String::from_utf8_lossy(&self.peek().text).into_owned();
        let at = self.peek().at;
        self.advance();
        let locals = self.locals();
        let value = match (locals.values.get(&name), locals.undefined.get(&name)) {
            (Some(&value), _) => value,
            (None, Some((inst, _))) => Value::Inst(*inst),
            (None, None) => {
                let inst = locals.body.reserve();
                locals.undefined.insert(name, (inst, at));
                Value::Inst(inst)
            }
        };
        Ok(value)
    }

    /// A type and a value of it.
    pub(super) fn typed_value(&mut self) -> Read<(Ty, Value)> {
        let ty = self.ty()?;
        Ok((ty, self.value(ty)?))
    }

    /// `%name = ..` or an instruction without a result.
    fn named_instruction(&mut self) -> Read<InstId> {
        let mut name = None;
        if self.peek().kind == TokenKind::Local {
            name = Some(self.text(TokenKind::Local, "a name")?);
            self.sign("=")?;
        }
        let (kind, ty, flags) = self.instruction()?;
        let attachments = self.attachments(true)?;
        let inst = Inst { kind, ty, flags, name: None, attachments, records: Vec::new() };
        self.define(name, inst)
    }

    fn define(&mut self, name: Option<String>, inst: Inst) -> Read<InstId> {
        let has_result = inst.ty != Ty::VOID;
        let at = self.peek().at;
        let locals = self.locals();
        let name = name.or_else(|| has_result.then(|| locals.next.to_string()));
        let Some(name) = name else {
            let id = locals.body.reserve();
            locals.body.insts[id.0 as usize] = inst;
            return Ok(id);
        };
        if name.parse() == Ok(locals.next) {
            locals.next += 1;
        }
        let id = locals.undefined.remove(&name).map_or_else(|| locals.body.reserve(), |(id, _)| id);
        locals.body.insts[id.0 as usize] = inst;
        if locals.values.insert(name.clone(), Value::Inst(id)).is_some() {
            let message = format!("multiple definition of local value named '{name}'");
            return Err(super::Failure { at, message });
        }
        Ok(id)
    }
}

impl FunctionBody {
    /// Reserves an id for an instruction that is defined later.
    fn reserve(&mut self) -> InstId {
        let id = InstId(self.insts.len() as u32);
        let attachments = Attachments::default();
        let kind = InstKind::Unreachable;
        self.insts.push(Inst { kind, ty: Ty::VOID, flags: 0, name: None, attachments, records: Vec::new() });
        id
    }
}
