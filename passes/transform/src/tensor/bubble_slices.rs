//! Moves slices over reshapes: a slice of a reshaped tensor becomes a reshape of a slice, if the elements of the slice
//! are a box of the source, too.
//!
//! Along a group of dimensions that are collapsed to one dimension, such a box has size 1 along the first ones, any
//! size along the next one, and the full size along the remaining ones.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::{MixedIndex, SliceLists, split, statics};
use rmlir::core::reassociation::Group;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_affine::compose::{fully_compose_map_and_operands, make_composed_folded_apply};
use rmlir_affine::{ApplyOp, DelinearizeIndexOp, LinearizeIndexOp};
use rmlir_arith::materialize_index;
use rmlir_tensor::{CollapseShapeOp, DimOp, ExpandShapeOp, ExtractSliceOp, TensorParts, mixed_sizes};

/// The patterns.
pub fn patterns() -> PatternSet {
    patterns![bubble_through_expand, bubble_through_collapse]
}

/// The offsets, sizes and strides of `op`, if it has unit strides and is not rank-reducing.
fn dense_lists(body: &Body, op: ExtractSliceOp) -> Option<SliceLists> {
    let lists = SliceLists::of(OpRef::new(body, op.id()));
    let rank = body.ty(op.result(body)).shape(body)?.len();
    let is_dense = lists.strides.iter().all(|&stride| stride == MixedIndex::Static(1));
    (is_dense && rank == lists.sizes.len()).then_some(lists)
}

fn slice_of(rw: &mut Rewriter, source: Value, offsets: Vec<MixedIndex>, sizes: Vec<MixedIndex>) -> Value {
    let parts = TensorParts::of(rw, rw.ty(source)).expect("what is reshaped is a tensor");
    let ty = parts.with_shape(rw, &statics(&sizes));
    let strides = vec![MixedIndex::Static(1); sizes.len()];
    rw.value(ExtractSliceOp::of(rw.cx(), ty, source, &SliceLists { offsets, sizes, strides }))
}

#[pattern]
fn bubble_through_expand(op: ExtractSliceOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let Some(expand) = rw.defining_op(source).and_then(|by| OpRef::new(rw, by).cast::<ExpandShapeOp>()) else {
        return Match::No;
    };
    let groups = expand.groups(rw);
    let Some(lists) = dense_lists(rw, op) else { return Match::No };
    if !groups.iter().all(|group| is_box(rw, expand, &lists, group)) {
        return rw.no_match(op, "the slice is no slice of what is expanded");
    }
    let whole = mixed_sizes(rw, source);
    let loc = rw.default_loc();
    let product = AffineMap::new(2, 0, [&AffineExpr::dim(0) * &AffineExpr::dim(1)]);
    let (mut offsets, mut sizes) = (Vec::new(), Vec::new());
    for group in &groups {
        let dims: Vec<usize> = group.iter().map(|&dim| dim as usize).collect();
        let mut size = MixedIndex::Static(1);
        for &dim in &dims {
            size = make_composed_folded_apply(rw, loc, &product, &[size, lists.sizes[dim]]);
        }
        let places: Vec<Value> = dims.iter().map(|&dim| materialize_index(rw, lists.offsets[dim])).collect();
        let basis: Vec<MixedIndex> = dims.iter().map(|&dim| whole[dim]).collect();
        let linear = LinearizeIndexOp::with_basis(rw.cx(), &places, &basis, true);
        offsets.push(MixedIndex::Dynamic(rw.value(linear)));
        sizes.push(size);
    }
    let slice = slice_of(rw, expand.src(rw), offsets, sizes);
    let ty = rw.ty(op.result(rw));
    rw.replace_with(op, ExpandShapeOp::of(rw.cx(), ty, slice, &groups, &lists.sizes));
    Match::Yes
}

/// Whether a slice has the full size along the dimensions of `group` that follow the first one with a size other than
/// 1.
fn is_box(body: &Body, expand: ExpandShapeOp, lists: &SliceLists, group: &Group) -> bool {
    let mut dims = group.iter().map(|&dim| dim as usize);
    let _several = dims.find(|&dim| lists.sizes[dim] != MixedIndex::Static(1));
    dims.all(|dim| lists.offsets[dim].is(body, 0) && is_whole(body, expand, lists.sizes[dim], dim))
}

/// Whether `size` is known to be that of dimension `dim` of the result of `expand`.
fn is_whole(body: &Body, expand: ExpandShapeOp, size: MixedIndex, dim: usize) -> bool {
    if expand.mixed_output_shape(body).get(dim) == Some(&size) {
        return true;
    }
    let asked = size.value().and_then(|value| body.defining_op(value));
    let Some(asked) = asked.and_then(|by| OpRef::new(body, by).cast::<DimOp>()) else { return false };
    let index = MixedIndex::Dynamic(asked.index(body));
    asked.source(body) == expand.result(body) && index.is(body, dim as i64)
}

#[pattern]
fn bubble_through_collapse(op: ExtractSliceOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let Some(collapse) = rw.defining_op(source).and_then(|by| OpRef::new(rw, by).cast::<CollapseShapeOp>()) else {
        return Match::No;
    };
    let (groups, tensor) = (collapse.groups(rw), collapse.src(rw));
    let Some(lists) = dense_lists(rw, op) else { return Match::No };
    let shape = rw.ty(tensor).shape(rw).unwrap_or_default().to_vec();
    let mut sizes = Vec::new();
    for ((group, &offset), &size) in groups.iter().zip(&lists.offsets).zip(&lists.sizes) {
        let group: Vec<i64> = group.iter().map(|&dim| shape[dim as usize]).collect();
        let Some(of_group) = expanded_sizes(rw, &group, offset, size) else {
            return rw.no_match(op, "the slice is no slice of what is collapsed");
        };
        sizes.extend(of_group);
    }
    let mut offsets = Vec::new();
    for (group, &offset) in groups.iter().zip(&lists.offsets) {
        let basis: Vec<MixedIndex> = group.iter().map(|&dim| size_of(rw, tensor, dim as usize)).collect();
        let offset = materialize_index(rw, offset);
        let (fixed, values) = split(&basis);
        let types = vec![Type::INDEX; basis.len()];
        let places = rw.create(DelinearizeIndexOp::build(&types, offset, &values, rw.i64_array(&fixed))).id();
        offsets.extend(rw.results(places).iter().map(|&place| MixedIndex::Dynamic(place)));
    }
    let slice = slice_of(rw, tensor, offsets, sizes);
    let ty = rw.ty(op.result(rw));
    rw.replace_with(op, CollapseShapeOp::of(rw.cx(), ty, slice, &groups));
    Match::Yes
}

fn size_of(rw: &mut Rewriter, tensor: Value, dim: usize) -> MixedIndex {
    match rw.ty(tensor).shape(rw).map(|shape| shape[dim]) {
        Some(size) if size != DYNAMIC => MixedIndex::Static(size),
        _ => {
            let index = rmlir_arith::constant_index(rw, dim as i64);
            MixedIndex::Dynamic(rw.value(DimOp::build(tensor, index)))
        }
    }
}

/// The sizes of the box in dimensions of sizes `shape` whose elements are the `size` ones from `offset` on when the
/// dimensions are collapsed; `None` if that may be no box.
fn expanded_sizes(body: &Body, shape: &[i64], offset: MixedIndex, size: MixedIndex) -> Option<Vec<MixedIndex>> {
    let one = MixedIndex::Static(1);
    if shape.iter().filter(|&&extent| extent != 1).count() == 1 {
        return Some(shape.iter().map(|&extent| if extent == 1 { one } else { size }).collect());
    }
    let MixedIndex::Static(size) = size else { return None };
    if size == 1 {
        return Some(vec![one; shape.len()]);
    }
    let mut sizes = vec![one; shape.len()];
    let (mut left, mut passed) = (size, 1_i64);
    for (dim, &extent) in shape.iter().enumerate().rev() {
        if extent < 1 || left < 1 {
            return None;
        }
        if left < extent {
            let fits = match offset.constant(body) {
                Some(offset) => offset / passed % extent + left <= extent,
                None => extent % left == 0 && is_multiple_of(body, offset, size),
            };
            sizes[dim] = MixedIndex::Static(left);
            return fits.then_some(sizes);
        }
        passed = passed.checked_mul(extent)?;
        if left % extent != 0 || !is_multiple_of(body, offset, passed) {
            return None;
        }
        sizes[dim] = MixedIndex::Static(extent);
        left /= extent;
    }
    (left == 1).then_some(sizes)
}

/// Whether `index` is known to be a multiple of `factor`.
fn is_multiple_of(body: &Body, index: MixedIndex, factor: i64) -> bool {
    if let Some(number) = index.constant(body) {
        return number % factor == 0;
    }
    let by = index.value().and_then(|value| body.defining_op(value));
    let Some(apply) = by.and_then(|by| OpRef::new(body, by).cast::<ApplyOp>()) else { return false };
    let (mut map, mut values) = (apply.affine_map(body).clone(), apply.mapOperands(body));
    fully_compose_map_and_operands(body, &mut map, &mut values);
    map.results().first().is_some_and(|expr| expr.is_multiple_of(factor))
}
