//! Passes on work that runs at the same time.
//!
//! [`to_runtime`] makes coroutines and calls of the runtime of it, with `outline` for regions and `coroutine` for the
//! blocks of a coroutine; [`ref_counting`] counts references to what the runtime keeps;
//! [`parallel_for`] divides parallel loops into such work. `function` makes functions of pieces of other ones.

use rmlir::pass::PassDef;

mod coroutine;
mod function;
mod outline;
pub mod parallel_for;
pub mod ref_counting;
pub mod to_runtime;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    to_runtime::async_func_to_async_runtime::DEF,
    parallel_for::AsyncParallelFor::DEF,
    ref_counting::policy::async_runtime_policy_based_ref_counting::DEF,
    ref_counting::automatic::async_runtime_ref_counting::DEF,
    ref_counting::cancel::async_runtime_ref_counting_opt::DEF,
    to_runtime::async_to_async_runtime::DEF,
];
