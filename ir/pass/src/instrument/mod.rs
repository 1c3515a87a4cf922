//! What watches a run: IR dumps, pattern logs, timing, statistics, reproducers.

pub mod patterns;
pub mod print_ir;
pub mod reproducer;
pub mod statistics;
pub mod timing;
