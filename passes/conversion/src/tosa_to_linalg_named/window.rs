//! What operations with a moving window share: padding of images, sizes of results, numbers of the window.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{ConstantOp, constant_index};
use rmlir_linalg::create_named;
use rmlir_tensor as tensor;
use rmlir_tensor::tensor_type;

use crate::tosa_to_linalg::generic::shape_of;

/// Creates a named operation with one output; returns its results.
pub(super) fn named<T: Op>(
    rw: &mut Rewriter,
    inputs: &[Value],
    output: Value,
    props: &[(&'static str, Attr)],
) -> Option<Vec<Value>> {
    let new = create_named::<T>(rw, inputs, &[output], props)?;
    Some(rw.results(new.id()).to_vec())
}

/// The image with `padding` of `value`: pairs of numbers before and after, for each dimension between batch and channel.
pub(super) fn padded(rw: &mut Rewriter, image: Value, padding: &[i64], value: Attr) -> Option<Value> {
    if padding.iter().all(|&n| n == 0) {
        return Some(image);
    }
    let mut shape = shape_of(rw, image)?;
    let (mut low, mut high) = (vec![MixedIndex::Static(0)], vec![MixedIndex::Static(0)]);
    for (dim, pair) in padding.chunks(2).enumerate() {
        low.push(MixedIndex::Static(pair[0]));
        high.push(MixedIndex::Static(pair[1]));
        let size = shape.get_mut(dim + 1).filter(|size| **size != DYNAMIC);
        if let Some(size) = size {
            *size = size.checked_add(pair[0])?.checked_add(pair[1])?;
        }
    }
    low.push(MixedIndex::Static(0));
    high.push(MixedIndex::Static(0));
    let element = rw.ty(image).element_or_self(rw);
    let value = rw.value(ConstantOp::build(value));
    let ty = tensor_type(rw.cx(), &shape, element);
    let pad = rw.create(tensor::PadOp::of(rw.cx(), ty, image, &low, &high, false));
    let (point, loc, region) = (rw.insert_point(), rw.loc(pad.id()), pad.region(rw));
    let block = rw.create_block(region, &vec![Type::INDEX; low.len()], &vec![loc; low.len()]);
    rw.at_end(block);
    rw.create(tensor::YieldOp::build(value));
    rw.set_insert_point(point);
    Some(pad.result(rw))
}

/// Strides or dilations, as elements of a tensor or vector type.
pub(super) fn window_numbers(cx: &Context, numbers: &[i64], of: fn(&Context, &[i64], Type) -> Type) -> Attr {
    let ty = of(cx, &[numbers.len() as i64], Type::I64);
    let elements: Vec<Attr> = numbers.iter().map(|&number| cx.i64_attr(number)).collect();
    rmlir::core::dense::from_elements(cx, ty, &elements).expect("integers are elements of a tensor of integers")
}

/// The size of a result: `(image + before + after - (dilation * (kernel - 1) + 1)) / stride + 1`.
pub(super) fn output_size(
    rw: &mut Rewriter,
    image: Value,
    [before, after]: [i64; 2],
    kernel: Value,
    stride: i64,
    dilation: i64,
) -> Value {
    let one = constant_index(rw, 1);
    let before = constant_index(rw, before);
    let padded = rw.value(arith::AddIOp::build(image, before));
    let after = constant_index(rw, after);
    let padded = rw.value(arith::AddIOp::build(padded, after));
    let distance = rw.value(arith::SubIOp::build(kernel, one));
    let dilation = constant_index(rw, dilation);
    let dilated = rw.value(arith::MulIOp::build(dilation, distance));
    let covered = rw.value(arith::AddIOp::build(dilated, one));
    let left = rw.value(arith::SubIOp::build(padded, covered));
    let stride = constant_index(rw, stride);
    let steps = rw.value(arith::DivUIOp::build(left, stride));
    rw.value(arith::AddIOp::build(steps, one))
}
