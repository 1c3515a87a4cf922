//! Every crate of passes: of one dialect, or of one task.

use rmlir_ir::pass::PassDef;

/// Exports each crate of passes under a short name, and lists their passes.
macro_rules! passes {
    ($($(#[$group:meta])? $name:ident: $package:ident[$($list:ident),*],)*) => {
        $($(#[$group])? pub use $package as $name;)*

        /// The passes, in the order of their registration.
        pub(crate) const PASSES: &[&[&[&PassDef]]] = &[$($(#[$group])? &[$($package::$list),*]),*];
    };
}

passes! {
    analysis: rmlir_analysis_passes[PASSES],
    #[cfg(feature = "ml")]
    bufferization: rmlir_bufferization_passes[PASSES],
    transforms: rmlir_transforms[PASSES],
    #[cfg(feature = "llvm")]
    conversion: rmlir_conversion[PASSES],
    #[cfg(feature = "affine")]
    scf: rmlir_scf_passes[PASSES],
    #[cfg(feature = "vector")]
    arith: rmlir_arith_passes[PASSES],
    #[cfg(feature = "vector")]
    arm: rmlir_arm_passes[PASSES],
    #[cfg(feature = "llvm")]
    r#async: rmlir_async_passes[PASSES],
    #[cfg(feature = "affine")]
    affine: rmlir_affine_passes[PASSES],
    #[cfg(feature = "lowerings")]
    ifconvert: rmlir_ifconvert_passes[PASSES],
    #[cfg(feature = "ml")]
    linalg: rmlir_linalg_passes[],
    #[cfg(feature = "llvm")]
    llvm: rmlir_llvm_passes[PASSES],
    #[cfg(feature = "vector")]
    math: rmlir_math_passes[PASSES],
    #[cfg(feature = "vector")]
    memref: rmlir_memref_passes[PASSES],
    #[cfg(feature = "ml")]
    ml_program: rmlir_ml_program_passes[PASSES],
    #[cfg(feature = "ml")]
    tosa: rmlir_tosa_passes[PASSES],
    #[cfg(feature = "llvm")]
    omp: rmlir_omp_passes[PASSES],
    #[cfg(feature = "vector")]
    pdl: rmlir_pdl_passes[PASSES],
    #[cfg(feature = "ml")]
    transform: rmlir_transform_passes[PASSES],
    #[cfg(feature = "vector")]
    vector: rmlir_vector_passes[PASSES],
    #[cfg(feature = "lowerings")]
    vliw: rmlir_vliw_passes[PASSES],
    #[cfg(feature = "lowerings")]
    pluto: rmlir_pluto_passes[PASSES],
    #[cfg(feature = "lowerings")]
    raise: rmlir_raise_passes[PASSES],
    #[cfg(feature = "lowerings")]
    slp: rmlir_slp_passes[PASSES],
    #[cfg(feature = "lowerings")]
    wfv: rmlir_wfv_passes[PASSES],
    #[cfg(feature = "ml")]
    test: rmlir_test_passes[PASSES, VECTOR_PASSES],
}
