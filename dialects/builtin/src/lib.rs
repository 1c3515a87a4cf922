//! The `builtin` dialect.
