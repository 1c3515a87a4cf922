//! Compares CPU time and peak memory of rmlir-opt with those of mlir-opt on synthetic modules.
//!
//! `generate` writes a module of each shape, `measure` runs the tools on it, several times, and returns the minimum
//! figures. `beside` compares with mlir-opt, on one thread: each task, then the tools' own timing of their steps
//! (`steps`), then the library's phases in this process (`phases`). `threads` compares two threads with one, by wall
//! time. `growth` measures modules of increasing size. `--file` measures an existing module. Nothing is asserted: times
//! depend on the machine.
//! `cargo run --profile dist -p rmlir-bench`, after `cargo build --profile dist -p rmlir`.

mod arguments;
mod beside;
mod generate;
mod growth;
mod measure;
mod phases;
mod steps;
mod threads;

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use measure::Threads;

use crate::arguments::{Arguments, Module, Task, What};

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    match arguments.what {
        What::Beside => beside::run(arguments),
        What::Threads => threads::run(arguments),
        What::Growth => growth::run(arguments),
    }
}

/// Parses, transforms and prints `module` by a task.
fn measure(
    program: &Path,
    task: &Task,
    module: &Module,
    threads: Threads,
    times: usize,
) -> Result<measure::Cost, String> {
    measure::least(program, task.flags, &module.path, threads, times)
}
