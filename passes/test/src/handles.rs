//! Transform operations on handles and parameters.

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_transform::effects::{on_handles, replaces_payload};
use rmlir_transform::{
    Applied, Mapped, Results, TransformHandle, TransformOp, TransformParam, TransformState, handle_effects,
};

handle_effects! {
    on_handles => TestProduceParamOp;
    replaces_payload => TestReversePayloadOpsOp;
}

/// The operations.
pub(crate) const OPS: &[&OpDef] = &[TestProduceParamOp::DEF, TestReversePayloadOpsOp::DEF];

/// The same operations in the reverse order.
#[op(
    name = "transform.test_reverse_payload_ops",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type(operands, results)"
)]
pub struct TestReversePayloadOpsOp {
    #[operand]
    target: TransformHandle,
    #[result]
    result: TransformHandle,
}

impl TransformOp for TestReversePayloadOpsOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let mut ops = state.ops(op.value(TestReversePayloadOpsOp::target));
        ops.reverse();
        results.set(0, ops);
        Ok(())
    }
}

/// A parameter that is any attribute.
#[op(
    name = "transform.test_produce_param",
    interfaces(MemoryEffects, TransformOp),
    format = "`(` $attr `)` attr-dict `:` type($result)"
)]
pub struct TestProduceParamOp {
    #[prop]
    attr: AnyAttr,
    #[result]
    result: TransformParam,
}

impl TransformOp for TestProduceParamOp<()> {
    fn apply(&self, op: OpRef, _state: &mut TransformState, results: &mut Results) -> Applied {
        let attr = op.get(TestProduceParamOp::attr);
        results.set(0, Mapped::Params(vec![attr]));
        Ok(())
    }
}
