//! Chains of views.

use rmlir_core::cycle::CycleGuard;
use rmlir_core::interfaces::{CastOp, ViewLike};
use rmlir_core::{Body, OpRef, TraitSet, Value, ValueDefinition};

/// The base of the chain of views that ends in `value`, through operations whose first result is the view.
pub fn view_base(body: &Body, mut value: Value) -> Value {
    let mut guard = CycleGuard::default();
    while let Some(source) = view_source(body, value).filter(|_| guard.goes_on(value)) {
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

/// The start of the chain of casts between memref types, assumptions and distinct objects that ends in `value`; it has
/// the same address, sizes and strides.
pub fn same_descriptor(body: &Body, mut value: Value) -> Value {
    let mut guard = CycleGuard::default();
    while let ValueDefinition::Result(op, index) = body.value_def(value) {
        if !guard.goes_on(value) {
            break;
        }
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
