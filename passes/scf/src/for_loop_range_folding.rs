//! Folding of additions and multiplications of an induction variable without other uses into the bounds of the loop.

use rmlir::core::clone::CloneMap;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, IntegerOverflowFlags, MulIOp, get_constant_int_value};
use rmlir_scf::ForOp;

use crate::walk::rewrite_each;

/// Fold add/mul ops into loop range.
///
/// The only user of an induction variable is removed if it adds a loop-invariant value, or multiplies by a positive
/// constant: the bounds (and for a multiplication the step) are computed with it instead, without its overflow flags:
/// bounds may overflow where no iteration does. (Upstream keeps the flags.)
///
/// ```mlir
/// scf.for %i = %lb to %ub step %step {    // scf.for %j = %lb + %a to %ub + %a
///   %j = arith.addi %i, %a : index
///   "f"(%j) : (index) -> ()
/// }
/// ```
#[pass(name = "scf-for-loop-range-folding", title = "SCFForLoopRangeFolding")]
pub fn scf_for_loop_range_folding(cx: &mut PassCx) -> PassResult {
    rewrite_each::<ForOp>(cx.body_mut(), &|rw, op| while fold_once(rw, op) {});
    Ok(())
}

/// Folds the only user of the induction variable, if possible.
fn fold_once(rw: &mut Rewriter, op: ForOp) -> bool {
    let induction_var = op.induction_var(rw);
    // In an unsigned loop, the addend may be a negative integer, by which the bounds would wrap.
    if op.unsignedCmp(rw) || !rw.has_one_use(induction_var) {
        return false;
    }
    let user = rw.users(induction_var).next().expect("there is one use");
    let view = OpRef::new(rw, user);
    let is_mul = view.is::<MulIOp>();
    if !view.is::<AddIOp>() && !is_mul {
        return false;
    }
    let is_outside = |value: Value| !rw.is_defined_inside(op.id(), value);
    if !rw.operands(user).all(|operand| operand == induction_var || is_outside(operand)) {
        return false;
    }
    if is_mul && !scales_up(rw, user, induction_var) {
        return false;
    }
    if !rw.ty(induction_var).is_index() && !fits(rw, op, user, is_mul) {
        return false;
    }
    rw.before(op.id());
    rw.set_loc(rw.loc(user));
    let (n_folded, flags_slot) = if is_mul { (3, MulIOp::OVERFLOW_FLAGS) } else { (2, AddIOp::OVERFLOW_FLAGS) };
    let no_flags = IntegerOverflowFlags::None.attr(rw);
    let mut folded = Vec::new();
    for index in 0..n_folded {
        let mut map = CloneMap::default();
        map.values.insert(induction_var, rw.operand(op.id(), index));
        let copy = rw.clone_op(user, &mut map);
        rw.set_prop(copy, flags_slot, no_flags);
        folded.push(rw.result(copy, 0));
    }
    for (index, value) in folded.into_iter().enumerate() {
        rw.set_operand(op, index, value);
    }
    rw.replace(user, [induction_var]);
    true
}

/// Whether bounds and step of a loop over integers are constants for which `user` does not overflow. Indices are
/// assumed not to overflow; upstream assumes this for all integers.
fn fits(body: &Body, op: ForOp, user: OpId, is_mul: bool) -> bool {
    let constant = |value: Value| get_constant_int_value(body, value).map(i128::from);
    let other = body.operands(user).find(|&operand| operand != op.induction_var(body));
    let Some(other) = other.and_then(constant) else { return false };
    let folded = |value: Value| constant(value).map(|value| if is_mul { value * other } else { value + other });
    let step = if is_mul { folded(op.step(body)) } else { constant(op.step(body)) };
    let width = body.ty(op.induction_var(body)).int_width(body).unwrap_or(0);
    let is_in_range = |value: i128| (1..=64).contains(&width) && value >> (width - 1) == value >> 127;
    [folded(op.lowerBound(body)), folded(op.upperBound(body)), step]
        .into_iter()
        .all(|value| value.is_some_and(is_in_range))
}

/// Whether `mul` multiplies `value` by a positive constant.
fn scales_up(body: &Body, mul: OpId, value: Value) -> bool {
    let factor = body.operands(mul).find(|&operand| operand != value);
    factor.and_then(|factor| get_constant_int_value(body, factor)).is_some_and(|factor| factor > 0)
}
