//! Every crate of passes: of one dialect, or of one task.
//!
//! `PASSES` of each module lists its passes; the passes themselves are types whose `DEF` a pipeline adds.
//!
//! ```
//! let names: Vec<&str> = rmlir::passes::transforms::PASSES.iter().map(|pass| pass.name).collect();
//! assert!(names.contains(&"cse"));
//! ```

#[cfg(feature = "affine")]
pub use rmlir_affine_passes as affine;
pub use rmlir_analysis_passes as analysis;
#[cfg(feature = "vector")]
pub use rmlir_arith_passes as arith;
#[cfg(feature = "vector")]
pub use rmlir_arm_passes as arm;
#[cfg(feature = "llvm")]
pub use rmlir_async_passes as r#async;
#[cfg(feature = "ml")]
pub use rmlir_bufferization_passes as bufferization;
#[cfg(feature = "llvm")]
pub use rmlir_conversion as conversion;
#[cfg(feature = "lowerings")]
pub use rmlir_ifconvert_passes as ifconvert;
#[cfg(feature = "ml")]
pub use rmlir_linalg_passes as linalg;
#[cfg(feature = "llvm")]
pub use rmlir_llvm_passes as llvm;
#[cfg(feature = "vector")]
pub use rmlir_math_passes as math;
#[cfg(feature = "vector")]
pub use rmlir_memref_passes as memref;
#[cfg(feature = "ml")]
pub use rmlir_ml_program_passes as ml_program;
#[cfg(feature = "llvm")]
pub use rmlir_omp_passes as omp;
#[cfg(feature = "lowerings")]
pub use rmlir_pluto_passes as pluto;
#[cfg(feature = "lowerings")]
pub use rmlir_raise_passes as raise;
#[cfg(feature = "affine")]
pub use rmlir_scf_passes as scf;
#[cfg(feature = "lowerings")]
pub use rmlir_slp_passes as slp;
#[cfg(feature = "ml")]
pub use rmlir_test_passes as test;
#[cfg(feature = "ml")]
pub use rmlir_transform_passes as transform;
pub use rmlir_transforms as transforms;
#[cfg(feature = "vector")]
pub use rmlir_vector_passes as vector;
#[cfg(feature = "lowerings")]
pub use rmlir_vliw_passes as vliw;
#[cfg(feature = "lowerings")]
pub use rmlir_wfv_passes as wfv;
