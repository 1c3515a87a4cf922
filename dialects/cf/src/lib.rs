//! The `cf` dialect.
