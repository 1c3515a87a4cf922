//! Passes for bufferization and for the deallocation of buffers.
//!
//! In reading order: [`one_shot_bufferize`] bufferizes tensors; `models` has the interface implementations of other
//! dialects' operations; `empty_tensor_to_alloc_tensor`, `eliminate_empty_tensors` and `drop_equivalent_buffer_results`
//! are small passes before and after it. [`dealloc`] frees buffers; [`scripts`] has the transform operations;
//! [`hoisting`] moves allocations.

use rmlir::pass::PassDef;

pub mod dealloc;
mod drop_equivalent_buffer_results;
mod eliminate_empty_tensors;
mod empty_tensor_to_alloc_tensor;
pub mod hoisting;
mod models;
pub mod one_shot_bufferize;
pub mod scripts;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    dealloc::buffer_deallocation_simplification::buffer_deallocation_simplification::DEF,
    hoisting::buffer_hoisting::buffer_hoisting::DEF,
    hoisting::buffer_hoisting::buffer_loop_hoisting::DEF,
    dealloc::lower_deallocations::lower_deallocations::DEF,
    drop_equivalent_buffer_results::drop_equivalent_buffer_results::DEF,
    eliminate_empty_tensors::eliminate_empty_tensors::DEF,
    empty_tensor_to_alloc_tensor::empty_tensor_to_alloc_tensor::DEF,
    one_shot_bufferize::OneShotBufferize::DEF,
    dealloc::optimize_allocation_liveness::optimize_allocation_liveness::DEF,
    dealloc::ownership_based_buffer_deallocation::OwnershipBasedBufferDeallocation::DEF,
    hoisting::promote_buffers_to_stack::PromoteBuffersToStack::DEF,
];
