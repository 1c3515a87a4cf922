//! Winograd convolution: the transformations of filter, input and output.
//!
//! `F(m, r)` computes `m` elements of the output along a dimension by a filter
//! of `r` elements, from tiles of `m + r - 1` elements of the input. A dimension
//! in which the filter has one element is not transformed.
#![allow(non_upper_case_globals)] // The names of constraints are in the style of upstream's.

use rmlir::core::opdef::TypeConstraint;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::softmax::are_compatible;

/// The numbers of elements of the output tile and of the filter.
#[attr(int = 32, called = "WinogradConv2DFmr")]
pub enum WinogradConv2DFmr {
    /// Two and three.
    #[case("F_2_3")]
    F23 = 0,
    /// Four and three.
    #[case("F_4_3")]
    F43 = 1,
    /// Two and five.
    #[case("F_2_5")]
    F25 = 2,
}

impl WinogradConv2DFmr {
    fn sizes(self) -> (i64, i64) {
        match self {
            WinogradConv2DFmr::F23 => (2, 3),
            WinogradConv2DFmr::F43 => (4, 3),
            WinogradConv2DFmr::F25 => (2, 5),
        }
    }
}

fn has_rank(cx: &Context, ty: Type, rank: usize) -> bool {
    ty.is_tensor(cx) && ty.shape(cx).is_some_and(|shape| shape.len() == rank)
}

/// A tensor of four dimensions.
pub static Tensor4D: TypeConstraint = TypeConstraint::new("4D tensor of any type values", |cx, ty| has_rank(cx, ty, 4));
/// A tensor of six dimensions.
pub static Tensor6D: TypeConstraint = TypeConstraint::new("6D tensor of any type values", |cx, ty| has_rank(cx, ty, 6));

/// Transforms of the operands of convolutions.
#[op_class(interfaces(DestinationStyle), verify_regions)]
struct Transform {
    /// The numbers of elements of the output tile and of the filter.
    #[prop]
    fmr: WinogradConv2DFmr,
}

/// Transforms a filter.
#[op(
    name = "linalg.winograd_filter_transform",
    classes(Transform),
    verify = verify_filter,
    format = "attr-dict `fmr` `(` $fmr `)` `ins` `(` $filter `:` type($filter) `)` \
              `outs` `(` $output `:` type($output) `)` `->` type($result)"
)]
pub struct WinogradFilterTransformOp {
    #[operand]
    filter: Tensor4D,
    #[operand]
    output: Tensor4D,
    #[result]
    result: Tensor4D,
}

/// Transforms an input, in tiles.
#[op(
    name = "linalg.winograd_input_transform",
    classes(Transform),
    verify = verify_input,
    format = "attr-dict `fmr` `(` $fmr `)` `ins` `(` $input `:` type($input) `)` \
              `outs` `(` $output `:` type($output) `)` `->` type($result)"
)]
pub struct WinogradInputTransformOp {
    #[operand]
    input: Tensor4D,
    #[operand]
    output: Tensor6D,
    #[result]
    result: Tensor6D,
}

/// Transforms products, in tiles, to the output.
#[op(
    name = "linalg.winograd_output_transform",
    classes(Transform),
    verify = verify_output,
    format = "attr-dict `fmr` `(` $fmr `)` `ins` `(` $value `:` type($value) `)` \
              `outs` `(` $output `:` type($output) `)` `->` type($result)"
)]
pub struct WinogradOutputTransformOp {
    #[operand]
    value: Tensor6D,
    #[operand]
    output: Tensor4D,
    #[result]
    result: Tensor4D,
}

/// Rows of transforms.
macro_rules! destinations {
    ($($op:ident),*) => {$(
        impl DestinationStyle for $op {
            fn inits(&self, op: OpRef) -> std::ops::Range<usize> {
                op.operand_range($op::OUTPUT_OPERAND)
            }
        }
    )*};
}

destinations!(WinogradFilterTransformOp, WinogradInputTransformOp, WinogradOutputTransformOp);

fn shape(op: OpRef, index: usize) -> Vec<i64> {
    op.operand(index).ty().shape(op.cx()).unwrap_or_default().to_vec()
}

/// The property is in the same slot in all three operations.
fn sizes(op: OpRef) -> (i64, i64) {
    op.get(WinogradFilterTransformOp::fmr).sizes()
}

fn check_output(op: OpRef, wanted: &[i64]) -> Checked {
    if are_compatible(wanted, &shape(op, 1)) { Ok(()) } else { Err(op.error("the output shape is not expected")) }
}

/// Filter: F, height, width, C. Output: height, width, C, F.
fn verify_filter(op: OpRef) -> Checked {
    let ((m, r), filter) = (sizes(op), shape(op, 0));
    let (height, width) = (filter[1], filter[2]);
    if height != r && height != 1 {
        return Err(op.error("expect filter height either equals to r or 1"));
    }
    if width != r && width != 1 {
        return Err(op.error("expect filter width either equals to r or 1"));
    }
    if height == 1 && width == 1 {
        return Err(op.error("expect either filter height or width equals to r"));
    }
    let tile = |size: i64| if size == r { m + r - 1 } else { 1 };
    check_output(op, &[tile(height), tile(width), filter[3], filter[0]])
}

/// Input: N, height, width, C. Output: tile height, tile width, tiles in height, tiles in width, N, C.
fn verify_input(op: OpRef) -> Checked {
    let ((m, r), input, output) = (sizes(op), shape(op, 0), shape(op, 1));
    let tiles = |size: i64, tile: i64| match (size, tile) {
        (DYNAMIC, _) => (m + r - 1, DYNAMIC),
        (_, 1) => (1, size),
        _ => (m + r - 1, (size - (r - 1)) / m),
    };
    let ((height, n_high), (width, n_wide)) = (tiles(input[1], output[0]), tiles(input[2], output[1]));
    check_output(op, &[height, width, n_high, n_wide, input[0], input[3]])
}

/// Value: tile height, tile width, tiles in height, tiles in width, N, F. Output: N, height, width, F.
fn verify_output(op: OpRef) -> Checked {
    let ((m, r), value) = (sizes(op), shape(op, 0));
    let size = |tile: i64, n: i64, name: &str| {
        if tile == DYNAMIC || n == DYNAMIC {
            return Ok(DYNAMIC);
        }
        let (wanted, step) = if tile == 1 { (1, 1) } else { (m + r - 1, m) };
        if tile == wanted {
            Ok(step * n)
        } else {
            Err(op.error(format!("expect input {name} equals to input tile size")))
        }
    };
    let (height, width) = (size(value[0], value[2], "height")?, size(value[1], value[3], "width")?);
    check_output(op, &[value[4], height, width, value[5]])
}
