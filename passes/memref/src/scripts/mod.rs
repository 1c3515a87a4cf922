//! Operations of transform scripts on memrefs.
//!
//! `sets` name the patterns of this crate; [`globals`] makes buffers of a program of those of a function, [`multi_buffer`]
//! gives iterations buffers of their own, [`dead_buffers`] erases what is only written, [`stack`] puts buffers on the stack.

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

/// What is added to the dialect of scripts.
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
