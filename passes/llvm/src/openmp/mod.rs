//! OpenMP: types of its constructs, and constructs as calls of LLVM's OpenMP runtime.
//!
//! Upstream does the second when it writes LLVM IR; here it is a pass, so that what runs machine code without LLVM has it,
//! too, and so that the result can be read.
//!
//! In reading order: `types` the operations with types of LLVM; [`to_runtime`] constructs as calls: `share` loops whose
//! iterations threads share, `nest` the loops themselves, `reduce` what they reduce, `exclusive` constructs that some
//! threads run, `outline` regions that become functions; `runtime` the functions of the runtime.

mod exclusive;
mod nest;
mod outline;
mod reduce;
mod runtime;
mod share;
pub mod to_runtime;
mod types;

pub use self::to_runtime::{ConvertOpenMpToRuntime, has_constructs, lower_constructs};
pub use self::types::{ConvertOpenMpToLlvm, OpenMp};
