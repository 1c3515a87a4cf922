//! Canonicalization of `linalg.fill` and of operations on its result, a splat tensor.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::cycle::CycleGuard;
use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, split};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_affine::compose::make_composed_folded_apply;
use rmlir_arith::constant_index;
use rmlir_tensor::{
    CastOp, CollapseShapeOp, ConcatOp, DimOp, EmptyOp, ExpandShapeOp, ExtractOp, InsertSliceOp, PadOp, tensor_type,
};

use crate::{CopyOp, FillOp, PackOp, TransposeOp};

canonicalize! {
    FillOp: concat_of_fills, copy_with_fill, extract_of_fill, pack_of_fill, pad_of_fill, collapse_of_fill, expand_of_fill,
        insert_of_pad_into_fill, transpose_of_fill;
}

/// The fill that defines `tensor`.
fn fill_of(body: &Body, tensor: Value) -> Option<Fill> {
    let op = body.defined_by::<FillOp>(tensor)?;
    Some(Fill { op, value: *op.inputs(body).first()?, init: *op.outputs(body).first()? })
}

struct Fill {
    op: FillOp,
    value: Value,
    init: Value,
}

/// Creates a fill of `init` at the insertion point.
pub fn fill(rw: &mut Rewriter, loc: Loc, value: Value, init: Value) -> Option<FillOp> {
    let row = FillOp::row();
    crate::named::create(rw, loc, &[value], &[init], row)
}

/// Replaces `op` by a fill of `init` at the position of `op`.
fn replace_by_fill(rw: &mut Rewriter, op: impl Into<OpId>, value: Value, init: Value) -> Match {
    let op = op.into();
    rw.before(op);
    let loc = rw.loc(op);
    let Some(new) = fill(rw, loc, value, init) else { return Match::No };
    let values = rw.results(new.id()).to_vec();
    rw.replace(op, values)
}

#[pattern]
pub(crate) fn concat_of_fills(op: ConcatOp, rw: &mut Rewriter) -> Match {
    let fills: Option<Vec<Fill>> = op.inputs(rw).into_iter().map(|input| fill_of(rw, input)).collect();
    let Some((first, fills)) = fills.as_deref().and_then(|fills| Some((fills.first()?, fills))) else {
        return Match::No;
    };
    let same = |fill: &Fill| fill.value == first.value || is_same_constant(rw, fill.value, first.value);
    if !fills.iter().all(same) {
        return rw.no_match(op, "not all operands are defined by a compatible fill op");
    }
    let inits: Vec<Value> = fills.iter().map(|fill| fill.init).collect();
    let (value, dim) = (first.value, op.dim(rw));
    let Some(ty) = op.inferred_type(rw) else { return Match::No };
    rw.before(op.id());
    let init = rw.value(ConcatOp::build(ty, &inits, dim));
    replace_by_fill(rw, op, value, init)
}

fn is_same_constant(body: &Body, left: Value, right: Value) -> bool {
    constant_value(body, left).is_some_and(|left| constant_value(body, right) == Some(left))
}

/// Replaces a copy of a fill's result by a fill of the destination; skips a fill of a copy's destination.
#[pattern]
pub(crate) fn copy_with_fill(op: CopyOp, rw: &mut Rewriter) -> Match {
    let ([input], [output]) = (&op.inputs(rw)[..], &op.outputs(rw)[..]) else { return Match::No };
    let (input, output) = (*input, *output);
    if let Some(source) = fill_of(rw, input) {
        return replace_by_fill(rw, op, source.value, output);
    }
    let Some(filled) = fill_of(rw, output) else { return Match::No };
    rw.before(op.id());
    let loc = rw.loc(op.id());
    let Some(new) = crate::named::create::<CopyOp>(rw, loc, &[input], &[filled.init], CopyOp::row()) else {
        return Match::No;
    };
    let values = rw.results(new.id()).to_vec();
    rw.replace(op, values)
}

#[pattern]
pub(crate) fn extract_of_fill(op: ExtractOp, rw: &mut Rewriter) -> Match {
    match fill_of(rw, op.tensor(rw)) {
        Some(fill) => rw.replace(op, [fill.value]),
        None => Match::No,
    }
}

#[pattern]
pub(crate) fn pack_of_fill(op: PackOp, rw: &mut Rewriter) -> Match {
    let Some(fill) = fill_of(rw, op.source(rw)) else { return Match::No };
    let fits = |padding: Value| padding == fill.value || is_same_constant(rw, padding, fill.value);
    let dest = op.dest(rw);
    if !op.padding_value(rw).is_none_or(fits) || rw.users(dest).count() != 1 {
        return Match::No;
    }
    replace_by_fill(rw, op, fill.value, dest)
}

#[pattern]
pub(crate) fn transpose_of_fill(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let Some(fill) = fill_of(rw, op.input(rw)) else { return Match::No };
    let init = op.init(rw);
    replace_by_fill(rw, op, fill.value, init)
}

#[pattern]
pub(crate) fn collapse_of_fill(op: CollapseShapeOp, rw: &mut Rewriter) -> Match {
    let Some(fill) = fill_of(rw, op.src(rw)) else { return Match::No };
    let (ty, groups) = (rw.ty(op.result(rw)), op.groups(rw));
    rw.before(op.id());
    let loc = rw.loc(fill.op.id());
    let init = rw.value(CollapseShapeOp::of(rw.cx(), ty, fill.init, &groups).at(loc));
    replace_by_fill(rw, op, fill.value, init)
}

#[pattern]
pub(crate) fn expand_of_fill(op: ExpandShapeOp, rw: &mut Rewriter) -> Match {
    let Some(fill) = fill_of(rw, op.src(rw)) else { return Match::No };
    let (ty, groups, shape) = (rw.ty(op.result(rw)), op.groups(rw), op.mixed_output_shape(rw));
    rw.before(op.id());
    let loc = rw.loc(fill.op.id());
    let init = rw.value(ExpandShapeOp::of(rw.cx(), ty, fill.init, &groups, &shape).at(loc));
    replace_by_fill(rw, op, fill.value, init)
}

/// Folds padding of a fill's result with the same value into a larger fill.
#[pattern]
pub(crate) fn pad_of_fill(op: PadOp, rw: &mut Rewriter) -> Match {
    let Some(source) = fill_of(rw, op.source(rw)) else { return Match::No };
    if op.constant_padding(rw) != Some(source.value) {
        return Match::No;
    }
    let ty = rw.ty(op.result(rw));
    rw.before(op.id());
    let sizes = padded_sizes(rw, op);
    let (shape, values) = split(&sizes);
    let empty = tensor_type(rw, &shape, ty.element_or_self(rw));
    let init = rw.value(EmptyOp::build(empty, &values));
    let loc = rw.loc(source.op.id());
    let Some(new) = fill(rw, loc, source.value, init) else { return Match::No };
    let mut new = rw.result(new.id(), 0);
    if rw.ty(new) != ty {
        new = rw.value(CastOp::build(ty, new).at(loc));
    }
    rw.replace(op, [new])
}

fn sum(rw: &mut Rewriter, map: &AffineMap, indices: &[MixedIndex]) -> MixedIndex {
    let loc = rw.default_loc();
    make_composed_folded_apply(rw, loc, map, indices)
}

/// The size of a dimension, as a value if it is dynamic.
fn size_of(rw: &mut Rewriter, tensor: Value, dim: usize) -> MixedIndex {
    match rw.ty(tensor).shape(rw).and_then(|shape| shape.get(dim)) {
        Some(&size) if size != DYNAMIC => MixedIndex::Static(size),
        _ => {
            let index = constant_index(rw, dim as i64);
            MixedIndex::Dynamic(rw.value(DimOp::build(tensor, index)))
        }
    }
}

/// The sizes of the result of `op`; dynamic ones are computed at the insertion point.
fn padded_sizes(rw: &mut Rewriter, op: PadOp) -> Vec<MixedIndex> {
    let shape = rw.ty(op.result(rw)).shape(rw).unwrap_or_default().to_vec();
    let (source, low, high) = (op.source(rw), op.mixed_low(rw), op.mixed_high(rw));
    let map = AffineMap::new(3, 0, vec![AffineExpr::dim(0) + AffineExpr::dim(1) + AffineExpr::dim(2)]);
    let mut sizes = Vec::new();
    for (dim, &size) in shape.iter().enumerate() {
        sizes.push(match size {
            DYNAMIC => {
                let inner = size_of(rw, source, dim);
                sum(rw, &map, &[inner, low[dim], high[dim]])
            }
            size => MixedIndex::Static(size),
        });
    }
    sizes
}

/// Skips padding where its result is inserted into the result of a fill with the same value, if the slices
/// inserted in between are disjoint.
#[pattern]
pub(crate) fn insert_of_pad_into_fill(op: InsertSliceOp, rw: &mut Rewriter) -> Match {
    let Some(pad) = rw.defined_by::<PadOp>(op.source(rw)) else { return Match::No };
    if !keeps_rank(rw, op) {
        return Match::No;
    }
    let lists = SliceLists::of(OpRef::new(rw, op.id()));
    let mut dest = op.dest(rw);
    let mut guard = CycleGuard::default();
    while let Some(before) = rw.defined_by::<InsertSliceOp>(dest) {
        if !keeps_rank(rw, before) || !guard.goes_on(dest) {
            return Match::No;
        }
        if !are_disjoint(&lists, &SliceLists::of(OpRef::new(rw, before.id()))) {
            break;
        }
        dest = before.dest(rw);
    }
    let filled = fill_of(rw, dest).map(|fill| fill.value);
    if filled.is_none() || pad.constant_padding(rw) != filled {
        return Match::No;
    }
    let (source, ty) = (pad.source(rw), rw.ty(op.dest(rw)));
    rw.before(op.id());
    let map = AffineMap::new(0, 2, vec![AffineExpr::symbol(0) + AffineExpr::symbol(1)]);
    let mut offsets = Vec::new();
    for (low, offset) in pad.mixed_low(rw).into_iter().zip(lists.offsets) {
        offsets.push(sum(rw, &map, &[low, offset]));
    }
    let sizes = (0..offsets.len()).map(|dim| size_of(rw, source, dim)).collect();
    let lists = SliceLists { offsets, sizes, strides: lists.strides };
    let dest = op.dest(rw);
    rw.replace_with(op, InsertSliceOp::of(rw.cx(), ty, source, dest, &lists));
    Match::Yes
}

fn keeps_rank(body: &Body, op: InsertSliceOp) -> bool {
    let rank = |value: Value| body.ty(value).shape(body).map(<[i64]>::len);
    rank(op.source(body)) == rank(op.dest(body))
}

/// Whether two slices are known to be disjoint.
fn are_disjoint(left: &SliceLists, right: &SliceLists) -> bool {
    let ends = |lists: &SliceLists, dim: usize| match (lists.offsets[dim], lists.sizes[dim], lists.strides[dim]) {
        (MixedIndex::Static(start), MixedIndex::Static(size), MixedIndex::Static(stride)) => {
            Some((start, start + (size - 1) * stride))
        }
        _ => None,
    };
    (0..left.offsets.len()).any(|dim| match (ends(left, dim), ends(right, dim)) {
        (Some(left), Some(right)) => left.1 < right.0 || right.1 < left.0,
        _ => false,
    })
}
