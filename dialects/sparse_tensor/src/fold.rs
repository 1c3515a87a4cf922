//! Folds.

use rmlir::core::fold::FoldValue;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::convert::{ConvertOp, ReinterpretMapOp};
use crate::coordinates::{CrdTranslateOp, LvlOp};
use crate::encoding::EncodingAttr;
use crate::kinds::CrdTransDirection;
use crate::sort::ReorderCOOOp;
use crate::specifier::{GetStorageSpecifierOp, SetStorageSpecifierOp};
use crate::tensor::SparseTensor;

/// A conversion to the same type is its operand.
#[fold(ConvertOp)]
fn fold_convert(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (source, result) = (cx.operand(cx.op(), 0), cx.result(cx.op(), 0));
    if cx.ty(source) == cx.ty(result) { Fold::value(source) } else { Fold::No }
}

/// A map that is replaced by itself, or replaced and restored, is that of the operand.
#[fold(ReinterpretMapOp)]
fn fold_reinterpret(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (source, result) = (cx.operand(cx.op(), 0), cx.result(cx.op(), 0));
    if cx.ty(source) == cx.ty(result) {
        return Fold::value(source);
    }
    let Some(inner) = cx.defined_by::<ReinterpretMapOp>(source) else { return Fold::No };
    let original = inner.source(cx);
    if cx.ty(original) == cx.ty(result) { Fold::value(original) } else { Fold::No }
}

/// The number that was set last.
#[fold(GetStorageSpecifierOp)]
fn fold_get(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let get = GetStorageSpecifierOp::from_id(cx.op());
    let wanted = (get.specifierKind(cx), get.level(cx));
    let mut specifier = get.specifier(cx);
    while let Some(set) = cx.defined_by::<SetStorageSpecifierOp>(specifier) {
        if (set.specifierKind(cx), set.level(cx)) == wanted {
            return Fold::value(set.value(cx));
        }
        specifier = set.specifier(cx);
    }
    Fold::No
}

/// The size of a level, if it is static.
#[fold(LvlOp)]
fn fold_level(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let Some(level) = consts[1].and_then(|level| level.as_i64(cx.cx())) else { return Fold::No };
    let source = cx.ty(cx.operand(cx.op(), 0));
    let shape = SparseTensor::of(cx.cx(), source).level_shape();
    match usize::try_from(level).ok().and_then(|level| shape.get(level)) {
        Some(&size) if size != DYNAMIC => Fold::attr(cx.cx().int_attr(Type::INDEX, size)),
        _ => Fold::No,
    }
}

/// Permuted coordinates; and coordinates that are translated and back.
#[fold(CrdTranslateOp)]
fn fold_translation(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = CrdTranslateOp::from_id(cx.op());
    let (encoder, direction, inputs) = (op.encoder(cx), op.direction(cx), op.in_crds(cx));
    let results = |values: &[Value]| Fold::Results(values.iter().map(|&value| FoldValue::Value(value)).collect());
    if encoder.is_identity(cx.cx()) {
        return results(&inputs);
    }
    if encoder.is_permutation(cx.cx()) {
        let map = match direction {
            CrdTransDirection::DimToLevel => encoder.dim_map(cx.cx()),
            CrdTransDirection::LevelToDim => encoder.level_map(cx.cx()),
        };
        let positions = map.map(|map| map.results().iter().filter_map(|expr| expr.as_dim()));
        let permuted = positions.into_iter().flatten().filter_map(|position| inputs.get(position as usize).copied());
        return results(&permuted.collect::<Vec<_>>());
    }
    let Some(inner) = inputs.first().and_then(|&first| cx.defined_by::<CrdTranslateOp>(first)) else { return Fold::No };
    let map = |encoder: EncodingAttr, cx: &FoldCx| encoder.dim_to_lvl(cx.cx());
    let is_inverse = inner.direction(cx) != direction && map(inner.encoder(cx), cx) == map(encoder, cx);
    if is_inverse && inner.out_crds(cx) == inputs { results(&inner.in_crds(cx)) } else { Fold::No }
}

/// A list that is sorted already.
#[fold(ReorderCOOOp)]
fn fold_reorder(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let (source, result) = (cx.operand(cx.op(), 0), cx.result(cx.op(), 0));
    let encoding = |value| EncodingAttr::of(cx.cx(), cx.ty(value));
    if encoding(source) == encoding(result) && cx.ty(source) == cx.ty(result) { Fold::value(source) } else { Fold::No }
}
