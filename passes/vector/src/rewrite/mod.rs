//! Patterns that change the form of vector code without lowering it.
//!
//! Users choose them for a target: what one finds simpler is harder for another.

pub mod bitcast;
pub mod contract;
pub mod masked_access;
pub mod reduction;
pub mod unit_dims;
