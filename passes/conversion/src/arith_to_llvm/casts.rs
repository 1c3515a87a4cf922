//! Casts: of `index`, of bits, and of floats with a rounding mode.

use rmlir::core::params::store_enum;
use rmlir::prelude::*;
use rmlir_arith::{RoundingMode, TruncFOp};
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::enums::{FPExceptionBehavior, RoundingMode as LlvmRoundingMode};
use rmlir_llvm::types::ArrayType;

use crate::llvm_common::one_to_one::{Target, for_each_vector, has_unsupported_floats, replace_each};
use crate::llvm_common::type_converter::LlvmTypes;

/// A bitcast between types with the same conversion is folded to its operand.
pub fn lower_identity_bitcast(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    if types.convert(rw.cx(), ty) != Some(rw.ty(operands[0])) {
        return rw.no_match(op, "Types are different");
    }
    rw.replace(op, operands)
}

/// `index` is an integer: a cast sign-extends or truncates.
pub fn lower_index_cast(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    lower_cast(rw, types, op, operands, llvm::SExtOp::NAME)
}

/// As [`lower_index_cast`], but zero-extends.
pub fn lower_index_castui(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    lower_cast(rw, types, op, operands, llvm::ZExtOp::NAME)
}

fn lower_cast(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], extend: &str) -> Match {
    let cx = rw.cx();
    let (from, to) = (rw.ty(rw.operand(op, 0)), rw.ty(rw.result(op, 0)));
    let width = |ty: Type| types.convert(cx, ty.element_or_self(cx)).and_then(|ty| ty.int_width(cx));
    let (Some(from_width), Some(to_width)) = (width(from), width(to)) else { return Match::No };
    if from_width == to_width {
        return rw.replace(op, operands);
    }
    let name = if to_width < from_width { llvm::TruncOp::NAME } else { extend };
    let target = Target { name: cx.op_name(name), attrs: Vec::new(), kept: Vec::new() };
    let make = |rw: &mut Rewriter, ty: Type, operands: &[Value]| {
        let state = target.state(rw.cx(), operands, &[ty]);
        let new = rw.create_state(state);
        rw.result(new, 0)
    };
    if ArrayType::from_type(cx, rw.ty(operands[0])).is_some() {
        if !to.is_vector(cx) {
            return rw.no_match(op, "expected vector result type");
        }
        return for_each_vector(rw, types, op, operands, make);
    }
    let Some(ty) = types.convert_compatible(cx, to) else { return Match::No };
    let made = make(rw, ty, operands);
    rw.replace(op, [made])
}

/// With a rounding mode it becomes an intrinsic.
pub fn lower_truncf(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    if has_unsupported_floats(rw, types, op) {
        return rw.no_match(op, "unsupported floating point type");
    }
    let cx = rw.cx();
    let mode = OpRef::new(rw, op).get(TruncFOp::roundingmode);
    let target = match mode {
        None => Target::like(rw, op, llvm::FPTruncOp::NAME, &[]),
        Some(mode) => {
            let name = "llvm.intr.experimental.constrained.fptrunc";
            Target::like(rw, op, name, &["roundingmode", "fastmath"])
                .with("roundingmode", store_enum(cx, rounding_mode(mode)))
                .with("fpExceptionBehavior", store_enum(cx, FPExceptionBehavior::Ignore))
        }
    };
    replace_each(rw, types, op, operands, &target)
}

fn rounding_mode(mode: RoundingMode) -> LlvmRoundingMode {
    match mode {
        RoundingMode::ToNearestEven => LlvmRoundingMode::NearestTiesToEven,
        RoundingMode::Downward => LlvmRoundingMode::TowardNegative,
        RoundingMode::Upward => LlvmRoundingMode::TowardPositive,
        RoundingMode::TowardZero => LlvmRoundingMode::TowardZero,
        RoundingMode::ToNearestAway => LlvmRoundingMode::NearestTiesToAway,
    }
}
