//! Calls and invokes.

use rmlir::core::{OpId, Value as MlirValue};
use rmlir::prelude::*;
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::enums::{AsmDialect, CConv, TailCallKind};
use rmlir_llvm::ops::call::NO_DIVERGENCE_SOURCE;
use rmlir_llvm_ir::model::attribute::MemoryEffects;
use rmlir_llvm_ir::model::inst::{Argument, BlockId, Call, Callee, InlineAsm, InstKind, called_global};
use rmlir_llvm_ir::model::types::Ty;
use rmlir_llvm_ir::model::value::{InstId, Value};
use rmlir_llvm_ir::model::{GlobalId, GlobalKind};

use super::attribute::{FLAGS, effects_of};
use super::{Done, Importer, Region};

impl<'c> Importer<'c> {
    pub(super) fn call(&mut self, region: &mut Region<'c>, call: &Call, ty: Ty, flags: u32) -> Done<Option<OpId>> {
        if let Callee::Asm(asm) = &call.callee {
            return self.asm(region, call, asm, ty).map(Some);
        }
        let callee = called_global(&call.callee, &self.module.constants);
        if let Some(name) = callee.map(|id| self.module.global(id).name.clone())
            && name.starts_with("llvm.")
        {
            return self.intrinsic(region, &name, call, ty, flags);
        }
        let cx = self.cx;
        let mut state = self.call_state(region, llvm::CallOp::NAME, call, ty, &[])?;
        state.set_attr(cx, "fastmathFlags", self.fast(flags));
        state.set_attr(cx, "TailCallKind", self.tail(call).attr(cx));
        for (name, prop) in FLAGS {
            let has_property = state.name.def(cx).is_some_and(|def| def.prop_index(prop).is_some());
            if has_property && call.attrs.find(name).is_some() {
                state.set_attr(cx, prop, Attr::UNIT);
            }
        }
        let mut effects = effects_of(&call.attrs);
        if let Some(function) = callee.and_then(|id| self.module.global(id).function()) {
            let other = effects_of(&function.attrs);
            effects = MemoryEffects(std::array::from_fn(|place| effects.0[place] & other.0[place]));
        }
        if let Some(effects) = self.effects_attr(effects) {
            state.set_attr(cx, "memory_effects", effects);
        }
        Ok(Some(region.push(state)))
    }

    fn tail(&self, call: &Call) -> TailCallKind {
        match call.tail {
            "tail" => TailCallKind::Tail,
            "musttail" => TailCallKind::MustTail,
            "notail" => TailCallKind::NoTail,
            _ => TailCallKind::None,
        }
    }

    /// The values of arguments.
    pub(super) fn arguments(&mut self, region: &mut Region<'c>, call: &Call) -> Done<Vec<MlirValue>> {
        let mut values = Vec::new();
        for arg in &call.args {
            match arg {
                Argument::Value(value) => values.push(self.value(region, *value)?),
                Argument::Metadata(_) => return Self::unhandled("metadata as an argument"),
            }
        }
        Ok(values)
    }

    /// The function that is called directly, if its type is that of the call.
    fn direct(&self, call: &Call) -> Option<GlobalId> {
        let id = called_global(&call.callee, &self.module.constants)?;
        let global = self.module.global(id);
        let is_callable = matches!(global.kind, GlobalKind::Function(_) | GlobalKind::IFunc(_));
        (is_callable && global.ty == call.ty).then_some(id)
    }

    /// The common part of calls and invokes; `passed` are operands between arguments and bundles, by fields.
    fn call_state(
        &mut self,
        region: &mut Region<'c>,
        name: &str,
        call: &Call,
        ty: Ty,
        passed: &[Vec<MlirValue>],
    ) -> Done<OpState> {
        let cx = self.cx;
        let direct = self.direct(call);
        let mut operands = Vec::new();
        if let (None, Callee::Value(callee)) = (direct, &call.callee) {
            operands.push(self.value(region, *callee)?);
        }
        operands.extend(self.arguments(region, call)?);
        let mut sizes = vec![operands.len() as i32];
        for field in passed {
            sizes.push(field.len() as i32);
            operands.extend(field);
        }
        let (bundled, bundle_sizes, tags) = self.bundles(region, call)?;
        sizes.push(bundled.len() as i32);
        operands.extend(bundled);
        let result: Vec<Type> = if ty == Ty::VOID { Vec::new() } else { vec![self.ty(ty)] };
        let mut state = self.state(name, &operands, &result);
        state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&sizes));
        state.set_attr(cx, "op_bundle_sizes", cx.i32_array(&bundle_sizes));
        if !tags.is_empty() {
            state.set_attr(cx, "op_bundle_tags", cx.array_attr(&tags));
        }
        if let Some(id) = direct {
            state.set_attr(cx, "callee", self.symbol(id));
        }
        if self.module.types.signature(call.ty).is_some_and(|(_, _, variadic)| variadic) {
            let ty = self.ty(call.ty);
            state.set_attr(cx, "var_callee_type", cx.type_attr(ty));
        }
        let convention = CConv::from_value(call.convention.into()).unwrap_or(CConv::C);
        state.set_attr(cx, "CConv", convention.attr(cx));
        if let Some(attrs) = self.arg_attrs(&call.arg_attrs, call.args.len()) {
            state.set_attr(cx, "arg_attrs", attrs);
        }
        if let Some(attrs) = self.result_attrs(&call.result_attrs) {
            state.set_attr(cx, "res_attrs", attrs);
        }
        let called = direct.and_then(|id| self.module.global(id).function());
        let mut attrs = [Some(&call.attrs), called.map(|function| &function.attrs)].into_iter().flatten();
        if attrs.any(|attrs| attrs.find("nodivergencesource").is_some()) {
            state.set_attr(cx, NO_DIVERGENCE_SOURCE, Attr::UNIT);
        }
        Ok(state)
    }

    /// The operands in bundles, the size of each bundle, and their tags.
    #[allow(clippy::type_complexity)] // Three parallel lists.
    pub(super) fn bundles(
        &mut self,
        region: &mut Region<'c>,
        call: &Call,
    ) -> Done<(Vec<MlirValue>, Vec<i32>, Vec<Attr>)> {
        let (mut operands, mut sizes, mut tags) = (Vec::new(), Vec::new(), Vec::new());
        for (tag, values) in &call.bundles {
            operands.extend(self.values(region, values)?);
            sizes.push(values.len() as i32);
            tags.push(self.cx.str_attr(tag));
        }
        Ok((operands, sizes, tags))
    }

    fn asm(&mut self, region: &mut Region<'c>, call: &Call, asm: &InlineAsm, ty: Ty) -> Done<OpId> {
        let cx = self.cx;
        let operands = self.arguments(region, call)?;
        // As upstream, which adds a result even if there is none.
        let result = [self.ty(ty)];
        let text = |text: &[u8]| cx.str_attr(&String::from_utf8_lossy(text));
        let dialect = AsmDialect::from_value(asm.inteldialect.into()).unwrap_or(AsmDialect::Att);
        let mut state = self.state(llvm::InlineAsmOp::NAME, &operands, &result);
        state.set_attr(cx, "asm_string", text(&asm.text));
        state.set_attr(cx, "constraints", text(&asm.constraints));
        state.set_attr(cx, "asm_dialect", rmlir::core::params::store_enum(cx, dialect));
        state.set_attr(cx, "tail_call_kind", self.tail(call).attr(cx));
        for (is, name) in [(asm.sideeffect, "has_side_effects"), (asm.alignstack, "is_align_stack")] {
            if is {
                state.set_attr(cx, name, Attr::UNIT);
            }
        }
        if call.arg_attrs.iter().any(|attrs| attrs.find("elementtype").is_some()) {
            let mut all = Vec::new();
            for attrs in &call.arg_attrs {
                let ty = attrs.find("elementtype").map(|attribute| attribute.value.clone());
                all.push(match ty {
                    Some(rmlir_llvm_ir::model::attribute::Value::Type(ty)) => {
                        let value = cx.type_attr(self.ty(ty));
                        cx.dict(vec![NamedAttr { name: cx.ident("elementtype"), value }])
                    }
                    _ => Attr::EMPTY_DICT,
                });
            }
            state.set_attr(cx, "operand_attrs", cx.array_attr(&all));
        }
        Ok(region.push(state))
    }

    /// An invoke cannot forward its result to the normal destination: then the edge is split.
    pub(super) fn invoke(
        &mut self,
        region: &mut Region<'c>,
        id: InstId,
        call: &Call,
        ty: Ty,
        normal: BlockId,
        unwind: BlockId,
    ) -> Done<OpId> {
        let passes_result = region.source.blocks[normal as usize].insts.iter().any(|&inst| {
            let InstKind::Phi(incoming) = &region.source.inst(inst).kind else { return false };
            incoming.contains(&(Value::Inst(id), region.from))
        });
        let after = region.blocks[&normal];
        let unwinding = self.passed(region, unwind)?;
        let direct = match passes_result {
            true => {
                let between = region.body.create_block(&[], &[]);
                region.body.insert_block_before(after, between);
                between
            }
            false => after,
        };
        let passed = if passes_result { Vec::new() } else { self.passed(region, normal)? };
        let state = self.call_state(region, llvm::InvokeOp::NAME, call, ty, &[passed, unwinding])?;
        let op = region.push(state.successors(&[direct, region.blocks[&unwind]]));
        if passes_result {
            let result = region.result(op);
            region.values.insert(Value::Inst(id), result);
            let passed = self.passed(region, normal)?;
            let branch = region.body.create_op(self.state(llvm::BrOp::NAME, &passed, &[]).successors(&[after]));
            region.body.append_op(direct, branch);
        }
        Ok(op)
    }
}
