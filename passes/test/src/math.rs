//! Passes that apply one set of patterns on mathematical functions.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig};
use rmlir_math_passes::approximate;

/// Test math polynomial approximations
#[pass(
    name = "test-math-polynomial-approximation",
    title = "TestMathPolynomialApproximationPass",
    depends(rmlir_arith::Arith, rmlir_math::Math, rmlir_vector::Vector)
)]
pub fn test_math_polynomial_approximation(cx: &mut PassCx) -> PassResult {
    let patterns = FrozenPatterns::new(cx.cx(), approximate::patterns());
    let _ = cx.apply_patterns(&patterns, &GreedyConfig::default());
    Ok(())
}
