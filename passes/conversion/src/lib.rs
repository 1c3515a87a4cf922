//! Conversions between dialects.
//!
//! One file or folder per pass, named by the dialects: `<from>_to_<to>`. [`llvm_common`] is what all conversions to
//! `llvm` share, [`to_llvm`] the pass that runs them together; [`scripts`] has the operations for these patterns in
//! transform scripts.

use rmlir::pass::PassDef;

pub mod arith_to_llvm;
pub mod async_to_llvm;
pub mod bufferization_to_memref;
pub mod cf_to_llvm;
pub mod cf_to_scf;
pub mod elementwise_to_linalg;
pub mod func_to_llvm;
pub mod index_to_llvm;
pub mod linalg_to_loops;
pub mod llvm_common;
pub mod lower_affine;
pub mod math_to_funcs;
pub mod math_to_libm;
pub mod math_to_llvm;
pub mod memref_to_llvm;
pub mod openmp_to_llvm;
pub mod openmp_to_runtime;
pub mod pvec_to_scf;
pub mod pvec_to_vector;
pub mod reconcile_unrealized_casts;
pub mod scf_to_affine;
pub mod scf_to_cf;
pub mod scf_to_openmp;
pub mod scripts;
pub mod tensor_to_linalg;
pub mod to_llvm;
pub mod tosa_to_arith;
pub mod tosa_to_linalg;
pub mod tosa_to_linalg_named;
pub mod tosa_to_mlprogram;
pub mod tosa_to_scf;
pub mod tosa_to_tensor;
pub mod ub_to_llvm;
pub mod vector_to_llvm;
pub mod vector_to_scf;

/// The passes, in the order of their folders.
pub const PASSES: &[&PassDef] = &[
    arith_to_llvm::ConvertArithToLlvm::DEF,
    async_to_llvm::convert_async_to_llvm::DEF,
    bufferization_to_memref::bufferization_to_memref::DEF,
    cf_to_llvm::ConvertCfToLlvm::DEF,
    cf_to_scf::lift_cf_to_scf::DEF,
    elementwise_to_linalg::convert_elementwise_to_linalg::DEF,
    func_to_llvm::ConvertFuncToLlvm::DEF,
    index_to_llvm::ConvertIndexToLlvm::DEF,
    linalg_to_loops::convert_linalg_to_affine_loops::DEF,
    linalg_to_loops::convert_linalg_to_loops::DEF,
    linalg_to_loops::convert_linalg_to_parallel_loops::DEF,
    lower_affine::lower_affine::DEF,
    math_to_funcs::ConvertMathToFuncs::DEF,
    math_to_libm::convert_math_to_libm::DEF,
    math_to_llvm::ConvertMathToLlvm::DEF,
    memref_to_llvm::FinalizeMemRefToLlvm::DEF,
    openmp_to_llvm::ConvertOpenMpToLlvm::DEF,
    openmp_to_runtime::ConvertOpenMpToRuntime::DEF,
    pvec_to_scf::convert_pvec_to_scf::DEF,
    pvec_to_vector::convert_pvec_to_vector::DEF,
    reconcile_unrealized_casts::reconcile_unrealized_casts::DEF,
    scf_to_affine::raise_scf_to_affine::DEF,
    scf_to_cf::ScfToCf::DEF,
    scf_to_openmp::ScfToOpenMp::DEF,
    tensor_to_linalg::convert_tensor_to_linalg::DEF,
    to_llvm::ConvertToLlvmPass::DEF,
    tosa_to_arith::TosaToArith::DEF,
    tosa_to_linalg::TosaToLinalg::DEF,
    tosa_to_linalg_named::TosaToLinalgNamed::DEF,
    tosa_to_mlprogram::tosa_to_mlprogram::DEF,
    tosa_to_scf::tosa_to_scf::DEF,
    tosa_to_tensor::tosa_to_tensor::DEF,
    ub_to_llvm::ConvertUbToLlvm::DEF,
    vector_to_llvm::ConvertVectorToLlvm::DEF,
    vector_to_scf::ConvertVectorToScf::DEF,
];
