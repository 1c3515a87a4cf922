//! Every dialect, by its name in the IR. The name of `async` is a keyword of Rust, so its module is `r#async`.

use rmlir_ir::core::dialect::{Dialect as _, DialectDef};

/// Exports the crate of each dialect under the name of the dialect, and lists the dialects.
macro_rules! dialects {
    ($($(#[$group:meta])? $name:ident: $package:ident::$dialect:ident,)*) => {
        $($(#[$group])? pub use $package as $name;)*

        /// The dialects, in the order of their registration.
        pub(crate) const DIALECTS: &[&DialectDef] = &[$($(#[$group])? $package::$dialect::DEF),*];
    };
}

dialects! {
    builtin: rmlir_builtin::Builtin,
    func: rmlir_func::Func,
    arith: rmlir_arith::Arith,
    cf: rmlir_cf::Cf,
    scf: rmlir_scf::Scf,
    ub: rmlir_ub::Ub,
    index: rmlir_index::Index,
    #[cfg(feature = "affine")]
    math: rmlir_math::Math,
    #[cfg(feature = "affine")]
    memref: rmlir_memref::MemRef,
    #[cfg(feature = "affine")]
    affine: rmlir_affine::Affine,
    #[cfg(feature = "vector")]
    vector: rmlir_vector::Vector,
    #[cfg(feature = "llvm")]
    llvm: rmlir_llvm::Llvm,
    #[cfg(feature = "llvm")]
    dlti: rmlir_dlti::Dlti,
    #[cfg(feature = "affine")]
    tensor: rmlir_tensor::Tensor,
    #[cfg(feature = "gpu")]
    gpu: rmlir_gpu::Gpu,
    #[cfg(feature = "gpu")]
    spirv: rmlir_spirv::Spirv,
    #[cfg(feature = "affine")]
    complex: rmlir_complex::Complex,
    #[cfg(feature = "vector")]
    arm_neon: rmlir_arm_neon::ArmNeon,
    #[cfg(feature = "vector")]
    arm_sve: rmlir_arm_sve::ArmSve,
    #[cfg(feature = "ml")]
    ml_program: rmlir_ml_program::MlProgram,
    #[cfg(feature = "ml")]
    quant: rmlir_quant::Quant,
    #[cfg(feature = "ml")]
    shard: rmlir_shard::Shard,
    #[cfg(feature = "ml")]
    sparse_tensor: rmlir_sparse_tensor::SparseTensor,
    #[cfg(feature = "llvm")]
    omp: rmlir_omp::Omp,
    #[cfg(feature = "llvm")]
    r#async: rmlir_async::Async,
    #[cfg(feature = "vector")]
    pdl: rmlir_pdl::Pdl,
    #[cfg(feature = "vector")]
    transform: rmlir_transform::Transform,
    #[cfg(feature = "ml")]
    linalg: rmlir_linalg::Linalg,
    #[cfg(feature = "ml")]
    bufferization: rmlir_bufferization::Bufferization,
    #[cfg(feature = "ml")]
    tosa: rmlir_tosa::Tosa,
    #[cfg(feature = "lowerings")]
    pvec: rmlir_pvec::Pvec,
    #[cfg(feature = "lowerings")]
    vliw: rmlir_vliw::Vliw,
    irdl: rmlir_irdl::Irdl,
    #[cfg(feature = "ml")]
    test: rmlir_test::Test,
}
