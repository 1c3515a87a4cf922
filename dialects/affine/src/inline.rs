//! Legality of inlining into loops and conditionals.
//!
//! Fewer values are valid dimensions and symbols there than in a function: the function's arguments may be valid only
//! because they are arguments at the top level.

use rmlir::core::effects::effects_of;
use rmlir::core::fold::op_constant;
use rmlir::prelude::*;

use crate::scope::{dim_source, is_valid_dim_in, is_valid_symbol_in};
use crate::{ApplyOp, access_of};

/// Whether the only block of `from` may be inlined into `into`, a region of a loop or conditional, with `args` as its
/// arguments: that holds for operations without effects, and for operations of this dialect whose operands stay valid.
pub(crate) fn is_legal_region(into: RegionRef, from: RegionRef, args: &[Value]) -> bool {
    let Some(entry) = from.entry().filter(|_| from.has_one_block()) else { return false };
    let move_to = Move { into, from, args };
    entry.ops().all(|op| effects_of(op).is_some_and(|effects| effects.is_empty()) || move_to.keeps_valid(op))
}

/// A predicate of values that may be operands of a map.
type Validity = fn(&Body, Value, Option<RegionId>) -> bool;

struct Move<'a> {
    into: RegionRef<'a>,
    from: RegionRef<'a>,
    args: &'a [Value],
}

impl Move<'_> {
    fn keeps_valid(&self, op: OpRef) -> bool {
        if let Some(access) = access_of(op).filter(|_| !op.is::<crate::PrefetchOp>()) {
            let (dims, symbols) = access.operands.split_at(access.map.n_dims() as usize);
            return self.keep_valid(dims, is_valid_dim_in) && self.keep_valid(symbols, is_valid_symbol_in);
        }
        let Some(apply) = op.cast::<ApplyOp>() else { return false };
        let body = self.from.body;
        let is_dim = is_valid_dim_in(body, apply.result(body), Some(self.from.id));
        let validity = if is_dim { is_valid_dim_in } else { is_valid_symbol_in };
        self.keep_valid(&apply.value_map(body).1, validity)
    }

    fn keep_valid(&self, values: &[Value], is_valid: Validity) -> bool {
        values.iter().all(|&value| self.keeps_value_valid(value, is_valid))
    }

    /// A value stays valid if it is valid for another reason than being at the top level.
    fn keeps_value_valid(&self, value: Value, is_valid: Validity) -> bool {
        let body = self.from.body;
        if body.value_region(value) != Some(self.from.id) {
            return true;
        }
        match body.value_def(value) {
            ValueDefinition::Argument(_, index) => {
                let arg = self.args.get(index as usize);
                arg.is_some_and(|&arg| is_valid(self.into.body, arg, Some(self.into.id)))
            }
            ValueDefinition::Result(op, _) => {
                op_constant(body, op).is_some() || dim_source(OpRef::new(body, op)).is_some()
            }
        }
    }
}
