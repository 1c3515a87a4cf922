//! Passes on asynchronous execution.
//!
//! [`to_async_runtime`] lowers it to coroutines and calls of the runtime, with `outline` for regions and `coroutine`
//! for the blocks of a coroutine; [`ref_counting`] inserts reference counting of runtime objects; [`parallel_for`]
//! splits parallel loops into asynchronous tasks. `function` outlines functions.

use rmlir::pass::PassDef;

mod coroutine;
mod function;
mod outline;
pub mod parallel_for;
pub mod ref_counting;
pub mod to_async_runtime;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    to_async_runtime::async_func_to_async_runtime::DEF,
    parallel_for::AsyncParallelFor::DEF,
    ref_counting::runtime_policy_based_ref_counting::async_runtime_policy_based_ref_counting::DEF,
    ref_counting::runtime_ref_counting::async_runtime_ref_counting::DEF,
    ref_counting::runtime_ref_counting_opt::async_runtime_ref_counting_opt::DEF,
    to_async_runtime::async_to_async_runtime::DEF,
];
