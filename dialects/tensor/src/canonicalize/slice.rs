//! `tensor.extract_slice`.

use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::SliceLists;
use rmlir::prelude::*;

use super::{replace_by_cast, skippable_cast};
use crate::slice::slice_type;
use crate::types::TensorParts;
use crate::{ExtractSliceOp, dropped_dims};

canonicalize! {
    ExtractSliceOp: known_numbers, slice_of_cast;
}

/// Makes constant offsets, sizes and strides static.
#[pattern]
pub(crate) fn known_numbers(op: ExtractSliceOp, rw: &mut Rewriter) -> Match {
    let mut lists = SliceLists::of(OpRef::new(rw, op.id()));
    let (source, result) = (op.source(rw), op.result(rw));
    let old = rw.ty(result).shape(rw).unwrap_or_default();
    let dropped = dropped_dims(old, &lists.sizes);
    let shape = rw.ty(source).shape(rw).unwrap_or_default();
    if !lists.fold_constants(rw) || lists.check_in_bounds(shape).is_err() || !lists.may_be_valid() {
        return Match::No;
    }
    let Some(full) = slice_type(rw, rw.ty(source), &lists.sizes) else { return Match::No };
    let ty = without_dims(rw, full, &dropped);
    rw.before(op.id());
    let new = rw.value(ExtractSliceOp::of(rw.cx(), ty, source, &lists));
    if rw.ty(result) == ty { rw.replace(op, [new]) } else { replace_by_cast(rw, op, new) }
}

/// The tensor type `ty` without the dropped dimensions.
fn without_dims(cx: &Context, ty: Type, dropped: &[bool]) -> Type {
    let Some(parts) = TensorParts::of(cx, ty).filter(|_| dropped.contains(&true)) else { return ty };
    let kept = parts.shape.iter().zip(dropped).filter(|(_, dropped)| !**dropped);
    parts.with_shape(cx, &kept.map(|(&size, _)| size).collect::<Vec<_>>())
}

/// Skips a cast of the source that only makes sizes dynamic.
#[pattern]
pub(crate) fn slice_of_cast(op: ExtractSliceOp, rw: &mut Rewriter) -> Match {
    // Constants are folded by the other pattern.
    if rw
        .operands(op.id())
        .any(|operand| constant_value(rw, operand).is_some_and(|value| value.as_integer(rw).is_some()))
    {
        return Match::No;
    }
    let Some(source) = skippable_cast(rw, op.source(rw)) else { return Match::No };
    let lists = SliceLists::of(OpRef::new(rw, op.id()));
    if lists.check_in_bounds(rw.ty(source).shape(rw).unwrap_or_default()).is_err() {
        return Match::No;
    }
    let ty = rw.ty(op.result(rw));
    rw.replace_with(op, ExtractSliceOp::of(rw.cx(), ty, source, &lists));
    Match::Yes
}
