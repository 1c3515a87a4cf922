//! Passes for bufferization and for the deallocation of buffers.
//!
//! In reading order: [`one_shot`] bufferizes tensors; `models` has the interface implementations of other dialects'
//! operations; `empty_tensors` and `drop_results` are small passes before and after it. [`dealloc`] frees buffers;
//! [`scripts`] has the transform operations; `to_memref` lowers the remaining operations; [`hoisting`] moves
//! allocations.

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
    one_shot::eliminate_empty_tensors::DEF,
    empty_tensors::empty_tensor_to_alloc_tensor::DEF,
    one_shot::OneShotBufferize::DEF,
    dealloc::early::optimize_allocation_liveness::DEF,
    dealloc::ownership::OwnershipBasedBufferDeallocation::DEF,
    hoisting::promote::PromoteBuffersToStack::DEF,
];
