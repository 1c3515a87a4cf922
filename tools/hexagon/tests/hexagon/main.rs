//! Tests of Hexagon code. Those that execute it need clang, lld and qemu, and hold without these.

mod arithmetic;
mod memory;
mod packets;
mod programs;
mod spills;
mod support;
