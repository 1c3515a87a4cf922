//! Folders.

pub(crate) mod reshape;
pub(crate) mod slice;

use rmlir::core::dense;
use rmlir::core::mixed_index::{SliceLists, n_dynamic};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::cast::CastOp;
use crate::concat::ConcatOp;
use crate::create::{FromElementsOp, SplatOp};
use crate::element::{ExtractOp, InsertOp};
use crate::gather::GatherOp;
use crate::pad::PadOp;
use crate::query::{DimOp, RankOp};
use crate::*;

/// The operation that is folded.
fn this<T: Op>(cx: &FoldCx) -> T {
    T::from_id(cx.op())
}

/// The one result's type.
fn result_type(cx: &FoldCx) -> Type {
    cx.ty(cx.result(cx.op(), 0))
}

/// A constant splat with the shape `ty`, if that is static.
fn resized_splat(cx: &Context, value: Option<Attr>, ty: Type) -> Option<Attr> {
    let value = value.filter(|value| value.splat_value(cx).is_some())?;
    dense::reshaped(cx, value, ty)
}

#[fold(ConcatOp)]
pub(crate) fn concat(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    match this::<ConcatOp>(cx).inputs(cx)[..] {
        [only] if cx.ty(only) == result_type(cx) => Fold::value(only),
        _ => Fold::No,
    }
}

#[fold(RankOp)]
pub(crate) fn rank(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let ty = cx.ty(this::<RankOp>(cx).tensor(cx));
    ty.shape(cx).map(|shape| cx.index_attr(shape.len() as i64)).into()
}

/// Folds a static size, or a dynamic one to the size operand of the operation that defines the tensor.
#[fold(DimOp)]
pub(crate) fn dim(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = this::<DimOp>(cx);
    let source = op.source(cx);
    let index = op.constant_index(cx).and_then(|index| usize::try_from(index).ok());
    let (Some(index), Some(shape)) = (index, cx.ty(source).shape(cx)) else { return Fold::No };
    match shape.get(index) {
        None => Fold::No,
        Some(&DYNAMIC) => {
            let n_before = n_dynamic(&shape[..index]);
            if let Some(size) = given_size(cx, source, index, n_before) {
                return Fold::value(size);
            }
            let cast = cx.defined_by::<CastOp>(source).filter(|&cast| can_fold_into_consumer(cx, cast));
            let Some(cast) = cast else { return Fold::No };
            cx.set_operand(DimOp::SOURCE_OPERAND, cast.source(cx));
            Fold::InPlace
        }
        Some(&size) => Fold::attr(cx.index_attr(size)),
    }
}

/// The operand of a size, which follows `n_before` other dynamic sizes.
fn given_size(body: &Body, tensor: Value, index: usize, n_before: usize) -> Option<Value> {
    if let Some(generate) = body.defined_by::<GenerateOp>(tensor) {
        return generate.dynamicExtents(body).get(n_before).copied();
    }
    let slice = body.defined_by::<ExtractSliceOp>(tensor)?;
    let rank = |value: Value| body.ty(value).shape(body).map(<[i64]>::len);
    if rank(slice.source(body)) != rank(tensor) {
        return None;
    }
    SliceLists::of(OpRef::new(body, slice.id())).sizes.get(index)?.value()
}

/// The linear index of an element in `shape`.
fn flat_index(shape: &[i64], indices: &[i64]) -> Option<usize> {
    let mut flat = 0_i64;
    for (&size, &index) in shape.iter().zip(indices) {
        flat = flat.checked_mul(size)?.checked_add(index)?;
    }
    usize::try_from(flat).ok()
}

/// Folds an element of a constant, or an operand of the operation that defines the tensor.
#[fold(ExtractOp)]
pub(crate) fn extract(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let tensor = consts[0];
    if let Some(element) = tensor.and_then(|tensor| tensor.splat_value(cx)) {
        return Fold::attr(element);
    }
    if tensor.is_some_and(|tensor| matches!(tensor.data(cx), AttrData::DenseResource { .. })) {
        return Fold::No;
    }
    let indices = consts[1..].iter().map(|index| index.and_then(|index| index.as_i64(cx)));
    let Some(indices) = indices.collect::<Option<Vec<i64>>>() else { return Fold::No };
    let source = this::<ExtractOp>(cx).tensor(cx);
    let shape = cx.ty(source).shape(cx).unwrap_or_default();
    if let Some(made) = cx.defined_by::<FromElementsOp>(source) {
        let flat = flat_index(shape, &indices);
        return flat.and_then(|flat| made.elements(cx).get(flat).copied()).into();
    }
    let is_inside = indices.iter().zip(shape).all(|(index, size)| (0..*size).contains(index));
    if let Some(element) = tensor.filter(|_| is_inside).and_then(|tensor| tensor.sparse_element(cx, &indices)) {
        return Fold::attr(element);
    }
    if let Some(elements) = tensor.filter(|_| is_inside).and_then(|tensor| tensor.dense_elements(cx)) {
        return flat_index(shape, &indices).and_then(|flat| elements.get(flat).copied()).into();
    }
    extract_of_insert(cx).into()
}

/// The element that was inserted at the same indices by the operation that defines the tensor.
fn extract_of_insert(cx: &FoldCx) -> Option<Value> {
    let extract = this::<ExtractOp>(cx);
    let insert = cx.defined_by::<InsertOp>(extract.tensor(cx))?;
    let constant = |value: Value| rmlir::core::fold::constant_value(cx, value);
    let is_same =
        |left: Value, right: Value| left == right || constant(left).is_some_and(|attr| constant(right) == Some(attr));
    let (left, right) = (insert.indices(cx), extract.indices(cx));
    let is_same_place =
        left.len() == right.len() && left.iter().zip(&right).all(|(&left, &right)| is_same(left, right));
    is_same_place.then(|| insert.scalar(cx))
}

/// Folds constant elements to a constant tensor.
#[fold(FromElementsOp)]
pub(crate) fn from_elements(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let ty = result_type(cx);
    let elements: Option<Vec<Attr>> = consts.iter().copied().collect();
    let is_number = ty.element(cx).is_some_and(|element| dense::element_bytes(cx, element).is_some());
    if !is_number {
        return Fold::No;
    }
    elements.and_then(|elements| dense::from_elements(cx, ty, &elements)).into()
}

#[fold(GatherOp)]
pub(crate) fn gather(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    resized_splat(cx, consts[0], result_type(cx)).into()
}

/// Folds insertion of a splat's element into the splat.
#[fold(InsertOp)]
pub(crate) fn insert(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    match (consts[0], consts[1]) {
        (Some(scalar), Some(dest)) if dest.splat_value(cx) == Some(scalar) => Fold::attr(dest),
        _ => Fold::No,
    }
}

#[fold(PadOp)]
pub(crate) fn pad(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = this::<PadOp>(cx);
    let (source, ty) = (op.source(cx), result_type(cx));
    let adds_nothing = cx.ty(source) == ty && ty.static_shape(cx).is_some() && !op.nofold(cx);
    if adds_nothing { Fold::value(source) } else { Fold::No }
}

#[fold(SplatOp)]
pub(crate) fn splat(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let is_number = |value: &Attr| matches!(value.data(cx), AttrData::Integer { .. } | AttrData::Float { .. });
    consts[0].filter(is_number).and_then(|value| dense::splat(cx, result_type(cx), value)).into()
}
