//! Patterns that write operations of the vector dialect with simpler ones of it.

pub mod transfer;
