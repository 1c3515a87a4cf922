//! Arithmetic and comparison of integers.
//!
//! Overflow wraps. Folds that hold for all operands precede constant folding.

use std::cmp::Ordering;

use rmlir::prelude::*;
use rmlir_arith::elements::{binary, splat, unary, zip};

use crate::constraints::{Bools, Integers, IntegersOrMatrices, truth_of};

binary! {
    /// Adds.
    ///
    /// ```mlir
    /// %2 = spirv.IAdd %0, %1 : vector<4xi32>
    /// ```
    IAddOp "spirv.IAdd" (Commutative) IntegersOrMatrices fold_add;
    /// Multiplies.
    IMulOp "spirv.IMul" (Commutative) IntegersOrMatrices fold_mul;
    /// Subtracts.
    ISubOp "spirv.ISub" () IntegersOrMatrices fold_sub;
}

/// Negates an integer.
#[op(name = "spirv.SNegate", traits(Pure), types(T = IntegersOrMatrices), fold = fold_negate,
     format = "operands attr-dict `:` type($result)")]
pub struct SNegateOp {
    #[operand]
    operand: T,
    #[result]
    result: T,
}

pub(crate) fn constant(consts: &[Option<Attr>], index: usize) -> Option<Attr> {
    consts.get(index).copied().flatten()
}

/// Whether the second operand is the constant `value`, or a splat of it.
pub(crate) fn is_second(cx: &FoldCx, consts: &[Option<Attr>], value: u64) -> bool {
    let known = constant(consts, 1).and_then(|attr| attr.int_or_splat(cx));
    known.and_then(|known| known.zext_value()) == Some(value)
}

pub(crate) fn operand(cx: &FoldCx, index: usize) -> Value {
    cx.operand(cx.op(), index)
}

pub(crate) fn result_type(cx: &FoldCx) -> Type {
    cx.ty(cx.result(cx.op(), 0))
}

/// The zero constant of the result type.
pub(crate) fn zero(cx: &FoldCx) -> Fold {
    let ty = result_type(cx);
    let width = ty.element_or_self(cx).int_width(cx).expect("the type of the result was checked");
    Fold::attr(splat(cx, ty, ApInt::new(width, 0)))
}

/// `x + 0 -> x`
fn fold_add(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if is_second(cx, consts, 0) {
        return Fold::value(operand(cx, 0));
    }
    binary(cx, constant(consts, 0), constant(consts, 1), |a: &ApInt, b: &ApInt| Some(a.add(b))).into()
}

/// `x * 0 -> 0`, `x * 1 -> x`
fn fold_mul(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if is_second(cx, consts, 0) {
        return Fold::value(operand(cx, 1));
    }
    if is_second(cx, consts, 1) {
        return Fold::value(operand(cx, 0));
    }
    binary(cx, constant(consts, 0), constant(consts, 1), |a: &ApInt, b: &ApInt| Some(a.mul(b))).into()
}

/// `x - x -> 0`
fn fold_sub(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if operand(cx, 0) == operand(cx, 1) {
        return zero(cx);
    }
    binary(cx, constant(consts, 0), constant(consts, 1), |a: &ApInt, b: &ApInt| Some(a.sub(b))).into()
}

/// `-(-x) -> x`
fn fold_negate(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if let Some(inner) = cx.defined_by::<SNegateOp>(operand(cx, 0)) {
        return Fold::value(inner.operand(cx));
    }
    unary(cx, constant(consts, 0), |a: &ApInt| Some(a.neg())).into()
}

questions! {
    /// Whether they are equal.
    IEqualOp "spirv.IEqual" (Commutative) Integers fold_i_equal;
    /// Whether they are not equal.
    INotEqualOp "spirv.INotEqual" (Commutative) Integers fold_i_not_equal;
    /// Whether the first is greater, as signed integers.
    SGreaterThanOp "spirv.SGreaterThan" () Integers fold_s_greater_than;
    /// Whether the first is not less, as signed integers.
    SGreaterThanEqualOp "spirv.SGreaterThanEqual" () Integers fold_s_greater_than_equal;
    /// Whether the first is less, as signed integers.
    SLessThanOp "spirv.SLessThan" () Integers fold_s_less_than;
    /// Whether the first is not greater, as signed integers.
    SLessThanEqualOp "spirv.SLessThanEqual" () Integers fold_s_less_than_equal;
    /// Whether the first is greater, as unsigned integers.
    UGreaterThanOp "spirv.UGreaterThan" () Integers fold_u_greater_than;
    /// Whether the first is not less, as unsigned integers.
    UGreaterThanEqualOp "spirv.UGreaterThanEqual" () Integers fold_u_greater_than_equal;
    /// Whether the first is less, as unsigned integers.
    ULessThanOp "spirv.ULessThan" () Integers fold_u_less_than;
    /// Whether the first is not greater, as unsigned integers.
    ULessThanEqualOp "spirv.ULessThanEqual" () Integers fold_u_less_than_equal;
}

/// Rows of `fold: comparison of the operands, test of the ordering;`.
macro_rules! folds {
    ($($fold:ident: $compare:ident $test:ident;)*) => {$(
        fn $fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
            compare(cx, consts, ApInt::$compare, Ordering::$test)
        }
    )*};
}

folds! {
    fold_i_equal: ucmp is_eq;
    fold_i_not_equal: ucmp is_ne;
    fold_s_greater_than: scmp is_gt;
    fold_s_greater_than_equal: scmp is_ge;
    fold_s_less_than: scmp is_lt;
    fold_s_less_than_equal: scmp is_le;
    fold_u_greater_than: ucmp is_gt;
    fold_u_greater_than_equal: ucmp is_ge;
    fold_u_less_than: ucmp is_lt;
    fold_u_less_than_equal: ucmp is_le;
}

/// Folds a comparison of a value with itself, or of constants.
fn compare(
    cx: &FoldCx,
    consts: &[Option<Attr>],
    compare: fn(&ApInt, &ApInt) -> Ordering,
    test: fn(Ordering) -> bool,
) -> Fold {
    let ty = result_type(cx);
    if operand(cx, 0) == operand(cx, 1) {
        return Fold::attr(splat(cx, ty, ApInt::from_bool(test(Ordering::Equal))));
    }
    // As in upstream, a comparison with poison is not folded.
    let (Some(lhs), Some(rhs)) = (constant(consts, 0), constant(consts, 1)) else { return Fold::No };
    zip(cx, lhs, rhs, ty, |a: &ApInt, b: &ApInt| Some(ApInt::from_bool(test(compare(a, b))))).into()
}
