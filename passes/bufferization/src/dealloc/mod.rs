//! Ownership-based deallocation of buffers.
//!
//! [`ownership`] creates `bufferization.dealloc` at the end of each block, with a condition that is true at run time
//! if the block owns a buffer: `run` is its state, `branches` handles terminators; [`simplification`] evaluates as
//! much as possible at compile time; [`lowering`] lowers the rest to `memref.dealloc`. [`early`] frees as early as
//! possible. `liveness` and `view_flow` are the analyses of values.

mod branches;
pub mod early;
mod helper;
mod liveness;
pub mod lowering;
pub mod ownership;
mod run;
pub mod simplification;
mod state;
mod view_flow;

pub(crate) use self::liveness::Liveness;
pub(crate) use self::view_flow::{ViewFlow, is_region_end};
