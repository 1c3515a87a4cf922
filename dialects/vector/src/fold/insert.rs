//! `vector.insert`.

use rmlir::core::attrs::AttrData;
use rmlir::prelude::*;

use super::extract::fold_constant_positions;
use super::{constant, defining, elements_attr, poison, result_type};
use crate::InsertOp;
use crate::element::POISON_INDEX;
use crate::place::{linearize, strides};
use crate::types::VectorType;

/// The maximum number of elements of a constant that is folded from another constant with several uses.
pub(crate) const MAX_COPIED_ELEMENTS: i64 = 256;

#[fold(InsertOp)]
pub fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = InsertOp::from_id(cx.op());
    let stored = op.value_to_store(cx);
    if op.numbers(cx).is_empty() && cx.ty(stored) == result_type(cx) {
        return Fold::value(stored);
    }
    let shape = VectorType::at(cx, op.dest(cx)).shape;
    let changed = fold_constant_positions(cx, consts, InsertOp::STATIC_POSITION, &shape, 2);
    // An earlier insertion at the same position is overwritten.
    if let Some(before) = defining::<InsertOp>(cx, op.dest(cx))
        && before.position(cx) == op.position(cx)
    {
        let dest = before.dest(cx);
        cx.set_operand(InsertOp::DEST_OPERAND, dest);
        return Fold::InPlace;
    }
    if op.numbers(cx).contains(&POISON_INDEX) {
        return poison(cx);
    }
    match into_constant(cx, op, constant(consts, 0), constant(consts, 1)) {
        Fold::No if changed => Fold::InPlace,
        found => found,
    }
}

fn into_constant(cx: &FoldCx, op: InsertOp, stored: Option<Attr>, dest: Option<Attr>) -> Fold {
    let (Some(stored), Some(dest)) = (stored, dest) else { return Fold::No };
    let ty = VectorType::at(cx, op.dest(cx));
    let is_large = ty.n_elements() > MAX_COPIED_ELEMENTS && !cx.has_one_use(cx.result(cx.op(), 0));
    if op.has_dynamic_position(cx) || ty.is_scalable() || is_large {
        return Fold::No;
    }
    let Some(mut elements) = dest.dense_elements(cx) else { return Fold::No };
    let inserted = match stored.data(cx) {
        AttrData::Dense { .. } => stored.dense_elements(cx).unwrap_or_default(),
        AttrData::Integer { .. } | AttrData::Float { .. } => vec![stored],
        _ => return Fold::No,
    };
    let start = linearize(&op.numbers(cx), &strides(&ty.shape)) as usize;
    elements[start..start + inserted.len()].copy_from_slice(&inserted);
    elements_attr(cx, result_type(cx), &elements)
}
