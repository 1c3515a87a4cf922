//! `vector.extract`.

use rmlir::core::cycle::CycleGuard;
use rmlir::core::mixed_index::{MixedIndex, split};
use rmlir::core::{DYNAMIC, dense};
use rmlir::prelude::*;

use super::extract_chain::{Chain, extract_from};
use super::{constant, defining, is_poison, poison, result_type};
use crate::element::POISON_INDEX;
use crate::place::{delinearize, linearize, strides};
use crate::slice::integers;
use crate::types::VectorType;
use crate::{
    BroadcastOp, ExtractOp, ExtractStridedSliceOp, FromElementsOp, InsertStridedSliceOp, ShapeCastOp, ShuffleOp,
};

#[fold(ExtractOp)]
pub fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold {
    let op = ExtractOp::from_id(cx.op());
    let source = op.source(cx);
    if op.numbers(cx).is_empty() && cx.ty(source) == result_type(cx) {
        return Fold::value(source);
    }
    let source_const = constant(consts, 0);
    if is_poison(cx, source_const) {
        return Fold::attr(source_const.expect("it is poison"));
    }
    let shape = VectorType::at(cx, source).shape;
    let changed = fold_constant_positions(cx, consts, ExtractOp::STATIC_POSITION, &shape, 1);
    if op.numbers(cx).contains(&POISON_INDEX) {
        return poison(cx);
    }
    if let Some(part) = source_const.and_then(|source| of_constant(cx, op, source)) {
        return Fold::attr(part);
    }
    let attempts: [fn(&mut FoldCx, ExtractOp) -> Fold; 8] = [
        of_extracts,
        |cx, op| Chain::new(cx, op).map_or(Fold::No, |chain| chain.fold(cx)),
        of_broadcast,
        of_shuffle,
        of_shape_cast,
        of_extract_strided_slice,
        of_insert_strided_slices,
        of_elements,
    ];
    for attempt in attempts {
        match attempt(cx, op) {
            Fold::No => {}
            found => return found,
        }
    }
    if changed { Fold::InPlace } else { Fold::No }
}

/// Makes constant positions within `shape` static; they are the operands after the first `n_before`.
pub(super) fn fold_constant_positions(
    cx: &mut FoldCx,
    consts: &[Option<Attr>],
    slot: usize,
    shape: &[i64],
    n_before: usize,
) -> bool {
    let mut numbers = crate::element::static_position(cx, cx.op(), slot);
    let mut operands: Vec<Value> = cx.operands(cx.op()).take(n_before).collect();
    let mut next = n_before;
    let mut changed = false;
    for (number, &size) in numbers.iter_mut().zip(shape) {
        if *number != DYNAMIC {
            continue;
        }
        let found = constant(consts, next).and_then(|attr| attr.as_i64(cx));
        match found.filter(|&value| value >= POISON_INDEX && value < size) {
            Some(value) => {
                *number = value;
                changed = true;
            }
            None => operands.push(cx.operand(cx.op(), next)),
        }
        next += 1;
    }
    if changed {
        let numbers = cx.i64_array(&numbers);
        cx.set_prop(slot, numbers);
        cx.set_operands(&operands);
    }
    changed
}

fn of_constant(cx: &FoldCx, op: ExtractOp, source: Attr) -> Option<Attr> {
    let result = result_type(cx);
    if let Some(element) = source.splat_value(cx) {
        return if result.is_vector(cx) { dense::splat(cx, result, element) } else { Some(element) };
    }
    let ty = VectorType::at(cx, op.source(cx));
    if ty.is_scalable() || op.has_dynamic_position(cx) {
        return None;
    }
    let elements = source.dense_elements(cx)?;
    let start = linearize(&op.numbers(cx), &strides(&ty.shape)) as usize;
    if !result.is_vector(cx) {
        return elements.get(start).copied();
    }
    let n = result.n_elements(cx)? as usize;
    dense::from_elements(cx, result, elements.get(start..start + n)?)
}

/// Concatenates the positions of chained extractions.
fn of_extracts(cx: &mut FoldCx, op: ExtractOp) -> Fold {
    if op.has_dynamic_position(cx) || defining::<ExtractOp>(cx, op.source(cx)).is_none() {
        return Fold::No;
    }
    let (mut source, mut position) = (op.source(cx), op.numbers(cx));
    let mut guard = CycleGuard::default();
    while let Some(inner) = defining::<ExtractOp>(cx, source) {
        if inner.has_dynamic_position(cx) || !guard.goes_on(source) {
            return Fold::No;
        }
        position.splice(0..0, inner.numbers(cx));
        source = inner.source(cx);
    }
    extract_from(cx, source, &position)
}

/// The source of a broadcast, or of a shape cast that only adds leading dimensions of size 1.
pub(crate) fn broadcast_source(body: &Body, value: Value) -> Option<Value> {
    if let Some(broadcast) = defining::<BroadcastOp>(body, value) {
        return Some(broadcast.source(body));
    }
    let cast = defining::<ShapeCastOp>(body, value)?;
    let source = cast.source(body);
    let (from, to) = (VectorType::at(body, source), VectorType::at(body, value));
    to.shape.ends_with(&from.shape).then_some(source)
}

fn of_broadcast(cx: &mut FoldCx, op: ExtractOp) -> Fold {
    let Some(input) = broadcast_source(cx, op.source(cx)) else { return Fold::No };
    let result = result_type(cx);
    if cx.ty(input) == result {
        return Fold::value(input);
    }
    let shape = |ty: Type| VectorType::of(cx, ty).map_or(Vec::new(), |parts| parts.shape);
    let (input_shape, result_shape) = (shape(cx.ty(input)), shape(result));
    if result_shape.len() > input_shape.len() || !input_shape.ends_with(&result_shape) {
        return Fold::No;
    }
    let n_positions = input_shape.len() - result_shape.len();
    let n_added = VectorType::at(cx, op.source(cx)).rank() - input_shape.len();
    let old = op.position(cx);
    let at = |dim: usize| match input_shape[dim] {
        1 => MixedIndex::Static(0),
        _ => old[dim + n_added],
    };
    let (numbers, values) = split(&(0..n_positions).map(at).collect::<Vec<_>>());
    let mut operands = vec![input];
    operands.extend(values);
    let numbers = cx.i64_array(&numbers);
    cx.set_operands(&operands);
    cx.set_prop(ExtractOp::STATIC_POSITION, numbers);
    Fold::InPlace
}

fn of_shuffle(cx: &mut FoldCx, op: ExtractOp) -> Fold {
    let Some(shuffle) = defining::<ShuffleOp>(cx, op.source(cx)) else { return Fold::No };
    let numbers = op.numbers(cx);
    if op.has_dynamic_position(cx) || VectorType::at(cx, op.source(cx)).rank() != 1 {
        return Fold::No;
    }
    let Some(&first_size) = VectorType::at(cx, shuffle.v1(cx)).shape.first() else { return Fold::No };
    let mask = shuffle.numbers(cx);
    let Some(&index) = numbers.first().and_then(|&place| mask.get(place as usize)) else { return Fold::No };
    match index < first_size {
        true => extract_from(cx, shuffle.v1(cx), &[index]),
        false => extract_from(cx, shuffle.v2(cx), &[index - first_size]),
    }
}

fn of_shape_cast(cx: &mut FoldCx, op: ExtractOp) -> Fold {
    let Some(cast) = defining::<ShapeCastOp>(cx, op.source(cx)) else { return Fold::No };
    if op.has_dynamic_position(cx) {
        return Fold::No;
    }
    let input = VectorType::at(cx, cast.source(cx)).shape;
    let source = VectorType::at(cx, op.source(cx)).shape;
    let result = VectorType::of(cx, result_type(cx)).map_or(Vec::new(), |parts| parts.shape);
    if !input.ends_with(&result) {
        return Fold::No;
    }
    // Both positions are in slices of the result's shape.
    let position = op.numbers(cx);
    let index = linearize(&position, &strides(&source[..position.len()]));
    let position = delinearize(index, &strides(&input[..input.len() - result.len()]));
    extract_from(cx, cast.source(cx), &position)
}

fn has_rank_0(cx: &Body, op: OpId) -> bool {
    let mut types = cx.operand_types(op).chain(cx.result_types(op));
    types.any(|ty| ty.is_vector(cx) && ty.shape(cx).is_some_and(<[i64]>::is_empty))
}

fn of_extract_strided_slice(cx: &mut FoldCx, op: ExtractOp) -> Fold {
    let Some(slice) = defining::<ExtractStridedSliceOp>(cx, op.source(cx)) else { return Fold::No };
    let strided = integers(cx, slice.id(), ExtractStridedSliceOp::STRIDES);
    if op.has_dynamic_position(cx) || has_rank_0(cx, slice.id()) || strided.iter().any(|&stride| stride != 1) {
        return Fold::No;
    }
    let (input, sliced) = (VectorType::at(cx, slice.source(cx)), VectorType::at(cx, op.source(cx)));
    let mut offsets = integers(cx, slice.id(), ExtractStridedSliceOp::OFFSETS);
    while offsets.last() == Some(&0) && sliced.shape[offsets.len() - 1] == input.shape[offsets.len() - 1] {
        offsets.pop();
    }
    let rank = VectorType::of(cx, result_type(cx)).map_or(0, |parts| parts.rank());
    if rank > input.rank() - offsets.len() {
        return Fold::No;
    }
    let mut position = op.numbers(cx);
    for (coordinate, offset) in position.iter_mut().zip(&offsets) {
        *coordinate += offset;
    }
    extract_from(cx, slice.source(cx), &position)
}

fn of_insert_strided_slices(cx: &mut FoldCx, op: ExtractOp) -> Fold {
    if op.has_dynamic_position(cx) {
        return Fold::No;
    }
    let rank = VectorType::of(cx, result_type(cx)).map_or(0, |parts| parts.rank());
    let position = op.numbers(cx);
    let mut next = defining::<InsertStridedSliceOp>(cx, op.source(cx));
    while let Some(insert) = next {
        let stored = VectorType::at(cx, insert.value_to_store(cx)).shape;
        let dest = VectorType::at(cx, insert.dest(cx)).shape;
        let strided = integers(cx, insert.id(), InsertStridedSliceOp::STRIDES);
        if has_rank_0(cx, insert.id()) || rank > stored.len() || strided.iter().any(|&stride| stride != 1) {
            return Fold::No;
        }
        let n_added = dest.len() - stored.len();
        let offsets = integers(cx, insert.id(), InsertStridedSliceOp::OFFSETS);
        let size = |dim: usize| if dim < n_added { 1 } else { stored[dim - n_added] };
        let inside = |dim: usize| (offsets[dim]..offsets[dim] + size(dim)).contains(&position[dim]);
        if !(0..position.len()).all(inside) {
            next = defining::<InsertStridedSliceOp>(cx, insert.dest(cx));
            continue;
        }
        if stored[stored.len() - rank..] != dest[dest.len() - rank..] {
            return Fold::No;
        }
        let position: Vec<i64> = (n_added..position.len()).map(|dim| position[dim] - offsets[dim]).collect();
        return extract_from(cx, insert.value_to_store(cx), &position);
    }
    Fold::No
}

fn of_elements(cx: &mut FoldCx, op: ExtractOp) -> Fold {
    let Some(elements) = defining::<FromElementsOp>(cx, op.source(cx)) else { return Fold::No };
    let ty = VectorType::at(cx, op.source(cx));
    if op.has_dynamic_position(cx) || ty.is_scalable() || result_type(cx) != ty.element {
        return Fold::No;
    }
    let index = linearize(&op.numbers(cx), &strides(&ty.shape));
    elements.elements(cx).get(index as usize).copied().into()
}
