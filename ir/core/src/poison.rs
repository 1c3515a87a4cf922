//! Analysis of values that are never poison.

use crate::attrs::AttrData;
use crate::fold::op_constant;
use crate::interfaces::{LoopLike, PoisonBehavior};
use crate::opref::{OpRef, ValueRef};

/// The limit on the operations visited; beyond it the result is `false`.
const MAX_OPS: usize = 16;

/// Returns whether `value` is known not to be poison: it is computed only from constants, function arguments
/// (well-defined by the caller) and induction variables, by operations that create no poison.
pub fn is_never_poison(value: ValueRef) -> bool {
    let mut waiting = vec![value];
    let mut n_ops = 0;
    while let Some(value) = waiting.pop() {
        let Some(op) = value.defining_op() else {
            if value.body.is_root_argument(value.id) || is_induction_variable(value) {
                continue;
            }
            return false;
        };
        n_ops += 1;
        if n_ops > MAX_OPS {
            return false;
        }
        if is_number(op) {
            continue;
        }
        if op.interface::<dyn PoisonBehavior>().is_none_or(|behavior| behavior.may_make_poison(op)) {
            return false;
        }
        waiting.extend(op.operands());
    }
    true
}

/// Returns whether `op` is a constant that is a scalar or elements attribute of integers or floats.
fn is_number(op: OpRef) -> bool {
    let is_number =
        |data: &AttrData| matches!(data, AttrData::Integer { .. } | AttrData::Float { .. } | AttrData::Dense { .. });
    op_constant(op.body, op.id).is_some_and(|constant| is_number(constant.data(op.cx())))
}

/// Returns whether `value` is the induction variable of a loop, whose bounds are not poison if an iteration executes.
fn is_induction_variable(value: ValueRef) -> bool {
    let owner = value.body.value_block(value.id).and_then(|block| value.body.block_parent_op(block));
    let Some(owner) = owner.map(|owner| OpRef::new(value.body, owner)) else { return false };
    owner.interface::<dyn LoopLike>().is_some_and(|of| of.induction_vars(owner).contains(&value.id))
}
