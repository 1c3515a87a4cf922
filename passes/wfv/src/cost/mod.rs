//! Cost models: [`operations`] of operations, [`mod@estimate`] of functions, [`mod@pressure`] of registers.

pub mod estimate;
pub mod operations;
pub mod pressure;
