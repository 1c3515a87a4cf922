//! Compares CPU time and peak memory of rmlir-opt with those of mlir-opt on made-up modules.
//!
//! `generate` writes a module of each shape, `measure` runs the tools on it, several times, and keeps the least figures.
//! `beside` compares with mlir-opt, on one thread: each task, then what the tools say of their own steps (`steps`), then the
//! library's phases in this process (`phases`). `threads` compares two threads with one, by the clock on the wall. `growth`
//! takes larger and larger modules. Nothing is asserted: times depend on the machine.
//! `cargo run --release -p rmlir-bench`, after `cargo build --release -p rmlir`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use generate::Generator;
use measure::Threads;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use tempfile::TempDir;

mod beside;
mod generate;
mod growth;
mod measure;
mod phases;
mod steps;
mod threads;

/// Counts what this process allocates.
#[global_allocator]
static COUNTED: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// What both tools are asked to do; reading, verifying and printing come with each.
struct Task {
    name: &'static str,
    flags: &'static [&'static str],
    /// The shapes it is for; all if there are none.
    shapes: &'static [&'static str],
}

static TASKS: [Task; 6] = [
    Task { name: "parse+verify+print", flags: &[], shapes: &[] },
    Task { name: "canonicalize", flags: &["--canonicalize"], shapes: &[] },
    Task { name: "cse", flags: &["--cse"], shapes: &[] },
    Task {
        name: "canonicalize,cse",
        flags: &["--pass-pipeline=builtin.module(func.func(canonicalize,cse))"],
        shapes: &[],
    },
    Task { name: "lower-affine", flags: &["--lower-affine"], shapes: &["affine-loops"] },
    Task {
        name: "to-llvm",
        flags: &["--convert-scf-to-cf", "--convert-arith-to-llvm", "--convert-cf-to-llvm", "--convert-func-to-llvm"],
        shapes: &["straight-line", "nested-loops", "branches", "one-function"],
    },
];

impl Task {
    /// The tasks for a shape.
    fn all(shape: &str) -> impl Iterator<Item = &'static Self> {
        TASKS.iter().filter(move |task| task.is_for(shape))
    }

    fn is_for(&self, shape: &str) -> bool {
        self.shapes.is_empty() || self.shapes.contains(&shape)
    }
}

/// What is compared.
#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// rmlir-opt with mlir-opt: CPU time and peak memory
    Beside,
    /// Two threads of rmlir-opt with one, by the clock on the wall
    Threads,
    /// Modules of 1 MB to the size that is asked for
    Growth,
}

/// Compares CPU time and peak memory of rmlir-opt with those of mlir-opt
#[derive(Parser)]
struct Arguments {
    /// What is compared
    #[arg(value_enum, default_value = "beside")]
    what: What,
    /// The size of each module's text, about
    #[arg(long, default_value_t = 20.0)]
    megabytes: f64,
    /// How often each task is measured
    #[arg(long, default_value_t = 3)]
    times: usize,
    /// Only shapes whose names contain this
    #[arg(long, default_value = "")]
    only: String,
    /// rmlir-opt; by default the one beside this program
    #[arg(long)]
    rmlir_opt: Option<PathBuf>,
    /// mlir-opt
    #[arg(long, default_value = "mlir-opt-22")]
    mlir_opt: PathBuf,
}

impl Arguments {
    /// The tool that is measured.
    fn rmlir_opt(&self) -> Result<PathBuf, String> {
        let beside = std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("rmlir-opt");
        Ok(self.rmlir_opt.clone().unwrap_or(beside))
    }

    /// The shapes that are asked for.
    fn shapes(&self) -> impl Iterator<Item = &'static (&'static str, Generator)> {
        generate::SHAPES.iter().filter(|(shape, _)| shape.contains(&self.only))
    }
}

/// A module in a file of its own, which goes when this goes.
struct Module {
    folder: TempDir,
    source: String,
}

impl Module {
    /// A module whose text is about so long.
    fn new(generate: Generator, megabytes: f64) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let source = generate::of_megabytes(generate, megabytes);
        let module = Self { folder, source };
        std::fs::write(module.file(), &module.source).map_err(|error| error.to_string())?;
        Ok(module)
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("bench.mlir")
    }
}

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

/// Reads, changes and prints `module` by a task.
fn measure(
    program: &Path,
    task: &Task,
    module: &Module,
    threads: Threads,
    times: usize,
) -> Result<measure::Cost, String> {
    measure::least(program, task.flags, &module.file(), threads, times)
}
