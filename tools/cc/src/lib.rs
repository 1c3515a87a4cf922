//! The tool `rmlir cc`: a C compiler driver that takes clang's command line.
//!
//! [`command_line`] tells what is compiled; [`compile`] runs, for each C file, clang to LLVM IR, the passes, and clang
//! to an object file. What this tool does not compile (linking, preprocessing, other languages, no optimization) clang
//! does as it is. A failure of a pass is no failure of the build: clang compiles that file alone.

pub mod command_line;
mod compile;

use std::process::ExitCode;

use rmlir_opt::Registry;

use crate::command_line::CommandLine;
pub use crate::compile::{Compiled, run};

/// The output of `--rmlir-help`.
const HELP: &str = "\
OVERVIEW: Compiles C as clang does, and optimizes loops in between

USAGE: rmlir cc [clang's options] [options] <file>...

OPTIONS:
  --rmlir-pipeline=<passes> - The passes between raising and lowering, separated by commas; pluto, slp and wfv are the
                              passes of that name with what they need. The default is pluto
  -Rrmlir                   - Print what was raised and transformed, and what was not, with the reason
  --strict                  - A failure of a pass is an error, instead of a compilation by clang alone
  --rmlir-help              - Display this list

The program of clang is clang-22, or the value of the environment variable RMLIR_CLANG.
";

/// The tool as a program with the dialects and passes of `registry`; the first of `args` is its name.
pub fn main(registry: &Registry, args: &[String]) -> ExitCode {
    let line = match CommandLine::parse(args.get(1..).unwrap_or_default()) {
        Ok(line) => line,
        Err(message) => {
            eprintln!("rmlir-cc: error: {message}");
            return ExitCode::FAILURE;
        }
    };
    if line.wants_help {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    match run(registry, &line) {
        Ok(compiled) => ExitCode::from(compiled.code),
        Err(message) => {
            eprintln!("rmlir-cc: error: {message}");
            ExitCode::FAILURE
        }
    }
}
