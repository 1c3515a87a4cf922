//! Passes that make buffers of tensors, and that free buffers.
//!
//! In reading order: [`one_shot`] makes buffers of tensors; `models` holds what
//! operations of other dialects say about that; `empty_tensors` and
//! `drop_results` are small ones before and after it.

use rmlir::pass::PassDef;

mod drop_results;
mod empty_tensors;
mod models;
pub mod one_shot;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    drop_results::drop_equivalent_buffer_results::DEF,
    empty_tensors::empty_tensor_to_alloc_tensor::DEF,
    one_shot::OneShotBufferize::DEF,
];
