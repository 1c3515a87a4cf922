//! Patterns that change the form of vector code without lowering it.
//!
//! Users select them for a target: the simpler form depends on it.

pub mod bitcast;
pub mod contract;
pub mod full_masks;
pub mod masked_access;
pub mod narrow_types;
pub mod outer_product;
pub mod reduction;
pub mod sink;
pub mod split_transfer;
pub mod transfer_flow;
pub mod unit_dims;
pub mod unit_dims_anywhere;
