//! Strided slices.

use rmlir::core::dense;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::{ConstantOp, SubIOp, constant_index};

use super::{replace_with_broadcast, result_type, splat_source};
use crate::fold::defining;
use crate::fold::insert::MAX_COPIED_ELEMENTS;
use crate::place::{linearize, positions, strides};
use crate::slice::integers;
use crate::types::VectorType;
use crate::{
    BroadcastOp, ConstantMaskOp, CreateMaskOp, ExtractOp, ExtractStridedSliceOp, InsertStridedSliceOp, ShapeCastOp,
};

canonicalize! {
    ExtractStridedSliceOp: of_create_mask, of_constant_mask, of_broadcast, of_splat, to_extract;
    InsertStridedSliceOp: insert_splat_into_splat, insert_of_extract, insert_of_constants;
}

/// Erases the insertion of a broadcast's scalar into the broadcast.
#[pattern]
pub(crate) fn insert_splat_into_splat(op: InsertStridedSliceOp, rw: &mut Rewriter) -> Match {
    let dest = op.dest(rw);
    let splat = splat_source(rw, op.value_to_store(rw));
    if splat.is_none() || splat_source(rw, dest) != splat {
        return rw.no_match(op, "not one scalar repeated in both");
    }
    rw.replace(op, [dest])
}

/// Erases the insertion of a slice at the position from which it was extracted.
#[pattern]
pub(crate) fn insert_of_extract(op: InsertStridedSliceOp, rw: &mut Rewriter) -> Match {
    let dest = op.dest(rw);
    let Some(extract) = defining::<ExtractStridedSliceOp>(rw, op.value_to_store(rw)) else {
        return rw.no_match(op, "not of a slice");
    };
    let same =
        extract.source(rw) == dest && extract.strides(rw) == op.strides(rw) && extract.offsets(rw) == op.offsets(rw);
    if !same {
        return rw.no_match(op, "the slice is from elsewhere");
    }
    rw.replace(op, [dest])
}

/// Folds the insertion of a constant into a constant.
#[pattern]
pub(crate) fn insert_of_constants(op: InsertStridedSliceOp, rw: &mut Rewriter) -> Match {
    let (stored, dest) = (op.value_to_store(rw), op.dest(rw));
    let (slice, ty) = (VectorType::at(rw, stored), VectorType::at(rw, dest));
    let elements = |value| constant_value(rw, value).and_then(|value| value.dense_elements(rw));
    let (Some(slice_elements), Some(mut elements)) = (elements(stored), elements(dest)) else {
        return rw.no_match(op, "not of constants");
    };
    if ty.is_scalable() || (ty.n_elements() > MAX_COPIED_ELEMENTS && !rw.has_one_use(dest)) {
        return rw.no_match(op, "a large constant is used elsewhere");
    }
    let offsets = integers(rw, op.id(), InsertStridedSliceOp::OFFSETS);
    let mut sizes = vec![1; ty.rank() - slice.rank()];
    sizes.extend(&slice.shape);
    let strides = strides(&ty.shape);
    for (position, element) in positions(&sizes, &offsets).zip(slice_elements) {
        elements[linearize(&position, &strides) as usize] = element;
    }
    let value = dense::from_elements(rw, rw.ty(dest), &elements).expect("there are as many elements as before");
    rw.replace_with(op, ConstantOp::build(value));
    Match::Yes
}

/// Whether all strides are 1.
fn is_dense(body: &Body, op: ExtractStridedSliceOp) -> bool {
    integers(body, op.id(), ExtractStridedSliceOp::STRIDES).iter().all(|&stride| stride == 1)
}

/// Offsets and sizes of `op`.
fn bounds(body: &Body, op: ExtractStridedSliceOp) -> (Vec<i64>, Vec<i64>) {
    let list = |slot| integers(body, op.id(), slot);
    (list(ExtractStridedSliceOp::OFFSETS), list(ExtractStridedSliceOp::SIZES))
}

/// Replaces a slice of a mask by a mask whose sizes are reduced by the offsets.
#[pattern]
pub(crate) fn of_create_mask(op: ExtractStridedSliceOp, rw: &mut Rewriter) -> Match {
    let Some(mask) = defining::<CreateMaskOp>(rw, op.source(rw)).filter(|_| is_dense(rw, op)) else {
        return rw.no_match(op, "not of a mask");
    };
    let (offsets, _) = bounds(rw, op);
    let mut sizes = mask.operands(rw);
    rw.before(op.id());
    for (size, offset) in sizes.iter_mut().zip(offsets) {
        let offset = constant_index(rw, offset);
        *size = rw.value(SubIOp::build(*size, offset));
    }
    let ty = result_type(rw, op);
    rw.replace_with(op, CreateMaskOp::build(ty, &sizes));
    Match::Yes
}

/// As [`of_create_mask`], for constant sizes.
#[pattern]
pub(crate) fn of_constant_mask(op: ExtractStridedSliceOp, rw: &mut Rewriter) -> Match {
    let Some(mask) = defining::<ConstantMaskOp>(rw, op.source(rw)).filter(|_| is_dense(rw, op)) else {
        return rw.no_match(op, "not of a mask");
    };
    let (offsets, lengths) = bounds(rw, op);
    let mut sizes = mask.sizes(rw);
    for ((size, offset), length) in sizes.iter_mut().zip(offsets).zip(lengths) {
        *size = (offset.saturating_add(length).min(*size) - offset).max(0);
    }
    if sizes.contains(&0) {
        sizes.fill(0);
    }
    let (ty, sizes) = (result_type(rw, op), rw.i64_array(&sizes));
    rw.replace_with(op, ConstantMaskOp::build(ty, sizes));
    Match::Yes
}

/// Replaces a slice of a broadcast by a broadcast of a slice of the source, or of the whole source if only broadcast
/// dimensions are sliced.
#[pattern]
pub(crate) fn of_broadcast(op: ExtractStridedSliceOp, rw: &mut Rewriter) -> Match {
    let Some(mut source) = defining::<BroadcastOp>(rw, op.source(rw)).map(|broadcast| broadcast.source(rw)) else {
        return rw.no_match(op, "not of a broadcast");
    };
    let from = VectorType::of(rw, rw.ty(source)).map_or(Vec::new(), |parts| parts.shape);
    let to = VectorType::of(rw, result_type(rw, op)).expect("the result is a vector").shape;
    let n_added = to.len() - from.len();
    let is_cut = |dim: usize| from[dim] != 1 && from[dim] != to[dim + n_added];
    if (0..from.len()).any(is_cut) {
        let (offsets, sizes) = bounds(rw, op);
        let strides = integers(rw, op.id(), ExtractStridedSliceOp::STRIDES);
        let rest = |list: &[i64]| list.get(n_added..).unwrap_or_default().to_vec();
        let (mut offsets, mut sizes, strides) = (rest(&offsets), rest(&sizes), rest(&strides));
        for dim in (0..offsets.len()).filter(|&dim| from[dim] == 1) {
            (offsets[dim], sizes[dim]) = (0, 1);
        }
        rw.before(op.id());
        let slice = ExtractStridedSliceOp::at(rw, source, &offsets, &sizes, &strides);
        source = rw.value(slice);
    }
    replace_with_broadcast(rw, op.id(), source)
}

/// Replaces a slice of a broadcast of a scalar by a broadcast.
#[pattern]
pub(crate) fn of_splat(op: ExtractStridedSliceOp, rw: &mut Rewriter) -> Match {
    match splat_source(rw, op.source(rw)) {
        Some(scalar) => replace_with_broadcast(rw, op.id(), scalar),
        None => rw.no_match(op, "not a scalar repeated"),
    }
}

/// The number of leading dimensions along which a slice has one element, where all other dimensions are complete;
/// `None` for other slices.
fn n_leading_units(source: &VectorType, sizes: &[i64]) -> Option<usize> {
    let is_whole = |dim: &usize| sizes[*dim] == source.shape[*dim];
    let n_whole = (0..sizes.len()).rev().take_while(is_whole).count();
    let mut n = sizes.len() - n_whole;
    let cuts_last = n == source.rank() && sizes.len() == source.rank();
    if n == 0 || cuts_last || sizes[..n].iter().any(|&size| size != 1) {
        return None;
    }
    // Further dimensions of size 1 would be dropped anyway.
    while n + 1 < sizes.len() && sizes[n] == 1 {
        n += 1;
    }
    Some(n)
}

/// Replaces a slice with contiguous elements by a shape cast of an extraction.
#[pattern]
pub(crate) fn to_extract(op: ExtractStridedSliceOp, rw: &mut Rewriter) -> Match {
    let source = VectorType::at(rw, op.source(rw));
    let (offsets, sizes) = bounds(rw, op);
    if !is_dense(rw, op) || source.is_scalable() || source.rank() == 0 {
        return rw.no_match(op, "the vector is scalable");
    }
    let Some(n) = n_leading_units(&source, &sizes) else {
        return rw.no_match(op, "the elements do not follow each other");
    };
    rw.before(op.id());
    let extract = ExtractOp::at_static(rw, op.source(rw), &offsets[..n]);
    let part = rw.value(extract);
    let ty = result_type(rw, op);
    rw.replace_with(op, ShapeCastOp::build(ty, part));
    Match::Yes
}
