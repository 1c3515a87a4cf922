//! Canonicalization patterns, one file for each family of operations.

pub(crate) mod copy;
pub(crate) mod fill;
pub(crate) mod identity;
pub(crate) mod permute;
pub(crate) mod relayout;
pub(crate) mod structured;
