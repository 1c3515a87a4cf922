//! What watches a run: IR dumps, timing, statistics, reproducers.

pub mod print_ir;
pub mod reproducer;
pub mod statistics;
pub mod timing;
