//! Types.

use rmlir::prelude::*;

/// Stands for work that was handed to the device and may not be done yet.
#[ty(name = "gpu.async.token", summary = "async token type")]
pub struct AsyncTokenType {}

/// A dense tensor, as a library of sparse algebra holds it.
#[ty(name = "gpu.sparse.dntensor_handle", summary = "dense tensor handle type")]
pub struct SparseDnTensorHandleType {}

/// A product of sparse matrices, as a library of sparse algebra holds it.
#[ty(name = "gpu.sparse.spgemmop_handle", summary = "SpGEMM operation handle type")]
pub struct SparseSpGemmOpHandleType {}

/// A sparse matrix, as a library of sparse algebra holds it.
#[ty(name = "gpu.sparse.spmat_handle", summary = "sparse matrix handle type")]
pub struct SparseSpMatHandleType {}
