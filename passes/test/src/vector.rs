//! Passes that apply one set of patterns on vectors each.

use rmlir::analysis::bounds::ScaleRange;
use rmlir::pass::{Pass, PassCx, PassDef, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig};
use rmlir_vector::VectorType;
use rmlir_vector_passes::{lower, rewrite};

/// The passes.
pub const PASSES: &[&PassDef] = &[
    test_vector_scan_lowering::DEF,
    test_vector_gather_lowering::DEF,
    test_vector_shuffle_lowering::DEF,
    test_vector_extract_strided_slice_lowering::DEF,
    test_vector_break_down_bitcast::DEF,
    test_vector_break_down_reduction_patterns::DEF,
    test_vector_chained_reduction_folding_patterns::DEF,
    test_vector_contraction_prepare_for_mmt_lowering::DEF,
    test_vector_reduction_to_contract_patterns::DEF,
    test_fold_arith_extf_into_vector_contract_patterns::DEF,
    test_vector_emulate_masked_load_store::DEF,
    test_vector_to_vector_lowering::DEF,
    test_vector_transferop_opt::DEF,
    TestEliminateVectorMasks::DEF,
];

/// Test eliminating vector masks
///
/// Masks that are set everywhere, for any vector scale in the range, become constants.
#[pass(
    name = "test-eliminate-vector-masks",
    title = "TestEliminateVectorMasks",
    anchor = "func.func",
    summary = "Test eliminating vector masks"
)]
pub struct TestEliminateVectorMasks {
    /// Minimum possible value of vscale.
    #[option(default = 1, name = "vscale-min")]
    vscale_min: u32,
    /// Maximum possible value of vscale.
    #[option(default = 16, name = "vscale-max")]
    vscale_max: u32,
}

impl Pass for TestEliminateVectorMasks {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let range = ScaleRange { min: self.vscale_min.into(), max: self.vscale_max.into() };
        let root = cx.body().root();
        rewrite::full_masks::replace_full_masks(&mut cx.rewriter(), root, range);
        Ok(())
    }
}

/// Test optimization transformations for transfer ops
#[pass(name = "test-vector-transferop-opt", title = "TestVectorTransferOpt", anchor = "func.func")]
fn test_vector_transferop_opt(cx: &mut PassCx) -> PassResult {
    let root = cx.body().root();
    rewrite::transfer_flow::optimize(&mut cx.rewriter(), root);
    Ok(())
}

fn apply(cx: &mut PassCx, set: PatternSet) -> PassResult {
    let patterns = FrozenPatterns::new(cx.cx(), set);
    let _ = cx.apply_patterns(&patterns, &GreedyConfig::default());
    Ok(())
}

/// Rows of `/// doc`, `function "name" patterns;`.
macro_rules! applying {
    ($($(#[$doc:meta])* $pass:ident $name:literal $patterns:expr;)*) => {$(
        $(#[$doc])*
        #[pass(name = $name, anchor = "func.func", depends(rmlir_vector::Vector, rmlir_scf::Scf, rmlir_memref::MemRef))]
        fn $pass(cx: &mut PassCx) -> PassResult {
            apply(cx, $patterns)
        }
    )*};
}

applying! {
    /// Test lowering patterns that lower the scan op in the vector dialect
    test_vector_scan_lowering "test-vector-scan-lowering" lower::scan::patterns(1);
    /// Test patterns that lower the gather op in the vector conditional loads
    test_vector_gather_lowering "test-vector-gather-lowering" gathers();
    /// Test lowering patterns for vector.shuffle with mixed-size inputs
    test_vector_shuffle_lowering "test-vector-shuffle-lowering" lower::shuffle::patterns(1);
    /// Test lowering patterns that converts vector.extract_strided_slice into a chain of vector.extract and vector.insert ops
    test_vector_extract_strided_slice_lowering "test-vector-extract-strided-slice-lowering"
        lower::strided_slice::extract_insert_chain_patterns(|_, _| true, 1);
    /// Test pattern that breaks down vector.bitcast ops
    test_vector_break_down_bitcast "test-vector-break-down-bitcast"
        rewrite::bitcast::break_down_patterns(|body, op| {
            VectorType::at(body, op.source(body)).shape.last().is_some_and(|&last| last > 4)
        }, 1);
    /// Test patterns to break down vector reductions into arith reductions
    test_vector_break_down_reduction_patterns "test-vector-break-down-reduction-patterns"
        rewrite::reduction::break_down_patterns(2, 1);
    /// Test patterns to fold chained vector reductions
    test_vector_chained_reduction_folding_patterns "test-vector-chained-reduction-folding-patterns"
        rewrite::reduction::chain_folding_patterns(1);
    /// Test vector.contract matmul canonicalization for MMT lowering.
    test_vector_contraction_prepare_for_mmt_lowering "test-vector-contraction-prepare-for-mmt-lowering"
        rewrite::contract::matmul_to_mmt_patterns(1);
    /// Test patterns to convert multireduce op to contract and combine broadcast/transpose to contract
    test_vector_reduction_to_contract_patterns "test-vector-reduction-to-contract-patterns"
        rewrite::contract::reduction_to_contract_patterns(1);
    /// Test patterns that fold arithmetic extension ops into vector contract ops
    test_fold_arith_extf_into_vector_contract_patterns "test-fold-arith-extf-into-vector-contract-patterns"
        rewrite::contract::fold_extension_patterns();
    /// Test patterns that emulate the maskedload/maskedstore op by  memref.load/store and scf.if
    test_vector_emulate_masked_load_store "test-vector-emulate-masked-load-store"
        rewrite::masked_access::emulation_patterns(1);
    /// Test lowering patterns between ops in the vector dialect
    test_vector_to_vector_lowering "test-vector-to-vector-lowering" between_vectors();
}

fn between_vectors() -> PatternSet {
    let mut set = rmlir_vector::vector_to_vector_patterns();
    set.extend(rewrite::bitcast::bubble_patterns(1));
    set.extend(rewrite::unit_dims::leading_patterns(1));
    set
}

fn gathers() -> PatternSet {
    let mut set = lower::gather::patterns(1);
    set.extend(lower::gather::conditional_load_patterns(1));
    set
}
