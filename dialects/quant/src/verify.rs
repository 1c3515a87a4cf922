//! Verification of casts: the types fit, and so do the shapes of scales.

use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::cast::{DequantizeCastOp, QuantizeCastOp, StorageCastOp};
use crate::types::{UniformQuantizedType, expressed_type, is_quantized, storage_type};

#[verify(DequantizeCastOp, QuantizeCastOp)]
fn verify_cast(op: OpRef) -> Checked {
    let (quantized, float) = quantized_and_other(op);
    if expressed_type(op.cx(), quantized) != Some(float) {
        return Err(op.plain_error("expressed type in quantized type expected to match float type"));
    }
    verify_scales(op, quantized)
}

#[verify(StorageCastOp)]
fn verify_storage_cast(op: OpRef) -> Checked {
    let (quantized, integer) = quantized_and_other(op);
    if storage_type(op.cx(), quantized) != Some(integer) {
        return Err(op.plain_error("storage type in quantized type expected to match integer type"));
    }
    verify_scales(op, quantized)
}

/// The element type that is quantized, and the other one.
fn quantized_and_other(op: OpRef) -> (Type, Type) {
    let cx = op.cx();
    let [input, result] = [op.operand(0).ty(), op.result(0).ty()].map(|ty| ty.element_or_self(cx));
    if is_quantized(cx, input) { (input, result) } else { (result, input) }
}

/// The scales of `quantized` are those of a tensor of the operand's shape.
fn verify_scales(op: OpRef, quantized: Type) -> Checked {
    let cx = op.cx();
    let Some(uniform) = UniformQuantizedType::from_type(cx, quantized) else { return Ok(()) };
    let tensor = op.operand(0).ty();
    match (uniform.axis(cx), uniform.block_sizes(cx)) {
        (Some(axis), _) => verify_axis(op, tensor, axis, uniform.scale_sizes(cx)),
        (None, Some(block_sizes)) => {
            verify_blocks(op, tensor, &uniform.axes(cx), &block_sizes, uniform.scale_sizes(cx))
        }
        (None, None) => Ok(()),
    }
}

fn verify_axis(op: OpRef, tensor: Type, axis: i64, scale_sizes: &[i64]) -> Checked {
    if !tensor.is_tensor(op.cx()) {
        return Err(op.plain_error("scalar types may not use per-axis quantization"));
    }
    let Some(shape) = tensor.shape(op.cx()) else { return Ok(()) };
    match shape.get(axis as usize) {
        None => Err(op.plain_error("quantized dimension must be less than tensor rank")),
        Some(&size) if size != DYNAMIC && scale_sizes != [size] => {
            Err(op.plain_error("quantized dimension size does not match number of scales"))
        }
        Some(_) => Ok(()),
    }
}

fn verify_blocks(op: OpRef, tensor: Type, axes: &[i64], block_sizes: &[i64], scale_sizes: &[i64]) -> Checked {
    if !tensor.is_tensor(op.cx()) {
        return Err(op.plain_error("scalar types may not use sub-channel quantization"));
    }
    let Some(shape) = tensor.shape(op.cx()) else {
        return Err(op.plain_error("tensor containing the sub-channel quantized type must be ranked"));
    };
    // The number of scales along each dimension; `DYNAMIC` if it is not known.
    let mut n_scales = vec![1; shape.len()];
    for (&axis, &block_size) in axes.iter().zip(block_sizes) {
        let Some(&size) = shape.get(axis as usize) else {
            let rank = shape.len();
            return Err(op.plain_error(format!("quantized dimension {axis} must be less than tensor rank {rank}")));
        };
        if size != DYNAMIC && size % block_size != 0 {
            return Err(op.plain_error(format!(
                "tensor dimension size {size} at axis {axis} must be divisible by the corresponding block size \
                 {block_size}"
            )));
        }
        n_scales[axis as usize] = if size == DYNAMIC { DYNAMIC } else { size / block_size };
    }
    if scale_sizes.len() != shape.len() {
        let (found, rank) = (scale_sizes.len(), shape.len());
        return Err(op.plain_error(format!("Rank of scales {found} must match the rank of the tensor {rank}")));
    }
    for (axis, (&wanted, &found)) in n_scales.iter().zip(scale_sizes).enumerate() {
        if wanted != DYNAMIC && wanted != found {
            return Err(op.plain_error(format!(
                "dimension size {wanted} of scales tensor at axis {axis} should match (tensor dimension at axis / block \
                 sizes at axis) = {wanted}"
            )));
        }
    }
    Ok(())
}
