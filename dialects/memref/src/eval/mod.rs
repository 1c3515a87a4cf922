//! The evaluation of the operations: `access` loads and stores elements, `buffer` allocates and frees memory, `view`
//! creates views, `transfer` evaluates asynchronous transfers.

mod access;
mod buffer;
mod transfer;
mod view;

use rmlir::interp::kind::MemRefKind;
use rmlir::interp::{Emit, Fault, Kind};
use rmlir::prelude::*;
use std::sync::Arc;

/// The runtime kind of a memref type.
fn memref_kind(op: OpRef, emit: &Emit, ty: Type) -> Result<Arc<MemRefKind>, Box<Diagnostic>> {
    match emit.kind(op, ty)? {
        Kind::MemRef(kind) => Ok(kind),
        _ => Err(op.error("cannot be interpreted: it takes memrefs only")),
    }
}

/// Sizes must not be negative: a view with negative sizes is poison, and an allocation with negative sizes is an error.
fn check_sizes(sizes: &[i64]) -> Result<(), Box<Fault>> {
    match sizes.iter().find(|&&size| size < 0) {
        Some(size) => Err(Fault::poison(format!("has the size {size}, which is negative"))),
        None => Ok(()),
    }
}
