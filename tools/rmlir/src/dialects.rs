//! Every dialect, by its name in the IR.
//!
//! A module holds the operations with their builders and accessors, the types and the attributes of a dialect. The
//! name of `async` is a keyword of Rust, so its module is `r#async`.
//!
//! ```
//! use rmlir::dialects::arith::{AddIOp, Arith};
//! use rmlir::prelude::*;
//!
//! assert_eq!(Arith::DEF.name, "arith");
//! assert_eq!(AddIOp::DEF.name, "arith.addi");
//! ```

#[cfg(feature = "affine")]
pub use rmlir_affine as affine;
pub use rmlir_arith as arith;
#[cfg(feature = "vector")]
pub use rmlir_arm_neon as arm_neon;
#[cfg(feature = "vector")]
pub use rmlir_arm_sve as arm_sve;
#[cfg(feature = "llvm")]
pub use rmlir_async as r#async;
#[cfg(feature = "ml")]
pub use rmlir_bufferization as bufferization;
pub use rmlir_builtin as builtin;
pub use rmlir_cf as cf;
#[cfg(feature = "affine")]
pub use rmlir_complex as complex;
#[cfg(feature = "llvm")]
pub use rmlir_dlti as dlti;
pub use rmlir_func as func;
#[cfg(feature = "gpu")]
pub use rmlir_gpu as gpu;
pub use rmlir_index as index;
pub use rmlir_irdl as irdl;
#[cfg(feature = "ml")]
pub use rmlir_linalg as linalg;
#[cfg(feature = "llvm")]
pub use rmlir_llvm as llvm;
#[cfg(feature = "affine")]
pub use rmlir_math as math;
#[cfg(feature = "affine")]
pub use rmlir_memref as memref;
#[cfg(feature = "ml")]
pub use rmlir_ml_program as ml_program;
#[cfg(feature = "llvm")]
pub use rmlir_omp as omp;
#[cfg(feature = "lowerings")]
pub use rmlir_pvec as pvec;
pub use rmlir_scf as scf;
#[cfg(feature = "ml")]
pub use rmlir_shard as shard;
#[cfg(feature = "gpu")]
pub use rmlir_spirv as spirv;
#[cfg(feature = "affine")]
pub use rmlir_tensor as tensor;
#[cfg(feature = "ml")]
pub use rmlir_test as test;
#[cfg(feature = "vector")]
pub use rmlir_transform as transform;
pub use rmlir_ub as ub;
#[cfg(feature = "vector")]
pub use rmlir_vector as vector;
#[cfg(feature = "lowerings")]
pub use rmlir_vliw as vliw;
