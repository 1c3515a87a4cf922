//! An opt tool with the dialect and the passes of this crate.
use std::process::ExitCode;

fn main() -> ExitCode {
    rmlir::opt_main(toy::register)
}
