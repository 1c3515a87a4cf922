//! Passes that print the result of an analysis, or apply a set of patterns or a service of the framework, each in one
//! file, and transform operations that do so, under the names that public tests use. They are of no use outside of
//! tests.

mod alias;
mod bounds;
mod dynamic_pipeline;
mod handles;
mod math;
mod pass_manager;
mod remark;
mod shape_ratio;
mod shard;
mod slices;
mod tiling;
mod vector;

use rmlir::core::dialect::{Dialect, DialectExtension};
use rmlir::core::opdef::OpDef;
use rmlir::pass::PassDef;

pub use self::vector::PASSES as VECTOR_PASSES;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    alias::TestAliasAnalysis::DEF,
    bounds::TestReifyValueBounds::DEF,
    dynamic_pipeline::TestDynamicPipeline::DEF,
    math::test_math_polynomial_approximation::DEF,
    pass_manager::test_pass_crash::DEF,
    pass_manager::test_pass_failure::DEF,
    remark::TestRemark::DEF,
    shape_ratio::ShapeRatioTest::DEF,
    shard::test_process_multi_index_op_lowering::DEF,
    slices::SliceAnalysisTest::DEF,
];

/// The extensions of the transform dialect.
pub const EXTENSIONS: &[&DialectExtension] = &[&extension(handles::OPS), &extension(tiling::OPS)];

const fn extension(ops: &'static [&'static OpDef]) -> DialectExtension {
    let depends = &[rmlir_affine::Affine::DEF, rmlir_scf::Scf::DEF, rmlir_tensor::Tensor::DEF];
    DialectExtension { dialect: rmlir_transform::Transform::DEF, ops, depends }
}
