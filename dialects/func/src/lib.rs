//! The `func` dialect.
