//! Chains of views.

use rmlir_core::interfaces::{CastOp, ViewLike};
use rmlir_core::{Body, OpRef, TraitSet, Value, ValueDefinition};

/// Longer chains are followed no further: in code that is not reachable, or in graphs, they may be rings.
const MAX_VIEWS: usize = 10_000;

/// The value at the end of the chain of views that `value` is the last one of: through operations whose first result is
/// the view.
pub fn view_base(body: &Body, mut value: Value) -> Value {
    for _ in 0..MAX_VIEWS {
        let Some(source) = view_source(body, value) else { break };
        value = source;
    }
    value
}

/// The value that `value` is a view of, if it is the first result of a [`ViewLike`] operation.
pub(super) fn view_source(body: &Body, value: Value) -> Option<Value> {
    let op = OpRef::new(body, body.defining_op(value)?);
    let view = op.interface::<dyn ViewLike>()?;
    (op.result(0).id == value).then(|| op.operand(view.source(op)).id)
}

/// The value with the same address, sizes and strides as `value` that the chain of casts between memref types,
/// assumptions and distinct objects which ends in `value` begins with.
pub fn same_descriptor(body: &Body, mut value: Value) -> Value {
    for _ in 0..MAX_VIEWS {
        let ValueDefinition::Result(op, index) = body.value_def(value) else { break };
        let view = OpRef::new(body, op);
        value = match view_source(body, value) {
            Some(source) if view.interface::<dyn CastOp>().is_some() => source,
            Some(source) if view.has(TraitSet::SAME_OPERANDS_AND_RESULT_TYPE) => source,
            None if view.has(TraitSet::DISTINCT_OBJECTS) => view.operand(index as usize).id,
            _ => break,
        };
    }
    value
}
