//! Operations that find payload related to other payload.

use rmlir::prelude::*;

use crate::effects::reads_payload;
use crate::handle_effects;
use crate::handles::without_repetitions;
use crate::interface::{Applied, Failure, Results, TransformOp};
use crate::payload::PayloadOp;
use crate::state::TransformState;
use crate::types::{TransformHandle, TransformValueHandle};

handle_effects! {
    reads_payload => GetConsumersOfResultOp, GetDefiningOp, GetParentOp, GetProducerOfOperandOp, SelectOp;
}

/// The nearest ancestors of payload operations that satisfy the given conditions.
#[op(
    name = "transform.get_parent_op",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type(operands, results)"
)]
pub struct GetParentOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    isolated_from_above: UnitAttr,
    #[prop]
    allow_empty_results: UnitAttr,
    #[prop]
    op_name: Option<StrAttr>,
    #[prop]
    deduplicate: UnitAttr,
    #[prop(default = one)]
    nth_parent: I64Attr,
    #[result]
    parent: TransformHandle,
}

fn one(cx: &Context) -> Attr {
    cx.i64_attr(1)
}

impl TransformOp for GetParentOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let name = op.get(GetParentOp::op_name);
        let nth = op.get(GetParentOp::nth_parent);
        let is_wanted = |view: OpRef| {
            let isolation = !op.get(GetParentOp::isolated_from_above) || view.has(TraitSet::ISOLATED_FROM_ABOVE);
            isolation && name.is_none_or(|name| view.name_str() == name)
        };
        let mut parents = Vec::new();
        for target in state.ops(op.value(Self::target)) {
            let mut at = Some(target.clone());
            for _ in 0..nth {
                at = at.and_then(|inner| state.parent(&inner));
                while let Some(parent) = at.take_if(|parent| !is_wanted(state.op(parent))) {
                    at = state.parent(&parent);
                }
            }
            match at {
                Some(parent) => parents.push(parent),
                None if op.get(GetParentOp::allow_empty_results) => break,
                None => {
                    let failure = Failure::silenceable(op, "could not find a parent op that matches all requirements");
                    return Err(failure.note(state.op(&target), "target op"));
                }
            }
        }
        let deduplicates = op.get(GetParentOp::deduplicate);
        results.set(0, if deduplicates { without_repetitions(parents) } else { parents });
        Ok(())
    }
}

/// The operations that define an operand of payload operations.
#[op(
    name = "transform.get_producer_of_operand",
    interfaces(MemoryEffects, TransformOp),
    format = "$target `[` $operand_number `]` attr-dict `:` functional-type(operands, results)"
)]
pub struct GetProducerOfOperandOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    operand_number: I64Attr,
    #[result]
    producer: TransformHandle,
}

impl TransformOp for GetProducerOfOperandOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let number = op.get(GetProducerOfOperandOp::operand_number);
        let mut producers = Vec::new();
        for target in state.ops(op.value(Self::target)) {
            let view = state.op(&target);
            let index = usize::try_from(number).ok().filter(|&index| index < view.n_operands());
            let Some(producer) = index.and_then(|index| view.operand(index).defining_op()) else {
                let shown = state.texts().ir(view, true);
                let message = format!("could not find a producer for operand number: {number} of {shown}");
                return Err(Failure::silenceable(op, message).note(view, "target op"));
            };
            producers.push(PayloadOp { path: target.path.clone(), op: producer.id });
        }
        results.set(0, producers);
        Ok(())
    }
}

/// The operations that use a result of payload operations.
#[op(
    name = "transform.get_consumers_of_result",
    interfaces(MemoryEffects, TransformOp),
    format = "$target `[` $result_number `]` attr-dict `:` functional-type(operands, results)"
)]
pub struct GetConsumersOfResultOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    result_number: I64Attr,
    #[result]
    consumers: TransformHandle,
}

impl TransformOp for GetConsumersOfResultOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let number = op.get(GetConsumersOfResultOp::result_number);
        let targets = state.ops(op.value(Self::target));
        let [target] = targets.as_slice() else {
            if targets.is_empty() {
                return Ok(());
            }
            return Err(Failure::definite(op, "handle must be mapped to exactly one payload op"));
        };
        let view = state.op(target);
        let Some(index) = usize::try_from(number).ok().filter(|&index| index < view.n_results()) else {
            return Err(Failure::definite(op, "result number overflow"));
        };
        let users = view.body.users(view.result(index).id);
        results.set(0, users.map(|user| PayloadOp { path: target.path.clone(), op: user }).collect::<Vec<_>>());
        Ok(())
    }
}

/// The operations that define values, or the parent operations of block arguments.
#[op(
    name = "transform.get_defining_op",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type(operands, results)"
)]
pub struct GetDefiningOp {
    #[operand]
    target: TransformValueHandle,
    #[result]
    result: TransformHandle,
}

impl TransformOp for GetDefiningOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let mut found = Vec::new();
        for value in state.values(op.value(Self::target)) {
            let body = state.body(&value.path);
            let Some(definition) = body.defining_op(value.value) else {
                return Err(Failure::silenceable(op, "cannot get defining ops of block argument"));
            };
            found.push(PayloadOp { path: value.path.clone(), op: definition });
        }
        results.set(0, found);
        Ok(())
    }
}

/// The payload operations with a given name.
#[op(
    name = "transform.select",
    interfaces(MemoryEffects, TransformOp),
    format = "$op_name `in` $target attr-dict `:` functional-type(operands, results)"
)]
pub struct SelectOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    op_name: StrAttr,
    #[result]
    result: TransformHandle,
}

impl TransformOp for SelectOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let name = op.get(SelectOp::op_name);
        let mut selected = state.ops(op.value(Self::target));
        selected.retain(|payload| state.op(payload).name_str() == name);
        results.set(0, selected);
        Ok(())
    }
}
