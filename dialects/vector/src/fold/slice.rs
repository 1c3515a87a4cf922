//! Strided slices.

use rmlir::prelude::*;

use super::{constant, defining, elements_attr, result_type, splat_attr};
use crate::place::{linearize, positions, strides};
use crate::slice::{integer_array, integers};
use crate::types::VectorType;
use crate::{ExtractStridedSliceOp, InsertStridedSliceOp};

#[fold(InsertStridedSliceOp)]
pub fn insert(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = InsertStridedSliceOp::from_id(cx.op());
    let (stored, dest) = (op.value_to_store(cx), op.dest(cx));
    if cx.ty(stored) == cx.ty(dest) { Fold::value(stored) } else { Fold::No }
}

#[fold(ExtractStridedSliceOp)]
pub fn extract(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = ExtractStridedSliceOp::from_id(cx.op());
    let ty = result_type(cx);
    if cx.ty(op.source(cx)) == ty {
        return Fold::value(op.source(cx));
    }
    if let Some((source, offsets)) = inserted_before(cx, op) {
        let offsets = integer_array(cx, &offsets);
        cx.set_operand(ExtractStridedSliceOp::SOURCE_OPERAND, source);
        cx.set_prop(ExtractStridedSliceOp::OFFSETS, offsets);
        return Fold::InPlace;
    }
    let Some(value) = constant(consts, 0) else { return Fold::No };
    if let Some(element) = value.splat_value(cx) {
        return splat_attr(cx, ty, element).into();
    }
    of_constant(cx, op, value)
}

/// The vector that was inserted at the extracted position, and the offsets in it.
fn inserted_before(cx: &FoldCx, op: ExtractStridedSliceOp) -> Option<(Value, Vec<i64>)> {
    type Extract = ExtractStridedSliceOp;
    type Insert = InsertStridedSliceOp;
    let [offsets, sizes, steps] =
        [Extract::OFFSETS, Extract::SIZES, Extract::STRIDES].map(|slot| integers(cx, op.id(), slot));
    let rank = VectorType::at(cx, op.source(cx)).rank();
    let mut next = defining::<Insert>(cx, op.source(cx));
    while let Some(insert) = next {
        let stored = VectorType::at(cx, insert.value_to_store(cx)).shape;
        let starts = integers(cx, insert.id(), Insert::OFFSETS);
        let insert_steps = integers(cx, insert.id(), Insert::STRIDES);
        if rank != stored.len() || offsets.len() > starts.len() {
            return None;
        }
        let mut is_disjoint = false;
        for dim in 0..offsets.len() {
            if steps[dim] != insert_steps[dim] {
                return None;
            }
            let end = starts[dim] + stored[dim];
            if !(starts[dim]..end).contains(&offsets[dim]) {
                is_disjoint = true;
                break;
            }
        }
        if is_disjoint {
            next = defining::<Insert>(cx, insert.dest(cx));
            continue;
        }
        let is_inside = (0..offsets.len()).all(|dim| offsets[dim] + sizes[dim] <= starts[dim] + stored[dim]);
        let inside: Vec<i64> = offsets.iter().zip(&starts).map(|(offset, start)| offset - start).collect();
        return is_inside.then(|| (insert.value_to_store(cx), inside));
    }
    None
}

fn of_constant(cx: &FoldCx, op: ExtractStridedSliceOp, value: Attr) -> Fold {
    let Some(elements) = value.dense_elements(cx) else { return Fold::No };
    let source = VectorType::at(cx, op.source(cx));
    let ty = result_type(cx);
    let mut offsets = integers(cx, op.id(), ExtractStridedSliceOp::OFFSETS);
    offsets.resize(source.rank(), 0);
    let strides = strides(&source.shape);
    let sliced: Option<Vec<Attr>> = positions(ty.shape(cx).unwrap_or_default(), &offsets)
        .map(|position| elements.get(linearize(&position, &strides) as usize).copied())
        .collect();
    sliced.map_or(Fold::No, |sliced| elements_attr(cx, ty, &sliced))
}
