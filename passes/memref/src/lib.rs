//! Passes on memrefs.
//!
//! [`metadata`] writes views out as arithmetic on offsets, sizes and strides;
//! [`result_dims`] writes sizes of results with those of operands, [`result_shapes`] puts those that are known in types;
//! [`expand`] and [`expand_realloc`] write operations with simpler ones;
//! [`fold_alias`] and [`fold_affine_alias`] access what views are made of;
//! [`memory_spaces`] accesses memory where it is;
//! [`out_params`] makes functions fill buffers of their callers;
//! [`noalias_arguments`] says which arguments nothing else refers to;
//! [`scripts`] holds operations of transform scripts.

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
