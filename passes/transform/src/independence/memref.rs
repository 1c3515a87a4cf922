//! `memref.alloca` made independent of loops.
//!
//! The subview that stands for the old memref has another type, as its elements need not lie side by side. Plan: the new
//! memref is cast to the old type; then casts move down, from what is used to what is made of it, where the users are
//! known to do as well with the other type.

use rmlir::core::interfaces::CallOp;
use rmlir::core::memref_layout::{MemRefParts, has_identity_layout};
use rmlir::core::mixed_index::{MixedIndex, SliceLists, mixed, split};
use rmlir::prelude::*;
use rmlir_builtin::UnrealizedConversionCastOp;
use rmlir_memref::{AllocaOp, SubViewOp, dropped_dims, inferred_reduced_type, inferred_subview_type};

use super::make_independent;

/// Allocates before `op` what may be needed, and gives the subview of what is.
pub(super) fn make_alloca_independent(rw: &mut Rewriter, op: OpId, variables: &[Value]) -> Option<OpId> {
    let alloca = AllocaOp::from_id(op);
    let (old, ty) = (rw.result(op, 0), rw.ty(rw.result(op, 0)));
    let sizes = mixed(ty.shape(rw)?, &alloca.dynamicSizes(rw));
    // Another size would change what other layouts mean.
    if !has_identity_layout(rw, ty) {
        return None;
    }
    let bounds = make_independent(rw, &sizes, variables)?;
    if bounds == sizes {
        return Some(op);
    }
    let (shape, values) = split(&bounds);
    let whole_type = MemRefParts::of(rw, ty)?.with(rw, &shape, None);
    let mut allocation = AllocaOp::build(whole_type, &values, &[]);
    if let Some(alignment) = rw.prop(op, AllocaOp::ALIGNMENT) {
        allocation = allocation.prop(AllocaOp::ALIGNMENT, alignment);
    }
    let whole = rw.value(allocation);
    let rank = sizes.len();
    let lists =
        SliceLists { offsets: vec![MixedIndex::Static(0); rank], sizes, strides: vec![MixedIndex::Static(1); rank] };
    let part_type = inferred_subview_type(rw, whole_type, &lists)?;
    let part = rw.create(SubViewOp::of(rw.cx(), part_type, whole, &lists)).id();
    replace_memref(rw, old, part);
    Some(part)
}

/// Lets users of `old` use the result of `new`, whose type is another one.
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

/// Lets users of a cast use what is cast where they can, and gives the casts of what they make then.
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

/// Makes the subview `op` of `source`, and gives the cast to the old type that takes its place.
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

/// Whether an operation takes memrefs of any layout. What makes memrefs, hands them on or passes them to functions is
/// taken to mind; everything else is not known to.
fn does_not_mind_layout(op: OpRef) -> bool {
    let is_memref = |ty: Type| ty.is_memref(op.cx());
    let makes_memrefs = op.results().any(|result| is_memref(result.ty()));
    let has_memref_arguments = op.regions().flat_map(RegionRef::blocks).flat_map(BlockRef::args);
    !makes_memrefs
        && !has_memref_arguments.into_iter().any(|argument| is_memref(argument.ty()))
        && !op.has(TraitSet::TERMINATOR)
        && op.interface::<dyn CallOp>().is_none()
}
