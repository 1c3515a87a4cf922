//! The `quant` dialect: quantized types, and casts between them, floats and integers.
//!
//! In reading order: [`types`] the types and questions about them; `syntax` their syntax, `storage` the part of it that
//! types share; [`cast`] the operations, `verify` their verification; `eval` the evaluation of the operations.

pub mod cast;
mod eval;
mod hooks;
mod storage;
mod syntax;
pub mod types;
mod verify;

use rmlir::prelude::*;

pub use self::cast::{DequantizeCastOp, QuantizeCastOp, StorageCastOp};
pub use self::types::{
    AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType, expressed_type, is_quantized, storage_type,
};

dialect! {
    /// Quantized types: integers that represent real numbers, by scales and zero points.
    ///
    /// A stored integer `n` of a uniform type represents `(n - zero point) * scale`. The scale and the zero point are those of
    /// the type, of an index along an axis, or of a block of the tensor.
    pub Quant = "quant" {
        types: [AnyQuantizedType, CalibratedQuantizedType, UniformQuantizedType],
        ops: [DequantizeCastOp, QuantizeCastOp, StorageCastOp],
        hooks: hooks::Hooks,
    }
}
