//! Types of handles.

use rmlir::core::opdef::TypeConstraint;
use rmlir::prelude::*;
use rmlir_transform::OperationType;

fn is_handle_to(cx: &Context, ty: Type, name: &str) -> bool {
    OperationType::from_type(cx, ty).is_some_and(|ty| ty.operation_name(cx) == name)
}

/// A handle to `memref.alloc`.
#[allow(non_upper_case_globals)] // Constraints are named like types.
pub(super) static AllocHandle: TypeConstraint =
    TypeConstraint::new("Transform IR handle to memref.alloc operations", |cx, ty| {
        is_handle_to(cx, ty, "memref.alloc")
    });

/// A handle to `memref.alloca`.
#[allow(non_upper_case_globals)]
pub(super) static AllocaHandle: TypeConstraint =
    TypeConstraint::new("Transform IR handle to memref.alloca operations", |cx, ty| {
        is_handle_to(cx, ty, "memref.alloca")
    });
