//! Translates between the `llvm` dialect and LLVM IR.

use std::process::ExitCode;

fn main() -> ExitCode {
    rmlir_translate::tool::translate_main(|_| {})
}
