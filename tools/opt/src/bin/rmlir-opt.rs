//! Reads IR, runs passes, writes IR.

use std::process::ExitCode;

#[cfg(feature = "memory")]
#[global_allocator]
static MEMORY: rmlir_memory::Split = rmlir_memory::Split;

fn main() -> ExitCode {
    rmlir_opt::opt_main(|_| {})
}
