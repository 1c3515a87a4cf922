//! OpenMP constructs as calls of LLVM's OpenMP runtime.
//!
//! Upstream does this during translation to LLVM IR; here it is a pass, so that it is available without LLVM, and
//! the result can be inspected.
//!
//! In reading order: [`to_runtime`] the pass; `team` where constructs are, `share` worksharing loops, `nest` their loop
//! nests, `reduce` reductions, `exclusive` constructs that a subset of the threads executes, `outline` regions that
//! become functions; `runtime` the functions of the runtime.

mod exclusive;
mod nest;
mod outline;
mod reduce;
mod runtime;
mod share;
mod team;
pub mod to_runtime;

pub use self::to_runtime::{ConvertOpenMpToRuntime, has_constructs, lower_constructs};
