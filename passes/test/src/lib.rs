//! Passes that show what an analysis, a set of patterns or a service of the framework gives, each in one file, under the
//! names that public tests know them by. They are of no use outside of tests.

mod dynamic_pipeline;
mod math;
mod shape_ratio;
mod shard;
mod slices;
mod vector;

use rmlir::pass::PassDef;

pub use self::vector::PASSES as VECTOR_PASSES;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    dynamic_pipeline::TestDynamicPipeline::DEF,
    math::test_math_polynomial_approximation::DEF,
    shape_ratio::ShapeRatioTest::DEF,
    shard::test_process_multi_index_op_lowering::DEF,
    slices::SliceAnalysisTest::DEF,
];
