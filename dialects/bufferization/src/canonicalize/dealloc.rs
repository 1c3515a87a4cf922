//! Canonicalization of `bufferization.dealloc`: duplicate, unnecessary and redundant buffers.

use rmlir::core::effects::effects_of;
use rmlir::core::fold::constant_value;
use rmlir::core::interfaces::{EffectKind, EffectTarget};
use rmlir::prelude::*;
use rmlir_arith::{ConstantOp, OrIOp};
use rmlir_memref::ExtractStridedMetadataOp;

use crate::DeallocOp;

canonicalize! {
    DeallocOp: duplicate_buffers, duplicate_retained, nothing_to_free, never_freed, base_of_allocation, unused_allocation;
}

/// The patterns rooted at `bufferization.dealloc`.
pub fn patterns() -> PatternSet {
    patterns![
        duplicate_buffers,
        duplicate_retained,
        nothing_to_free,
        never_freed,
        base_of_allocation,
        unused_allocation
    ]
}

/// Sets the buffers and conditions of `op`, unless they are unchanged.
pub fn update_if_changed(op: DeallocOp, memrefs: &[Value], conditions: &[Value], rw: &mut Rewriter) -> Match {
    if op.memrefs(rw) == memrefs && op.conditions(rw) == conditions {
        return Match::No;
    }
    let operands = [memrefs, conditions, &op.retained(rw)].concat();
    let sizes = [memrefs.len(), conditions.len(), op.retained(rw).len()].map(|n| n as i32);
    let sizes = rw.cx().i32_array(&sizes);
    rw.set_operands(op, &operands);
    rw.set_prop(op, DeallocOp::OPERAND_SEGMENT_SIZES, sizes);
    Match::Yes
}

/// Merges duplicate buffers; the conditions are combined by disjunction.
#[pattern]
pub(crate) fn duplicate_buffers(op: DeallocOp, rw: &mut Rewriter) -> Match {
    let (mut memrefs, mut conditions): (Vec<Value>, Vec<Value>) = Default::default();
    rw.before(op.id());
    for (memref, condition) in op.memrefs(rw).into_iter().zip(op.conditions(rw)) {
        match memrefs.iter().position(|&seen| seen == memref) {
            None => {
                memrefs.push(memref);
                conditions.push(condition);
            }
            Some(index) if conditions[index] != condition => {
                conditions[index] = rw.value(OrIOp::build(conditions[index], condition));
            }
            Some(_) => {}
        }
    }
    update_if_changed(op, &memrefs, &conditions, rw)
}

#[pattern]
pub(crate) fn duplicate_retained(op: DeallocOp, rw: &mut Rewriter) -> Match {
    let all = op.retained(rw);
    let mut retained = Vec::new();
    let mut places = Vec::new();
    for &value in &all {
        let place = retained.iter().position(|&seen| seen == value).unwrap_or_else(|| {
            retained.push(value);
            retained.len() - 1
        });
        places.push(place);
    }
    if retained.len() == all.len() {
        return Match::No;
    }
    let (memrefs, conditions) = (op.memrefs(rw), op.conditions(rw));
    rw.before(op.id());
    let new = rw.create(DeallocOp::of(&memrefs, &conditions, &retained));
    let results: Vec<Value> = places.into_iter().map(|place| rw.result(new.id(), place)).collect();
    rw.replace(op, results)
}

#[pattern]
pub(crate) fn nothing_to_free(op: DeallocOp, rw: &mut Rewriter) -> Match {
    if !op.memrefs(rw).is_empty() {
        return Match::No;
    }
    rw.before(op.id());
    let never = rw.value(ConstantOp::build(Attr::FALSE));
    let n = rw.n_results(op.id());
    rw.replace(op, vec![never; n])
}

#[pattern]
pub(crate) fn never_freed(op: DeallocOp, rw: &mut Rewriter) -> Match {
    let (mut memrefs, mut conditions): (Vec<Value>, Vec<Value>) = Default::default();
    for (memref, condition) in op.memrefs(rw).into_iter().zip(op.conditions(rw)) {
        if constant_value(rw, condition) != Some(Attr::FALSE) {
            memrefs.push(memref);
            conditions.push(condition);
        }
    }
    update_if_changed(op, &memrefs, &conditions, rw)
}

fn is_allocated(body: &Body, value: Value, alone: bool) -> bool {
    let Some(effects) = body.defining_op(value).and_then(|op| effects_of(OpRef::new(body, op))) else { return false };
    let allocates =
        |effect: &Effect| effect.kind == EffectKind::Allocate && effect.target == EffectTarget::Value(value);
    effects.iter().any(allocates) && (!alone || effects.iter().all(allocates))
}

/// Replaces the base buffer of an allocation by the allocation.
#[pattern]
pub(crate) fn base_of_allocation(op: DeallocOp, rw: &mut Rewriter) -> Match {
    let base = |memref: Value| {
        let metadata = rw.defined_by::<ExtractStridedMetadataOp>(memref);
        let source = metadata.map(|metadata| metadata.source(rw)).filter(|&source| is_allocated(rw, source, false));
        source.unwrap_or(memref)
    };
    let memrefs: Vec<Value> = op.memrefs(rw).into_iter().map(base).collect();
    let conditions = op.conditions(rw);
    update_if_changed(op, &memrefs, &conditions, rw)
}

/// Erases allocations that are only freed.
#[pattern]
pub(crate) fn unused_allocation(op: DeallocOp, rw: &mut Rewriter) -> Match {
    let (mut memrefs, mut conditions): (Vec<Value>, Vec<Value>) = Default::default();
    let mut unused = Vec::new();
    for (memref, condition) in op.memrefs(rw).into_iter().zip(op.conditions(rw)) {
        if is_allocated(rw, memref, true) && rw.has_one_use(memref) {
            unused.push(rw.defining_op(memref).expect("what is allocated is a result"));
        } else {
            memrefs.push(memref);
            conditions.push(condition);
        }
    }
    if update_if_changed(op, &memrefs, &conditions, rw) == Match::No {
        return Match::No;
    }
    for op in unused {
        rw.erase(op);
    }
    Match::Yes
}
