//! What watches a run: IR dumps, pattern logs, timing, statistics, reproducers, and whoever looks on from outside.

pub mod patterns;
pub mod print_ir;
pub mod reproducer;
pub mod statistics;
pub mod timing;
pub mod watch;
