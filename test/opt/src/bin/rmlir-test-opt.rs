//! `rmlir-opt` with the dialect and the passes that tests are written in.

use std::process::ExitCode;

fn main() -> ExitCode {
    rmlir_top::opt_main(rmlir_test_opt::extend)
}
