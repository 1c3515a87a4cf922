//! Convolutions as other operations: `depthwise` those that multiply elements, `transposed` transposed ones.
//!
//! Deviation: the padding of a depthwise convolution has the type of the padded tensor also if that is cast before.

mod depthwise;
mod transposed;
mod values;

use rmlir::core::pattern::PatternSet;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_tosa::Tosa;

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
