//! Folds casts of memory spaces into accesses, which then use the specific space, not the generic one.
//!
//! A cast to the default space loses information. An access through it becomes one of its source; a view of it becomes
//! a view of its source, and a cast of that view, which is folded in turn.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_memref as memref;
use rmlir_memref::MemorySpaceCastOp;
use rmlir_vector as vector;

/// Bubbles down memory-space cast operations.
///
/// ```mlir
/// %c = memref.memory_space_cast %m : memref<12xf32, 1> to memref<12xf32>
/// %v = memref.expand_shape %c [[0, 1]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
/// // becomes
/// %0 = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xf32, 1> into memref<3x4xf32, 1>
/// %v = memref.memory_space_cast %0 : memref<3x4xf32, 1> to memref<3x4xf32>
/// ```
#[pass(
    name = "bubble-down-memory-space-casts",
    title = "BubbleDownMemorySpaceCasts",
    summary = "Bubbles down memory-space cast operations.",
    depends(rmlir_memref::MemRef)
)]
pub fn bubble_down_memory_space_casts(cx: &mut PassCx) -> PassResult {
    // Whether the rewriting converges does not matter, as upstream.
    let _ = cx.apply_greedily(patterns());
    Ok(())
}

/// The patterns of `bubble-down-memory-space-casts`.
pub fn patterns() -> PatternSet {
    let mut set = PatternSet::new();
    for (name, memref) in ACCESSES {
        let apply = move |rw: &mut Rewriter, op: OpId| access_source(rw, op, memref);
        set.patterns.push(Pattern::new(name, "access_before_space_cast", apply));
    }
    for name in VIEWS {
        set.patterns.push(Pattern::new(name, "view_before_space_cast", view_source));
    }
    set
}

/// Operations that access memory, each with the index of the memref operand.
const ACCESSES: [(&str, usize); 13] = [
    (memref::AtomicRMWOp::NAME, 1),
    (memref::LoadOp::NAME, 0),
    (memref::StoreOp::NAME, 1),
    (vector::CompressStoreOp::NAME, 0),
    (vector::ExpandLoadOp::NAME, 0),
    (vector::GatherOp::NAME, 0),
    (vector::LoadOp::NAME, 0),
    (vector::MaskedLoadOp::NAME, 0),
    (vector::MaskedStoreOp::NAME, 0),
    (vector::ScatterOp::NAME, 0),
    (vector::StoreOp::NAME, 1),
    (vector::TransferReadOp::NAME, 0),
    (vector::TransferWriteOp::NAME, 1),
];

/// Operations whose only result is a view of their first operand, in the same space.
const VIEWS: [&str; 9] = [
    memref::AssumeAlignmentOp::NAME,
    memref::CastOp::NAME,
    memref::CollapseShapeOp::NAME,
    memref::ExpandShapeOp::NAME,
    memref::ReinterpretCastOp::NAME,
    memref::ReshapeOp::NAME,
    memref::SubViewOp::NAME,
    memref::TransposeOp::NAME,
    memref::ViewOp::NAME,
];

/// The memory space of a memref type, unless it is the default one.
fn space_of(cx: &Context, ty: Type) -> Option<Attr> {
    match ty.data(cx) {
        TypeData::MemRef { space, .. } | TypeData::UnrankedMemRef { space, .. } => *space,
        _ => None,
    }
}

/// The memref type in another memory space.
fn in_space(cx: &Context, ty: Type, space: Option<Attr>) -> Type {
    cx.ty(match ty.data(cx).clone() {
        TypeData::MemRef { shape, element, layout, .. } => TypeData::MemRef { shape, element, layout, space },
        TypeData::UnrankedMemRef { element, .. } => TypeData::UnrankedMemRef { element, space },
        other => other,
    })
}

/// The source of the cast `value`, if its space is explicit and that of the cast is the default.
fn cast_to_default(body: &Body, value: Value) -> Option<Value> {
    let cast = OpRef::new(body, body.defining_op(value)?).cast::<MemorySpaceCastOp>()?;
    let source = cast.source(body);
    let [from, to] = [source, value].map(|value| space_of(body, body.ty(value)));
    (from.is_some() && to.is_none()).then_some(source)
}

fn access_source(rw: &mut Rewriter, op: OpId, memref: usize) -> Match {
    let Some(source) = cast_to_default(rw, rw.operand(op, memref)) else {
        return rw.no_match(op, "the memref is no cast to the default space");
    };
    rw.set_operand(op, memref, source);
    Match::Yes
}

fn view_source(rw: &mut Rewriter, op: OpId) -> Match {
    let Some(source) = cast_to_default(rw, rw.operand(op, 0)) else {
        return rw.no_match(op, "of no cast to the default space");
    };
    let view = rw.result(op, 0);
    let (old, users): (Type, Vec<OpId>) = (rw.ty(view), rw.users(view).collect());
    let space = space_of(rw, rw.ty(source));
    rw.set_operand(op, 0, source);
    let ty = in_space(rw, old, space);
    rw.set_type(view, ty);
    rw.after(op);
    let cast = rw.value(MemorySpaceCastOp::build(old, view));
    rw.replace_uses_if(view, cast, |_, user, _| users.contains(&user));
    Match::Yes
}
