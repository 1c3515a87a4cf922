//! Comparison of indices by the bounds of loops.
//!
//! An induction variable is at least the lower bound and less than the upper bound of its loop, and these may be
//! induction variables of surrounding loops. Sums are analyzed only where they cannot overflow: an induction variable
//! plus one.

use rmlir::core::ValueDefinition;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, get_constant_int_value};
use rmlir_scf::ForOp;

/// The maximum number of bounds that are followed.
const MOST_STEPS: usize = 8;

/// Whether `a` and `b` are always different where both are defined.
pub(crate) fn always_differ(body: &Body, a: Value, b: Value) -> bool {
    is_less(body, a, b) || is_less(body, b, a)
}

fn is_less(body: &Body, a: Value, b: Value) -> bool {
    is_at_most(body, Sum { value: a, plus: 1 }, Sum { value: b, plus: 0 }, MOST_STEPS)
}

/// The sum of a value and a constant.
#[derive(Clone, Copy)]
struct Sum {
    value: Value,
    plus: i64,
}

/// Whether `a <= b` is known, as mathematical integers.
fn is_at_most(body: &Body, a: Sum, b: Sum, n_steps: usize) -> bool {
    if a.value == b.value {
        return a.plus <= b.plus;
    }
    let constant = |sum: Sum| Some(i128::from(get_constant_int_value(body, sum.value)?) + i128::from(sum.plus));
    if let (Some(a), Some(b)) = (constant(a), constant(b)) {
        return a <= b;
    }
    let Some(left) = n_steps.checked_sub(1) else { return false };
    let next = |value: Value, plus: i64| is_at_most(body, Sum { value, plus }, b, left);
    let before = |value: Value, plus: i64| is_at_most(body, a, Sum { value, plus }, left);
    loop_of(body, a.value).is_some_and(|op| next(op.upperBound(body), a.plus - 1))
        || successor_of(body, a.value).is_some_and(|value| next(value, a.plus + 1))
        || loop_of(body, b.value).is_some_and(|op| before(op.lowerBound(body), b.plus))
        || successor_of(body, b.value).is_some_and(|value| before(value, b.plus + 1))
}

/// The loop with signed comparison that has `value` as its induction variable.
fn loop_of(body: &Body, value: Value) -> Option<ForOp> {
    let ValueDefinition::Argument(block, 0) = body.value_def(value) else { return None };
    let owner = body.region_owner(body.region_of(block)?);
    OpRef::new(body, owner).cast::<ForOp>().filter(|op| !op.unsignedCmp(body))
}

/// The induction variable of which `value` is the successor: it is less than the upper bound of its loop.
fn successor_of(body: &Body, value: Value) -> Option<Value> {
    let add = OpRef::new(body, body.defining_op(value)?).cast::<AddIOp>()?;
    let [lhs, rhs] = [add.lhs(body), add.rhs(body)];
    let (variable, one) = if loop_of(body, lhs).is_some() { (lhs, rhs) } else { (rhs, lhs) };
    (loop_of(body, variable).is_some() && get_constant_int_value(body, one) == Some(1)).then_some(variable)
}
