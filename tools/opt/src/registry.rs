//! The dialects and passes of a tool: two ordered, explicit lists.

use rmlir_ir::core::DialectRegistry;
use rmlir_ir::core::dialect::{Dialect, DialectDef, DialectExtension};
use rmlir_ir::core::opdef::OpDef;
use rmlir_ir::pass::{PassDef, PassRegistry, PipelineDef};

#[cfg(feature = "ml")]
use crate::pipelines::PIPELINES;

/// The dialects and passes of a tool.
#[derive(Default)]
pub struct Registry {
    /// The dialects.
    pub dialects: DialectRegistry,
    /// The passes and pipelines.
    pub passes: PassRegistry,
}

impl Registry {
    /// An empty registry.
    pub fn new() -> Self {
        Self::default()
    }

    /// The registry of every dialect and every pass of rmlir, of the groups that this build has: see the features of the
    /// crate.
    pub fn everything() -> Self {
        let mut registry = Self::new();
        let dialects: &[&'static DialectDef] = &[
            rmlir_builtin::Builtin::DEF,
            rmlir_func::Func::DEF,
            rmlir_arith::Arith::DEF,
            rmlir_cf::Cf::DEF,
            rmlir_scf::Scf::DEF,
            rmlir_ub::Ub::DEF,
            rmlir_index::Index::DEF,
            #[cfg(feature = "affine")]
            rmlir_math::Math::DEF,
            #[cfg(feature = "affine")]
            rmlir_memref::MemRef::DEF,
            #[cfg(feature = "affine")]
            rmlir_affine::Affine::DEF,
            #[cfg(feature = "vector")]
            rmlir_vector::Vector::DEF,
            #[cfg(feature = "llvm")]
            rmlir_llvm::Llvm::DEF,
            #[cfg(feature = "llvm")]
            rmlir_dlti::Dlti::DEF,
            #[cfg(feature = "affine")]
            rmlir_tensor::Tensor::DEF,
            #[cfg(feature = "gpu")]
            rmlir_gpu::Gpu::DEF,
            #[cfg(feature = "gpu")]
            rmlir_spirv::Spirv::DEF,
            #[cfg(feature = "affine")]
            rmlir_complex::Complex::DEF,
            #[cfg(feature = "vector")]
            rmlir_arm_neon::ArmNeon::DEF,
            #[cfg(feature = "vector")]
            rmlir_arm_sve::ArmSve::DEF,
            #[cfg(feature = "ml")]
            rmlir_ml_program::MlProgram::DEF,
            #[cfg(feature = "ml")]
            rmlir_shard::Shard::DEF,
            #[cfg(feature = "llvm")]
            rmlir_omp::Omp::DEF,
            #[cfg(feature = "llvm")]
            rmlir_async::Async::DEF,
            #[cfg(feature = "vector")]
            rmlir_transform::Transform::DEF,
            #[cfg(feature = "ml")]
            rmlir_linalg::Linalg::DEF,
            #[cfg(feature = "ml")]
            rmlir_bufferization::Bufferization::DEF,
            #[cfg(feature = "lowerings")]
            rmlir_pvec::Pvec::DEF,
            #[cfg(feature = "lowerings")]
            rmlir_vliw::Vliw::DEF,
            rmlir_irdl::Irdl::DEF,
            #[cfg(feature = "ml")]
            rmlir_test::Test::DEF,
        ];
        for dialect in dialects {
            registry.add_dialect(dialect);
        }
        let extensions: &[&[&'static DialectExtension]] = &[
            #[cfg(feature = "vector")]
            rmlir_arm_passes::descriptors::EXTENSIONS,
            #[cfg(feature = "ml")]
            rmlir_bufferization_passes::scripts::EXTENSIONS,
            #[cfg(feature = "llvm")]
            rmlir_conversion::scripts::EXTENSIONS,
            #[cfg(feature = "vector")]
            rmlir_memref_passes::scripts::EXTENSIONS,
            #[cfg(feature = "ml")]
            rmlir_test_passes::EXTENSIONS,
            #[cfg(feature = "ml")]
            rmlir_transform_passes::EXTENSIONS,
            #[cfg(feature = "vector")]
            rmlir_vector_passes::descriptors::EXTENSIONS,
        ];
        for extension in extensions.iter().copied().flatten() {
            registry.dialects.extend(extension);
        }
        let passes: &[&[&'static PassDef]] = &[
            rmlir_analysis_passes::PASSES,
            #[cfg(feature = "ml")]
            rmlir_bufferization_passes::PASSES,
            rmlir_transforms::PASSES,
            #[cfg(feature = "llvm")]
            rmlir_conversion::PASSES,
            #[cfg(feature = "affine")]
            rmlir_scf_passes::PASSES,
            #[cfg(feature = "vector")]
            rmlir_arith_passes::PASSES,
            #[cfg(feature = "vector")]
            rmlir_arm_passes::PASSES,
            #[cfg(feature = "llvm")]
            rmlir_async_passes::PASSES,
            #[cfg(feature = "affine")]
            rmlir_affine_passes::PASSES,
            #[cfg(feature = "lowerings")]
            rmlir_ifconvert_passes::PASSES,
            #[cfg(feature = "llvm")]
            rmlir_llvm_passes::PASSES,
            #[cfg(feature = "vector")]
            rmlir_math_passes::PASSES,
            #[cfg(feature = "vector")]
            rmlir_memref_passes::PASSES,
            #[cfg(feature = "ml")]
            rmlir_ml_program_passes::PASSES,
            #[cfg(feature = "llvm")]
            rmlir_omp_passes::PASSES,
            #[cfg(feature = "ml")]
            rmlir_transform_passes::PASSES,
            #[cfg(feature = "vector")]
            rmlir_vector_passes::PASSES,
            #[cfg(feature = "lowerings")]
            rmlir_vliw_passes::PASSES,
            #[cfg(feature = "lowerings")]
            rmlir_pluto_passes::PASSES,
            #[cfg(feature = "lowerings")]
            rmlir_raise_passes::PASSES,
            #[cfg(feature = "lowerings")]
            rmlir_slp_passes::PASSES,
            #[cfg(feature = "lowerings")]
            rmlir_wfv_passes::PASSES,
            #[cfg(feature = "ml")]
            rmlir_test_passes::PASSES,
            #[cfg(feature = "ml")]
            rmlir_test_passes::VECTOR_PASSES,
        ];
        for pass in passes.iter().copied().flatten() {
            registry.add_pass(pass);
        }
        #[cfg(feature = "ml")]
        for pipeline in PIPELINES {
            registry.add_pipeline(pipeline);
        }
        registry
    }

    /// Adds a dialect, its passes, and the dialects they depend on.
    ///
    /// # Panics
    /// If the dialect lists something else as a pass.
    pub fn register<D: Dialect>(&mut self) {
        self.add_dialect(D::DEF);
        for pass in D::PASSES {
            let pass = pass.downcast_ref::<&'static PassDef>();
            self.add_pass(pass.unwrap_or_else(|| panic!("the passes of dialect '{}' are passes", D::DEF.name)));
        }
    }

    /// Adds a dialect and the dialects it depends on.
    pub fn add_dialect(&mut self, dialect: &'static DialectDef) -> &mut Self {
        self.dialects.add(dialect);
        self
    }

    /// Adds a pass and the dialects it depends on.
    pub fn add_pass(&mut self, pass: &'static PassDef) -> &mut Self {
        pass.depends.iter().for_each(|dialect| self.dialects.add(dialect));
        self.passes.add_pass(pass);
        self
    }

    /// Implements interface `I` for operation `op` of any dialect; see [`DialectRegistry::attach`].
    pub fn attach<I: ?Sized + Send + Sync + 'static>(&mut self, op: &'static OpDef, model: &'static I) -> &mut Self {
        self.dialects.attach(op, model);
        self
    }

    /// Adds a named pipeline.
    pub fn add_pipeline(&mut self, pipeline: &'static PipelineDef) -> &mut Self {
        self.passes.add_pipeline(pipeline);
        self
    }
}
