//! Arithmetic of integers and comparison of them.
//!
//! Numbers wrap. What is known of a result, whatever the operands are, is found before constants are computed with.

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

/// Changes the sign.
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

/// Whether the second operand is `value`, or a vector of nothing else.
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

/// Zero, of the type of the result.
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

/// Rows of `/// doc`, `Op "name" (traits) fold = comparison test;`.
macro_rules! comparisons {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*) $fold:ident = $compare:ident $test:ident;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(Pure, SameOperandsAndResultShape, SameTypeOperands $(, $trait)*), fold = $fold,
             format = "$operand1 `,` $operand2 `:` type($operand1) attr-dict")]
        pub struct $op {
            #[operand]
            operand1: Integers,
            #[operand]
            operand2: Integers,
            #[result(derive(from = "operand1", with = truth_of,
                            summary = "type of result to correspond to the `i1` equivalent of the operand"))]
            result: Bools,
        }

        fn $fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
            compare(cx, consts, ApInt::$compare, Ordering::$test)
        }
    )*};
}

comparisons! {
    /// Whether they are equal.
    IEqualOp "spirv.IEqual" (Commutative) fold_i_equal = ucmp is_eq;
    /// Whether they are not equal.
    INotEqualOp "spirv.INotEqual" (Commutative) fold_i_not_equal = ucmp is_ne;
    /// Whether the first is greater, as signed numbers.
    SGreaterThanOp "spirv.SGreaterThan" () fold_s_greater_than = scmp is_gt;
    /// Whether the first is not less, as signed numbers.
    SGreaterThanEqualOp "spirv.SGreaterThanEqual" () fold_s_greater_than_equal = scmp is_ge;
    /// Whether the first is less, as signed numbers.
    SLessThanOp "spirv.SLessThan" () fold_s_less_than = scmp is_lt;
    /// Whether the first is not greater, as signed numbers.
    SLessThanEqualOp "spirv.SLessThanEqual" () fold_s_less_than_equal = scmp is_le;
    /// Whether the first is greater, as unsigned numbers.
    UGreaterThanOp "spirv.UGreaterThan" () fold_u_greater_than = ucmp is_gt;
    /// Whether the first is not less, as unsigned numbers.
    UGreaterThanEqualOp "spirv.UGreaterThanEqual" () fold_u_greater_than_equal = ucmp is_ge;
    /// Whether the first is less, as unsigned numbers.
    ULessThanOp "spirv.ULessThan" () fold_u_less_than = ucmp is_lt;
    /// Whether the first is not greater, as unsigned numbers.
    ULessThanEqualOp "spirv.ULessThanEqual" () fold_u_less_than_equal = ucmp is_le;
}

/// The answer about a value and itself, or about constants.
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
    // As upstream, a comparison with poison is left as it is.
    let (Some(lhs), Some(rhs)) = (constant(consts, 0), constant(consts, 1)) else { return Fold::No };
    zip(cx, lhs, rhs, ty, |a: &ApInt, b: &ApInt| Some(ApInt::from_bool(test(compare(a, b))))).into()
}
