//! `rmlir opt` as a program of its own, which is built without the other tools.

use std::process::ExitCode;

use rmlir_opt::{Registry, opt, tool};

#[cfg(feature = "memory")]
#[global_allocator]
static MEMORY: rmlir_memory::Split = rmlir_memory::Split;

fn main() -> ExitCode {
    opt::main(Registry::everything(), &tool::arguments())
}
