//! Reductions along one dimension.

use rmlir::prelude::*;

use crate::attrs::{NanPropagationMode, propagate};
use crate::interfaces::InferShapes;
use crate::syntax;
use crate::types::*;

/// Reductions; the dimension remains, with size 1.
#[op_class(
    traits(Pure),
    interfaces(InferShapes),
    verify,
    fold,
    eval,
    format = "operands attr-dict `:` functional-type(operands, results)"
)]
struct Reduction {
    #[operand]
    input: TensorAtLeast1D,
    #[prop]
    axis: I32Attr,
    #[result]
    output: TensorAtLeast1D,
}

/// Reductions that compare elements.
#[op_class(parse = syntax::parse_with_keyword::<NanPropagationMode>, print = syntax::print_nan_mode)]
struct Comparing {
    #[prop(default = propagate)]
    nan_mode: NanPropagationMode,
}

/// Whether all elements are true.
///
/// ```mlir
/// %1 = tosa.reduce_all %0 {axis = 0 : i32} : (tensor<4x8xi1>) -> tensor<1x8xi1>
/// ```
#[op(name = "tosa.reduce_all", classes(Reduction))]
pub struct ReduceAllOp;

/// Whether any element is true.
#[op(name = "tosa.reduce_any", classes(Reduction))]
pub struct ReduceAnyOp;

/// The maximum.
#[op(name = "tosa.reduce_max", classes(Reduction, Comparing))]
pub struct ReduceMaxOp;

/// The minimum.
#[op(name = "tosa.reduce_min", classes(Reduction, Comparing))]
pub struct ReduceMinOp;

/// The product.
#[op(name = "tosa.reduce_product", classes(Reduction))]
pub struct ReduceProductOp;

/// The sum.
#[op(name = "tosa.reduce_sum", classes(Reduction))]
pub struct ReduceSumOp;

/// The index of the greatest element along `axis`, the first of several.
///
/// ```mlir
/// %1 = tosa.argmax %0 {axis = 1 : i32} : (tensor<14x19xf32>) -> tensor<14xi32>
/// ```
#[op(
    name = "tosa.argmax",
    eval,
    traits(Pure),
    interfaces(InferShapes),
    verify,
    parse = syntax::parse_with_keyword::<NanPropagationMode>,
    print = syntax::print_nan_mode
)]
pub struct ArgMaxOp {
    #[operand]
    input: TensorAtLeast1D,
    #[prop]
    axis: I32Attr,
    #[prop(default = propagate)]
    nan_mode: NanPropagationMode,
    #[result]
    output: Tensor,
}
