//! `tensor.empty` and `tensor.pad` made independent of loops.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::attrs::AttrData;
use rmlir::core::clone::CloneMap;
use rmlir::core::interfaces::ReifyShapes;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, mixed, split};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_affine::ApplyOp;
use rmlir_tensor::{CastOp, EmptyOp, ExtractSliceOp, PadOp, TensorParts};

use super::bounds::make_independent;

/// Replaces `op` by a slice of a tensor of the maximum size, and returns the slice.
pub(super) fn make_empty_independent(rw: &mut Rewriter, op: OpId, variables: &[Value]) -> Option<OpId> {
    let ty = rw.ty(rw.result(op, 0));
    let sizes = mixed(ty.shape(rw)?, &EmptyOp::from_id(op).dynamicSizes(rw));
    let bounds = make_independent(rw, &sizes, variables)?;
    if bounds == sizes {
        return Some(op);
    }
    let (shape, values) = split(&bounds);
    let whole_type = TensorParts::of(rw, ty)?.with_shape(rw, &shape);
    let whole = rw.value(EmptyOp::build(whole_type, &values));
    let offsets = vec![MixedIndex::Static(0); sizes.len()];
    Some(replace_by_slice(rw, op, whole, offsets, sizes))
}

/// Replaces `op` by a slice of a tensor with the maximum padding, and returns the slice.
pub(super) fn make_pad_independent(rw: &mut Rewriter, op: OpId, variables: &[Value]) -> Option<OpId> {
    let pad = PadOp::from_id(op);
    let padding = pad.constant_padding(rw)?;
    let (low, high) = (pad.mixed_low(rw), pad.mixed_high(rw));
    let (new_low, new_high) = (make_independent(rw, &low, variables)?, make_independent(rw, &high, variables)?);
    if new_low == low && new_high == high {
        return Some(op);
    }
    let whole = create_pad(rw, pad, padding, &new_low, &new_high)?;
    let sizes = pad.result_sizes(rw, op, 0)?;
    let offsets = std::iter::zip(&new_low, &low).map(|(&new, &old)| offset(rw, new, old)).collect();
    Some(replace_by_slice(rw, op, whole, offsets, sizes))
}

/// The source of `pad` with other padding.
fn create_pad(rw: &mut Rewriter, pad: PadOp, padding: Value, low: &[MixedIndex], high: &[MixedIndex]) -> Option<Value> {
    let source = pad.source(rw);
    let old = TensorParts::of(rw, rw.ty(rw.result(pad.id(), 0)))?;
    let (old_low, old_high) = (pad.mixed_low(rw), pad.mixed_high(rw));
    let source_shape = rw.ty(source).shape(rw)?;
    let size = |dim: usize| match (source_shape[dim], low[dim], high[dim]) {
        (size, MixedIndex::Static(low), MixedIndex::Static(high)) if size != DYNAMIC => {
            size.checked_add(low)?.checked_add(high)
        }
        _ if (low[dim], high[dim]) == (old_low[dim], old_high[dim]) => Some(old.shape[dim]),
        _ => Some(DYNAMIC),
    };
    let shape: Vec<i64> = (0..low.len()).map(size).collect::<Option<_>>()?;
    let ty = old.with_shape(rw, &shape);
    let is_kept = pad.nofold(rw);
    let new = rw.create(PadOp::of(rw.cx(), ty, source, low, high, is_kept));
    let point = rw.insert_point();
    let loc = rw.default_loc();
    let types = vec![Type::INDEX; low.len()];
    let region = new.region(rw);
    rw.create_block(region, &types, &vec![loc; low.len()]);
    let padding = padding_inside(rw, pad, padding);
    rw.create(rmlir_tensor::YieldOp::build(padding));
    rw.set_insert_point(point);
    Some(rw.result(new.id(), 0))
}

/// The padding value, at the insertion point: a constant in the region of `pad` is cloned.
fn padding_inside(rw: &mut Rewriter, pad: PadOp, padding: Value) -> Value {
    match rw.defining_op(padding) {
        Some(constant) if rw.is_defined_inside(pad.id(), padding) => {
            let copy = rw.clone_op(constant, &mut CloneMap::default());
            rw.result(copy, 0)
        }
        _ => padding,
    }
}

/// The number of additional elements before the first one.
fn offset(rw: &mut Rewriter, new: MixedIndex, old: MixedIndex) -> MixedIndex {
    let MixedIndex::Dynamic(old) = old else { return MixedIndex::Static(0) };
    let (expr, operands) = match new {
        MixedIndex::Static(number) => (-AffineExpr::dim(0) + number, vec![old]),
        MixedIndex::Dynamic(new) => (AffineExpr::dim(0) - AffineExpr::dim(1), vec![new, old]),
    };
    let map = rw.cx().attr(AttrData::AffineMap(AffineMap::new(operands.len() as u32, 0, [expr])));
    MixedIndex::Dynamic(rw.value(ApplyOp::build(&operands, map)))
}

/// Replaces `op` by the part of `whole` that was its result.
fn replace_by_slice(
    rw: &mut Rewriter,
    op: OpId,
    whole: Value,
    offsets: Vec<MixedIndex>,
    sizes: Vec<MixedIndex>,
) -> OpId {
    let ty = rw.ty(rw.result(op, 0));
    let (shape, _) = split(&sizes);
    let parts = TensorParts::of(rw, ty).expect("the result is a ranked tensor");
    let slice_type = parts.with_shape(rw, &shape);
    let lists = SliceLists { strides: vec![MixedIndex::Static(1); sizes.len()], offsets, sizes };
    let slice = rw.create(ExtractSliceOp::of(rw.cx(), slice_type, whole, &lists)).id();
    let mut value = rw.result(slice, 0);
    if slice_type != ty {
        value = rw.value(CastOp::build(ty, value));
    }
    rw.replace(op, [value]);
    slice
}
