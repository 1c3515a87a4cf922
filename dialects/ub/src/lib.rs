//! The `ub` dialect.
