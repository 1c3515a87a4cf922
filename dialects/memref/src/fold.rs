//! Folders.

use rmlir::core::memref_layout::{MemRefParts, strides_and_offset};
use rmlir::core::mixed_index::{SliceLists, n_dynamic};
use rmlir::core::reassociation::{Group, is_taken_back};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::access::{CopyOp, LoadOp, PrefetchOp, StoreOp};
use crate::alloc::DeallocOp;
use crate::atomic::AtomicRMWOp;
use crate::cast::CastOp;
use crate::cast::MemorySpaceCastOp;
use crate::dma::{DmaStartOp, DmaWaitOp};
use crate::metadata::{DimOp, ExtractStridedMetadataOp, RankOp};
use crate::reinterpret::ReinterpretCastOp;
use crate::reshape::{CollapseShapeOp, ExpandShapeOp};
use crate::subview::SubViewOp;
use crate::view::{AssumeAlignmentOp, TransposeOp, ViewOp};
use crate::*;

/// The source of the cast that defines `value`.
pub(crate) fn cast_source(body: &Body, value: Value) -> Option<Value> {
    Some(body.defined_by::<CastOp>(value)?.source(body))
}

/// The operation that is folded.
fn this<T: Op>(cx: &FoldCx) -> T {
    T::from_id(cx.op())
}

/// Replaces operands that are casts of ranked memrefs by the casts' sources, except `kept`.
fn skip_casts_but(cx: &mut FoldCx, kept: Option<Value>) -> Fold {
    let mut folded = Fold::No;
    for index in 0..cx.n_operands(cx.op()) {
        let operand = cx.operand(cx.op(), index);
        let Some(source) = cast_source(cx, operand).filter(|_| Some(operand) != kept) else { continue };
        if MemRefParts::of(cx, cx.ty(source)).is_some() {
            cx.set_operand(index, source);
            folded = Fold::InPlace;
        }
    }
    folded
}

/// The folder of operations for which casts of operands are irrelevant.
#[fold(PrefetchOp, DeallocOp, CastOp, DmaStartOp, DmaWaitOp)]
pub fn skip_casts(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    skip_casts_but(cx, None)
}

#[fold(LoadOp)]
pub(crate) fn load(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    skip_casts_but(cx, None)
}

#[fold(StoreOp)]
pub(crate) fn store(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let value = this::<StoreOp>(cx).value(cx);
    skip_casts_but(cx, Some(value))
}

#[fold(AtomicRMWOp)]
pub(crate) fn atomic_rmw(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let value = this::<AtomicRMWOp>(cx).value(cx);
    skip_casts_but(cx, Some(value))
}

/// Skips a cast that only makes the layout or sizes dynamic.
#[fold(CopyOp)]
pub(crate) fn copy(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    for index in 0..2 {
        let operand = cx.operand(cx.op(), index);
        let Some(source) = cast_source(cx, operand) else { continue };
        if can_fold_into_consumer(cx, cx.ty(source), cx.ty(operand)) {
            cx.set_operand(index, source);
            return Fold::InPlace;
        }
    }
    Fold::No
}

#[fold(MemorySpaceCastOp)]
pub(crate) fn memory_space_cast(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let source = this::<MemorySpaceCastOp>(cx).source(cx);
    let Some(before) = cx.defined_by::<MemorySpaceCastOp>(source) else { return Fold::No };
    cx.set_operand(0, before.source(cx));
    Fold::InPlace
}

#[fold(RankOp)]
pub(crate) fn rank(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let ty = cx.ty(this::<RankOp>(cx).memref(cx));
    ty.shape(cx).map(|shape| cx.index_attr(shape.len() as i64)).into()
}

/// Folds a static size, or a dynamic one to the size operand of the operation that defines the memref.
#[fold(DimOp)]
pub(crate) fn dim(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let Some(index) = consts[1].and_then(|index| index.as_i64(cx)) else { return Fold::No };
    let source = this::<DimOp>(cx).source(cx);
    let Some(shape) = cx.ty(source).shape(cx).filter(|shape| (0..shape.len() as i64).contains(&index)) else {
        return Fold::No;
    };
    let index = index as usize;
    if shape[index] != DYNAMIC {
        return Fold::attr(cx.index_attr(shape[index]));
    }
    match dynamic_sizes(cx, source) {
        Some(sizes) => sizes.get(n_dynamic(&shape[..index])).copied().into(),
        None => skip_casts_but(cx, None),
    }
}

/// The dynamic sizes of a memref, in order, if they are operands of its definition.
fn dynamic_sizes(body: &Body, memref: Value) -> Option<Vec<Value>> {
    if let Some(alloc) = body.defined_by::<AllocOp>(memref) {
        return Some(alloc.dynamicSizes(body));
    }
    if let Some(alloca) = body.defined_by::<AllocaOp>(memref) {
        return Some(alloca.dynamicSizes(body));
    }
    if let Some(view) = body.defined_by::<ViewOp>(memref) {
        return Some(view.sizes(body));
    }
    // Dimensions that a rank-reducing subview drops have the static size 1.
    Some(body.defined_by::<SubViewOp>(memref)?.sizes(body))
}

/// Replaces used results that are static in the source type by constants, then skips a cast of the source.
#[fold(ExtractStridedMetadataOp)]
pub(crate) fn extract_strided_metadata(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    for (index, number) in used_and_known(cx, this(cx)) {
        cx.replace_result(index, "arith", cx.index_attr(number));
    }
    skip_casts_but(cx, None)
}

/// The static offset, sizes and strides of the source type that are used, by result index.
fn used_and_known(body: &Body, op: ExtractStridedMetadataOp) -> Vec<(usize, i64)> {
    let ty = body.ty(op.source(body));
    let (Some(layout), Some(shape)) = (strides_and_offset(body, ty), ty.shape(body)) else { return Vec::new() };
    let numbers = [&[layout.offset], shape, &layout.strides].concat();
    let results = body.results(op.id())[1..].iter().copied().zip(1..);
    let known = results.zip(numbers).filter(|&((result, _), number)| number != DYNAMIC && !body.is_unused(result));
    known.map(|((_, index), number)| (index, number)).collect()
}

/// Skips views of the source, as only the base buffer is relevant; or folds to the source, if it has the same type.
#[fold(ReinterpretCastOp)]
pub(crate) fn reinterpret_cast(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = this::<ReinterpretCastOp>(cx);
    let source = op.source(cx);
    if let Some(before) = same_buffer(cx, source) {
        cx.set_operand(0, before);
        return Fold::InPlace;
    }
    let ty = cx.ty(op.result(cx));
    let starts_at_0 = op.static_offsets(cx).first() == Some(&0);
    if ty.static_shape(cx).is_some() && cx.ty(source) == ty && starts_at_0 { Fold::value(source) } else { Fold::No }
}

fn same_buffer(body: &Body, memref: Value) -> Option<Value> {
    if let Some(cast) = body.defined_by::<ReinterpretCastOp>(memref) {
        return Some(cast.source(body));
    }
    if let Some(source) = cast_source(body, memref) {
        return Some(source);
    }
    let subview = body.defined_by::<SubViewOp>(memref)?;
    let offsets = SliceLists::of(OpRef::new(body, subview.id())).offsets;
    offsets.iter().all(|offset| offset.is(body, 0)).then(|| subview.source(body))
}

/// Folds a subview of the whole source.
#[fold(SubViewOp)]
pub(crate) fn subview(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = this::<SubViewOp>(cx);
    let source = op.source(cx);
    let (from, to) = (cx.ty(source), cx.ty(op.result(cx)));
    if from != to {
        return Fold::No;
    }
    let layout = MemRefParts::of(cx, to).and_then(|parts| parts.layout);
    let has_static_layout = match layout.map(|layout| layout.data(cx)) {
        Some(AttrData::Strided { offset, strides }) => *offset != DYNAMIC && !strides.contains(&DYNAMIC),
        _ => true,
    };
    if to.static_shape(cx).is_some() && has_static_layout {
        return Fold::value(source);
    }
    let Some(before) = cx.defined_by::<SubViewOp>(source) else { return Fold::No };
    let lists = SliceLists::of(OpRef::new(cx, op.id()));
    let is_all = lists.offsets.iter().all(|offset| offset.is(cx, 0))
        && lists.strides.iter().all(|stride| stride.is(cx, 1))
        && lists.sizes == SliceLists::of(OpRef::new(cx, before.id())).sizes;
    if is_all { Fold::value(source) } else { Fold::No }
}

#[fold(ViewOp)]
pub(crate) fn view(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = this::<ViewOp>(cx);
    let (source, ty) = (op.source(cx), cx.ty(op.result(cx)));
    let is_at_start = consts[1].and_then(|shift| shift.as_i64(cx)) == Some(0);
    if cx.ty(source) == ty && ty.static_shape(cx).is_some() && is_at_start { Fold::value(source) } else { Fold::No }
}

#[fold(TransposeOp)]
pub(crate) fn transpose(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = this::<TransposeOp>(cx);
    let source = op.source(cx);
    let map = op.permutation(cx);
    if map.is_identity() && cx.ty(source) == cx.ty(op.result(cx)) {
        return Fold::value(source);
    }
    let Some(before) = cx.defined_by::<TransposeOp>(source) else { return Fold::No };
    let map = map.compose(before.permutation(cx));
    let (source, map) = (before.source(cx), cx.cx().attr(AttrData::AffineMap(map)));
    cx.set_operand(0, source);
    cx.set_prop(TransposeOp::PERMUTATION, map);
    Fold::InPlace
}

#[fold(AssumeAlignmentOp)]
pub(crate) fn assume_alignment(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = this::<AssumeAlignmentOp>(cx);
    let source = op.memref(cx);
    let before = cx.defined_by::<AssumeAlignmentOp>(source);
    before.filter(|before| before.alignment(cx) == op.alignment(cx)).map(|_| source).into()
}

#[fold(ExpandShapeOp)]
pub(crate) fn expand_shape(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = this::<ExpandShapeOp>(cx);
    let inverse = cx.defined_by::<CollapseShapeOp>(op.src(cx)).map(|op| (op.src(cx), op.groups(cx)));
    reshape(cx, op.src(cx), op.result(cx), op.groups(cx), inverse).into()
}

#[fold(CollapseShapeOp)]
pub(crate) fn collapse_shape(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = this::<CollapseShapeOp>(cx);
    let inverse = cx.defined_by::<ExpandShapeOp>(op.src(cx)).map(|op| (op.src(cx), op.groups(cx)));
    reshape(cx, op.src(cx), op.result(cx), op.groups(cx), inverse).into()
}

/// Folds a reshape to the same type to its source; and the inverse of another reshape, whose source and groups are
/// `inverse`, to that one's source.
fn reshape(
    body: &Body,
    source: Value,
    result: Value,
    groups: Vec<Group>,
    inverse: Option<(Value, Vec<Group>)>,
) -> Option<Value> {
    let ty = body.ty(result);
    if body.ty(source) == ty {
        return Some(source);
    }
    let (original, inverse_groups) = inverse.filter(|(original, _)| body.ty(*original) == ty)?;
    let rank_between = body.ty(source).shape(body)?.len();
    is_taken_back(ty.shape(body)?, &groups, &inverse_groups, rank_between).then_some(original)
}
