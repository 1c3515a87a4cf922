//! Operations on booleans.

use rmlir::prelude::*;
use rmlir_arith::elements::{binary, splat, unary};

use crate::constraints::{Bools, truth_of};
use crate::integer::{IEqualOp, INotEqualOp, constant, is_second, operand, result_type};

questions! {
    /// Whether both are true.
    LogicalAndOp "spirv.LogicalAnd" (Commutative) Bools fold_and;
    /// Whether both are equal.
    LogicalEqualOp "spirv.LogicalEqual" (Commutative) Bools fold_equal;
    /// Whether both differ.
    LogicalNotEqualOp "spirv.LogicalNotEqual" (Commutative) Bools fold_not_equal;
    /// Whether at least one is true.
    LogicalOrOp "spirv.LogicalOr" (Commutative) Bools fold_or;
}

/// The negation.
#[op(name = "spirv.LogicalNot", traits(Pure, SameOperandsAndResultShape, SameTypeOperands), fold = fold_not,
     canonicalize(not_of_equal, not_of_not_equal, not_of_logical_equal, not_of_logical_not_equal),
     format = "$operand `:` type($operand) attr-dict")]
pub struct LogicalNotOp {
    #[operand]
    operand: Bools,
    #[result(derive(from = "operand", with = truth_of,
                    summary = "type of result to correspond to the `i1` equivalent of the operand"))]
    result: Bools,
}

/// `x and true -> x`, `x and false -> false`
fn fold_and(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if is_second(cx, consts, 1) {
        return Fold::value(operand(cx, 0));
    }
    if is_second(cx, consts, 0) { constant(consts, 1).into() } else { Fold::No }
}

/// `x or true -> true`, `x or false -> x`
fn fold_or(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if is_second(cx, consts, 1) {
        return constant(consts, 1).into();
    }
    if is_second(cx, consts, 0) { Fold::value(operand(cx, 0)) } else { Fold::No }
}

/// `x == x -> true`
fn fold_equal(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if operand(cx, 0) == operand(cx, 1) {
        return Fold::attr(splat(cx, result_type(cx), ApInt::from_bool(true)));
    }
    binary(cx, constant(consts, 0), constant(consts, 1), |a: &ApInt, b: &ApInt| Some(ApInt::from_bool(a == b))).into()
}

/// `x != false -> x`, `x != x -> false`
fn fold_not_equal(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if is_second(cx, consts, 0) {
        return Fold::value(operand(cx, 0));
    }
    if operand(cx, 0) == operand(cx, 1) {
        return Fold::attr(splat(cx, result_type(cx), ApInt::from_bool(false)));
    }
    binary(cx, constant(consts, 0), constant(consts, 1), |a: &ApInt, b: &ApInt| Some(ApInt::from_bool(a != b))).into()
}

/// `not (not x) -> x`
fn fold_not(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    if let Some(inner) = cx.defined_by::<LogicalNotOp>(operand(cx, 0)) {
        return Fold::value(inner.operand(cx));
    }
    unary(cx, constant(consts, 0), |a: &ApInt| Some(a.not())).into()
}

/// Rows of `pattern: Comparison -> inverse`: a negated comparison is replaced by its inverse.
macro_rules! opposites {
    ($($pattern:ident: $question:ident -> $opposite:ident;)*) => {$(
        #[doc = concat!("`not (", stringify!($question), ") -> ", stringify!($opposite), "`")]
        #[pattern]
        fn $pattern(op: LogicalNotOp, rw: &mut Rewriter) -> Match {
            let Some(question) = rw.defined_by::<$question>(op.operand(rw)) else {
                return rw.no_match(op, concat!("what is denied is no ", stringify!($question)));
            };
            let (lhs, rhs) = (question.operand1(rw), question.operand2(rw));
            rw.replace_with(op, $opposite::build(lhs, rhs));
            Match::Yes
        }
    )*};
}

opposites! {
    not_of_equal: IEqualOp -> INotEqualOp;
    not_of_not_equal: INotEqualOp -> IEqualOp;
    not_of_logical_equal: LogicalEqualOp -> LogicalNotEqualOp;
    not_of_logical_not_equal: LogicalNotEqualOp -> LogicalEqualOp;
}
