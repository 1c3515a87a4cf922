//! Compares CPU time and peak memory of rmlir-opt with those of mlir-opt on synthetic modules.
//!
//! `generate` writes a module of each shape, `measure` runs the tools on it, several times, and returns the minimum
//! figures. `beside` compares with mlir-opt, on one thread: each task, then the tools' own timing of their steps
//! (`steps`), then the library's phases in this process (`phases`). `threads` compares two threads with one, by wall
//! time. `growth` measures modules of increasing size. `--file` measures an existing module. Nothing is asserted: times
//! depend on the machine.
//! `cargo run --release -p rmlir-bench`, after `cargo build --release -p rmlir-opt`.

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

/// Counts the allocations of this process.
#[global_allocator]
static COUNTED: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// A task of both tools; parsing, verifying and printing are part of each.
struct Task {
    name: &'static str,
    flags: &'static [&'static str],
    /// The shapes it applies to; all if the list is empty.
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
    /// The tasks for a module: all for one that was not generated.
    fn all(module: &Module) -> impl Iterator<Item = &'static Self> {
        TASKS.iter().filter(|task| task.is_for(module))
    }

    fn is_for(&self, module: &Module) -> bool {
        self.shapes.is_empty() || module.folder.is_none() || self.shapes.contains(&module.name.as_str())
    }
}

/// The comparison.
#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// rmlir-opt with mlir-opt: CPU time and peak memory
    Beside,
    /// Two threads of rmlir-opt with one, by wall time
    Threads,
    /// Modules of 1 MB to the given size
    Growth,
}

/// Compares CPU time and peak memory of rmlir-opt with those of mlir-opt
#[derive(Parser)]
struct Arguments {
    /// The comparison
    #[arg(value_enum, default_value = "beside")]
    what: What,
    /// The approximate size of each module's text
    #[arg(long, default_value_t = 20.0)]
    megabytes: f64,
    /// The number of measurements of each task
    #[arg(long, default_value_t = 3)]
    times: usize,
    /// Only shapes whose names contain this
    #[arg(long, default_value = "")]
    only: String,
    /// A module to measure instead of generated ones (not for growth); may be given several times
    #[arg(long)]
    file: Vec<PathBuf>,
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

    /// The selected shapes.
    fn shapes(&self) -> impl Iterator<Item = &'static (&'static str, Generator)> {
        generate::SHAPES.iter().filter(|(shape, _)| shape.contains(&self.only))
    }

    /// The selected modules, each generated or read lazily: the files, or one of each shape.
    fn modules(&self) -> impl Iterator<Item = Result<Module, String>> {
        let files = self.file.iter().map(|path| Module::of_file(path));
        let shapes = self.shapes().filter(|_| self.file.is_empty());
        files.chain(shapes.map(|(shape, generate)| Module::new(shape, *generate, self.megabytes)))
    }
}

/// A module in a file.
struct Module {
    name: String,
    path: PathBuf,
    source: String,
    /// The folder of a generated module's file, which is removed when this value is dropped.
    folder: Option<TempDir>,
}

impl Module {
    /// A generated module whose text has about this size.
    fn new(shape: &str, generate: Generator, megabytes: f64) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let source = generate::of_megabytes(generate, megabytes);
        let path = folder.path().join("bench.mlir");
        std::fs::write(&path, &source).map_err(|error| error.to_string())?;
        Ok(Self { name: shape.to_owned(), path, source, folder: Some(folder) })
    }

    /// The module of an existing file.
    fn of_file(path: &Path) -> Result<Self, String> {
        let source = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, path: path.to_owned(), source, folder: None })
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
