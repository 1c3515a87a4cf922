//! The dialects and passes of a tool: two ordered, explicit lists.

use rmlir_ir::core::DialectRegistry;
use rmlir_ir::core::dialect::{Dialect, DialectDef};
use rmlir_ir::core::opdef::OpDef;
use rmlir_ir::pass::{PassDef, PassRegistry, PipelineDef};

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

    /// The registry of every dialect and every pass of rmlir.
    pub fn everything() -> Self {
        let mut registry = Self::new();
        let dialects = [
            rmlir_builtin::Builtin::DEF,
            rmlir_func::Func::DEF,
            rmlir_arith::Arith::DEF,
            rmlir_cf::Cf::DEF,
            rmlir_scf::Scf::DEF,
            rmlir_ub::Ub::DEF,
            rmlir_index::Index::DEF,
            rmlir_math::Math::DEF,
            rmlir_memref::MemRef::DEF,
            rmlir_affine::Affine::DEF,
            rmlir_vector::Vector::DEF,
            rmlir_llvm::Llvm::DEF,
            rmlir_dlti::Dlti::DEF,
            rmlir_tensor::Tensor::DEF,
            rmlir_gpu::Gpu::DEF,
            rmlir_spirv::Spirv::DEF,
            rmlir_complex::Complex::DEF,
            rmlir_arm_neon::ArmNeon::DEF,
            rmlir_arm_sve::ArmSve::DEF,
            rmlir_ml_program::MlProgram::DEF,
            rmlir_shard::Shard::DEF,
            rmlir_omp::Omp::DEF,
            rmlir_async::Async::DEF,
            rmlir_transform::Transform::DEF,
            rmlir_linalg::Linalg::DEF,
            rmlir_bufferization::Bufferization::DEF,
            rmlir_pvec::Pvec::DEF,
            rmlir_vliw::Vliw::DEF,
            rmlir_irdl::Irdl::DEF,
            rmlir_test::Test::DEF,
        ];
        for dialect in dialects {
            registry.add_dialect(dialect);
        }
        let extensions = [
            rmlir_arm_passes::descriptors::EXTENSIONS,
            rmlir_bufferization_passes::scripts::EXTENSIONS,
            rmlir_conversion::scripts::EXTENSIONS,
            rmlir_memref_passes::scripts::EXTENSIONS,
            rmlir_test_passes::EXTENSIONS,
            rmlir_transform_passes::EXTENSIONS,
            rmlir_vector_passes::descriptors::EXTENSIONS,
        ];
        for extension in extensions.into_iter().flatten() {
            registry.dialects.extend(extension);
        }
        let passes = [
            rmlir_analysis_passes::PASSES,
            rmlir_bufferization_passes::PASSES,
            rmlir_transforms::PASSES,
            rmlir_conversion::PASSES,
            rmlir_scf_passes::PASSES,
            rmlir_arith_passes::PASSES,
            rmlir_arm_passes::PASSES,
            rmlir_async_passes::PASSES,
            rmlir_affine_passes::PASSES,
            rmlir_ifconvert_passes::PASSES,
            rmlir_llvm_passes::PASSES,
            rmlir_math_passes::PASSES,
            rmlir_memref_passes::PASSES,
            rmlir_ml_program_passes::PASSES,
            rmlir_omp_passes::PASSES,
            rmlir_transform_passes::PASSES,
            rmlir_vector_passes::PASSES,
            rmlir_vliw_passes::PASSES,
            rmlir_pluto_passes::PASSES,
            rmlir_slp_passes::PASSES,
            rmlir_wfv_passes::PASSES,
            rmlir_test_passes::PASSES,
            rmlir_test_passes::VECTOR_PASSES,
        ];
        for pass in passes.into_iter().flatten() {
            registry.add_pass(pass);
        }
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
