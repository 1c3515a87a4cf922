//! The table of translations by operation, and the operations that are a single row of it.

use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::{FCmpPredicate, FastmathFlags, ICmpPredicate};
use rmlir_llvm::ops::{aggregate, arith, branch, cast, constant, func, global, invoke, switch};

use super::{Exporter, enum_prop, int_prop, word_of};
use crate::fold;
use crate::model::Opcode;
use crate::model::constant::ConstData;
use crate::model::inst::{InstKind, flag};
use crate::model::types::Ty;
use crate::model::value::Value;

/// Translates an operation.
pub type Translate = for<'a> fn(&mut Exporter<'a>, OpRef<'a>) -> Checked;

/// The translation of operations of this name.
pub fn find(name: &str) -> Option<Translate> {
    let row = TABLE.iter().find(|(known, _)| *known == name).map(|(_, translate)| *translate);
    row.or_else(|| name.starts_with("llvm.intr.").then_some(|exporter: &mut Exporter<'_>, op| exporter.intrinsic(op)))
}

/// Whether `op` is translated as a global, before anything else.
pub fn is_global(op: OpRef) -> bool {
    op.is::<func::LLVMFuncOp>()
        || op.is::<global::AliasOp>()
        || op.is::<global::GlobalOp>()
        || op.is::<global::GlobalCtorsOp>()
        || op.is::<global::GlobalDtorsOp>()
        || op.is::<global::ComdatOp>()
        || op.is::<global::IFuncOp>()
}

/// Rows of `"name" => |exporter, op| translation;`.
macro_rules! table {
    ($($name:literal => |$exporter:ident, $op:ident| $translate:expr;)*) => {
        const TABLE: &[(&str, Translate)] = &[$(($name, |$exporter, $op| $translate)),*];
    };
}

table! {
    "llvm.add" => |e, op| e.overflowing(op, Opcode::Add, arith::AddOp::OVERFLOW_FLAGS);
    "llvm.sub" => |e, op| e.overflowing(op, Opcode::Sub, arith::SubOp::OVERFLOW_FLAGS);
    "llvm.mul" => |e, op| e.overflowing(op, Opcode::Mul, arith::MulOp::OVERFLOW_FLAGS);
    "llvm.shl" => |e, op| e.overflowing(op, Opcode::Shl, arith::ShlOp::OVERFLOW_FLAGS);
    "llvm.udiv" => |e, op| e.flagged(op, Opcode::UDiv, arith::UDivOp::IS_EXACT, flag::EXACT);
    "llvm.sdiv" => |e, op| e.flagged(op, Opcode::SDiv, arith::SDivOp::IS_EXACT, flag::EXACT);
    "llvm.lshr" => |e, op| e.flagged(op, Opcode::LShr, arith::LShrOp::IS_EXACT, flag::EXACT);
    "llvm.ashr" => |e, op| e.flagged(op, Opcode::AShr, arith::AShrOp::IS_EXACT, flag::EXACT);
    "llvm.or" => |e, op| e.flagged(op, Opcode::Or, arith::OrOp::IS_DISJOINT, flag::DISJOINT);
    "llvm.urem" => |e, op| e.binary(op, Opcode::URem, 0);
    "llvm.srem" => |e, op| e.binary(op, Opcode::SRem, 0);
    "llvm.and" => |e, op| e.binary(op, Opcode::And, 0);
    "llvm.xor" => |e, op| e.binary(op, Opcode::Xor, 0);
    "llvm.fadd" => |e, op| e.binary(op, Opcode::FAdd, fast(op));
    "llvm.fsub" => |e, op| e.binary(op, Opcode::FSub, fast(op));
    "llvm.fmul" => |e, op| e.binary(op, Opcode::FMul, fast(op));
    "llvm.fdiv" => |e, op| e.binary(op, Opcode::FDiv, fast(op));
    "llvm.frem" => |e, op| e.binary(op, Opcode::FRem, fast(op));
    "llvm.fneg" => |e, op| e.fneg(op);
    "llvm.icmp" => |e, op| e.icmp(op);
    "llvm.fcmp" => |e, op| e.fcmp(op);
    "llvm.select" => |e, op| e.select(op);
    "llvm.freeze" => |e, op| { let a = e.operand(op, 0); e.emit_result(op, InstKind::Freeze(a), 0); Ok(()) };
    "llvm.bitcast" => |e, op| e.cast(op, Opcode::BitCast, 0);
    "llvm.addrspacecast" => |e, op| e.cast(op, Opcode::AddrSpaceCast, 0);
    "llvm.ptrtoint" => |e, op| e.cast(op, Opcode::PtrToInt, 0);
    "llvm.inttoptr" => |e, op| e.int_to_ptr(op);
    "llvm.sext" => |e, op| e.cast(op, Opcode::SExt, 0);
    "llvm.zext" => |e, op| e.cast(op, Opcode::ZExt, non_negative(op, cast::ZExtOp::NON_NEG));
    "llvm.trunc" => |e, op| e.cast(op, Opcode::Trunc, overflow(op, cast::TruncOp::OVERFLOW_FLAGS));
    "llvm.sitofp" => |e, op| e.cast(op, Opcode::SIToFP, 0);
    "llvm.uitofp" => |e, op| e.cast(op, Opcode::UIToFP, non_negative(op, cast::UIToFPOp::NON_NEG));
    "llvm.fptosi" => |e, op| e.cast(op, Opcode::FPToSI, 0);
    "llvm.fptoui" => |e, op| e.cast(op, Opcode::FPToUI, 0);
    "llvm.fpext" => |e, op| e.cast(op, Opcode::FPExt, 0);
    "llvm.fptrunc" => |e, op| e.cast(op, Opcode::FPTrunc, 0);
    "llvm.extractelement" => |e, op| e.extract_element(op);
    "llvm.insertelement" => |e, op| e.insert_element(op);
    "llvm.shufflevector" => |e, op| e.shuffle(op);
    "llvm.extractvalue" => |e, op| e.extract_value(op);
    "llvm.insertvalue" => |e, op| e.insert_value(op);
    "llvm.mlir.constant" => |e, op| e.constant_op(op);
    "llvm.mlir.undef" => |e, op| e.plain_constant(op, ConstData::Undef);
    "llvm.mlir.poison" => |e, op| e.plain_constant(op, ConstData::Poison);
    "llvm.mlir.zero" => |e, op| e.zero(op);
    "llvm.mlir.none" => |e, op| e.zero(op);
    "llvm.mlir.addressof" => |e, op| e.address_of(op);
    "llvm.dso_local_equivalent" => |e, op| e.dso_local_equivalent(op);
    "llvm.blockaddress" => |e, op| e.block_address(op);
    "llvm.blocktag" => |_e, _op| Ok(());
    "llvm.alloca" => |e, op| e.alloca(op);
    "llvm.load" => |e, op| e.load(op);
    "llvm.store" => |e, op| e.store(op);
    "llvm.getelementptr" => |e, op| e.gep(op);
    "llvm.atomicrmw" => |e, op| e.atomic_rmw(op);
    "llvm.cmpxchg" => |e, op| e.cmpxchg(op);
    "llvm.fence" => |e, op| e.fence(op);
    "llvm.va_arg" => |e, op| { let a = e.operand(op, 0); e.emit_result(op, InstKind::VaArg(a), 0); Ok(()) };
    "llvm.call" => |e, op| e.call(op);
    "llvm.invoke" => |e, op| e.invoke(op);
    "llvm.inline_asm" => |e, op| e.inline_asm(op);
    "llvm.call_intrinsic" => |e, op| e.call_intrinsic(op);
    "llvm.landingpad" => |e, op| e.landingpad(op);
    "llvm.br" => |e, op| e.br(op);
    "llvm.cond_br" => |e, op| e.cond_br(op);
    "llvm.switch" => |e, op| e.switch(op);
    "llvm.indirectbr" => |e, op| e.indirect_br(op);
    "llvm.return" => |e, op| e.ret(op);
    "llvm.resume" => |e, op| { let a = e.operand(op, 0); e.emit(InstKind::Resume(a), Ty::VOID, 0); Ok(()) };
    "llvm.unreachable" => |e, _op| { e.emit(InstKind::Unreachable, Ty::VOID, 0); Ok(()) };
    "llvm.linker_options" => |e, op| e.linker_options(op);
    "llvm.module_flags" => |e, op| e.module_flags(op);
    "llvm.intr.masked.load" => |e, op| e.masked_load(op);
    "llvm.intr.masked.store" => |e, op| e.masked_store(op);
    "llvm.intr.masked.gather" => |e, op| e.masked_gather(op);
    "llvm.intr.masked.scatter" => |e, op| e.masked_scatter(op);
    "llvm.intr.matrix.column.major.load" => |e, op| e.matrix_load(op);
    "llvm.intr.matrix.column.major.store" => |e, op| e.matrix_store(op);
    "llvm.intr.experimental.noalias.scope.decl" => |e, op| e.noalias_scope(op);
    "llvm.intr.experimental.constrained.uitofp" => |e, op| e.constrained(op);
    "llvm.intr.experimental.constrained.sitofp" => |e, op| e.constrained(op);
    "llvm.intr.experimental.constrained.fptrunc" => |e, op| e.constrained(op);
    "llvm.intr.experimental.constrained.fpext" => |e, op| e.constrained(op);
    "llvm.intr.dbg.declare" => |e, op| e.debug_variable(op, "declare");
    "llvm.intr.dbg.value" => |e, op| e.debug_variable(op, "value");
    "llvm.intr.dbg.label" => |e, op| e.debug_label(op);
}

/// The fast-math flags of `op`.
pub fn fast(op: OpRef) -> u32 {
    let flags = op.attr("fastmathFlags").and_then(|attr| FastmathFlags::from_attr(op.cx(), attr));
    flags.map_or(0, |flags| flags.value() as u32)
}

fn overflow(op: OpRef, slot: usize) -> u32 {
    let bits = int_prop(op, slot).unwrap_or(0);
    [(1, flag::NSW), (2, flag::NUW)].iter().filter(|(bit, _)| bits & bit != 0).fold(0, |all, (_, flag)| all | flag)
}

fn non_negative(op: OpRef, slot: usize) -> u32 {
    if op.prop(slot).is_some() { flag::NNEG } else { 0 }
}

fn positions(op: OpRef, slot: usize) -> Vec<u64> {
    let positions = op.prop(slot).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
    positions.into_iter().map(|position| position as u64).collect()
}

impl<'a> Exporter<'a> {
    fn overflowing(&mut self, op: OpRef<'a>, opcode: Opcode, slot: usize) -> Checked {
        self.binary(op, opcode, overflow(op, slot))
    }

    fn flagged(&mut self, op: OpRef<'a>, opcode: Opcode, slot: usize, flag: u32) -> Checked {
        self.binary(op, opcode, if op.prop(slot).is_some() { flag } else { 0 })
    }

    fn binary(&mut self, op: OpRef<'a>, opcode: Opcode, flags: u32) -> Checked {
        let (a, b) = (self.operand(op, 0), self.operand(op, 1));
        let folded = self.constants([a, b]).and_then(|[a, b]| fold::binary(&mut self.module, opcode, a, b));
        self.folded_or(op, folded, InstKind::Binary(opcode, a, b), flags)
    }

    /// Sets the result of `op` to a folded constant, or else to an instruction.
    pub(super) fn folded_or(
        &mut self,
        op: OpRef<'a>,
        folded: Option<crate::model::constant::ConstId>,
        kind: InstKind,
        flags: u32,
    ) -> Checked {
        match folded {
            Some(constant) => self.define(op, Value::Const(constant)),
            None => {
                self.emit_result(op, kind, flags);
            }
        }
        Ok(())
    }

    fn fneg(&mut self, op: OpRef<'a>) -> Checked {
        let a = self.operand(op, 0);
        let folded = self.constants([a]).and_then(|[a]| fold::fneg(&mut self.module, a));
        self.folded_or(op, folded, InstKind::FNeg(a), fast(op))
    }

    fn icmp(&mut self, op: OpRef<'a>) -> Checked {
        let (a, b) = (self.operand(op, 0), self.operand(op, 1));
        let predicate = enum_prop::<ICmpPredicate>(op, arith::ICmpOp::PREDICATE).unwrap_or(ICmpPredicate::Eq);
        let word = word_of(predicate);
        let folded = self.constants([a, b]).and_then(|[a, b]| fold::icmp(&mut self.module, word, a, b));
        self.folded_or(op, folded, InstKind::ICmp(word, a, b), 0)
    }

    fn fcmp(&mut self, op: OpRef<'a>) -> Checked {
        let (a, b) = (self.operand(op, 0), self.operand(op, 1));
        let predicate = enum_prop::<FCmpPredicate>(op, arith::FCmpOp::PREDICATE).unwrap_or(FCmpPredicate::False);
        let word = word_of(predicate).trim_start_matches('_');
        let folded = self.constants([a, b]).and_then(|[a, b]| fold::fcmp(&mut self.module, word, a, b));
        self.folded_or(op, folded, InstKind::FCmp(word, a, b), fast(op))
    }

    fn select(&mut self, op: OpRef<'a>) -> Checked {
        let [a, b, c] = [0, 1, 2].map(|index| self.operand(op, index));
        let folded = self.constants([a, b, c]).and_then(|[a, b, c]| fold::select(&mut self.module, a, b, c));
        let result = op.result(0).ty().element_or_self(self.cx);
        let is_float = result.float_kind(self.cx).is_some();
        self.folded_or(op, folded, InstKind::Select(a, b, c), if is_float { fast(op) } else { 0 })
    }

    fn cast(&mut self, op: OpRef<'a>, opcode: Opcode, flags: u32) -> Checked {
        let a = self.operand(op, 0);
        let to = self.ty(op.result(0).ty());
        if self.ty_of(a) == to {
            self.define(op, a);
            return Ok(());
        }
        let folded = self.constants([a]);
        let folded = folded.and_then(|[a]| fold::cast(&mut self.module, &self.layout, opcode, a, to));
        self.folded_or(op, folded, InstKind::Cast(opcode, a), flags)
    }

    fn int_to_ptr(&mut self, op: OpRef<'a>) -> Checked {
        self.cast(op, Opcode::IntToPtr, 0)?;
        if let Some(&inst) = self.made.last() {
            self.dereferenceable(op.get(cast::IntToPtrOp::dereferenceable), inst);
        }
        Ok(())
    }

    fn extract_element(&mut self, op: OpRef<'a>) -> Checked {
        let (a, index) = (self.operand(op, 0), self.operand(op, 1));
        let ty = self.ty_of(a);
        let folded = self.constants([a, index]).and_then(|[a, index]| {
            let lane = fold::lane(&self.module, ty, index)?;
            fold::extract(&mut self.module, a, &[lane])
        });
        self.folded_or(op, folded, InstKind::ExtractElement(a, index), 0)
    }

    fn insert_element(&mut self, op: OpRef<'a>) -> Checked {
        let [a, value, index] = [0, 1, 2].map(|index| self.operand(op, index));
        let ty = self.ty_of(a);
        let folded = self.constants([a, value, index]).and_then(|[a, value, index]| {
            let lane = fold::lane(&self.module, ty, index)?;
            fold::insert(&mut self.module, a, value, &[lane])
        });
        self.folded_or(op, folded, InstKind::InsertElement(a, value, index), 0)
    }

    fn shuffle(&mut self, op: OpRef<'a>) -> Checked {
        let (a, b) = (self.operand(op, 0), self.operand(op, 1));
        let mask = op.prop(aggregate::ShuffleVectorOp::MASK).and_then(|attr| attr.as_int_array(self.cx));
        let mask: Vec<i32> = mask.unwrap_or_default().into_iter().map(|index| index as i32).collect();
        let ty = self.ty(op.result(0).ty());
        let folded = self.constants([a, b]).and_then(|[a, b]| fold::shuffle(&mut self.module, a, b, &mask, ty));
        self.folded_or(op, folded, InstKind::ShuffleVector(a, b, mask), 0)
    }

    fn extract_value(&mut self, op: OpRef<'a>) -> Checked {
        let a = self.operand(op, 0);
        let place = positions(op, aggregate::ExtractValueOp::POSITION);
        let folded = self.constants([a]).and_then(|[a]| fold::extract(&mut self.module, a, &place));
        self.folded_or(op, folded, InstKind::ExtractValue(a, place), 0)
    }

    fn insert_value(&mut self, op: OpRef<'a>) -> Checked {
        let (a, value) = (self.operand(op, 0), self.operand(op, 1));
        let place = positions(op, aggregate::InsertValueOp::POSITION);
        let folded = self.constants([a, value]);
        let folded = folded.and_then(|[a, value]| fold::insert(&mut self.module, a, value, &place));
        self.folded_or(op, folded, InstKind::InsertValue(a, value, place), 0)
    }

    fn constant_op(&mut self, op: OpRef<'a>) -> Checked {
        let ty = self.ty(op.result(0).ty());
        let value = op.prop(constant::ConstantOp::VALUE).unwrap_or(Attr::UNIT);
        let value = self.constant(op, ty, value)?;
        self.define(op, Value::Const(value));
        Ok(())
    }

    fn plain_constant(&mut self, op: OpRef<'a>, data: ConstData) -> Checked {
        let ty = self.ty(op.result(0).ty());
        let value = self.module.constants.get(ty, data);
        self.define(op, Value::Const(value));
        Ok(())
    }

    fn zero(&mut self, op: OpRef<'a>) -> Checked {
        let ty = self.ty(op.result(0).ty());
        let value = self.module.zero(ty);
        self.define(op, Value::Const(value));
        Ok(())
    }

    fn address_of(&mut self, op: OpRef<'a>) -> Checked {
        let global = self.module.lookup(op.get(constant::AddressOfOp::global_name).str(self.cx));
        let Some(global) = global else { return Err(op.error("must reference a global")) };
        let ty = self.ty(op.result(0).ty());
        let address = self.module.constants.get(ty, ConstData::Global(global));
        self.define(op, Value::Const(address));
        Ok(())
    }

    fn dso_local_equivalent(&mut self, op: OpRef<'a>) -> Checked {
        let global = self.module.lookup(op.get(constant::DSOLocalEquivalentOp::function_name).str(self.cx));
        let Some(global) = global else { return Err(op.error("must reference a function")) };
        self.plain_constant(op, ConstData::DsoLocalEquivalent(global))
    }

    fn block_address(&mut self, op: OpRef<'a>) -> Checked {
        let cx = self.cx;
        let address = op.get(constant::BlockAddressOp::block_addr);
        let name = address.function(cx).as_flat_symbol(cx);
        let found = name.and_then(|name| self.symbols.lookup(name));
        let function = name.and_then(|name| self.module.lookup(name.str(cx)));
        let (Some(found), Some(function)) = (found, function) else {
            return Err(op.error("must reference a function defined by 'llvm.func'"));
        };
        let tag = address.tag(cx);
        let has_tag = |block: BlockRef| {
            block.ops().any(|op| op.is::<constant::BlockTagOp>() && op.prop(constant::BlockTagOp::TAG) == Some(tag))
        };
        let Some(block) = found.region(0).blocks().position(has_tag) else {
            return Err(op.error("expects an existing block label target in the referenced function"));
        };
        self.plain_constant(op, ConstData::BlockAddress { function, block: block as u32 })
    }

    fn br(&mut self, op: OpRef<'a>) -> Checked {
        let to = self.successors[0];
        let inst = self.emit(InstKind::Br(to), Ty::VOID, 0);
        self.loop_metadata(op, branch::BrOp::LOOP_ANNOTATION, inst);
        Ok(())
    }

    fn cond_br(&mut self, op: OpRef<'a>) -> Checked {
        let condition = self.operand(op, 0);
        let kind = InstKind::CondBr(condition, self.successors[0], self.successors[1]);
        let inst = self.emit(kind, Ty::VOID, 0);
        self.loop_metadata(op, branch::CondBrOp::LOOP_ANNOTATION, inst);
        self.branch_weights(op, branch::CondBrOp::BRANCH_WEIGHTS, inst);
        Ok(())
    }

    fn switch(&mut self, op: OpRef<'a>) -> Checked {
        let value = self.operand(op, 0);
        let ty = self.ty_of(value);
        let mut cases = Vec::new();
        for (index, case) in switch::SwitchOp::case_list(op).into_iter().enumerate() {
            cases.push((self.module.constants.int(ty, case), self.successors[index + 1]));
        }
        let inst = self.emit(InstKind::Switch { value, default: self.successors[0], cases }, Ty::VOID, 0);
        self.branch_weights(op, switch::SwitchOp::BRANCH_WEIGHTS, inst);
        Ok(())
    }

    fn indirect_br(&mut self, op: OpRef<'a>) -> Checked {
        let value = self.operand(op, 0);
        let successors = self.successors.clone();
        self.emit(InstKind::IndirectBr(value, successors), Ty::VOID, 0);
        Ok(())
    }

    fn ret(&mut self, op: OpRef<'a>) -> Checked {
        let value = op.operands().next().map(|value| self.value(value));
        self.emit(InstKind::Ret(value), Ty::VOID, 0);
        Ok(())
    }

    fn landingpad(&mut self, op: OpRef<'a>) -> Checked {
        let cleanup = op.get(invoke::LandingpadOp::cleanup);
        let mut clauses = Vec::new();
        for value in op.operands() {
            let value = self.value(value);
            let is_filter = self.module.types.element(self.ty_of(value)).is_some();
            clauses.push((is_filter, value));
        }
        self.emit_result(op, InstKind::LandingPad { cleanup, clauses }, 0);
        Ok(())
    }
}

impl<'a> Exporter<'a> {
    /// Translates one operation.
    pub(super) fn op(&mut self, op: OpRef<'a>) -> Checked {
        let Some(translate) = find(op.name_str()) else {
            if op.name_str().starts_with("llvm.") || op.name_str().starts_with("builtin.") {
                return Err(op.plain_error(format!("LLVM Translation failed for operation: {}", op.name_str())));
            }
            return Err(op.plain_error(format!(
                "cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect \
                 for op: {}",
                op.name_str()
            )));
        };
        self.made.clear();
        translate(self, op)?;
        self.amend(op)
    }
}
