//! Reads IR, runs passes, writes IR.

use std::process::ExitCode;

#[cfg(feature = "alloc")]
#[global_allocator]
static MEMORY: rmlir_alloc::Split = rmlir_alloc::Split;

fn main() -> ExitCode {
    rmlir::opt_main(|_| {})
}
