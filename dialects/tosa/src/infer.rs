//! Inference of the shapes of results from operands and attributes.
//!
//! Deviation: a bias with one element, which is broadcast, does not determine the number of channels.

use rmlir::core::fold::constant_value;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::contraction::*;
use crate::convert::CastOp;
use crate::convert::*;
use crate::elementwise::*;
use crate::interfaces::{InferShapes, Inferred};
use crate::layout::*;
use crate::reduce::*;
use crate::rules::broadcast_by;
use crate::sizes::{MovingWindow, resized_distance, size_or_dynamic, transposed_size};
use crate::types::ShapeType;

/// The shape of operand `index`.
fn shape(op: OpRef, index: usize) -> Inferred {
    op.operand(index).ty().shape(op.cx()).map(<[i64]>::to_vec)
}

/// The sizes of the shape that `value` is, if it is a constant.
pub fn constant_sizes(value: ValueRef) -> Option<Vec<i64>> {
    let sizes = constant_value(value.body, value.id)?.dense_elements(value.cx())?;
    sizes.iter().map(|size| size.as_i64(value.cx())).collect()
}

/// The sizes with -1, which stands for an unknown one, as [`DYNAMIC`].
fn to_dynamic(sizes: Vec<i64>) -> Vec<i64> {
    sizes.into_iter().map(|size| if size == -1 { DYNAMIC } else { size }).collect()
}

/// The integers of property `slot`.
pub(crate) fn numbers(op: OpRef, slot: usize) -> Vec<i64> {
    op.prop(slot).and_then(|numbers| numbers.as_int_array(op.cx())).unwrap_or_default()
}

/// The size of a dimension that sizes `a` and `b` are broadcast to; an unknown size is known to fit only itself and 1.
fn broadcast_size(a: i64, b: i64) -> Option<i64> {
    match (a, b) {
        (1, size) | (size, 1) => Some(size),
        _ => (a == b).then_some(a),
    }
}

/// The shape that the first `n` operands are broadcast to; `None` if a rank is unknown or sizes differ.
fn broadcast(op: OpRef, n: usize) -> Inferred {
    (0..n).try_fold(Vec::new(), |known, index| broadcast_by(&known, &shape(op, index)?, broadcast_size))
}

/// Rows of `Op, ..: |op| shapes;`.
macro_rules! infer {
    ($($($op:ident),+: $infer:expr;)*) => {$($(
        impl InferShapes for $op<()> {
            fn infer_shapes(&self, op: OpRef) -> Option<Vec<Inferred>> {
                let infer: fn(OpRef) -> Option<Vec<Inferred>> = $infer;
                infer(op)
            }
        }
    )+)*};
}

infer! {
    AbsOp, AddOp, ArithmeticRightShiftOp, BitwiseAndOp, BitwiseNotOp, BitwiseOrOp, BitwiseXorOp, CastOp, CeilOp, ClampOp,
    ClzOp, CosOp, EqualOp, ErfOp, ExpOp, FloorOp, GreaterEqualOp, GreaterOp, IdentityOp, IntDivOp, LogOp, LogicalAndOp,
    LogicalLeftShiftOp, LogicalNotOp, LogicalOrOp, LogicalRightShiftOp, LogicalXorOp, MaximumOp, MinimumOp, PowOp,
    ReciprocalOp, ReverseOp, RsqrtOp, SelectOp, SigmoidOp, SinOp, SubOp, TanhOp:
        |op| Some(vec![broadcast(op, op.n_operands())]);
    MulOp: |op| Some(vec![broadcast(op, 2)]);
    NegateOp, RescaleOp, TableOp, CastFromBlockScaledOp: |op| Some(vec![shape(op, 0)]);
    FFT2DOp: |op| Some(vec![shape(op, 0), shape(op, 1)]);
    RFFT2DOp: |op| {
        let mut sizes = shape(op, 0)?;
        sizes[2] = if sizes[2] == DYNAMIC { DYNAMIC } else { sizes[2] / 2 + 1 };
        Some(vec![Some(sizes.clone()), Some(sizes)])
    };
    CastToBlockScaledOp: |op| {
        let mut sizes = shape(op, 0);
        let values = sizes.clone();
        if let Some(last) = sizes.as_mut().and_then(|sizes| sizes.last_mut()).filter(|last| **last != DYNAMIC) {
            *last /= 32;
        }
        Some(vec![values, sizes])
    };
}

infer! {
    ReduceAllOp, ReduceAnyOp, ReduceMaxOp, ReduceMinOp, ReduceProductOp, ReduceSumOp: |op| {
        let axis = op.prop(ReduceSumOp::AXIS).and_then(|axis| axis.as_i64(op.cx()))?;
        let mut sizes = shape(op, 0);
        match sizes.as_mut().map(|sizes| sizes.get_mut(axis as usize)) {
            Some(Some(size)) => *size = 1,
            Some(None) => return Some(vec![None]),
            None => {}
        }
        Some(vec![sizes])
    };
    ArgMaxOp: |op| {
        let axis = op.get(ArgMaxOp::axis);
        let mut sizes = shape(op, 0);
        if let Some(sizes) = sizes.as_mut().filter(|sizes| (axis as usize) < sizes.len()) {
            sizes.remove(axis as usize);
        }
        Some(vec![sizes])
    };
}

infer! {
    ConcatOp: concat;
    PadOp: |op| Some(vec![Some(pad(op))]);
    ReshapeOp: |op| Some(vec![Some(reshape(op))]);
    SliceOp: |op| Some(vec![Some(slice(op))]);
    TileOp: tile;
    TransposeOp: transpose;
    GatherOp: |op| {
        let (values, indices) = (shape(op, 0), shape(op, 1));
        let batch = known([size(&values, 0), size(&indices, 0)]);
        Some(vec![Some(vec![batch, size(&indices, 1), size(&values, 2)])])
    };
    ScatterOp: |op| {
        let [values, indices, input] = [0, 1, 2].map(|index| shape(op, index));
        let batch = known([size(&values, 0), size(&indices, 0), size(&input, 0)]);
        Some(vec![Some(vec![batch, size(&values, 1), known([size(&values, 2), size(&input, 2)])])])
    };
    ResizeOp: resize;
}

/// A size of a shape, if it is known.
fn size(shape: &Inferred, dim: usize) -> i64 {
    shape.as_ref().and_then(|sizes| sizes.get(dim).copied()).unwrap_or(DYNAMIC)
}

/// The first size that is known.
fn known<const N: usize>(sizes: [i64; N]) -> i64 {
    sizes.into_iter().find(|&size| size != DYNAMIC).unwrap_or(DYNAMIC)
}

/// The product of two sizes, if both are known.
fn product(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { size_or_dynamic(i128::from(a) * i128::from(b)) }
}

/// The number of positions of a window.
fn positions(window: MovingWindow, stride: i64) -> i64 {
    window.distance().checked_div(i128::from(stride)).map_or(DYNAMIC, |steps| size_or_dynamic(steps + 1))
}

fn concat(op: OpRef) -> Option<Vec<Inferred>> {
    let axis = op.get(ConcatOp::axis) as usize;
    if op.n_operands() == 0 {
        return None;
    }
    let shapes: Vec<Inferred> = (0..op.n_operands()).map(|index| shape(op, index)).collect();
    let Some(first) = shapes.iter().flatten().next() else { return Some(vec![None]) };
    let mut result = vec![DYNAMIC; first.len()];
    for shape in shapes.iter().flatten() {
        for (dim, &size) in shape.iter().enumerate().filter(|&(dim, &size)| dim != axis && size != DYNAMIC) {
            let known = result.get_mut(dim)?;
            if *known != DYNAMIC && *known != size {
                return None;
            }
            *known = size;
        }
    }
    let sizes = shapes.iter().map(|shape| size(shape, axis));
    let known = sizes.map(|size| Some(size).filter(|&size| size != DYNAMIC).map(i128::from));
    *result.get_mut(axis)? = known.sum::<Option<i128>>().map_or(DYNAMIC, size_or_dynamic);
    Some(vec![Some(result)])
}

fn pad(op: OpRef) -> Vec<i64> {
    let padding = op.value(PadOp::padding);
    let Some(sizes) = shape(op, 0) else {
        let rank = ShapeType::rank_of(op.cx(), padding.ty()).unwrap_or_default();
        return vec![DYNAMIC; rank / 2];
    };
    let Some(padding) = constant_sizes(padding).filter(|padding| padding.len() == 2 * sizes.len()) else {
        return vec![DYNAMIC; sizes.len()];
    };
    let padded = |(&size, pad): (&i64, &[i64])| {
        if size == DYNAMIC || pad[0] < 0 || pad[1] < 0 {
            return DYNAMIC;
        }
        size_or_dynamic(i128::from(size) + i128::from(pad[0]) + i128::from(pad[1]))
    };
    sizes.iter().zip(padding.chunks(2)).map(padded).collect()
}

/// The sizes of a reshape; one that is unknown follows from the number of elements.
fn reshape(op: OpRef) -> Vec<i64> {
    let target = op.value(ReshapeOp::shape);
    let Some(sizes) = constant_sizes(target) else {
        return vec![DYNAMIC; ShapeType::rank_of(op.cx(), target.ty()).unwrap_or_default()];
    };
    let mut sizes = to_dynamic(sizes);
    let Some(n_elements) = op.operand(0).ty().n_elements(op.cx()) else { return sizes };
    let known: i64 =
        sizes.iter().filter(|&&size| size != DYNAMIC).fold(1, |product, &size| product.saturating_mul(size));
    for size in sizes.iter_mut().filter(|size| **size == DYNAMIC) {
        *size = n_elements.checked_div(known).unwrap_or(DYNAMIC);
    }
    sizes
}

fn slice(op: OpRef) -> Vec<i64> {
    let constant = constant_sizes(op.value(SliceOp::start)).zip(constant_sizes(op.value(SliceOp::size)));
    let Some((starts, sizes)) = constant else {
        return vec![DYNAMIC; ShapeType::rank_of(op.cx(), op.value(SliceOp::size).ty()).unwrap_or_default()];
    };
    let Some(input) = shape(op, 0) else { return to_dynamic(sizes) };
    let part = |((&start, &size), &whole): ((&i64, &i64), &i64)| {
        let is_valid = size != 0 && size >= -1 && start >= 0 && (whole == DYNAMIC || start < whole);
        match () {
            () if !is_valid => DYNAMIC,
            () if whole == DYNAMIC => {
                if size > 0 {
                    size
                } else {
                    DYNAMIC
                }
            }
            () if size == -1 => whole - start,
            () if start.checked_add(size).is_some_and(|end| end <= whole) => size,
            () => DYNAMIC,
        }
    };
    starts.iter().zip(&sizes).zip(&input).map(part).collect()
}

fn tile(op: OpRef) -> Option<Vec<Inferred>> {
    let multiples = op.value(TileOp::multiples);
    let Some(multiples) = constant_sizes(multiples).map(to_dynamic) else {
        let rank = ShapeType::rank_of(op.cx(), multiples.ty()).unwrap_or_default();
        return Some(vec![Some(vec![DYNAMIC; rank])]);
    };
    let Some(sizes) = shape(op, 0) else { return Some(vec![Some(vec![DYNAMIC; multiples.len()])]) };
    if sizes.len() != multiples.len() {
        return None;
    }
    Some(vec![Some(sizes.iter().zip(&multiples).map(|(&size, &n)| product(size, n)).collect())])
}

fn transpose(op: OpRef) -> Option<Vec<Inferred>> {
    let Some(sizes) = shape(op, 0) else { return Some(vec![None]) };
    let perms = numbers(op, TransposeOp::PERMS);
    if perms.len() != sizes.len() {
        return None;
    }
    let permuted = perms.iter().map(|&dim| sizes.get(usize::try_from(dim).ok()?).copied());
    Some(vec![Some(permuted.collect::<Option<_>>()?)])
}

fn resize(op: OpRef) -> Option<Vec<Inferred>> {
    let input = shape(op, 0)?;
    let scale = constant_sizes(op.value(ResizeOp::scale))?;
    let offset = constant_sizes(op.value(ResizeOp::offset))?;
    let border = constant_sizes(op.value(ResizeOp::border))?;
    let mut sizes = vec![input[0]];
    for dim in 0..2 {
        if input[dim + 1] == DYNAMIC {
            return None;
        }
        let [numerator, denominator] = [scale[2 * dim], scale[2 * dim + 1]];
        let distance = resized_distance(input[dim + 1], numerator, offset[dim], border[dim]);
        let size = size_or_dynamic(distance.checked_div(i128::from(denominator))? + 1);
        sizes.push(Some(size).filter(|&size| size != DYNAMIC)?);
    }
    sizes.push(input[3]);
    Some(vec![Some(sizes)])
}

infer! {
    Conv2DOp: |op| {
        let [stride, dilation, pad] = [Conv2DOp::STRIDE, Conv2DOp::DILATION, Conv2DOp::PAD].map(|slot| numbers(op, slot));
        let steps = Window { first_kernel_dim: 1, n_dims: 2, stride, dilation, pad };
        Some(vec![Some(convolution(op, &steps))])
    };
    Conv3DOp: |op| {
        let [stride, dilation, pad] = [Conv3DOp::STRIDE, Conv3DOp::DILATION, Conv3DOp::PAD].map(|slot| numbers(op, slot));
        let steps = Window { first_kernel_dim: 1, n_dims: 3, stride, dilation, pad };
        Some(vec![Some(convolution(op, &steps))])
    };
    DepthwiseConv2DOp: |op| Some(vec![Some(depthwise(op))]);
    TransposeConv2DOp: |op| Some(vec![Some(transposed(op))]);
    AvgPool2DOp: |op| {
        let slots = [AvgPool2DOp::KERNEL, AvgPool2DOp::STRIDE, AvgPool2DOp::PAD];
        Some(vec![Some(pool(op, slots.map(|slot| numbers(op, slot))))])
    };
    MaxPool2DOp: |op| {
        let slots = [MaxPool2DOp::KERNEL, MaxPool2DOp::STRIDE, MaxPool2DOp::PAD];
        Some(vec![Some(pool(op, slots.map(|slot| numbers(op, slot))))])
    };
    MatMulOp: |op| {
        let (a, b) = (shape(op, 0), shape(op, 1));
        Some(vec![Some(vec![known([size(&a, 0), size(&b, 0)]), size(&a, 1), size(&b, 2)])])
    };
    MatmulTBlockScaledOp: |op| {
        let [a, a_scale, b, b_scale] = [0, 1, 2, 3].map(|index| shape(op, index));
        let batch_of_b = [size(&b, 0), size(&b_scale, 0)].map(|size| if size == 1 { DYNAMIC } else { size });
        let batch = known([size(&a, 0), size(&a_scale, 0), batch_of_b[0], batch_of_b[1]]);
        let rows = known([size(&a, 1), size(&a_scale, 1)]);
        Some(vec![Some(vec![batch, rows, known([size(&b, 1), size(&b_scale, 1)])])])
    };
}

/// The window of a convolution.
struct Window {
    /// The dimension of the weights that is the height of the kernel, or its depth.
    first_kernel_dim: usize,
    /// The number of dimensions of the kernel.
    n_dims: usize,
    stride: Vec<i64>,
    dilation: Vec<i64>,
    pad: Vec<i64>,
}

impl Window {
    /// The sizes of the result along the dimensions of the kernel.
    fn sizes(&self, input: &Inferred, weight: &Inferred) -> Vec<i64> {
        let along = |dim: usize| {
            let (image, kernel) = (size(input, dim + 1), size(weight, self.first_kernel_dim + dim));
            if image == DYNAMIC || kernel == DYNAMIC {
                return DYNAMIC;
            }
            let pad = [self.pad[2 * dim], self.pad[2 * dim + 1]];
            positions(MovingWindow { image, pad, kernel, dilation: self.dilation[dim] }, self.stride[dim])
        };
        (0..self.n_dims).map(along).collect()
    }
}

/// The number of channels that the bias determines.
fn bias_channels(op: OpRef) -> i64 {
    let n = size(&shape(op, 2), 0);
    if n == 1 { DYNAMIC } else { n }
}

fn convolution(op: OpRef, window: &Window) -> Vec<i64> {
    let (input, weight) = (shape(op, 0), shape(op, 1));
    let channels = known([size(&weight, 0), bias_channels(op)]);
    let batch = std::iter::once(size(&input, 0));
    batch.chain(window.sizes(&input, &weight)).chain([channels]).collect()
}

fn depthwise(op: OpRef) -> Vec<i64> {
    let slots = [DepthwiseConv2DOp::STRIDE, DepthwiseConv2DOp::DILATION, DepthwiseConv2DOp::PAD];
    let [stride, dilation, pad] = slots.map(|slot| numbers(op, slot));
    let window = Window { first_kernel_dim: 0, n_dims: 2, stride, dilation, pad };
    let (input, weight) = (shape(op, 0), shape(op, 1));
    let channels = known([size(&input, 3), size(&weight, 2)]);
    let multiplier = size(&weight, 3);
    let batch = std::iter::once(size(&input, 0));
    batch
        .chain(window.sizes(&input, &weight))
        .chain([known([product(channels, multiplier), bias_channels(op)])])
        .collect()
}

fn transposed(op: OpRef) -> Vec<i64> {
    let [stride, pad] = [TransposeConv2DOp::STRIDE, TransposeConv2DOp::OUT_PAD].map(|slot| numbers(op, slot));
    let (input, weight) = (shape(op, 0), shape(op, 1));
    let along = |dim: usize| {
        let (image, kernel) = (size(&input, dim + 1), size(&weight, dim + 1));
        match image == DYNAMIC || kernel == DYNAMIC {
            true => DYNAMIC,
            false => {
                let pad = [pad[2 * dim], pad[2 * dim + 1]];
                size_or_dynamic(transposed_size(image, stride[dim], pad, kernel))
            }
        }
    };
    vec![size(&input, 0), along(0), along(1), known([size(&weight, 0), bias_channels(op)])]
}

fn pool(op: OpRef, [kernel, stride, pad]: [Vec<i64>; 3]) -> Vec<i64> {
    let input = shape(op, 0);
    let along = |dim: usize| match size(&input, dim + 1) {
        DYNAMIC => DYNAMIC,
        image => {
            let pad = [pad[2 * dim], pad[2 * dim + 1]];
            positions(MovingWindow { image, pad, kernel: kernel[dim], dilation: 1 }, stride[dim])
        }
    };
    vec![size(&input, 0), along(0), along(1), size(&input, 3)]
}
