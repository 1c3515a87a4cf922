//! Passes that make buffers of tensors, and that free buffers.
//!
//! In reading order: [`one_shot`] makes buffers of tensors; `models` holds what
//! operations of other dialects say about that.

use rmlir::pass::PassDef;

mod models;
pub mod one_shot;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[one_shot::OneShotBufferize::DEF];
