//! Passes on memrefs.
//!
//! [`expand_strided_metadata`] expands views to arithmetic on offsets, sizes and strides;
//! [`resolve_shaped_type_result_dims`] computes sizes of results from operands, [`reify_result_shapes`] puts static
//! sizes into result types; [`expand`], [`expand_realloc`] and [`emulate_wide_int`] expand operations to simpler ones;
//! [`fold_memref_alias_ops`] and [`affine_fold_memref_alias_ops`] fold views into accesses;
//! [`bubble_down_memory_space_casts`] folds casts of memory spaces into accesses; [`buffer_results_to_out_params`]
//! converts results of functions to output parameters; [`infer_noalias_arguments`] marks arguments whose memory has no
//! alias; [`scripts`] has the transform operations.

use rmlir::pass::PassDef;

pub mod affine_fold_memref_alias_ops;
pub mod bubble_down_memory_space_casts;
pub mod buffer_results_to_out_params;
pub mod emulate_wide_int;
pub mod expand;
pub mod expand_realloc;
pub mod expand_strided_metadata;
pub mod fold_memref_alias_ops;
pub mod infer_noalias_arguments;
pub mod reify_result_shapes;
pub mod resolve_shaped_type_result_dims;
pub mod scripts;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    affine_fold_memref_alias_ops::affine_fold_memref_alias_ops::DEF,
    bubble_down_memory_space_casts::bubble_down_memory_space_casts::DEF,
    expand_realloc::ExpandRealloc::DEF,
    expand_strided_metadata::expand_strided_metadata::DEF,
    infer_noalias_arguments::infer_noalias_arguments::DEF,
    expand::memref_expand::DEF,
    fold_memref_alias_ops::fold_memref_alias_ops::DEF,
    buffer_results_to_out_params::BufferResultsToOutParams::DEF,
    reify_result_shapes::reify_result_shapes::DEF,
    resolve_shaped_type_result_dims::ResolveRankedShapedTypeResultDims::DEF,
    resolve_shaped_type_result_dims::ResolveShapedTypeResultDims::DEF,
    emulate_wide_int::MemRefEmulateWideInt::DEF,
];
