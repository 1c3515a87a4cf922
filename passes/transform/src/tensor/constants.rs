//! Folding of tensors with constant elements to constants.

use rmlir::core::dense::{from_elements, splat};
use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_arith::ConstantOp;
use rmlir_tensor::{CastOp, GenerateOp, PadOp, tensor_type};

/// The patterns; with `aggressive`, constants that have other uses are padded, too.
pub fn patterns(aggressive: bool) -> PatternSet {
    let mut set = patterns![generated];
    set.add(Pattern::of("PadOpToConstant", move |op: PadOp, rw: &mut Rewriter| padded(op, rw, aggressive)));
    set
}

/// A generated tensor whose elements are all the same constant.
#[pattern]
fn generated(op: GenerateOp, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(op.result(rw));
    if ty.static_shape(rw).is_none() {
        return rw.no_match(op, "the size is not known");
    }
    let body = op.body(rw);
    let end = rw.entry(body).and_then(|block| rw.last_op(block)).expect("the region ends with a yield");
    let element = rw.operand(end, 0);
    let value = constant_value(rw, element).and_then(|element| splat(rw, ty, element));
    let Some(value) = value else { return rw.no_match(op, "the elements are not known") };
    rw.replace_with(op, ConstantOp::build(value));
    Match::Yes
}

/// The non-negative integers in `list`; `None` if one is not constant.
fn known(body: &Body, list: &[MixedIndex]) -> Option<Vec<usize>> {
    list.iter().map(|entry| usize::try_from(entry.constant(body)?).ok()).collect()
}

/// The maximum number of elements of a constant: all are stored.
const MOST_ELEMENTS: usize = 1 << 24;

/// A constant with constant padding.
fn padded(op: PadOp, rw: &mut Rewriter, aggressive: bool) -> Match {
    if op.nofold(rw) {
        return rw.no_match(op, "it is to stay");
    }
    let (source, result) = (op.source(rw), rw.ty(op.result(rw)));
    let elements = constant_value(rw, source).and_then(|value| value.dense_elements(rw));
    let Some(elements) = elements else { return rw.no_match(op, "the elements are not known") };
    let padding = op.constant_padding(rw).and_then(|padding| constant_value(rw, padding));
    let Some(padding) = padding else { return rw.no_match(op, "the padding is not known") };
    let (low, high) = (known(rw, &op.mixed_low(rw)), known(rw, &op.mixed_high(rw)));
    let Some((low, high)) = low.zip(high) else { return rw.no_match(op, "how much is padded is not known") };
    if !aggressive && rw.uses(source).nth(1).is_some() {
        return rw.no_match(op, "the constant has other uses");
    }
    let source_type = rw.ty(source);
    let shape: Vec<usize> =
        source_type.static_shape(rw).unwrap_or_default().iter().map(|&size| size as usize).collect();
    let padded_size = |dim: usize| low[dim].checked_add(shape[dim])?.checked_add(high[dim]);
    let new_shape: Option<Vec<usize>> = (0..shape.len()).map(padded_size).collect();
    let Some(new_shape) = new_shape else { return rw.no_match(op, "it is too large") };
    let n = new_shape.iter().try_fold(1_usize, |product, &size| product.checked_mul(size));
    let Some(n) = n.filter(|&n| n <= MOST_ELEMENTS) else { return rw.no_match(op, "it is too large") };
    let mut values = vec![padding; n];
    for (index, element) in elements.into_iter().enumerate() {
        values[place(index, &shape, &low, &new_shape)] = element;
    }
    let Some(element) = source_type.element(rw) else { return Match::No };
    let new_shape: Vec<i64> = new_shape.into_iter().map(|size| size as i64).collect();
    let ty = tensor_type(rw, &new_shape, element);
    let Some(value) = from_elements(rw, ty, &values) else { return rw.no_match(op, "no elements of constants") };
    let mut new = rw.value(ConstantOp::build(value));
    if ty != result {
        new = rw.value(CastOp::build(result, new));
    }
    rw.replace(op, [new]);
    Match::Yes
}

/// The linear index in a tensor of `new_shape` of element `index` of a tensor of `shape` at offset `low`.
fn place(mut index: usize, shape: &[usize], low: &[usize], new_shape: &[usize]) -> usize {
    let (mut place, mut stride) = (0, 1);
    for dim in (0..shape.len()).rev() {
        place += (low[dim] + index % shape[dim]) * stride;
        index /= shape[dim];
        stride *= new_shape[dim];
    }
    place
}
