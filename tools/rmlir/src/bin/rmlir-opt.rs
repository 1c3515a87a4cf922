//! `rmlir opt` under a name of its own: a whole program, since it is the one that is copied elsewhere.

use std::process::ExitCode;

#[cfg(feature = "memory")]
#[global_allocator]
static MEMORY: rmlir_memory::Split = rmlir_memory::Split;

fn main() -> ExitCode {
    rmlir::opt_main(|_| {})
}
