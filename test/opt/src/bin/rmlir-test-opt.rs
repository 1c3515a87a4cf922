//! `rmlir-opt` with the dialect and the passes of the framework's own tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    rmlir_opt::opt::main(rmlir_test_opt::registry(), &rmlir_opt::tool::arguments())
}
