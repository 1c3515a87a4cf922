//! Products of matrices and vectors. Those with optional maps are in `matmul`.
//!
//! The rows use the notation of the parent module.

use rmlir::core::interfaces::{ReifyShapes, Speculatable};
use rmlir::prelude::*;

use super::row::{Named, named_ops};
use crate::attrs::TypeFn;
use crate::computation::Computation::{self, MultiplyAdd, QuantizedMultiplyAdd as QUANTIZED};
use crate::structured::Structured;

const MULTIPLY_ADD: Computation = MultiplyAdd(TypeFn::CastSigned);

named_ops! {
    /// The product of two matrices, less zero points.
    QuantizedMatmulOp "linalg.quantized_matmul" =
        Named::new("M N k : M k | k N | () | () | M N", QUANTIZED);
    /// The product of a matrix and a transposed one, both in tiles.
    Mmt4DOp "linalg.mmt4d" =
        Named::new("M N k M0 N0 k0 : M k M0 k0 | N k N0 k0 | M N M0 N0", MULTIPLY_ADD);
    /// Products of matrices and transposed ones, all in tiles.
    BatchMmt4DOp "linalg.batch_mmt4d" =
        Named::new("B M N k M0 N0 k0 : B M k M0 k0 | B N k N0 k0 | B M N M0 N0", MULTIPLY_ADD);
    /// Products of matrices, less zero points.
    QuantizedBatchMatmulOp "linalg.quantized_batch_matmul" =
        Named::new("B M N k : B M k | B k N | () | () | B M N", QUANTIZED);
    /// The product of a matrix and a vector.
    MatvecOp "linalg.matvec" =
        Named::new("M k : M k | k | M", MULTIPLY_ADD);
    /// The product of a vector and a matrix.
    VecmatOp "linalg.vecmat" =
        Named::new("N k : k | k N | N", MULTIPLY_ADD);
    /// Products of matrices and vectors.
    BatchMatvecOp "linalg.batch_matvec" =
        Named::new("B M k : B M k | B k | B M", MULTIPLY_ADD);
    /// Products of vectors and matrices.
    BatchVecmatOp "linalg.batch_vecmat" =
        Named::new("B N k : B k | B k N | B N", MULTIPLY_ADD);
    /// The product of two vectors.
    DotOp "linalg.dot" =
        Named::new("m : m | m | ()", MULTIPLY_ADD);
}
