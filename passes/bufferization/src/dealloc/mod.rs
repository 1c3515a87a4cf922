//! Who frees buffers.
//!
//! [`ownership`] makes `bufferization.dealloc` at the end of each block, with a
//! condition that says at run time whether the block owns a buffer;
//! [`simplification`] finds out what is known of that before; [`lowering`]
//! makes `memref.dealloc` of what is left. [`early`] frees as early as
//! possible. `liveness` and `view_flow` are what they know of values.

mod branches;
pub mod early;
mod helper;
mod liveness;
pub mod lowering;
pub mod ownership;
pub mod simplification;
mod state;
mod view_flow;

pub(crate) use self::liveness::Liveness;
pub(crate) use self::view_flow::{ViewFlow, is_region_end};
