//! Passes on affine operations.
//!
//! In reading order: simplification of maps and sets ([`simplify_structures`], [`simplify_min_max`]); expansion of
//! index operations ([`expand_index_ops`]); normalization of loops ([`loop_normalize`]), loop-invariant code motion
//! ([`loop_invariant_code_motion`]) and unrolling ([`loop_unroll`]); layouts folded into indices
//! ([`normalize_memrefs`]). `promote` replaces loops with a single iteration by their bodies, [`reify`] materializes
//! bounds as operations. [`cache_tile`], [`pack`] and [`register_tile`] fit products to a [`machine`].

pub mod cache_tile;
pub mod data_copy_generate;
pub mod expand_index_ops;
pub mod inline_regions;
pub mod loop_coalescing;
pub mod loop_fusion;
pub mod loop_invariant_code_motion;
pub mod loop_normalize;
pub mod loop_tile;
pub mod loop_unroll;
pub mod loop_unroll_jam;
pub mod machine;
pub mod normalize_memrefs;
pub mod outline_regions;
pub mod pack;
pub mod parallelize;
pub mod promote;
pub mod raise_from_memref;
pub mod register_tile;
pub mod reify;
pub mod replace_memref;
pub mod scalrep;
pub mod simplify_min_max;
pub mod simplify_structures;
pub mod super_vectorize;
mod yields;

use rmlir::pass::PassDef;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    cache_tile::AffineCacheTile::DEF,
    data_copy_generate::AffineDataCopyGenerate::DEF,
    expand_index_ops::affine_expand_index_ops::DEF,
    expand_index_ops::affine_expand_index_ops_as_affine::DEF,
    loop_fusion::AffineLoopFusion::DEF,
    loop_invariant_code_motion::affine_loop_invariant_code_motion::DEF,
    loop_normalize::AffineLoopNormalize::DEF,
    loop_tile::AffineLoopTile::DEF,
    loop_unroll::AffineLoopUnroll::DEF,
    loop_unroll_jam::AffineLoopUnrollJam::DEF,
    inline_regions::affine_inline_regions::DEF,
    outline_regions::affine_outline_regions::DEF,
    pack::AffinePack::DEF,
    register_tile::AffineRegisterTile::DEF,
    scalrep::affine_scalrep::DEF,
    super_vectorize::AffineSuperVectorize::DEF,
    parallelize::AffineParallelize::DEF,
    loop_coalescing::affine_loop_coalescing::DEF,
    raise_from_memref::AffineRaiseFromMemref::DEF,
    simplify_min_max::affine_simplify_min_max::DEF,
    simplify_structures::affine_simplify_structures::DEF,
    normalize_memrefs::normalize_memrefs::DEF,
];
