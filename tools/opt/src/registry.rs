//! The dialects and passes of a tool.

use rmlir_ir::core::DialectRegistry;
use rmlir_ir::core::dialect::{Dialect, DialectDef, DialectExtension};
use rmlir_ir::core::opdef::OpDef;
use rmlir_ir::pass::{PassDef, PassRegistry, PipelineDef};

use crate::dialects::DIALECTS;
use crate::passes::PASSES;
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
        for dialect in DIALECTS {
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
        for pass in PASSES.iter().copied().flatten().copied().flatten() {
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
