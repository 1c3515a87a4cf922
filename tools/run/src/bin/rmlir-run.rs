//! Runs a function of a file.

use std::process::ExitCode;

fn main() -> ExitCode {
    rmlir_run::run_main(|_| {})
}
