//! Instrumentation of an execution: IR dumps, pattern logs, timing, statistics, reproducers, reports of panics, and
//! external observers.

pub mod crash;
pub mod observer;
pub mod patterns;
pub mod print_ir;
pub mod reproducer;
pub mod statistics;
pub mod timing;
