//! Ownership-based deallocation of buffers.
//!
//! [`ownership_based_buffer_deallocation`] creates `bufferization.dealloc` at the end of each block, with a condition that is true at run time
//! if the block owns a buffer: `run` is its state, `branches` handles terminators; [`buffer_deallocation_simplification`] evaluates as
//! much as possible at compile time; [`lower_deallocations`] lowers the rest to `memref.dealloc`. [`optimize_allocation_liveness`] frees as early as
//! possible. `liveness` and `view_flow` are the analyses of values.

mod branches;
pub mod buffer_deallocation_simplification;
mod helper;
mod liveness;
pub mod lower_deallocations;
pub mod optimize_allocation_liveness;
pub mod ownership_based_buffer_deallocation;
mod run;
mod state;
mod view_flow;

pub(crate) use self::liveness::Liveness;
pub(crate) use self::view_flow::{ViewFlow, is_region_end};
