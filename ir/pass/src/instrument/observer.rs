//! External observers, which inspect the whole IR before the first pass and after each one, and may fail the execution.

pub use crate::def::{ExecutedPass, PassObserver};
