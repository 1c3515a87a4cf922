//! Predicates of fewer than 16 bits, which cannot be stored to memory.
//!
//! Their memory becomes memory for full predicates, with a cast back to the old type. The cast is propagated through
//! memref casts, to loads and stores, which convert instead. It has a tag, by which the pass finds remaining casts.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_arm_sve::{ConvertFromSvboolOp, ConvertToSvboolOp};
use rmlir_builtin::UnrealizedConversionCastOp;
use rmlir_memref::{AllocOp, AllocaOp, LoadOp, StoreOp};
use rmlir_vector::{TypeCastOp, VectorType};

/// The attribute of casts that this pass creates. Its name is upstream's.
pub(super) const TAG: &str = "__arm_sve_legalize_vector_storage__";

/// The number of bits of a full predicate for each unit of `vscale`.
const FULL: i64 = 16;

pub(super) fn patterns() -> PatternSet {
    patterns![widen_alloca, widen_alloc, widen_cast, convert_stored, convert_loaded]
}

/// The type of full predicates for smaller ones of type `ty`.
fn full_type(cx: &Context, ty: Type) -> Option<Type> {
    let mut mask = VectorType::of(cx, ty).filter(|mask| mask.element == Type::I1)?;
    let (is_scalable, others) = mask.scalable.split_last()?;
    let n_bits = mask.shape.last_mut()?;
    let is_predicate = *n_bits < FULL && n_bits.count_ones() == 1;
    if !is_scalable || others.contains(&true) || !is_predicate {
        return None;
    }
    *n_bits = FULL;
    Some(mask.ty(cx))
}

/// As [`full_type`], for memref types.
fn full_memory(cx: &Context, memref: Type) -> Option<Type> {
    let element = full_type(cx, memref.element(cx)?)?;
    Some(memref.with_element(cx, element))
}

/// The memory for full predicates of which `memref` is a cast.
fn made_of(body: &Body, memref: Value) -> Option<Value> {
    let cast = body.defining_op(memref).filter(|&op| body.attr(op, TAG).is_some())?;
    (body.n_operands(cast) == 1).then(|| body.operand(cast, 0))
}

/// Replaces `op` by a clone whose result is of type `full`, with a cast to the old type.
fn replace_by_cast(rw: &mut Rewriter, op: OpId, full: Type, change: impl FnOnce(&mut Rewriter, OpId)) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    let copy = rw.clone_op(op, &mut CloneMap::default());
    let result = rw.result(copy, 0);
    rw.set_type(result, full);
    change(rw, copy);
    let cast = rw.create(UnrealizedConversionCastOp::build(&[ty], &[result])).id();
    rw.set_attr(cast, TAG, Attr::UNIT);
    let memory = rw.result(cast, 0);
    rw.replace(op, [memory])
}

#[pattern]
fn widen_alloca(op: AllocaOp, rw: &mut Rewriter) -> Match {
    widen_allocation(rw, op.id())
}

#[pattern]
fn widen_alloc(op: AllocOp, rw: &mut Rewriter) -> Match {
    widen_allocation(rw, op.id())
}

fn widen_allocation(rw: &mut Rewriter, op: OpId) -> Match {
    let Some(full) = full_memory(rw, rw.ty(rw.result(op, 0))) else {
        return rw.no_match(op, "not of small predicates");
    };
    replace_by_cast(rw, op, full, |_, _| {})
}

#[pattern]
fn widen_cast(op: TypeCastOp, rw: &mut Rewriter) -> Match {
    let full = full_memory(rw, rw.ty(op.result(rw)));
    let (Some(full), Some(memory)) = (full, made_of(rw, op.memref(rw))) else {
        return rw.no_match(op, "not to small predicates in memory for full ones");
    };
    replace_by_cast(rw, op.id(), full, |rw, copy| rw.set_operand(copy, TypeCastOp::MEMREF_OPERAND, memory))
}

#[pattern]
fn convert_stored(op: StoreOp, rw: &mut Rewriter) -> Match {
    let value = op.value(rw);
    let is_small = full_type(rw, rw.ty(value)).is_some();
    let Some(memory) = made_of(rw, op.memref(rw)).filter(|_| is_small) else {
        return rw.no_match(op, "no small predicate into memory for full ones");
    };
    let value = rw.value(ConvertToSvboolOp::build(value));
    let copy = rw.clone_op(op, &mut CloneMap::default());
    rw.set_operand(copy, StoreOp::VALUE_OPERAND, value);
    rw.set_operand(copy, StoreOp::MEMREF_OPERAND, memory);
    rw.erase(op)
}

#[pattern]
fn convert_loaded(op: LoadOp, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(op.result(rw));
    let (Some(full), Some(memory)) = (full_type(rw, ty), made_of(rw, op.memref(rw))) else {
        return rw.no_match(op, "no small predicate from memory for full ones");
    };
    let copy = rw.clone_op(op, &mut CloneMap::default());
    rw.set_operand(copy, LoadOp::MEMREF_OPERAND, memory);
    let loaded = rw.result(copy, 0);
    rw.set_type(loaded, full);
    rw.replace_with(op, ConvertFromSvboolOp::build(ty, loaded));
    Match::Yes
}
