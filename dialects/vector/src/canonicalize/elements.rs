//! `vector.to_elements` and `vector.from_elements`.

use rmlir::prelude::*;

use super::{replace_with_broadcast, result_type};
use crate::fold::defining;
use crate::place::{delinearize, linearize, strides};
use crate::types::VectorType;
use crate::{BroadcastOp, ExtractOp, FromElementsOp, ShapeCastOp, ToElementsOp};

canonicalize! {
    ToElementsOp: to_elements_of_broadcast;
    FromElementsOp: from_equal_elements, from_extracted_elements;
}

/// Replaces the elements of a broadcast by those of its source.
#[pattern]
pub(crate) fn to_elements_of_broadcast(op: ToElementsOp, rw: &mut Rewriter) -> Match {
    let Some(broadcast) = defining::<BroadcastOp>(rw, op.source(rw)) else {
        return rw.no_match(op, "not of a broadcast");
    };
    let source = broadcast.source(rw);
    let Some(from) = VectorType::of(rw, rw.ty(source)) else { return rw.no_match(op, "not of a vector") };
    let to = VectorType::at(rw, op.source(rw));
    rw.before(op.id());
    let all = rw.create(ToElementsOp::build(source)).id();
    let elements = rw.results(all).to_vec();
    let (from_strides, to_strides) = (strides(&from.shape), strides(&to.shape));
    let n_added = to.rank() - from.rank();
    let element = |index: i64| {
        let position = delinearize(index, &to_strides);
        let coordinate = |dim: usize| if from.shape[dim] == 1 { 0 } else { position[dim + n_added] };
        let position: Vec<i64> = (0..from.rank()).map(coordinate).collect();
        elements[linearize(&position, &from_strides) as usize]
    };
    let values: Vec<Value> = (0..to.n_elements()).map(element).collect();
    rw.replace(op, values)
}

/// Replaces a vector of equal elements by a broadcast.
#[pattern]
pub(crate) fn from_equal_elements(op: FromElementsOp, rw: &mut Rewriter) -> Match {
    let elements = op.elements(rw);
    match elements.first() {
        Some(&first) if elements.iter().all(|&element| element == first) => replace_with_broadcast(rw, op.id(), first),
        _ => rw.no_match(op, "the elements differ"),
    }
}

/// The vector and the position of the slice of it whose consecutive scalars, up to its end, are `elements`.
fn extracted_slice(body: &Body, elements: &[Value]) -> Option<(Value, Vec<i64>)> {
    let first = defining::<ExtractOp>(body, *elements.first()?)?;
    let source = first.source(body);
    let shape = VectorType::at(body, source).shape;
    let start = first.numbers(body);
    let mut n_slice = 1;
    let mut n_indices = start.len();
    while n_indices > 0 && start[n_indices - 1] == 0 && n_slice < elements.len() as i64 {
        n_indices -= 1;
        n_slice *= shape[n_indices];
    }
    if n_slice != elements.len() as i64 {
        return None;
    }
    let strides = strides(&shape);
    let start_index = linearize(&start, &strides);
    for (index, &element) in elements.iter().enumerate() {
        let extract = defining::<ExtractOp>(body, element)?;
        let expected = delinearize(start_index + index as i64, &strides);
        if extract.source(body) != source || extract.numbers(body) != expected {
            return None;
        }
    }
    Some((source, start[..n_indices].to_vec()))
}

/// Replaces consecutive extracted elements by a shape cast.
#[pattern]
pub(crate) fn from_extracted_elements(op: FromElementsOp, rw: &mut Rewriter) -> Match {
    let elements = op.elements(rw);
    if elements.len() == 1 {
        return rw.no_match(op, "a single element is broadcast");
    }
    let Some((source, position)) = extracted_slice(rw, &elements) else {
        return rw.no_match(op, "not consecutive elements of a vector");
    };
    rw.before(op.id());
    let slice = match position.is_empty() {
        true => source,
        false => {
            let extract = ExtractOp::at_static(rw, source, &position);
            rw.value(extract)
        }
    };
    let ty = result_type(rw, op);
    rw.replace_with(op, ShapeCastOp::build(ty, slice));
    Match::Yes
}
