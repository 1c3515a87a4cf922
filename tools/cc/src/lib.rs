//! The tool `rmlir cc`: a C compiler driver that takes clang's command line.
//!
//! [`command_line`] tells what is compiled; [`compile`] runs, for each C file, clang to LLVM IR, the passes, and clang
//! to an object file. What this tool does not compile (linking, preprocessing, other languages, no optimization) clang
//! does as it is. A failure of a pass is no failure of the build: clang compiles that file alone.

pub mod command_line;
mod compile;
mod remarks;
mod unchanged;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{Arg, ArgAction, Command};
use rmlir_opt::Registry;

use crate::command_line::CommandLine;
use crate::compile::optimize_apart;
pub use crate::compile::{FRONT_END, optimize, run};

/// The options of the tool; all other arguments are clang's.
pub fn command() -> Command {
    let flag = |name: &'static str, help: &'static str| Arg::new(name).action(ArgAction::SetTrue).help(help);
    Command::new("rmlir-cc")
        .about("Compiles C as clang does, and optimizes loops in between")
        .override_usage("rmlir cc [OPTIONS] [CLANG'S OPTIONS] <FILE>...")
        .after_help("The program of clang is clang-22, or the value of the environment variable RMLIR_CLANG.")
        .disable_help_flag(true)
        .args([
            Arg::new("rmlir-pipeline").long("rmlir-pipeline").value_name("PASSES").require_equals(true).help(
                "The passes between raising and lowering, separated by commas; pluto, slp and wfv are the passes of \
                 that name with what they need. The default is pluto, and wfv before it with -fopenmp-simd",
            ),
            flag("strict", "A failure of a pass is an error, instead of a compilation by clang alone").long("strict"),
            flag("rmlir-help", "Print help").long("rmlir-help"),
            flag("remarks", "With the value 'rmlir': print what was raised and transformed, and what was not")
                .short('R'),
            Arg::new("clang").value_name("FILE").num_args(0..).trailing_var_arg(true).help("Clang's arguments"),
        ])
}

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
        print!("{}", command().render_help());
        return ExitCode::SUCCESS;
    }
    if let Some(raw) = &line.raw {
        return write(optimize(registry, &line, Path::new(raw)).map(Option::unwrap_or_default));
    }
    match run(&line, &|raw| optimize_apart(&line, raw)) {
        Ok(code) => ExitCode::from(code),
        Err(message) => {
            eprintln!("rmlir-cc: error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn write(text: Result<Vec<u8>, String>) -> ExitCode {
    match text.and_then(|text| io::stdout().write_all(&text).map_err(|error| error.to_string())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
