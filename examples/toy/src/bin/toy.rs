//! The compiler of Toy.
use std::process::ExitCode;

fn main() -> ExitCode {
    toy::main()
}
