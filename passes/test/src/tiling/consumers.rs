//! Fusion of consumers of results of loops into the loops.

use rmlir::prelude::*;
use rmlir_linalg_passes::tiling::consumers::{FusedConsumer, fuse_consumer, fuse_consumer_of_slices};
use rmlir_transform::effects::replaces_payload;
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

use super::properties::{beside, result_names};

handle_effects! {
    replaces_payload => TestFuseConsumerOp, TestFuseConsumerUsingSliceOp;
}

result_names! {
    TestFuseConsumerOp 0 "fused_consumer", 1 "result_loops";
    TestFuseConsumerUsingSliceOp 0 "consumer", 1 "fused_consumer";
}

/// Fuses an operation into the loops, listed from the innermost one, whose results it uses.
///
/// ```mlir
/// %fused, %new_loop = transform.test.fuse_consumer %add into (%loop)
///     : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.test.fuse_consumer",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$consumer `into` `(` $loops `)` attr-dict `:` functional-type(operands, results)"
)]
pub struct TestFuseConsumerOp {
    #[operand]
    consumer: TransformHandle,
    #[operand]
    loops: Vec<TransformHandle>,
    #[result]
    fused_consumer: TransformHandle,
    #[result]
    result_loops: Vec<TransformHandle>,
}

impl TransformOp for TestFuseConsumerOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let consumer = state.only_op(op, op.value(Self::consumer))?;
        let mut loops = loops_of(op, state, Self::LOOPS_OPERAND, &consumer)?;
        if op.n_results() != loops.len() + 1 {
            return Err(Failure::definite(op, "expected a result for each loop"));
        }
        let fused = state.rewrite(&consumer.path, |rw| fuse_consumer(rw, consumer.op, &mut loops));
        let Some(FusedConsumer { operands, tiled, .. }) = fused else {
            return Err(Failure::Definite(state.op(&consumer).error("failed to fuse consumer of slice")));
        };
        results.set(0, vec![beside(&consumer, tiled); operands.len()]);
        for (index, made) in loops.into_iter().enumerate() {
            results.set(index + 1, vec![beside(&consumer, made)]);
        }
        Ok(())
    }
}

/// The loops in the body of `other` that are associated with operand field `field`, from the outermost one, which is
/// listed last.
fn loops_of(op: OpRef, state: &TransformState, field: usize, other: &PayloadOp) -> Result<Vec<OpId>, Failure> {
    let mut loops = Vec::new();
    for handle in op.operand_field(field).into_iter().rev() {
        let made = state.only_op(op, handle)?;
        let is_loop = state.op(&made).interface::<dyn LoopLike>().is_some();
        if !is_loop || made.path != other.path {
            return Err(Failure::definite(op, "expected loops around what is fused"));
        }
        loops.push(made.op);
    }
    Ok(loops)
}

/// Fuses the consumers of the results that slices are inserted into into the loops that contain the slices, listed from
/// the innermost one; repeated a given number of times.
///
/// ```mlir
/// %old, %fused = transform.test.fuse_consumer_using_slice %slice in (%loop)
///     : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
/// ```
#[op(
    name = "transform.test.fuse_consumer_using_slice",
    traits(AttrSizedOperandSegments),
    interfaces(AsmNames, MemoryEffects, TransformOp),
    format = "$targets `in` `(` $loops `)` (`num_consumer_to_fuse` `=` $num_consumer_to_fuse^)? attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct TestFuseConsumerUsingSliceOp {
    #[operand]
    targets: Vec<TransformHandle>,
    #[operand]
    loops: Vec<TransformHandle>,
    #[prop(default = once)]
    num_consumer_to_fuse: I32Attr,
    #[result]
    consumer: TransformHandle,
    #[result]
    fused_consumer: TransformHandle,
}

fn once(cx: &Context) -> Attr {
    cx.int_attr(cx.int_type(32), 1)
}

impl TransformOp for TestFuseConsumerUsingSliceOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let mut slices = Vec::new();
        for handle in op.values(Self::targets) {
            slices.push(state.only_op(op, handle)?);
        }
        let Some(first) = slices.first().cloned() else {
            return Err(Failure::definite(op, "expected a slice"));
        };
        if slices.iter().any(|slice| slice.path != first.path) {
            return Err(Failure::definite(op, "expected slices of the same loops"));
        }
        let mut loops = loops_of(op, state, Self::LOOPS_OPERAND, &first)?;
        let slices: Vec<OpId> = slices.into_iter().map(|slice| slice.op).collect();
        let n_times = op.get(Self::num_consumer_to_fuse);
        let (mut consumers, mut fused) = (Vec::new(), Vec::new());
        for _ in 0..n_times {
            let made = state.rewrite(&first.path, |rw| fuse_consumer_of_slices(rw, &slices, &mut loops));
            let Some(FusedConsumer { consumer, operands, tiled }) = made else {
                return Err(Failure::Definite(state.op(&first).error("failed to fuse consumer of slice")));
            };
            consumers.extend(vec![beside(&first, consumer); operands.len()]);
            fused.extend(vec![beside(&first, tiled); operands.len()]);
        }
        results.set(0, consumers);
        results.set(1, fused);
        Ok(())
    }
}
