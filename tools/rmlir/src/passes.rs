//! Every crate of passes: of one dialect, or of one task.
//!
//! `PASSES` of each module lists its passes; the passes themselves are types whose `DEF` a pipeline adds.
//!
//! ```
//! let names: Vec<&str> = rmlir::passes::transforms::PASSES.iter().map(|pass| pass.name).collect();
//! assert!(names.contains(&"cse"));
//! ```

pub use rmlir_affine_passes as affine;
pub use rmlir_analysis_passes as analysis;
pub use rmlir_arith_passes as arith;
pub use rmlir_arm_passes as arm;
pub use rmlir_async_passes as r#async;
pub use rmlir_bufferization_passes as bufferization;
pub use rmlir_conversion as conversion;
pub use rmlir_ifconvert_passes as ifconvert;
pub use rmlir_linalg_passes as linalg;
pub use rmlir_llvm_passes as llvm;
pub use rmlir_math_passes as math;
pub use rmlir_memref_passes as memref;
pub use rmlir_ml_program_passes as ml_program;
pub use rmlir_omp_passes as omp;
pub use rmlir_pluto_passes as pluto;
pub use rmlir_scf_passes as scf;
pub use rmlir_slp_passes as slp;
pub use rmlir_test_passes as test;
pub use rmlir_transform_passes as transform;
pub use rmlir_transforms as transforms;
pub use rmlir_vector_passes as vector;
pub use rmlir_vliw_passes as vliw;
pub use rmlir_wfv_passes as wfv;
