//! Canonicalization, a file for each family of operations.

pub(crate) mod delinearize;
pub(crate) mod if_op;
pub(crate) mod linearize;
pub(crate) mod min_max;
pub(crate) mod simplify;
