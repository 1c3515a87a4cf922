//! `vector.transpose`.

use rmlir::prelude::*;

use super::{replace_with_broadcast, result_type, splat_source};
use crate::fold::defining;
use crate::fold::shape::is_order_preserving;
use crate::place::{delinearize, linearize, strides};
use crate::types::VectorType;
use crate::{BroadcastOp, ConstantMaskOp, CreateMaskOp, FromElementsOp, ShapeCastOp, TransposeOp};

canonicalize! {
    TransposeOp: of_mask, of_shape_cast, of_transpose, of_splat, of_elements, of_broadcast;
}

/// The permuted list: entry `i` is `list[order[i]]`.
fn permuted<T: Copy>(list: &[T], order: &[i64]) -> Vec<T> {
    order.iter().map(|&place| list[place as usize]).collect()
}

/// Replaces a transposed mask by a mask.
#[pattern]
pub(crate) fn of_mask(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let (ty, order) = (result_type(rw, op), op.order(rw));
    if let Some(mask) = defining::<CreateMaskOp>(rw, op.vector(rw)) {
        let sizes = permuted(&mask.operands(rw), &order);
        rw.replace_with(op, CreateMaskOp::build(ty, &sizes));
        return Match::Yes;
    }
    let Some(mask) = defining::<ConstantMaskOp>(rw, op.vector(rw)) else { return rw.no_match(op, "not of a mask") };
    let sizes = permuted(&mask.sizes(rw), &order);
    let sizes = rw.i64_array(&sizes);
    rw.replace_with(op, ConstantMaskOp::build(ty, sizes));
    Match::Yes
}

/// Merges a transpose that moves only dimensions of size 1 into a shape cast.
#[pattern]
pub(crate) fn of_shape_cast(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let Some(cast) = defining::<ShapeCastOp>(rw, op.vector(rw)) else { return rw.no_match(op, "not of a shape cast") };
    if !is_order_preserving(rw, op) {
        return rw.no_match(op, "elements change places");
    }
    let (ty, source) = (result_type(rw, op), cast.source(rw));
    rw.replace_with(op, ShapeCastOp::build(ty, source));
    Match::Yes
}

/// Merges two transposes.
#[pattern]
pub(crate) fn of_transpose(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = defining::<TransposeOp>(rw, op.vector(rw)) else { return rw.no_match(op, "not of a transpose") };
    let order = permuted(&inner.order(rw), &op.order(rw));
    let (ty, source, order) = (result_type(rw, op), inner.vector(rw), rw.i64_array(&order));
    rw.replace_with(op, TransposeOp::build(ty, source, order));
    Match::Yes
}

/// Replaces a transposed broadcast of a scalar by a broadcast.
#[pattern]
pub(crate) fn of_splat(op: TransposeOp, rw: &mut Rewriter) -> Match {
    match splat_source(rw, op.vector(rw)) {
        Some(scalar) => replace_with_broadcast(rw, op.id(), scalar),
        None => rw.no_match(op, "not a scalar repeated"),
    }
}

/// Replaces a transposed vector of given elements by a vector of the permuted elements.
#[pattern]
pub(crate) fn of_elements(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let Some(all) = defining::<FromElementsOp>(rw, op.vector(rw)) else { return rw.no_match(op, "not of elements") };
    let (ty, order) = (result_type(rw, op), op.order(rw));
    let from = strides(&VectorType::at(rw, op.vector(rw)).shape);
    let to = VectorType::of(rw, ty).expect("the result is a vector");
    let (elements, to_strides) = (all.elements(rw), strides(&to.shape));
    let from = permuted(&from, &order);
    let pick = |index: i64| elements[linearize(&delinearize(index, &to_strides), &from) as usize];
    let elements: Vec<Value> = (0..to.n_elements()).map(pick).collect();
    rw.replace_with(op, FromElementsOp::build(ty, &elements));
    Match::Yes
}

/// Whether a transpose of a broadcast of `input` is equal to a broadcast of it: it moves dimensions only within groups
/// of neighbouring dimensions that are broadcast.
fn moves_only_repeated(input: &[i64], order: &[i64]) -> bool {
    let n_added = order.len() - input.len();
    let mut start = 0;
    for (dim, &size) in input.iter().enumerate() {
        let ends_group = size != 1 || (dim != 0 && input[dim - 1] != 1);
        if !ends_group {
            continue;
        }
        let end = dim + n_added;
        if order[start..end].iter().any(|&to| !(start..end).contains(&(to as usize))) {
            return false;
        }
        start = end;
    }
    true
}

#[pattern]
pub(crate) fn of_broadcast(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let Some(source) = defining::<BroadcastOp>(rw, op.vector(rw)).map(|broadcast| broadcast.source(rw)) else {
        return rw.no_match(op, "not of a broadcast");
    };
    let input = VectorType::of(rw, rw.ty(source));
    if input.is_some_and(|input| !moves_only_repeated(&input.shape, &op.order(rw))) {
        return rw.no_match(op, "dimensions change places that differ");
    }
    replace_with_broadcast(rw, op.id(), source)
}
