//! All tools: `rmlir opt`, `rmlir run`, `rmlir translate`, `rmlir reduce`.

use std::process::ExitCode;

#[cfg(feature = "memory")]
#[global_allocator]
static MEMORY: rmlir_memory::Split = rmlir_memory::Split;

fn main() -> ExitCode {
    rmlir::main(|_| {})
}
