//! Canonicalization patterns.

use rmlir::core::fold::constant_value;
use rmlir::core::int_range::{self, Sign};
use rmlir::core::speculate::range_of;
use rmlir::prelude::*;
use rmlir_arith::CmpIPredicate;

use crate::arithmetic::*;
use crate::cast::CmpOp;
use crate::constant::ConstantOp;
use crate::fold::{self, Compute, MIN_WIDTH, compute_in_both_widths};

canonicalize! {
    AddOp: reassociate_add;
    MulOp: reassociate_mul;
    MaxSOp: reassociate_maxs;
    MaxUOp: reassociate_maxu;
    MinSOp: reassociate_mins;
    MinUOp: reassociate_minu;
    AndOp: reassociate_and;
    OrOp: reassociate_or;
    XOrOp: reassociate_xor;
    CmpOp: compare_instead_of_subtracting;
}

/// `(x op a) op b -> x op (a op b)` for constants, if `a op b` is the same in both widths.
fn reassociate(op: OpId, rw: &mut Rewriter, compute: Compute) -> Match {
    let (lhs, rhs) = (rw.operand(op, 0), rw.operand(op, 1));
    let inner = rw.defining_op(lhs).filter(|&inner| rw.name(inner) == rw.name(op));
    let Some(inner) = inner else { return rw.no_match(op, "the first operand is not made by the same operation") };
    let constant = |rw: &Rewriter, value| constant_value(rw, value)?.as_integer(rw).map(|(value, _)| value.clone());
    let (Some(outer), Some(other)) = (constant(rw, rhs), constant(rw, rw.operand(inner, 1))) else {
        return rw.no_match(op, "the second operands are not constant");
    };
    let Some(both) = compute_in_both_widths(compute, &outer, &other) else {
        return rw.no_match(op, "the constants give another result in 32 bits than in 64");
    };
    let both = rw.apint_attr(Type::INDEX, both);
    let both = rw.value(ConstantOp::build(both));
    let state = OpState::new(rw.name(op)).operands(&[rw.operand(inner, 0), both]);
    let new = rw.create_state(state);
    rw.replace(op, [rw.result(new, 0)])
}

/// Rows of `pattern Op compute;`.
macro_rules! reassociations {
    ($($name:ident $op:ident $compute:ident;)*) => {$(
        #[pattern]
        fn $name(op: $op, rw: &mut Rewriter) -> Match {
            reassociate(op.id(), rw, fold::$compute)
        }
    )*};
}

reassociations! {
    reassociate_add AddOp compute_add;
    reassociate_mul MulOp compute_mul;
    reassociate_maxs MaxSOp compute_maxs;
    reassociate_maxu MaxUOp compute_maxu;
    reassociate_mins MinSOp compute_mins;
    reassociate_minu MinUOp compute_minu;
    reassociate_and AndOp compute_and;
    reassociate_or OrOp compute_or;
    reassociate_xor XOrOp compute_xor;
}

/// `x - y == 0 -> x == y`, `0 == x - y -> y == x`, and so with other predicates if the difference is known not to wrap.
/// Upstream does so always, but a difference that wraps does not determine the order.
#[pattern]
fn compare_instead_of_subtracting(op: CmpOp, rw: &mut Rewriter) -> Match {
    let (lhs, rhs) = (op.lhs(rw), op.rhs(rw));
    let is_zero = |rw: &Rewriter, value| {
        constant_value(rw, value).and_then(|attr| attr.as_integer(rw)).is_some_and(|(value, _)| value.is_zero())
    };
    let (difference, swapped) = if is_zero(rw, rhs) {
        (lhs, false)
    } else if is_zero(rw, lhs) {
        (rhs, true)
    } else {
        return rw.no_match(op, "nothing is compared with 0");
    };
    let sub = rw.defining_op(difference).and_then(|made_by| OpRef::new(rw, made_by).cast::<SubOp>());
    let Some(sub) = sub else { return rw.no_match(op, "what is compared with 0 is no difference") };
    let (x, y) = (sub.lhs(rw), sub.rhs(rw));
    if !keeps_order(rw, op.predicate(rw), x, y) {
        return rw.no_match(op, "the difference may wrap");
    }
    let (lhs, rhs) = if swapped { (y, x) } else { (x, y) };
    rw.replace_with(op, CmpOp::build(lhs, rhs, op.pred(rw)));
    Match::Yes
}

/// Whether `x - y` compares with 0 as `x` does with `y`, on targets of both widths.
fn keeps_order(body: &Body, predicate: CmpIPredicate, x: Value, y: Value) -> bool {
    use CmpIPredicate as P;
    let sign = match predicate {
        P::Eq | P::Ne => return true,
        P::Slt | P::Sle | P::Sgt | P::Sge => Sign::Signed,
        P::Ult | P::Ule | P::Ugt | P::Uge => Sign::Unsigned,
    };
    let [Some(x), Some(y)] = [x, y].map(|value| range_of(ValueRef::new(body, value))) else { return false };
    let wraps = |x: &IntRange, y: &IntRange| match sign {
        Sign::Signed => x.signed.0.ssub_ov(&y.signed.1).1 || x.signed.1.ssub_ov(&y.signed.0).1,
        Sign::Unsigned => x.unsigned.0.usub_ov(&y.unsigned.1).1,
    };
    !wraps(&x, &y) && !wraps(&int_range::truncate(&x, MIN_WIDTH), &int_range::truncate(&y, MIN_WIDTH))
}
