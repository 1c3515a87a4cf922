//! The `bufferization` dialect: conversion between tensors and buffers, and ownership of buffers.
//!
//! In reading order: the operations (`convert`, `alloc`, `materialize`, `dealloc`), their canonicalization, the
//! attributes on arguments of functions (`hooks`); then the interface of operations that bufferize ([`bufferizable`]),
//! which the bufferization passes use.

mod alloc;
pub mod bufferizable;
pub mod canonicalize;
mod convert;
mod dealloc;
mod eval;
mod hooks;
mod materialize;
mod types;

use rmlir::prelude::*;

pub use self::alloc::{AllocTensorOp, CloneOp, DeallocTensorOp};
pub use self::convert::{ToBufferOp, ToTensorOp};
pub use self::dealloc::DeallocOp;
pub use self::hooks::{BUFFER_ACCESS, BUFFER_LAYOUT, MANUAL_DEALLOCATION, WRITABLE};
pub use self::materialize::MaterializeInDestinationOp;

dialect! {
    /// Conversion of tensors to buffers, and ownership of buffers.
    ///
    /// While a part of the operations of a program is bufferized already, conversions connect tensors and buffers.
    /// Copies of tensors mark where a separate buffer is needed; `bufferization.dealloc` marks where the lifetime of
    /// buffers ends, depending on their ownership.
    pub Bufferization = "bufferization" {
        ops: [AllocTensorOp, CloneOp, DeallocOp, DeallocTensorOp, MaterializeInDestinationOp, ToBufferOp, ToTensorOp],
        depends: [rmlir_memref::MemRef, rmlir_tensor::Tensor],
        hooks: hooks::Hooks,
    }
}
