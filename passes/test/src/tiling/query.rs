//! Fusability of operations with the slices around them.

use rmlir::prelude::*;
use rmlir_linalg_passes::tiling::interface::Part;
use rmlir_linalg_passes::tiling::operations::tileable;
use rmlir_tensor::{ExtractSliceOp, InsertSliceOp};
use rmlir_transform::effects::reads_payload;
use rmlir_transform::{Applied, Failure, Results, TransformHandle, TransformOp, TransformState, handle_effects};

handle_effects! {
    reads_payload => TestQueryConsumerFusability, TestQueryProducerFusability;
}

/// Emits a remark for operations whose operands are tensors with insertions, on whether they can be fused with these.
#[op(
    name = "transform.test.query_producer_fusability",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` type($target)"
)]
pub struct TestQueryProducerFusability {
    #[operand]
    target: TransformHandle,
}

impl TransformOp for TestQueryProducerFusability<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        for target in state.ops(op.value(TestQueryProducerFusability::target)) {
            let view = state.op(&target);
            let Some(model) = tileable(view) else { return Err(not_tileable(op)) };
            let inserted = view.operands().enumerate().filter_map(|(index, operand)| {
                let insert = operand.defining_op().filter(|insert| insert.is::<InsertSliceOp>())?;
                Some((index, Part::of_slice(insert)))
            });
            let parts: Vec<(usize, Option<Part>)> = inserted.collect();
            if parts.is_empty() {
                continue;
            }
            let parts: Option<Vec<(usize, Part)>> =
                parts.into_iter().map(|(index, part)| Some((index, part?))).collect();
            let is_fusable = parts.is_some_and(|parts| model.is_fusable_with_producers(view, &parts));
            let may = if is_fusable { "can" } else { "cannot" };
            state.say_at(&target, &format!("{may} be fused with producer tensor.insert_slice ops"));
        }
        Ok(())
    }
}

fn not_tileable(op: OpRef) -> Failure {
    Failure::silenceable(op, "target operation does not implement TilingInterface")
}

/// Emits a remark for operations whose results are sliced, on whether each slice can be computed separately.
#[op(
    name = "transform.test.query_consumer_fusability",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` type($target)"
)]
pub struct TestQueryConsumerFusability {
    #[operand]
    target: TransformHandle,
}

impl TransformOp for TestQueryConsumerFusability<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, _results: &mut Results) -> Applied {
        for target in state.ops(op.value(TestQueryConsumerFusability::target)) {
            let view = state.op(&target);
            let Some(model) = tileable(view) else { return Err(not_tileable(op)) };
            let mut answers = Vec::new();
            for (index, result) in view.results().enumerate() {
                let users = view.body.users(result.id).map(|user| OpRef::new(view.body, user));
                for slice in users.filter(|user| user.is::<ExtractSliceOp>()) {
                    let part = Part::of_slice(slice);
                    answers.push(part.is_some_and(|part| model.is_fusable_with_consumer(view, index, &part)));
                }
            }
            for is_fusable in answers {
                let may = if is_fusable { "can" } else { "cannot" };
                state.say_at(&target, &format!("{may} be fused with consumer tensor.extract_slice op"));
            }
        }
        Ok(())
    }
}
