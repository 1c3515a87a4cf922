//! Functions: reachable blocks, with block arguments for phis.

use rmlir::core::OpId;
use rmlir::prelude::*;
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::enums::CConv;
use rmlir_llvm_ir::model::constant::ConstData;
use rmlir_llvm_ir::model::inst::{BlockId, FunctionBody, InstKind};
use rmlir_llvm_ir::model::types::Ty;
use rmlir_llvm_ir::model::value::Value;
use rmlir_llvm_ir::model::{Function, GlobalId};

use super::{Done, Importer, Region};

impl<'c> Importer<'c> {
    /// A function, unless it is an intrinsic that has an operation.
    pub(super) fn function(&mut self, body: &mut Body<'c>, id: GlobalId) -> Done<Option<OpId>> {
        let cx = self.cx;
        let global = self.module.global(id).clone();
        let Some(function) = global.function() else { return Ok(None) };
        if global.name.starts_with("llvm.") && self.has_own_op(&global.name) {
            return Ok(None);
        }
        let ty = self.ty(global.ty);
        let mut state = OpState::of::<llvm::LLVMFuncOp>(cx).new_regions(1);
        self.common(id, &mut state);
        state.set_attr(cx, "function_type", cx.type_attr(ty));
        let convention = CConv::from_value(function.convention.into()).unwrap_or(CConv::C);
        state.set_attr(cx, "CConv", convention.attr(cx));
        let params = self.module.types.signature(global.ty).map_or(Vec::new(), |(_, params, _)| params.to_vec());
        if let Some(attrs) = self.arg_attrs(&function.param_attrs, params.len()) {
            state.set_attr(cx, "arg_attrs", attrs);
        }
        if let Some(attrs) = self.result_attrs(&function.result_attrs) {
            state.set_attr(cx, "res_attrs", attrs);
        }
        if let Some(personality) = function.personality
            && let ConstData::Global(personality) = *self.module.constants.data(personality)
        {
            state.set_attr(cx, "personality", self.symbol(personality));
        }
        if let Some(gc) = &function.gc {
            state.set_attr(cx, "garbageCollector", cx.str_attr(gc));
        }
        if let Some(section) = &global.section {
            state.set_attr(cx, "section", cx.str_attr(section));
        }
        if let Some(comdat) = self.comdat_attr(id) {
            state.set_attr(cx, "comdat", comdat);
        }
        if global.align != 0 {
            state.set_attr(cx, "alignment", cx.i64_attr(global.align as i64));
        }
        let mut attrs = function.attrs.clone();
        if global.name.starts_with("llvm.") {
            // LLVM adds the inferred attributes to intrinsics.
            attrs.remove("mustprogress");
        }
        self.function_attrs(&attrs, &mut state);
        if let Some(count) = global.attachments.find("prof").and_then(|node| self.entry_count(node)) {
            state.set_attr(cx, "function_entry_count", count);
        }
        self.kernel_facts(&global.attachments, &mut state);
        let loc = self.function_location(global.attachments.find("dbg"));
        let nested = self.function_body(id, function, &params, loc)?;
        Ok(Some(body.create_isolated(state.at(loc), nested)))
    }

    fn function_body(&mut self, id: GlobalId, function: &Function, params: &[Ty], loc: Loc) -> Done<Box<Body<'c>>> {
        let cx = self.cx;
        let mut body = Box::new(Body::new(cx, cx.op_name_of(llvm::LLVMFuncOp::DEF), Loc::UNKNOWN, 1));
        let Some(source) = &function.body else { return Ok(body) };
        let root = body.root();
        let at = body.region(root, 0);
        let params = self.tys(params);
        let entry = body.create_block(&params, &vec![loc; params.len()]);
        body.append_block(at, entry);
        let mut region = Region::new(body, entry);
        region.function = Some(id);
        for (index, arg) in region.body.args(entry).to_vec().into_iter().enumerate() {
            region.values.insert(Value::Arg(index as u32), arg);
        }
        let order = order(source);
        region.blocks.insert(0, entry);
        for block in (1..source.blocks.len() as BlockId).filter(|block| order.contains(block)) {
            let made = region.body.create_block(&[], &[]);
            region.body.append_block(at, made);
            region.blocks.insert(block, made);
        }
        region.source = source.clone();
        let tagged = self.tagged(id);
        for block in order {
            region.block = region.blocks[&block];
            region.from = block;
            for inst in source.blocks[block as usize].insts.clone() {
                self.instruction(&mut region, inst)?;
            }
            if tagged.contains(&block) {
                self.tag(&mut region, block);
            }
        }
        self.variable_records(&mut region)?;
        Ok(region.body)
    }

    /// The blocks of a function whose addresses are taken.
    fn tagged(&self, id: GlobalId) -> Vec<BlockId> {
        let addresses = self.module.constants.all().filter_map(|data| match data {
            ConstData::BlockAddress { function, block } if *function == id => Some(*block),
            _ => None,
        });
        addresses.collect()
    }

    fn tag(&mut self, region: &mut Region<'c>, block: BlockId) {
        let cx = self.cx;
        let number = region.source.blocks[block as usize].number;
        let tag = rmlir_llvm::attrs::misc::BlockTagAttr::get(cx, cx.i64_attr(i64::from(number))).attr();
        let op = region.body.create_op(self.state(llvm::BlockTagOp::NAME, &[], &[]).attr(cx, "tag", tag));
        region.body.prepend_op(region.block, op);
    }

    /// The operands that the current block forwards to `to`.
    pub(super) fn passed(&mut self, region: &mut Region<'c>, to: BlockId) -> Done<Vec<rmlir::core::Value>> {
        let mut passed = Vec::new();
        for inst in region.source.blocks[to as usize].insts.clone() {
            let InstKind::Phi(incoming) = &region.source.inst(inst).kind else { break };
            let value = incoming.iter().find(|(_, block)| *block == region.from).map(|(value, _)| *value);
            let Some(value) = value else { return Self::unhandled("phi") };
            passed.push(self.value(region, value)?);
        }
        Ok(passed)
    }
}

/// The reachable blocks, in the order of imported functions.
pub fn reached_blocks(body: &FunctionBody) -> Vec<BlockId> {
    let mut blocks = order(body);
    blocks.sort_unstable();
    blocks
}

/// The reachable blocks in reverse postorder.
fn order(body: &FunctionBody) -> Vec<BlockId> {
    let successors = |block: BlockId| {
        let last = body.blocks[block as usize].insts.last();
        last.map_or(Vec::new(), |&inst| body.inst(inst).kind.successors())
    };
    let mut seen = vec![false; body.blocks.len()];
    let mut finished = Vec::new();
    let mut path = vec![(0, successors(0), 0)];
    seen[0] = true;
    while let Some((block, next, at)) = path.last_mut() {
        match next.get(*at).copied() {
            Some(to) => {
                *at += 1;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    path.push((to, successors(to), 0));
                }
            }
            None => {
                finished.push(*block);
                path.pop();
            }
        }
    }
    finished.reverse();
    finished
}
