//! Reads IR, runs passes, writes IR.

use std::process::ExitCode;

fn main() -> ExitCode {
    rmlir::opt_main(|_| {})
}
