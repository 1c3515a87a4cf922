//! Chains of `tensor.pad`.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::prelude::*;
use rmlir_affine::compose::make_composed_folded_apply;

use crate::slice::slice_type;
use crate::{ExtractSliceOp, PadOp};

/// Whether each dimension is padded.
fn padded_dims(body: &Body, op: PadOp) -> Vec<bool> {
    let pairs = op.mixed_low(body).into_iter().zip(op.mixed_high(body));
    pairs.map(|(low, high)| !low.is(body, 0) || !high.is(body, 0)).collect()
}

/// Replaces `op` by a pad before it with another source and other amounts, and otherwise the same properties.
fn replace(rw: &mut Rewriter, op: PadOp, source: Value, low: &[MixedIndex], high: &[MixedIndex]) -> Match {
    let (ty, nofold, attrs) = (rw.ty(op.result(rw)), op.nofold(rw), rw.attr_dict(op.id()));
    rw.before(op.id());
    let new = rw.create(PadOp::of(rw.cx(), ty, source, low, high, nofold));
    rw.set_attr_dict(new, attrs);
    rw.take_blocks(op.region(rw), new.region(rw));
    let new = new.result(rw);
    rw.replace(op, [new])
}

/// Merges two slices and high paddings along different dimensions.
///
/// The slices have unit strides and no rank reduction; along each dimension one of the two
/// slices only determines the size.
#[pattern]
pub(crate) fn orthogonal_paddings(op: PadOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = rw.defined_by::<ExtractSliceOp>(op.source(rw)) else { return Match::No };
    let Some(outer_pad) = rw.defined_by::<PadOp>(inner.source(rw)).filter(|pad| !pad.nofold(rw)) else {
        return Match::No;
    };
    let Some(outer) = rw.defined_by::<ExtractSliceOp>(outer_pad.source(rw)) else { return Match::No };
    let rank = |value: Value| rw.ty(value).shape(rw).map_or(0, <[i64]>::len);
    if rank(outer.source(rw)) != rank(op.source(rw)) {
        return rw.no_match(op, "cannot fold rank-reducing chain");
    }
    let [inner_lists, outer_lists] = [inner, outer].map(|slice| SliceLists::of(OpRef::new(rw, slice.id())));
    let is_dense = |lists: &SliceLists| lists.strides.iter().all(|&stride| stride == MixedIndex::Static(1));
    if !is_dense(&inner_lists) || !is_dense(&outer_lists) {
        return rw.no_match(op, "cannot fold non-unit stride ExtractSliceOps");
    }
    if [op, outer_pad].iter().any(|pad| !pad.mixed_low(rw).iter().all(|low| low.is(rw, 0))) {
        return rw.no_match(op, "cannot fold PadOps with low padding");
    }
    let [padding, outer_padding] =
        [op, outer_pad].map(|pad| pad.constant_padding(rw).and_then(|value| constant_value(rw, value)));
    if padding.is_none() || padding != outer_padding {
        return rw.no_match(op, "cannot fold PadOps with different padding values");
    }
    let (inner_dims, outer_dims) = (padded_dims(rw, op), padded_dims(rw, outer_pad));
    if inner_dims.iter().zip(&outer_dims).any(|(&inner, &outer)| inner && outer) {
        return rw.no_match(op, "cannot fold PadOps with common padding dimensions");
    }
    let padded = Padded { inner_dims: &inner_dims, outer_dims: &outer_dims };
    let Some(offsets) = padded.offsets(rw, &inner_lists, &outer_lists) else {
        return rw.no_match(op, "cannot find zero-offset and zero-padding pair");
    };
    let shape = rw.ty(inner.source(rw)).shape(rw).unwrap_or_default();
    let Some(sizes) = padded.sizes(rw, &inner_lists, &outer_lists, shape) else {
        return rw.no_match(
            op,
            "cannot fold since the inner ExtractSliceOp size does not match the size of the outer padding",
        );
    };
    let high = padded.high(&op.mixed_high(rw), &outer_pad.mixed_high(rw));
    let (source, low) = (outer.source(rw), op.mixed_low(rw));
    let lists = SliceLists { offsets, sizes, strides: inner_lists.strides };
    let Some(ty) = slice_type(rw, rw.ty(source), &lists.sizes) else { return Match::No };
    rw.before(op.id());
    let slice = rw.value(ExtractSliceOp::of(rw.cx(), ty, source, &lists));
    replace(rw, op, slice, &low, &high)
}

/// The dimensions that the second (inner) and the first (outer) pad extend.
struct Padded<'a> {
    inner_dims: &'a [bool],
    outer_dims: &'a [bool],
}

impl Padded<'_> {
    /// The offsets of the merged slice.
    fn offsets(&self, body: &Body, inner: &SliceLists, outer: &SliceLists) -> Option<Vec<MixedIndex>> {
        let offset = |dim: usize| {
            let (inner, outer) = (inner.offsets[dim], outer.offsets[dim]);
            if !self.inner_dims[dim] && inner.is(body, 0) {
                return Some(outer);
            }
            (!self.outer_dims[dim] && outer.is(body, 0)).then_some(inner)
        };
        (0..self.inner_dims.len()).map(offset).collect()
    }

    /// The sizes of the merged slice; `shape` is that of the inner slice's source.
    fn sizes(&self, body: &Body, inner: &SliceLists, outer: &SliceLists, shape: &[i64]) -> Option<Vec<MixedIndex>> {
        let size = |dim: usize| match self.outer_dims[dim] {
            false => Some(inner.sizes[dim]),
            true => inner.sizes[dim].is(body, shape[dim]).then_some(outer.sizes[dim]),
        };
        (0..self.inner_dims.len()).map(size).collect()
    }

    /// The high padding amounts of both pads.
    fn high(&self, inner: &[MixedIndex], outer: &[MixedIndex]) -> Vec<MixedIndex> {
        let size = |dim: usize| match (self.inner_dims[dim], self.outer_dims[dim]) {
            (_, true) => outer[dim],
            (true, false) => inner[dim],
            (false, false) => MixedIndex::Static(0),
        };
        (0..self.inner_dims.len()).map(size).collect()
    }
}

/// Merges two paddings with the same value: the amounts are summed.
#[pattern]
pub(crate) fn consecutive_paddings(op: PadOp, rw: &mut Rewriter) -> Match {
    if op.nofold(rw) {
        return rw.no_match(op, "skipping unfoldable pad");
    }
    let Some(before) = rw.defined_by::<PadOp>(op.source(rw)).filter(|before| !before.nofold(rw)) else {
        return rw.no_match(op, "producer is not a foldable tensor.pad op");
    };
    let padding = op.constant_padding(rw);
    if padding.is_none() || padding != before.constant_padding(rw) {
        return rw.no_match(op, "cannot fold PadOps with different or non-constant padding values");
    }
    let [high, before_high] = [op, before].map(|pad| pad.mixed_high(rw));
    let [low, before_low] = [op, before].map(|pad| pad.mixed_low(rw));
    rw.before(op.id());
    let high = sums(rw, &high, &before_high);
    let low = sums(rw, &low, &before_low);
    let source = before.source(rw);
    replace(rw, op, source, &low, &high)
}

fn sums(rw: &mut Rewriter, left: &[MixedIndex], right: &[MixedIndex]) -> Vec<MixedIndex> {
    let map = AffineMap::new(2, 0, vec![AffineExpr::dim(0) + AffineExpr::dim(1)]);
    let loc = rw.default_loc();
    let mut list = Vec::new();
    for (&left, &right) in left.iter().zip(right) {
        list.push(make_composed_folded_apply(rw, loc, &map, &[left, right]));
    }
    list
}
