//! Types.

use rmlir::prelude::*;

/// A token of an asynchronous operation.
#[ty(name = "gpu.async.token", summary = "async token type")]
pub struct AsyncTokenType {}

/// A handle of a dense tensor in a library for sparse linear algebra.
#[ty(name = "gpu.sparse.dntensor_handle", summary = "dense tensor handle type")]
pub struct SparseDnTensorHandleType {}

/// A handle of a product of sparse matrices in a library for sparse linear algebra.
#[ty(name = "gpu.sparse.spgemmop_handle", summary = "SpGEMM operation handle type")]
pub struct SparseSpGemmOpHandleType {}

/// A handle of a sparse matrix in a library for sparse linear algebra.
#[ty(name = "gpu.sparse.spmat_handle", summary = "sparse matrix handle type")]
pub struct SparseSpMatHandleType {}
