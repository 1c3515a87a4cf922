//! Comparisons.

use rmlir::core::params::store_enum;
use rmlir::prelude::*;
use rmlir_arith::{CmpFOp, CmpIOp};
use rmlir_llvm as llvm;
use rmlir_llvm::attrs::enums::{FCmpPredicate, ICmpPredicate};
use rmlir_llvm::types::ArrayType;

use crate::llvm_common::one_to_one::{Target, fast_math, for_each_vector, is_unsupported_float};
use crate::llvm_common::type_converter::LlvmTypes;

/// Lowers comparisons of integers.
pub fn lower_cmpi(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    // Both dialects encode the predicates alike.
    let predicate = CmpIOp::from_id(op).predicate(rw);
    let Some(predicate) = ICmpPredicate::from_value(predicate.value()) else {
        return Match::No;
    };
    let attrs = vec![("predicate", store_enum(cx, predicate))];
    lower(rw, types, op, operands, Target { name: cx.op_name_of(llvm::ICmpOp::DEF), attrs, kept: Vec::new() })
}

/// Lowers comparisons of floats.
pub fn lower_cmpf(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    if is_unsupported_float(cx, types, rw.ty(rw.operand(op, 0))) {
        return rw.no_match(op, "unsupported floating point type");
    }
    let cmp = CmpFOp::from_id(op);
    let predicate = cmp.predicate(rw);
    let Some(predicate) = FCmpPredicate::from_value(predicate.value()) else {
        return Match::No;
    };
    let flags = cmp.fastmath(rw);
    let attrs = vec![("predicate", store_enum(cx, predicate)), ("fastmathFlags", fast_math(flags).attr(cx))];
    lower(rw, types, op, operands, Target { name: cx.op_name_of(llvm::FCmpOp::DEF), attrs, kept: Vec::new() })
}

fn lower(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], target: Target) -> Match {
    let cx = rw.cx();
    let result = rw.ty(rw.result(op, 0));
    let make = |rw: &mut Rewriter, ty: Type, operands: &[Value]| {
        let state = target.state(rw.cx(), operands, &[ty]);
        let new = rw.create_state(state);
        rw.result(new, 0)
    };
    if ArrayType::from_type(cx, rw.ty(operands[0])).is_some() {
        if !result.is_vector(cx) {
            return rw.no_match(op, "expected vector result type");
        }
        return for_each_vector(rw, types, op, operands, make);
    }
    let Some(ty) = types.convert_compatible(cx, result) else { return Match::No };
    let made = make(rw, ty, operands);
    rw.replace(op, [made])
}
