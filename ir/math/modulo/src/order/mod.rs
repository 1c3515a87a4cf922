//! The order in which nodes are placed.

pub mod forward;
pub mod hypernode;
pub mod sets;
pub mod swing;
