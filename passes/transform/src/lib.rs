//! The interpreter of transform scripts, and extensions of the transform dialect.
//!
//! [`interpreter`] is the interpreter pass, [`preload_library`] the pass that preloads shared sequences, `merge` merges
//! modules; [`structured`] matches payload by properties, [`tile`] tiles operations, [`fuse`] and [`fuse_into`] fuse
//! operations into loops, [`tune`] has tuning parameters, [`loops`] transforms loops, [`affine`] affine arithmetic,
//! [`functions`] functions and calls, [`independence`] makes operations loop-independent, [`mod@tensor`] transforms
//! tensors, [`promote`] allocates memory for them, [`mod@patterns`] applies patterns, [`cleanup`] cleans up, [`debug`]
//! emits remarks: operations that are added to the transform dialect as extensions.

use rmlir::core::dialect::{Dialect, DialectExtension};
use rmlir::core::opdef::OpDef;
use rmlir::pass::PassDef;
use rmlir::prelude::*;

pub mod affine;
pub mod cleanup;
pub mod debug;
pub mod functions;
pub mod fuse;
pub mod fuse_into;
pub mod independence;
mod index_lists;
pub mod interpreter;
pub mod loops;
mod merge;
pub mod patterns;
pub mod preload_library;
pub mod promote;
pub mod structured;
pub mod tensor;
pub mod tile;
pub mod tune;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    interpreter::TransformInterpreter::DEF,
    preload_library::PreloadLibrary::DEF,
    tensor::fold_tensor_subset_ops::fold_tensor_subset_ops::DEF,
];

/// The extensions of the dialect.
pub const EXTENSIONS: &[&DialectExtension] = &[
    &extension(OPS),
    &extension(functions::OPS),
    &extension(independence::OPS),
    &extension(loops::OPS),
    &extension(tensor::OPS),
];

const fn extension(ops: &'static [&'static OpDef]) -> DialectExtension {
    let depends = &[
        rmlir_affine::Affine::DEF,
        rmlir_bufferization::Bufferization::DEF,
        rmlir_func::Func::DEF,
        rmlir_scf::Scf::DEF,
        rmlir_tensor::Tensor::DEF,
        rmlir_vector::Vector::DEF,
    ];
    DialectExtension { dialect: rmlir_transform::Transform::DEF, ops, depends }
}

const OPS: &[&OpDef] = &[
    affine::SimplifyBoundedAffineOpsOp::DEF,
    affine::SimplifyMinMaxAffineOpsOp::DEF,
    cleanup::ApplyCseOp::DEF,
    cleanup::ApplyDceOp::DEF,
    cleanup::ApplyLicmOp::DEF,
    debug::EmitParamAsRemarkOp::DEF,
    debug::EmitRemarkAtOp::DEF,
    fuse::FuseOp::DEF,
    fuse_into::FuseIntoContainingOp::DEF,
    patterns::ApplyCanonicalizationPatternsOp::DEF,
    patterns::ApplyConversionPatternsOp::DEF,
    patterns::ApplyPatternsOp::DEF,
    promote::PromoteTensorOp::DEF,
    structured::MatchOp::DEF,
    tile::TileUsingForOp::DEF,
    tile::TileUsingForallOp::DEF,
    tune::KnobOp::DEF,
    tune::TuneAlternativesOp::DEF,
];
