//! Which values cannot be poison.

use crate::interfaces::PoisonBehavior;
use crate::opref::ValueRef;

/// So many operations are looked at before the answer is no.
const MAX_OPS: usize = 16;

/// Whether `value` is known not to be poison: it is computed from arguments of the function alone, which callers answer
/// for, by operations that make no poison.
pub fn is_never_poison(value: ValueRef) -> bool {
    let mut waiting = vec![value];
    let mut n_ops = 0;
    while let Some(value) = waiting.pop() {
        let Some(op) = value.defining_op() else {
            if value.body.is_root_argument(value.id) {
                continue;
            }
            return false;
        };
        n_ops += 1;
        let behavior = op.interface::<dyn PoisonBehavior>().filter(|_| n_ops <= MAX_OPS);
        if behavior.is_none_or(|behavior| behavior.may_make_poison(op)) {
            return false;
        }
        waiting.extend(op.operands());
    }
    true
}
