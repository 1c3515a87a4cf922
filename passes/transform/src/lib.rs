//! The interpreter of transform scripts, and transform operations on loops.
//!
//! [`interpreter`] is the pass; [`structured`] finds payload by properties, [`loops`] transforms loops, [`patterns`] applies
//! patterns, [`cleanup`] cleans up, [`debug`] says what there is: operations that are added to the dialect of scripts from
//! outside.

use rmlir::core::dialect::{Dialect, DialectExtension};
use rmlir::core::opdef::OpDef;
use rmlir::pass::PassDef;
use rmlir::prelude::*;

pub mod cleanup;
pub mod debug;
pub mod interpreter;
pub mod loops;
pub mod patterns;
pub mod structured;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[interpreter::TransformInterpreter::DEF];

/// What is added to the dialect.
pub const EXTENSIONS: &[&DialectExtension] = &[&EXTENSION];

static EXTENSION: DialectExtension =
    DialectExtension { dialect: rmlir_transform::Transform::DEF, ops: OPS, depends: &[rmlir_scf::Scf::DEF] };

const OPS: &[&OpDef] = &[
    cleanup::ApplyCseOp::DEF,
    cleanup::ApplyDceOp::DEF,
    cleanup::ApplyLicmOp::DEF,
    debug::EmitParamAsRemarkOp::DEF,
    debug::EmitRemarkAtOp::DEF,
    loops::ForallToForOp::DEF,
    loops::ForallToParallelOp::DEF,
    loops::ParallelForToNestedForsOp::DEF,
    loops::TakeAssumedBranchOp::DEF,
    patterns::ApplyCanonicalizationPatternsOp::DEF,
    patterns::ApplyConversionPatternsOp::DEF,
    patterns::ApplyPatternsOp::DEF,
    structured::MatchOp::DEF,
];
