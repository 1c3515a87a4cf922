//! Convolutions as other operations: `depthwise` those that multiply elements, `transposed` transposed ones.
//!
//! Deviation: the padding of a depthwise convolution has the type of the padded tensor also if that is cast before.

mod depthwise;
mod transposed;

use rmlir::core::fold::constant_value;
use rmlir::core::pattern::PatternSet;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_tosa::{InferShapes, ReshapeOp, Tosa};

use crate::constants::const_shape;

/// Applies Tosa operations optional decompositions.
///
/// ```mlir
/// %0 = tosa.transpose_conv2d %image, %weight, %bias, %zp, %zp {..}     // with strides of 1
/// // becomes
/// %1 = tosa.reverse %weight {axis = 1 : i32} : (tensor<5x3x6x3xf32>) -> tensor<5x3x6x3xf32>
/// %2 = tosa.reverse %1 {axis = 2 : i32} : (tensor<5x3x6x3xf32>) -> tensor<5x3x6x3xf32>
/// %0 = tosa.conv2d %image, %2, %bias, %zp, %zp {..}
/// ```
#[pass(
    name = "tosa-optional-decompositions",
    title = "TosaOptionalDecompositionsPass",
    anchor = "func.func",
    depends(Tosa)
)]
pub fn tosa_optional_decompositions(cx: &mut PassCx) -> PassResult {
    let mut patterns = PatternSet::new();
    patterns.add(depthwise::multiply::pattern());
    patterns.add(transposed::without_strides::pattern());
    patterns.add(transposed::with_strides::pattern());
    cx.apply_greedily(patterns)
}

/// The constant zero point; that of a float must be zero.
fn zero_point(body: &Body, value: Value) -> Option<i64> {
    let first = constant_value(body, value)?.splat_value(body)?;
    match first.as_float(body) {
        Some((number, _)) => number.is_zero().then_some(0),
        None => first.as_i64(body),
    }
}

/// Creates the operation that `build` declares with a result of unknown rank, which becomes the inferred type.
fn inferred<T: Op>(rw: &mut Rewriter, element: Type, build: impl FnOnce(Type) -> rmlir::core::Build<T>) -> Value {
    let unranked = rw.cx().ty(rmlir::core::types::TypeData::UnrankedTensor { element });
    let value = rw.value(build(unranked));
    let op = rw.defining_op(value).expect("the value is the result of the operation");
    let view = OpRef::new(rw, op);
    let shapes = view.interface::<dyn InferShapes>().and_then(|infer| infer.infer_shapes(view));
    if let Some(Some(shape)) = shapes.and_then(|shapes| shapes.into_iter().next()) {
        let ty = rmlir_tensor::tensor_type(rw.cx(), &shape, element);
        rw.set_type(value, ty);
    }
    value
}

/// `tensor` with leading dimensions of size 1, `rank` in all.
fn expanded(rw: &mut Rewriter, tensor: Value, rank: usize) -> Value {
    let ty = rw.ty(tensor);
    let shape = ty.shape(rw).unwrap_or_default().to_vec();
    if shape.len() >= rank {
        return tensor;
    }
    let mut sizes = vec![1; rank - shape.len()];
    sizes.extend(shape);
    let ty = rmlir_tensor::tensor_type(rw.cx(), &sizes, ty.element_or_self(rw));
    let sizes = const_shape(rw, &sizes);
    rw.value(ReshapeOp::build(ty, tensor, sizes))
}
