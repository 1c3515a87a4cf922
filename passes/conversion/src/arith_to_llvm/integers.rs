//! Integer operations with two results, and selects of values with several converted ones.

use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionRewriter;
use rmlir_arith::SelectOp;
use rmlir_llvm::intrinsics::math::UaddWithOverflowIntr;
use rmlir_llvm::ops::arith::{LShrOp, MulOp};
use rmlir_llvm::ops::cast::{SExtOp, TruncOp, ZExtOp};
use rmlir_llvm::types::ArrayType;
use rmlir_llvm::types::constraint::is_compatible;

use crate::llvm_common::emit::{constant, extract};
use crate::llvm_common::one_to_one::{array_sizes, for_each_vectors};
use crate::llvm_common::type_converter::{LlvmTypes, literal_struct};

/// The intrinsic returns a structure of sum and overflow.
pub fn lower_addui_extended(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    if is_array(cx, rw.ty(operands[0])) {
        return for_each_vectors(rw, types, op, operands, add);
    }
    let (sum, overflow) = (rw.ty(rw.result(op, 0)), rw.ty(rw.result(op, 1)));
    // As in upstream, the type of the sum is not converted.
    if !is_compatible(cx, sum) {
        return rw.no_match(op, "there is no such type in llvm");
    }
    let Some(overflow) = types.convert_compatible(cx, overflow) else { return Match::No };
    let parts = add(rw, [sum, overflow], operands);
    rw.replace(op, parts)
}

fn add(rw: &mut Rewriter, types: [Type; 2], operands: &[Value]) -> [Value; 2] {
    let ty = literal_struct(rw.cx(), &types);
    let both = rw.value(UaddWithOverflowIntr::build(ty, operands[0], operands[1]));
    [extract(rw, both, &[0]), extract(rw, both, &[1])]
}

/// Whether `ty` is a converted vector of several dimensions, which upstream does not support here.
fn is_array(cx: &Context, ty: Type) -> bool {
    ArrayType::from_type(cx, ty).is_some()
}

/// Lowers products of signed integers.
pub fn lower_mulsi_extended(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    lower_mul(rw, types, op, operands, |rw, ty, value| rw.value(SExtOp::build(ty, value)))
}

/// Lowers products of unsigned integers.
pub fn lower_mului_extended(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    lower_mul(rw, types, op, operands, |rw, ty, value| rw.value(ZExtOp::build(ty, value)))
}

type Extend = fn(&mut Rewriter, Type, Value) -> Value;

fn lower_mul(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], extend: Extend) -> Match {
    let cx = rw.cx();
    let (_, ty) = array_sizes(cx, rw.ty(operands[0]));
    let Some(doubled) = Doubled::of(cx, ty) else { return rw.no_match(op, "there is no such type in llvm") };
    if is_array(cx, rw.ty(operands[0])) {
        return for_each_vectors(rw, types, op, operands, |rw, _, operands| doubled.multiply(rw, operands, extend));
    }
    let parts = doubled.multiply(rw, operands, extend);
    rw.replace(op, parts)
}

/// Integers, or vectors of them, and those of twice the width.
struct Doubled {
    ty: Type,
    wide: Type,
    /// The shift amount of the upper halves.
    width: Attr,
}

impl Doubled {
    fn of(cx: &Context, ty: Type) -> Option<Self> {
        let width = ty.element_or_self(cx).int_width(cx).filter(|_| is_compatible(cx, ty))?;
        let element = cx.int_type(2 * width);
        let wide = ty.with_element(cx, element);
        let amount = cx.int_attr(element, i64::from(width));
        let width = if wide.is_vector(cx) { dense::splat(cx, wide, amount)? } else { amount };
        Some(Self { ty, wide, width })
    }

    /// Multiplies in twice the width and extracts the halves.
    fn multiply(&self, rw: &mut Rewriter, operands: &[Value], extend: Extend) -> [Value; 2] {
        let lhs = extend(rw, self.wide, operands[0]);
        let rhs = extend(rw, self.wide, operands[1]);
        let product = rw.value(MulOp::build(lhs, rhs));
        let low = rw.value(TruncOp::build(self.ty, product));
        let amount = constant(rw, self.width);
        let shifted = rw.value(LShrOp::build(product, amount));
        [low, rw.value(TruncOp::build(self.ty, shifted))]
    }
}

/// A select between values with several converted ones becomes a select for each of these.
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
