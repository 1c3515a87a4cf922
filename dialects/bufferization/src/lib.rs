//! The `bufferization` dialect: where tensors and buffers meet, and who frees
//! a buffer.
//!
//! In reading order: the operations (`convert`, `alloc`, `materialize`,
//! `dealloc`), their canonicalization, the attributes on arguments of functions
//! (`hooks`); then what an operation says about its tensors becoming buffers
//! ([`bufferizable`]), which the passes that make buffers of tensors ask.

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
    /// From tensors to buffers, and who frees them.
    ///
    /// While some operations of a program work on tensors and others on buffers
    /// already, conversions stand between them. Copies of tensors say where a
    /// buffer of its own is needed; `bufferization.dealloc` says which buffers
    /// end their life, depending on who owns them.
    pub Bufferization = "bufferization" {
        ops: [AllocTensorOp, CloneOp, DeallocOp, DeallocTensorOp, MaterializeInDestinationOp, ToBufferOp, ToTensorOp],
        depends: [rmlir_memref::MemRef, rmlir_tensor::Tensor],
        hooks: hooks::Hooks,
    }
}
