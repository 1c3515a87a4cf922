//! Instructions.

use rmlir::core::{OpId, Value as MlirValue};
use rmlir::prelude::*;
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::enums::{AtomicBinOp, AtomicOrdering, FCmpPredicate, FastmathFlags, ICmpPredicate};
use rmlir_llvm::ops::memory::GEPOp;
use rmlir_llvm::types::{ArrayType, StructType};
use rmlir_llvm_ir::model::inst::{Access, BlockId, InstKind, called_global, flag};
use rmlir_llvm_ir::model::types::Ty;
use rmlir_llvm_ir::model::value::{InstId, Value};

use super::{Done, Importer, Region};

impl<'c> Importer<'c> {
    /// Translates an instruction, and records its result.
    pub(super) fn instruction(&mut self, region: &mut Region<'c>, id: InstId) -> Done {
        let mut inst = region.source.inst(id).clone();
        region.loc = self.location(inst.attachments.find("dbg"));
        let records = std::mem::take(&mut inst.records);
        if !self.is_intrinsic_call(&inst.kind) {
            self.records_before(region, records);
        }
        if let InstKind::Phi(_) = inst.kind {
            let ty = self.ty(inst.ty);
            let arg = region.body.add_arg(region.block, ty, region.loc);
            region.values.insert(Value::Inst(id), arg);
            return Ok(());
        }
        let op = match &inst.kind {
            InstKind::Call(call) => self.call(region, call, inst.ty, inst.flags)?,
            InstKind::Invoke { call, normal, unwind } => {
                Some(self.invoke(region, id, call, inst.ty, *normal, *unwind)?)
            }
            kind => self.instruction_op(region, kind, inst.ty, inst.flags)?,
        };
        let Some(op) = op else { return Ok(()) };
        if inst.ty != Ty::VOID {
            let result = region.result(op);
            region.values.insert(Value::Inst(id), result);
        }
        self.nontemporal(region, op, &inst);
        self.attach(region, op, &inst);
        Ok(())
    }

    /// Whether an instruction calls an intrinsic: upstream drops the debug records before those.
    fn is_intrinsic_call(&self, kind: &InstKind) -> bool {
        let InstKind::Call(call) = kind else { return false };
        let callee = called_global(&call.callee, &self.module.constants);
        callee.is_some_and(|callee| self.module.global(callee).name.starts_with("llvm."))
    }

    /// Sets properties for attachments without operands.
    fn nontemporal(&mut self, region: &mut Region<'c>, op: OpId, inst: &rmlir_llvm_ir::model::inst::Inst) {
        let is_access = matches!(inst.kind, InstKind::Load(..) | InstKind::Store(..));
        let rows =
            [("nontemporal", "nontemporal"), ("invariant.load", "invariant"), ("invariant.group", "invariantGroup")];
        for (kind, prop) in rows {
            let has_property = OpRef::new(&region.body, op).def().is_some_and(|def| def.prop_index(prop).is_some());
            if is_access && has_property && inst.attachments.find(kind).is_some() {
                region.body.set_attr(op, prop, Attr::UNIT);
            }
        }
    }

    pub(super) fn fast(&self, flags: u32) -> Attr {
        let flags = FastmathFlags::from_value((flags & flag::FAST).into()).unwrap_or(FastmathFlags::None);
        flags.attr(self.cx)
    }

    fn overflow(&self, flags: u32) -> Attr {
        let nsw = i32::from(flags & flag::NSW != 0);
        let nuw = 2 * i32::from(flags & flag::NUW != 0);
        self.cx.i32_attr(nsw | nuw)
    }

    /// Sets the properties for flags of an instruction, if the operation has them.
    fn set_flags(&self, state: &mut OpState, flags: u32) {
        let cx = self.cx;
        let Some(def) = state.name.def(cx) else { return };
        let has = |name: &str| def.prop_index(name).is_some();
        if has("fastmathFlags") {
            state.set_attr(cx, "fastmathFlags", self.fast(flags));
        }
        if has("overflowFlags") {
            state.set_attr(cx, "overflowFlags", self.overflow(flags));
        }
        for (bit, name) in [(flag::EXACT, "isExact"), (flag::DISJOINT, "isDisjoint"), (flag::NNEG, "nonNeg")] {
            if flags & bit != 0 && has(name) {
                state.set_attr(cx, name, Attr::UNIT);
            }
        }
    }

    /// The operation for an instruction other than a call.
    pub(super) fn instruction_op(
        &mut self,
        region: &mut Region<'c>,
        kind: &InstKind,
        ty: Ty,
        flags: u32,
    ) -> Done<Option<OpId>> {
        use InstKind::*;
        let cx = self.cx;
        let result: Vec<Type> = if ty == Ty::VOID { Vec::new() } else { vec![self.ty(ty)] };
        let simple = match kind {
            Binary(opcode, ..) | Cast(opcode, _) => Some(format!("llvm.{}", opcode.word())),
            FNeg(_) => Some(llvm::FNegOp::NAME.to_owned()),
            Select(..) => Some(llvm::SelectOp::NAME.to_owned()),
            Freeze(_) => Some(llvm::FreezeOp::NAME.to_owned()),
            ExtractElement(..) => Some(llvm::ExtractElementOp::NAME.to_owned()),
            VaArg(_) => Some(llvm::VaArgOp::NAME.to_owned()),
            Resume(_) => Some(llvm::ResumeOp::NAME.to_owned()),
            Ret(_) => Some(llvm::ReturnOp::NAME.to_owned()),
            Unreachable => Some(llvm::UnreachableOp::NAME.to_owned()),
            ICmp(..) => Some(llvm::ICmpOp::NAME.to_owned()),
            FCmp(..) => Some(llvm::FCmpOp::NAME.to_owned()),
            ShuffleVector(..) => Some(llvm::ShuffleVectorOp::NAME.to_owned()),
            ExtractValue(..) => Some(llvm::ExtractValueOp::NAME.to_owned()),
            InsertValue(..) => Some(llvm::InsertValueOp::NAME.to_owned()),
            InsertElement(..) => Some(llvm::InsertElementOp::NAME.to_owned()),
            LandingPad { .. } => Some(llvm::LandingpadOp::NAME.to_owned()),
            _ => None,
        };
        let Some(name) = simple else { return self.other_op(region, kind, &result, flags) };
        let operands = self.values(region, &kind.operands())?;
        let mut state = self.state(&name, &operands, &result);
        self.set_flags(&mut state, flags);
        let positions = |indices: &[u64]| {
            let indices: Vec<i64> = indices.iter().map(|&index| index as i64).collect();
            cx.i64_array(&indices)
        };
        match kind {
            ICmp(predicate, ..) => state.set_attr(cx, "predicate", self.case::<ICmpPredicate>(predicate)),
            FCmp(predicate, ..) => state.set_attr(cx, "predicate", self.case::<FCmpPredicate>(predicate)),
            ShuffleVector(_, _, mask) => state.set_attr(cx, "mask", cx.i32_array(mask)),
            ExtractValue(_, indices) | InsertValue(_, _, indices) => {
                state.set_attr(cx, "position", positions(indices));
            }
            LandingPad { cleanup: true, .. } => state.set_attr(cx, "cleanup", Attr::UNIT),
            _ => {}
        }
        Ok(Some(region.push(state)))
    }

    fn other_op(
        &mut self,
        region: &mut Region<'c>,
        kind: &InstKind,
        result: &[Type],
        flags: u32,
    ) -> Done<Option<OpId>> {
        use InstKind::*;
        let cx = self.cx;
        let state = match kind {
            Gep { element, base, indices } => {
                return self.gep(region, *element, *base, indices, result, flags).map(Some);
            }
            Alloca { element, count, align, inalloca, .. } => {
                let count = self.value(region, *count)?;
                let element = self.ty(*element);
                let mut state = self.state(llvm::AllocaOp::NAME, &[count], result);
                state.set_attr(cx, "elem_type", cx.type_attr(element));
                state.set_attr(cx, "alignment", cx.i64_attr(*align as i64));
                if *inalloca {
                    state.set_attr(cx, "inalloca", Attr::UNIT);
                }
                state
            }
            Load(ptr, access) => {
                let ptr = self.value(region, *ptr)?;
                let mut state = self.state(llvm::LoadOp::NAME, &[ptr], result);
                self.set_access(&mut state, access, "ordering");
                state
            }
            Store(value, ptr, access) => {
                let operands = self.values(region, &[*value, *ptr])?;
                let mut state = self.state(llvm::StoreOp::NAME, &operands, result);
                self.set_access(&mut state, access, "ordering");
                state
            }
            AtomicRmw { op, ptr, value, access } => {
                let operands = self.values(region, &[*ptr, *value])?;
                let mut state = self.state(llvm::AtomicRMWOp::NAME, &operands, result);
                state.set_attr(cx, "bin_op", self.case::<AtomicBinOp>(op));
                self.set_access(&mut state, access, "ordering");
                state
            }
            CmpXchg { ptr, cmp, new, failure, weak, access } => {
                let operands = self.values(region, &[*ptr, *cmp, *new])?;
                let mut state = self.state(llvm::AtomicCmpXchgOp::NAME, &operands, result);
                self.set_access(&mut state, access, "success_ordering");
                state.set_attr(cx, "failure_ordering", self.case::<AtomicOrdering>(failure));
                if *weak {
                    state.set_attr(cx, "weak", Attr::UNIT);
                }
                state
            }
            Fence(access) => {
                let mut state = self.state(llvm::FenceOp::NAME, &[], result);
                state.set_attr(cx, "ordering", self.case::<AtomicOrdering>(access.ordering.unwrap_or("seq_cst")));
                if let Some(scope) = &access.scope {
                    state.set_attr(cx, "syncscope", cx.str_attr(scope));
                }
                state
            }
            Br(to) => {
                let passed = self.passed(region, *to)?;
                self.state(llvm::BrOp::NAME, &passed, &[]).successors(&[region.blocks[to]])
            }
            CondBr(condition, yes, no) => self.cond_br(region, *condition, *yes, *no)?,
            Switch { value, default, cases } => self.switch(region, *value, *default, cases)?,
            IndirectBr(value, blocks) => {
                let address = self.value(region, *value)?;
                let (mut operands, mut segments) = (vec![address], Vec::new());
                for &block in blocks {
                    let passed = self.passed(region, block)?;
                    segments.push(passed.len() as i32);
                    operands.extend(passed);
                }
                let targets: Vec<_> = blocks.iter().map(|block| region.blocks[block]).collect();
                let state = self.state(llvm::IndirectBrOp::NAME, &operands, &[]).successors(&targets);
                state.attr(cx, "indbr_operand_segments", cx.i32_array(&segments))
            }
            _ => return Self::unhandled("instruction"),
        };
        Ok(Some(region.push(state)))
    }

    fn set_access(&self, state: &mut OpState, access: &Access, ordering: &str) {
        let cx = self.cx;
        if access.align != 0 {
            state.set_attr(cx, "alignment", cx.i64_attr(access.align as i64));
        }
        if access.volatile {
            state.set_attr(cx, "volatile_", Attr::UNIT);
        }
        if let Some(word) = access.ordering {
            state.set_attr(cx, ordering, self.case::<AtomicOrdering>(word));
            if let Some(scope) = &access.scope {
                state.set_attr(cx, "syncscope", cx.str_attr(scope));
            }
        }
    }

    fn cond_br(&mut self, region: &mut Region<'c>, condition: Value, yes: BlockId, no: BlockId) -> Done<OpState> {
        let cx = self.cx;
        let first = self.passed(region, yes)?;
        let second = self.passed(region, no)?;
        let condition = self.value(region, condition)?;
        let sizes = cx.i32_array(&[1, first.len() as i32, second.len() as i32]);
        let operands = [vec![condition], first, second].concat();
        let state = self.state(llvm::CondBrOp::NAME, &operands, &[]);
        let state = state.successors(&[region.blocks[&yes], region.blocks[&no]]);
        Ok(state.attr(cx, "operandSegmentSizes", sizes))
    }

    fn switch(
        &mut self,
        region: &mut Region<'c>,
        value: Value,
        default: BlockId,
        cases: &[(rmlir_llvm_ir::model::constant::ConstId, BlockId)],
    ) -> Done<OpState> {
        let cx = self.cx;
        let value = self.value(region, value)?;
        let defaults = self.passed(region, default)?;
        let (mut operands, mut segments, mut targets) = (Vec::new(), Vec::new(), vec![region.blocks[&default]]);
        let mut values = Vec::new();
        for &(case, block) in cases {
            let passed = self.passed(region, block)?;
            segments.push(passed.len() as i32);
            operands.extend(passed);
            targets.push(region.blocks[&block]);
            values.extend(self.constant_attr(case));
        }
        let sizes = cx.i32_array(&[1, defaults.len() as i32, operands.len() as i32]);
        let all = [vec![value], defaults, operands].concat();
        let mut state = self.state(llvm::SwitchOp::NAME, &all, &[]).successors(&targets);
        if !values.is_empty() {
            let ty = cx.vector_type(&[values.len() as i64], region.ty(value));
            let values = rmlir::core::dense::from_elements(cx, ty, &values);
            state.set_attr(cx, "case_values", values.unwrap_or(Attr::ABSENT));
        }
        state.set_attr(cx, "case_operand_segments", cx.i32_array(&segments));
        state.set_attr(cx, "operandSegmentSizes", sizes);
        Ok(state)
    }

    /// Indices of structure members are constants of the operation, all others its operands.
    fn gep(
        &mut self,
        region: &mut Region<'c>,
        element: Ty,
        base: Value,
        indices: &[Value],
        result: &[Type],
        flags: u32,
    ) -> Done<OpId> {
        let cx = self.cx;
        let base = self.value(region, base)?;
        let element = self.ty(element);
        let mut operands: Vec<MlirValue> = vec![base];
        let mut raw: Vec<i32> = Vec::new();
        let mut at = element;
        for (place, &index) in indices.iter().enumerate() {
            let value = self.value(region, index)?;
            let structure = StructType::from_type(cx, at).filter(|_| place > 0);
            let constant = match index {
                Value::Const(id) => self.module.constants.as_int(id).and_then(|value| value.sext_value()),
                _ => None,
            };
            match structure.and(constant) {
                Some(constant) => raw.push(constant as i32),
                None => {
                    raw.push(GEPOp::DYNAMIC as i32);
                    operands.push(value);
                }
            }
            if place > 0 {
                at = match (structure, ArrayType::from_type(cx, at)) {
                    (Some(structure), _) => {
                        let members = structure.members(cx);
                        members.get(constant.unwrap_or(0) as usize).copied().unwrap_or(Type::NONE)
                    }
                    (None, Some(array)) => array.element(cx),
                    (None, None) => at.element_or_self(cx),
                };
            }
        }
        let bits = [(flag::INBOUNDS, 3), (flag::NUSW, 2), (flag::NUW, 4)];
        let bits = bits.iter().filter(|(flag, _)| flags & flag != 0).fold(0, |all, (_, bit)| all | bit);
        let state = self
            .state(GEPOp::NAME, &operands, result)
            .attr(cx, "rawConstantIndices", cx.i32_array(&raw))
            .attr(cx, "elem_type", cx.type_attr(element))
            .attr(cx, "noWrapFlags", cx.i32_attr(bits));
        Ok(region.push(state))
    }
}
