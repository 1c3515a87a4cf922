//! Operations of transform scripts that select the pattern sets of this crate.
//!
//! Each names a set; `plain_sets` declares those without options, one row each.

use rmlir::core::dialect::{Dialect, DialectExtension};
use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;
use rmlir_transform::{PatternDescriptor, TransformState};

use crate::lower::contract::ContractLowering;
use crate::lower::multi_reduction::MultiReductionLowering;
use crate::lower::transpose::TransposeLowering;
use crate::rewrite::split_transfer::TransferSplit;
use crate::{lower, rewrite, to_scf};

/// Rows of `/// doc`, `Op "what follows transform.apply_patterns.vector." = sets, ..;`.
macro_rules! plain_sets {
    ($($(#[$doc:meta])* $op:ident $name:tt = $($set:expr),+;)*) => {
        $(
            $(#[$doc])*
            #[op(name = $name, interfaces(PatternDescriptor), format = "attr-dict")]
            pub struct $op {}

            impl PatternDescriptor for $op {
                fn populate(&self, _op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
                    $(patterns.extend($set);)+
                }
            }
        )*

        const PLAIN: &[&OpDef] = &[$($op::DEF),*];
    };
}

plain_sets! {
    /// Drops leading unit dimensions.
    ApplyCastAwayVectorLeadingOneDimPatternsOp "transform.apply_patterns.vector.cast_away_vector_leading_one_dim"
        = rewrite::unit_dims::leading_patterns(1);
    /// Drops unit dimensions by shape casts.
    ApplyDropUnitDimWithShapeCastPatternsOp "transform.apply_patterns.vector.drop_unit_dims_with_shape_cast"
        = rewrite::unit_dims_anywhere::patterns(1);
    /// Converts products to outer products.
    ApplyFoldElementwiseToVectorPatternsOp "transform.apply_patterns.vector.elementwise_to_vector"
        = rewrite::outer_product::patterns();
    /// Folds extensions of operands into contractions.
    ApplyFoldArithExtensionPatternsOp "transform.apply_patterns.vector.fold_arith_extension"
        = rewrite::contract::fold_extension_patterns();
    /// Converts interleavings to shuffles.
    ApplyInterleaveToShufflePatternsOp "transform.apply_patterns.vector.interleave_to_shuffle"
        = lower::interleave::interleave_to_shuffle_patterns(1);
    /// Unrolls bitcasts to vectors of one dimension.
    ApplyLowerBitCastPatternsOp "transform.apply_patterns.vector.lower_bitcast" = lower::bitcast::patterns(1, 1);
    /// Lowers broadcasts to those of scalars.
    ApplyLowerBroadcastPatternsOp "transform.apply_patterns.vector.lower_broadcast" = lower::broadcast::patterns(1);
    /// Lowers masks to constants and comparisons.
    ApplyLowerCreateMaskPatternsOp "transform.apply_patterns.vector.lower_create_mask" = lower::mask::mask_patterns(1);
    /// Lowers gathers to conditional loads.
    ApplyLowerGatherPatternsOp "transform.apply_patterns.vector.lower_gather" = lower::gather::patterns(1);
    /// Unrolls interleavings to vectors of one dimension.
    ApplyLowerInterleavePatternsOp "transform.apply_patterns.vector.lower_interleave"
        = lower::interleave::patterns(1, 1);
    /// Lowers masked transfers and gathers without `vector.mask`.
    ApplyLowerMaskedTransfersPatternsOp "transform.apply_patterns.vector.lower_masked_transfers"
        = lower::mask::masked_access_patterns(1);
    /// Lowers masks to constants and comparisons.
    ApplyLowerMasksPatternsOp "transform.apply_patterns.vector.lower_masks" = lower::mask::mask_patterns(1);
    /// Lowers outer products row by row.
    ApplyLowerOuterProductPatternsOp "transform.apply_patterns.vector.lower_outerproduct"
        = lower::outer_product::patterns(1);
    /// Lowers scans to arithmetic.
    ApplyLowerScanPatternsOp "transform.apply_patterns.vector.lower_scan" = lower::scan::patterns(1);
    /// Lowers shape casts to extractions and insertions.
    ApplyLowerShapeCastPatternsOp "transform.apply_patterns.vector.lower_shape_cast" = lower::shape_cast::patterns(1);
    /// Materializes masks as arithmetic.
    ApplyMaterializeMasksPatternsOp "transform.apply_patterns.vector.materialize_masks"
        = lower::materialize_mask::patterns(false, 1);
    /// Rewrites conversions of sub-byte elements to arithmetic on bytes.
    ApplyRewriteNarrowTypePatternsOp "transform.apply_patterns.vector.rewrite_narrow_types"
        = rewrite::narrow_types::patterns(1), rewrite::narrow_types::transpose_patterns(1);
    /// Sinks memory accesses to single elements.
    ApplySinkVectorMemPatternsOp "transform.apply_patterns.vector.sink_mem_ops" = rewrite::sink::memory_patterns(1);
    /// Sinks broadcasts and transposes below arithmetic, and hoists extractions above it.
    ApplySinkVectorPatternsOp "transform.apply_patterns.vector.sink_ops" = rewrite::sink::patterns(1);
    /// Removes permutations from the maps of transfers.
    ApplyTransferPermutationPatternsOp "transform.apply_patterns.vector.transfer_permutation_patterns"
        = lower::transfer::permutation_map_patterns(1);
    /// Unrolls `vector.from_elements` to one dimension.
    ApplyUnrollFromElementsPatternsOp "transform.apply_patterns.vector.unroll_from_elements"
        = lower::elements::from_elements_unroll_patterns(1);
    /// Unrolls `vector.to_elements` to one dimension.
    ApplyUnrollToElementsPatternsOp "transform.apply_patterns.vector.unroll_to_elements"
        = lower::elements::to_elements_unroll_patterns(1);
    /// Converts reductions to contractions, and folds surrounding operations into these.
    ApplyVectorReductionToContractPatternsOp "transform.apply_patterns.vector.reduction_to_contract"
        = rewrite::contract::reduction_to_contract_patterns(1);
}

/// Lowers contractions by the selected strategy.
#[op(
    name = "transform.apply_patterns.vector.lower_contraction",
    interfaces(PatternDescriptor),
    format = "(`lowering_strategy` `=` $lowering_strategy^)? attr-dict"
)]
pub struct ApplyLowerContractionPatternsOp {
    #[prop(default = outer_product)]
    lowering_strategy: ContractLowering,
}

fn outer_product(cx: &Context) -> Attr {
    ContractLowering::OuterProduct.attr(cx)
}

impl PatternDescriptor for ApplyLowerContractionPatternsOp {
    fn populate(&self, op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(lower::contract::patterns(op.get(Self::lowering_strategy), 1, true));
    }
}

/// Lowers multi-dimensional reductions by the selected strategy.
#[op(
    name = "transform.apply_patterns.vector.lower_multi_reduction",
    interfaces(PatternDescriptor),
    format = "(`lowering_strategy` `=` $lowering_strategy^)? attr-dict"
)]
pub struct ApplyLowerMultiReductionPatternsOp {
    #[prop(default = inner_parallel)]
    lowering_strategy: MultiReductionLowering,
}

fn inner_parallel(cx: &Context) -> Attr {
    MultiReductionLowering::InnerParallel.attr(cx)
}

impl PatternDescriptor for ApplyLowerMultiReductionPatternsOp {
    fn populate(&self, op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(lower::multi_reduction::patterns(op.get(Self::lowering_strategy), 1));
    }
}

/// Lowers transfers of at most this rank to loads and stores.
#[op(
    name = "transform.apply_patterns.vector.lower_transfer",
    interfaces(PatternDescriptor),
    format = "(`max_transfer_rank` `=` $max_transfer_rank^)? attr-dict"
)]
pub struct ApplyLowerTransferPatternsOp {
    #[prop(default = one)]
    max_transfer_rank: I64Attr,
}

fn one(cx: &Context) -> Attr {
    cx.i64_attr(1)
}

impl PatternDescriptor for ApplyLowerTransferPatternsOp {
    fn populate(&self, op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(lower::transfer::patterns(
            Some(usize::try_from(op.get(Self::max_transfer_rank)).unwrap_or(usize::MAX)),
            1,
        ));
    }
}

/// Lowers transposes by the selected strategy.
#[op(
    name = "transform.apply_patterns.vector.lower_transpose",
    interfaces(PatternDescriptor),
    format = "oilist(`lowering_strategy` `=` $lowering_strategy | \
              `avx2_lowering_strategy` `=` $avx2_lowering_strategy) attr-dict"
)]
pub struct ApplyLowerTransposePatternsOp {
    #[prop(default = elementwise)]
    lowering_strategy: TransposeLowering,
    #[prop(default = no)]
    avx2_lowering_strategy: BoolAttr,
}

fn elementwise(cx: &Context) -> Attr {
    TransposeLowering::EltWise.attr(cx)
}

fn no(_cx: &Context) -> Attr {
    Attr::FALSE
}

impl PatternDescriptor for ApplyLowerTransposePatternsOp {
    fn populate(&self, op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(lower::transpose::patterns(op.get(Self::lowering_strategy), 1));
        if op.get(Self::avx2_lowering_strategy) {
            patterns.extend(lower::avx2::transpose_patterns(BEFORE_OTHERS));
        }
    }
}

/// The benefit of patterns that are preferred to those of benefit 1, as in upstream.
const BEFORE_OTHERS: u16 = 10;

/// Splits transfers into in-bounds and possibly out-of-bounds ones.
#[op(
    name = "transform.apply_patterns.vector.split_transfer_full_partial",
    interfaces(PatternDescriptor),
    format = "(`split_transfer_strategy` `=` $split_transfer_strategy^)? attr-dict"
)]
pub struct ApplySplitTransferFullPartialPatternsOp {
    #[prop(default = linalg_copy)]
    split_transfer_strategy: TransferSplit,
}

fn linalg_copy(cx: &Context) -> Attr {
    TransferSplit::LinalgCopy.attr(cx)
}

impl PatternDescriptor for ApplySplitTransferFullPartialPatternsOp {
    fn populate(&self, op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        patterns.extend(rewrite::split_transfer::patterns(op.get(Self::split_transfer_strategy)));
    }
}

/// Lowers transfers of several dimensions to loops.
#[op(
    name = "transform.apply_patterns.vector.transfer_to_scf",
    interfaces(PatternDescriptor),
    format = "oilist(`max_transfer_rank` `=` $max_transfer_rank | `full_unroll` `=` $full_unroll) attr-dict"
)]
pub struct ApplyTransferToScfPatternsOp {
    #[prop(default = one)]
    max_transfer_rank: I64Attr,
    #[prop(default = no)]
    full_unroll: BoolAttr,
}

impl PatternDescriptor for ApplyTransferToScfPatternsOp {
    fn populate(&self, op: OpRef, _state: &TransformState, patterns: &mut PatternSet) {
        let options = to_scf::Options {
            full_unroll: op.get(Self::full_unroll),
            target_rank: u32::try_from(op.get(Self::max_transfer_rank)).unwrap_or(u32::MAX),
            ..to_scf::Options::default()
        };
        patterns.extend(to_scf::patterns(options));
    }
}

/// The operations with options.
const CHOOSING: &[&OpDef] = &[
    ApplyLowerContractionPatternsOp::DEF,
    ApplyLowerMultiReductionPatternsOp::DEF,
    ApplyLowerTransferPatternsOp::DEF,
    ApplyLowerTransposePatternsOp::DEF,
    ApplySplitTransferFullPartialPatternsOp::DEF,
    ApplyTransferToScfPatternsOp::DEF,
];

/// The operations added to the transform dialect.
pub const EXTENSIONS: &[&DialectExtension] = &[&extension(PLAIN), &extension(CHOOSING)];

const fn extension(ops: &'static [&'static OpDef]) -> DialectExtension {
    DialectExtension { dialect: rmlir_transform::Transform::DEF, ops, depends: &[rmlir_vector::Vector::DEF] }
}
