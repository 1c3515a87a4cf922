//! Transform operations on memrefs.
//!
//! `sets` has the operations that apply patterns of this crate; [`globals`] converts stack buffers to globals,
//! [`multi_buffer`] is multi-buffering of loops, [`dead_buffers`] erases buffers without reads, [`stack`] allocates
//! buffers on the stack. `handles` has the types of handles.

pub mod dead_buffers;
pub mod globals;
mod handles;
pub mod multi_buffer;
mod sets;
pub mod stack;

use rmlir::core::dialect::{Dialect, DialectExtension};
use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;

pub use self::sets::*;

/// The extensions of the transform dialect.
pub const EXTENSIONS: &[&DialectExtension] = &[&extension(sets::OPS), &extension(OPS)];

const OPS: &[&OpDef] = &[
    dead_buffers::EraseDeadAllocAndStoresOp::DEF,
    globals::AllocaToGlobalOp::DEF,
    multi_buffer::MultiBufferOp::DEF,
    stack::ApplyAllocToAllocaOp::DEF,
];

const fn extension(ops: &'static [&'static OpDef]) -> DialectExtension {
    let depends = &[rmlir_affine::Affine::DEF, rmlir_arith::Arith::DEF, rmlir_memref::MemRef::DEF];
    DialectExtension { dialect: rmlir_transform::Transform::DEF, ops, depends }
}
