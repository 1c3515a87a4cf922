//! Erasure of structured operations whose results are elements of operands, unchanged.

use rmlir::prelude::*;
use rmlir_tensor::{CastOp, are_cast_compatible};

use crate::structured::{Loops, has_pure_buffer_semantics, has_pure_tensor_semantics, inits};
use crate::{BroadcastOp, GenericOp};

canonicalize! {
    GenericOp: generic;
    BroadcastOp: broadcast, crate::canonicalize::permute::broadcast_twice;
}

#[pattern]
pub(crate) fn generic(op: GenericOp, rw: &mut Rewriter) -> Match {
    erase_identity(rw, op.id())
}

#[pattern]
pub(crate) fn broadcast(op: BroadcastOp, rw: &mut Rewriter) -> Match {
    erase_identity(rw, op.id())
}

/// Replaces an operation whose operands all have the same map, and whose region yields
/// arguments only, by those operands.
fn erase_identity(rw: &mut Rewriter, id: OpId) -> Match {
    let op = OpRef::new(rw, id);
    let all_equal = Loops::of(op).is_some_and(|loops| loops.maps.windows(2).all(|pair| pair[0] == pair[1]));
    let ops: Vec<OpRef> = op.region(0).entry().into_iter().flat_map(BlockRef::ops).collect();
    let [last] = ops[..] else { return Match::No };
    if !all_equal {
        return Match::No;
    }
    let args: Vec<Value> = op.region(0).entry().map_or(Vec::new(), |entry| value_ids(entry.args()));
    let operand_of = |value: ValueRef| args.iter().position(|&arg| arg == value.id).map(|index| op.operand(index).id);
    let operands: Option<Vec<Value>> = last.operands().map(operand_of).collect();
    if has_pure_buffer_semantics(op) {
        let is_same = op.n_operands() == 2 && inits(op).len() == 1 && op.operand(0).id == op.operand(1).id;
        return if is_same && operands.is_some() { rw.erase(id) } else { Match::No };
    }
    let Some(operands) = operands.filter(|operands| has_pure_tensor_semantics(op) && operands.len() == op.n_results())
    else {
        return Match::No;
    };
    let types: Vec<Type> = op.results().map(ValueRef::ty).collect();
    let fits = |(&operand, &ty): (&Value, &Type)| rw.ty(operand) == ty || are_cast_compatible(rw, rw.ty(operand), ty);
    if !operands.iter().zip(&types).all(fits) {
        return Match::No;
    }
    rw.before(id);
    let mut values = Vec::new();
    for (operand, ty) in operands.into_iter().zip(types) {
        values.push(if rw.ty(operand) == ty { operand } else { rw.value(CastOp::build(ty, operand)) });
    }
    rw.replace(id, values)
}
