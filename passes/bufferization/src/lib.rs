//! Passes that make buffers of tensors, and that free buffers.
//!
//! In reading order: [`one_shot`] makes buffers of tensors; `models` holds what operations of other dialects say about
//! that; `empty_tensors` and `drop_results` are small ones before and after it. [`dealloc`] frees buffers; [`scripts`]
//! does so in transform scripts; `to_memref` lowers what is left; [`hoisting`] changes where buffers are allocated.

use rmlir::pass::PassDef;

pub mod dealloc;
mod drop_results;
mod empty_tensors;
pub mod hoisting;
mod models;
pub mod one_shot;
pub mod scripts;
mod to_memref;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    dealloc::simplification::buffer_deallocation_simplification::DEF,
    hoisting::hoist::buffer_hoisting::DEF,
    hoisting::hoist::buffer_loop_hoisting::DEF,
    to_memref::bufferization_to_memref::DEF,
    dealloc::lowering::lower_deallocations::DEF,
    drop_results::drop_equivalent_buffer_results::DEF,
    one_shot::empty::eliminate_empty_tensors::DEF,
    empty_tensors::empty_tensor_to_alloc_tensor::DEF,
    one_shot::OneShotBufferize::DEF,
    dealloc::early::optimize_allocation_liveness::DEF,
    dealloc::ownership::OwnershipBasedBufferDeallocation::DEF,
    hoisting::promote::PromoteBuffersToStack::DEF,
];
