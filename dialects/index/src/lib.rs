//! The `index` dialect.
