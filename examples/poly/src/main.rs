//! An opt tool with the dialects and passes of this crate.
use std::process::ExitCode;

fn main() -> ExitCode {
    rmlir::opt_main(poly_opt::register)
}
