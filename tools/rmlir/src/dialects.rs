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

pub use rmlir_affine as affine;
pub use rmlir_arith as arith;
pub use rmlir_arm_neon as arm_neon;
pub use rmlir_arm_sve as arm_sve;
pub use rmlir_async as r#async;
pub use rmlir_bufferization as bufferization;
pub use rmlir_builtin as builtin;
pub use rmlir_cf as cf;
pub use rmlir_complex as complex;
pub use rmlir_dlti as dlti;
pub use rmlir_func as func;
pub use rmlir_gpu as gpu;
pub use rmlir_index as index;
pub use rmlir_irdl as irdl;
pub use rmlir_linalg as linalg;
pub use rmlir_llvm as llvm;
pub use rmlir_math as math;
pub use rmlir_memref as memref;
pub use rmlir_ml_program as ml_program;
pub use rmlir_omp as omp;
pub use rmlir_pvec as pvec;
pub use rmlir_scf as scf;
pub use rmlir_shard as shard;
pub use rmlir_spirv as spirv;
pub use rmlir_tensor as tensor;
pub use rmlir_test as test;
pub use rmlir_transform as transform;
pub use rmlir_ub as ub;
pub use rmlir_vector as vector;
pub use rmlir_vliw as vliw;
