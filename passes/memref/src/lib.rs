//! Passes on memrefs.
//!
//! [`metadata`] expands views to arithmetic on offsets, sizes and strides; [`result_dims`] computes sizes of results
//! from operands, [`result_shapes`] puts static sizes into result types; [`expand`] and [`expand_realloc`] expand
//! operations to simpler ones; [`fold_alias`] and [`fold_affine_alias`] fold views into accesses; [`memory_spaces`]
//! folds casts of memory spaces into accesses; [`out_params`] converts results of functions to output parameters;
//! [`noalias_arguments`] marks arguments whose memory has no alias; [`scripts`] has the transform operations.

use rmlir::pass::PassDef;

pub mod expand;
pub mod expand_realloc;
pub mod fold_affine_alias;
pub mod fold_alias;
pub mod memory_spaces;
pub mod metadata;
pub mod noalias_arguments;
pub mod out_params;
pub mod result_dims;
pub mod result_shapes;
pub mod scripts;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    fold_affine_alias::affine_fold_memref_alias_ops::DEF,
    memory_spaces::bubble_down_memory_space_casts::DEF,
    expand_realloc::ExpandRealloc::DEF,
    metadata::expand_strided_metadata::DEF,
    noalias_arguments::infer_noalias_arguments::DEF,
    expand::memref_expand::DEF,
    fold_alias::fold_memref_alias_ops::DEF,
    out_params::BufferResultsToOutParams::DEF,
    result_shapes::reify_result_shapes::DEF,
    result_dims::ResolveRankedShapedTypeResultDims::DEF,
    result_dims::ResolveShapedTypeResultDims::DEF,
];
