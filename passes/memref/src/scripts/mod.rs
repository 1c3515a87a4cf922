//! Transform operations on memrefs.
//!
//! `sets` has the operations that apply patterns of this crate; [`globals`] converts stack buffers to globals,
//! [`multi_buffer`] is multi-buffering of loops, [`dead_buffers`] erases buffers without reads, [`stack`] allocates
//! buffers on the stack.

pub mod dead_buffers;
pub mod globals;
pub mod multi_buffer;
mod sets;
pub mod stack;

use rmlir::core::dialect::{Dialect, DialectExtension};
use rmlir::core::opdef::{OpDef, TypeConstraint};
use rmlir::prelude::*;
use rmlir_transform::OperationType;

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

fn is_handle_to(cx: &Context, ty: Type, name: &str) -> bool {
    OperationType::from_type(cx, ty).is_some_and(|ty| ty.operation_name(cx) == name)
}

/// A handle to `memref.alloc`.
#[allow(non_upper_case_globals)] // Constraints are named like types.
static AllocHandle: TypeConstraint = TypeConstraint::new("Transform IR handle to memref.alloc operations", |cx, ty| {
    is_handle_to(cx, ty, "memref.alloc")
});

/// A handle to `memref.alloca`.
#[allow(non_upper_case_globals)]
static AllocaHandle: TypeConstraint =
    TypeConstraint::new("Transform IR handle to memref.alloca operations", |cx, ty| {
        is_handle_to(cx, ty, "memref.alloca")
    });
