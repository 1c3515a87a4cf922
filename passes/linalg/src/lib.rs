//! Transformations of structured operations.
//!
//! [`tiling`] tiles them. Their conversion to loops is in `passes/conversion`.

pub mod tiling;
