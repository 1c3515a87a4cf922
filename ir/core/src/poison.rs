//! Which values cannot be poison.

use crate::attrs::AttrData;
use crate::fold::op_constant;
use crate::interfaces::{LoopLike, PoisonBehavior};
use crate::opref::{OpRef, ValueRef};

/// So many operations are looked at before the answer is no.
const MAX_OPS: usize = 16;

/// Whether `value` is known not to be poison: it is computed from constants, arguments of the function, which callers
/// answer for, and induction variables alone, by operations that make no poison.
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

/// Whether `op` is a constant that is a number, or of numbers.
fn is_number(op: OpRef) -> bool {
    let is_number =
        |data: &AttrData| matches!(data, AttrData::Integer { .. } | AttrData::Float { .. } | AttrData::Dense { .. });
    op_constant(op.body, op.id).is_some_and(|constant| is_number(constant.data(op.cx())))
}

/// Whether `value` counts the iterations of a loop, whose bounds are not poison if there are iterations.
fn is_induction_variable(value: ValueRef) -> bool {
    let owner = value.body.value_block(value.id).and_then(|block| value.body.block_parent_op(block));
    let Some(owner) = owner.map(|owner| OpRef::new(value.body, owner)) else { return false };
    owner.interface::<dyn LoopLike>().is_some_and(|of| of.induction_vars(owner).contains(&value.id))
}
