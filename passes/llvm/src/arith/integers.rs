//! Operations on integers with two results, and choices between several values.

use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionRewriter;
use rmlir_arith::SelectOp;
use rmlir_llvm::intrinsics::math::UaddWithOverflowIntr;
use rmlir_llvm::ops::arith::{LShrOp, MulOp};
use rmlir_llvm::ops::cast::{SExtOp, TruncOp, ZExtOp};
use rmlir_llvm::types::ArrayType;
use rmlir_llvm::types::constraint::is_compatible;

use crate::emit::{constant, extract};
use crate::type_converter::{LlvmTypes, literal_struct};

/// The intrinsic gives a structure of sum and overflow.
pub fn lower_addui_extended(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    if !is_plain(cx, rw.ty(operands[0])) {
        return rw.no_match(op, "ND vector types are not supported yet");
    }
    let (sum, overflow) = (rw.ty(rw.result(op, 0)), rw.ty(rw.result(op, 1)));
    let Some(overflow) = types.convert_compatible(cx, overflow) else { return Match::No };
    // As upstream, the type of the sum is not converted.
    if !is_compatible(cx, sum) {
        return Match::No;
    }
    let ty = literal_struct(cx, &[sum, overflow]);
    let both = rw.value(UaddWithOverflowIntr::build(ty, operands[0], operands[1]));
    let parts = [extract(rw, both, &[0]), extract(rw, both, &[1])];
    rw.replace(op, parts)
}

fn is_plain(cx: &Context, ty: Type) -> bool {
    is_compatible(cx, ty) && ArrayType::from_type(cx, ty).is_none()
}

/// Of signed integers.
pub fn lower_mulsi_extended(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    lower_mul(rw, op, operands, |rw, ty, value| rw.value(SExtOp::build(ty, value)))
}

/// Of unsigned integers.
pub fn lower_mului_extended(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    lower_mul(rw, op, operands, |rw, ty, value| rw.value(ZExtOp::build(ty, value)))
}

/// Multiplies in twice the width and takes the halves apart.
fn lower_mul(
    rw: &mut Rewriter,
    op: OpId,
    operands: &[Value],
    extend: fn(&mut Rewriter, Type, Value) -> Value,
) -> Match {
    let cx = rw.cx();
    let ty = rw.ty(operands[0]);
    let Some(width) = ty.element_or_self(cx).int_width(cx).filter(|_| is_plain(cx, ty)) else {
        return rw.no_match(op, "ND vector types are not supported yet");
    };
    let element = cx.int_type(2 * width);
    let wide = ty.with_element(cx, element);
    let amount = cx.int_attr(element, i64::from(width));
    let amount = if wide.is_vector(cx) { dense::splat(cx, wide, amount) } else { Some(amount) };
    let Some(amount) = amount else { return Match::No };
    let lhs = extend(rw, wide, operands[0]);
    let rhs = extend(rw, wide, operands[1]);
    let product = rw.value(MulOp::build(lhs, rhs));
    let low = rw.value(TruncOp::build(ty, product));
    let amount = constant(rw, amount);
    let shifted = rw.value(LShrOp::build(product, amount));
    let high = rw.value(TruncOp::build(ty, shifted));
    rw.replace(op, [low, high])
}

/// A choice between values that become several is made for each of these.
pub fn split_select(rw: &mut ConversionRewriter, _: &LlvmTypes, op: OpId, operands: &[Vec<Value>]) -> Match {
    let [_, on_true, on_false] = operands else { return Match::No };
    let condition = SelectOp::from_id(op).condition(rw);
    if on_true.len() == 1 || on_true.len() != on_false.len() || rw.ty(condition) != Type::I1 {
        return rw.no_match(op, "not a 1:N conversion, 1:1 pattern will match");
    }
    let pairs = on_true.iter().zip(on_false);
    let chosen = pairs.map(|(&yes, &no)| rw.value(SelectOp::build(condition, yes, no))).collect();
    rw.replace_by_many(op, vec![chosen])
}
