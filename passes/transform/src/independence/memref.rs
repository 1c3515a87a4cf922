//! `memref.alloca` made independent of loops.
//!
//! The subview that replaces the old memref has another type, because its elements need not be contiguous. Plan: the
//! new memref is cast to the old type; then casts are propagated to the results of users that are known to support the
//! other type.

use rmlir::core::interfaces::CallOp;
use rmlir::core::memref_layout::{MemRefParts, has_identity_layout};
use rmlir::core::mixed_index::{MixedIndex, SliceLists, mixed, split};
use rmlir::prelude::*;
use rmlir_builtin::UnrealizedConversionCastOp;
use rmlir_memref::{AllocaOp, SubViewOp, dropped_dims, inferred_reduced_type, inferred_subview_type};

use super::bounds::make_independent;

/// Allocates memory for the maximum size before `op`, and returns the subview of the actual size.
pub(super) fn make_alloca_independent(rw: &mut Rewriter, op: OpId, variables: &[Value]) -> Option<OpId> {
    let alloca = AllocaOp::from_id(op);
    let (old, ty) = (rw.result(op, 0), rw.ty(rw.result(op, 0)));
    let sizes = mixed(ty.shape(rw)?, &alloca.dynamicSizes(rw));
    // Another size would change the meaning of other layouts.
    if !has_identity_layout(rw, ty) {
        return None;
    }
    let bounds = make_independent(rw, &sizes, variables)?;
    if bounds == sizes {
        return Some(op);
    }
    let (shape, values) = split(&bounds);
    let whole_type = MemRefParts::of(rw, ty)?.with(rw, &shape, None);
    let alignment = AllocaOp::from_id(op).alignment(rw);
    let whole = rw.value(AllocaOp::build(whole_type, &values, &[]).prop(AllocaOp::ALIGNMENT, alignment));
    let rank = sizes.len();
    let lists =
        SliceLists { offsets: vec![MixedIndex::Static(0); rank], sizes, strides: vec![MixedIndex::Static(1); rank] };
    let part_type = inferred_subview_type(rw, whole_type, &lists)?;
    let part = rw.create(SubViewOp::of(rw.cx(), part_type, whole, &lists)).id();
    replace_memref(rw, old, part);
    Some(part)
}

/// Replaces uses of `old` by the result of `new`, whose type differs.
fn replace_memref(rw: &mut Rewriter, old: Value, new: OpId) {
    rw.after(new);
    let ty = rw.ty(old);
    let cast = rw.create(UnrealizedConversionCastOp::build(&[ty], &[rw.result(new, 0)])).id();
    let cast_result = rw.result(cast, 0);
    rw.replace_all_uses(old, cast_result);
    let mut casts = vec![cast];
    let mut next = 0;
    while next < casts.len() {
        let cast = casts[next];
        casts.extend(skip_cast(rw, cast));
        next += 1;
    }
    for cast in casts {
        if rw.is_unused(rw.result(cast, 0)) {
            rw.erase(cast);
        }
    }
}

/// Replaces uses of a cast by its source where the users support that, and returns the casts of their results.
fn skip_cast(rw: &mut Rewriter, cast: OpId) -> Vec<OpId> {
    let (source, result) = (rw.operands(cast).next().expect("a cast has an operand"), rw.result(cast, 0));
    let mut users: Vec<OpId> = rw.uses(result).map(|(user, _)| user).collect();
    users.dedup();
    let mut casts = Vec::new();
    for user in users {
        let view = OpRef::new(rw, user);
        if view.is::<SubViewOp>() {
            casts.extend(subview_of(rw, user, source));
        } else if does_not_mind_layout(view) {
            rw.replace_uses_if(result, source, |_, other, _| other == user);
        }
    }
    casts
}

/// Creates the subview `op` of `source`, and returns the cast to the old type that replaces it.
fn subview_of(rw: &mut Rewriter, op: OpId, source: Value) -> Option<OpId> {
    let view = OpRef::new(rw, op);
    let (lists, dropped, ty) = (SliceLists::of(view), dropped_dims(view)?, view.result(0).ty());
    let new_type = inferred_reduced_type(rw, rw.ty(source), &lists, &dropped)?;
    let loc = rw.loc(op);
    rw.before(op);
    rw.set_loc(loc);
    let new = rw.value(SubViewOp::of(rw.cx(), new_type, source, &lists));
    let cast = rw.create(UnrealizedConversionCastOp::build(&[ty], &[new])).id();
    let (old, cast_result) = (rw.result(op, 0), rw.result(cast, 0));
    rw.replace_all_uses(old, cast_result);
    Some(cast)
}

/// Whether an operation supports memrefs of any layout. Operations that define memrefs, forward them or pass them to
/// functions are assumed not to; all others are assumed to.
fn does_not_mind_layout(op: OpRef) -> bool {
    let is_memref = |ty: Type| ty.is_memref(op.cx());
    let makes_memrefs = op.results().any(|result| is_memref(result.ty()));
    let has_memref_arguments = op.regions().flat_map(RegionRef::blocks).flat_map(BlockRef::args);
    !makes_memrefs
        && !has_memref_arguments.into_iter().any(|argument| is_memref(argument.ty()))
        && !op.has(TraitSet::TERMINATOR)
        && op.interface::<dyn CallOp>().is_none()
}
