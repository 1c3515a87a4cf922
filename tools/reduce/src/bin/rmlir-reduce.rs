//! Makes a module smaller as long as it stays interesting.

use std::process::ExitCode;

fn main() -> ExitCode {
    rmlir_reduce::reduce_main(|_| {})
}
