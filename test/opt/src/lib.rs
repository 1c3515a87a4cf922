//! The opt tool with the dialect and the passes that tests are written in.
//!
//! The passes show what an analysis or a service of the framework gives, each in one file; they are of no use outside of
//! tests.

mod dynamic_pipeline;
mod math;
pub mod mutants;
mod planted;
mod shape_ratio;
mod slices;
mod vector;

use rmlir::pass::PassDef;
use rmlir_test_dialect::Test;
use rmlir_top::Registry;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    dynamic_pipeline::TestDynamicPipeline::DEF,
    math::test_math_polynomial_approximation::DEF,
    mutants::TestMutant::DEF,
    planted::TestPlantedMistake::DEF,
    shape_ratio::ShapeRatioTest::DEF,
    slices::SliceAnalysisTest::DEF,
];

/// Every dialect and pass of rmlir, and those of tests.
pub fn registry() -> Registry {
    let mut registry = Registry::everything();
    extend(&mut registry);
    registry
}

/// Adds the dialect and the passes of tests.
pub fn extend(registry: &mut Registry) {
    registry.register::<Test>();
    for pass in PASSES.iter().chain(vector::PASSES) {
        registry.add_pass(pass);
    }
}
