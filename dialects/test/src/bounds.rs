//! Operations that the public tests of ranges and bounds are written in: their results are numbers between others.

use rmlir::core::interfaces::IntRange;
use rmlir::prelude::*;

/// An index from `min` to `max`.
#[op(name = "test.value_with_bounds", format = "attr-dict")]
pub struct ValueWithBoundsOp {
    #[prop]
    min: IndexAttr,
    #[prop]
    max: IndexAttr,
    #[result]
    result: Index,
}

/// A number between bounds, as unsigned and as signed; bounds of another width say nothing.
#[op(
    name = "test.with_bounds",
    traits(NoMemoryEffect),
    interfaces(InferIntRange),
    format = "attr-dict `:` type($result)"
)]
pub struct WithBoundsOp {
    #[prop]
    umin: APIntAttr,
    #[prop]
    umax: APIntAttr,
    #[prop]
    smin: APIntAttr,
    #[prop]
    smax: APIntAttr,
    #[result]
    result: AnyType,
}

/// A bound by its place.
fn bound(op: OpRef, prop: usize) -> Option<ApInt> {
    op.prop(prop)?.as_integer(op.cx()).map(|(value, _)| value.clone())
}

impl InferIntRange for WithBoundsOp {
    fn infer_ranges(&self, op: OpRef, _operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
        let unsigned = bound(op, WithBoundsOp::UMIN).zip(bound(op, WithBoundsOp::UMAX));
        let signed = bound(op, WithBoundsOp::SMIN).zip(bound(op, WithBoundsOp::SMAX));
        if let (Some(unsigned), Some(signed)) = (unsigned, signed)
            && unsigned.0.width() == IntRange::width_of(op.cx(), op.result(0).ty())
        {
            set(op.result(0).id, IntRange { unsigned, signed });
        }
    }
}
