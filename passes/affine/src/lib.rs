//! Passes on affine operations.
//!
//! In reading order: simplification of maps and sets ([`simplify_structures`], [`simplify_min_max`]); expansion of
//! index operations ([`expand_index_ops`]); normalization of loops ([`normalize`]), loop-invariant code motion
//! ([`hoist`]) and unrolling ([`unroll`]); layouts folded into indices ([`normalize_memrefs`]). `promote` replaces
//! loops with a single iteration by their bodies, [`reify`] materializes bounds as operations.

pub mod analysis;
pub mod coalesce;
pub mod data_copy;
pub mod expand_index_ops;
pub mod fusion;
pub mod hoist;
pub mod normalize;
pub mod normalize_memrefs;
pub mod parallelize;
pub mod promote;
pub mod raise;
pub mod raise_loops;
pub mod reify;
pub mod replace_memref;
pub mod scalrep;
pub mod simplify_min_max;
pub mod simplify_structures;
pub mod tile;
pub mod unroll;
pub mod unroll_jam;
pub mod vectorize;
mod yields;

use rmlir::pass::PassDef;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    data_copy::AffineDataCopyGenerate::DEF,
    expand_index_ops::affine_expand_index_ops::DEF,
    expand_index_ops::affine_expand_index_ops_as_affine::DEF,
    fusion::AffineLoopFusion::DEF,
    hoist::affine_loop_invariant_code_motion::DEF,
    normalize::AffineLoopNormalize::DEF,
    tile::AffineLoopTile::DEF,
    unroll::AffineLoopUnroll::DEF,
    unroll_jam::AffineLoopUnrollJam::DEF,
    scalrep::affine_scalrep::DEF,
    vectorize::AffineSuperVectorize::DEF,
    parallelize::AffineParallelize::DEF,
    coalesce::affine_loop_coalescing::DEF,
    raise::affine_raise_from_memref::DEF,
    raise_loops::raise_scf_to_affine::DEF,
    simplify_min_max::affine_simplify_min_max::DEF,
    simplify_structures::affine_simplify_structures::DEF,
    normalize_memrefs::normalize_memrefs::DEF,
];
