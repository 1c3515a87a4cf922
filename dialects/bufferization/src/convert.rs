//! Conversions between tensors and buffers.

use rmlir::core::interfaces::{Effect, EffectKind, MemoryEffects};
use rmlir::prelude::*;

use crate::bufferizable::BufferizableOp;
use crate::types::{BufferLikeType, TensorAndBufferMatch, TensorLikeType};

/// A tensor with the elements of a buffer.
///
/// `restrict` is a promise that no other `to_tensor` in the function has this buffer or one that overlaps; without it
/// no analysis can determine aliases. `writable` allows bufferization to write to the buffer.
///
/// ```mlir
/// %t = bufferization.to_tensor %m restrict writable : memref<?xf32, 1> to tensor<?xf32>
/// ```
#[op(
    name = "bufferization.to_tensor",
    eval,
    traits(SameOperandsAndResultShape, SameOperandsAndResultElementType),
    custom_traits(TensorAndBufferMatch),
    interfaces(MemoryEffects, BufferizableOp),
    fold,
    canonicalize,
    format = "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict \
               `:` type($buffer) `to` type($result)"
)]
pub struct ToTensorOp {
    #[operand]
    buffer: BufferLikeType,
    /// No other `to_tensor` has this buffer or an overlapping one.
    #[prop]
    restrict: UnitAttr,
    /// The buffer may be written to.
    #[prop]
    writable: UnitAttr,
    #[result]
    result: TensorLikeType,
}

impl MemoryEffects for ToTensorOp<()> {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        vec![Effect::on(EffectKind::Read, op.get(ToTensorOp::buffer))]
    }
}

/// The buffer to which a tensor bufferizes.
///
/// It must not be written to if it is `read_only`.
///
/// ```mlir
/// %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
/// ```
#[op(
    name = "bufferization.to_buffer",
    eval,
    traits(SameOperandsAndResultShape, SameOperandsAndResultElementType, Pure),
    custom_traits(TensorAndBufferMatch),
    interfaces(BufferizableOp),
    fold,
    canonicalize,
    format = "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)"
)]
pub struct ToBufferOp {
    #[operand]
    tensor: TensorLikeType,
    /// The buffer is not written to.
    #[prop]
    read_only: UnitAttr,
    #[result]
    buffer: BufferLikeType,
}
