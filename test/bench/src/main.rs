//! Compares CPU time and peak memory of rmlir-opt with those of mlir-opt on made-up modules.
//!
//! Plan: 1. `generate` writes a module of each shape; 2. `measure` runs both tools on it for each task, several times, and
//! keeps the least CPU time; 3. the ratios are printed, a line each; 4. `steps` asks the tools how long each of their steps
//! took, `phases` measures the library's own. Everything runs on one thread. Nothing is asserted: times depend on the machine.
//! `cargo run --release -p rmlir-bench`, after `cargo build --release -p rmlir`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

mod generate;
mod measure;
mod phases;
mod steps;

/// What both tools are asked to do; reading, verifying and printing come with each.
struct Task {
    name: &'static str,
    flags: &'static [&'static str],
    /// The shapes it is for; all if there are none.
    shapes: &'static [&'static str],
}

const TASKS: [Task; 6] = [
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
    fn is_for(&self, shape: &str) -> bool {
        self.shapes.is_empty() || self.shapes.contains(&shape)
    }
}

/// Compares CPU time and peak memory of rmlir-opt with those of mlir-opt
#[derive(Parser)]
struct Arguments {
    /// Operations in each module, about
    #[arg(long, default_value_t = 200_000)]
    size: usize,
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
    let beside = std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("rmlir-opt");
    let rmlir_opt = arguments.rmlir_opt.as_ref().unwrap_or(&beside);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    println!("{:<14} {:<20} {:>16} {:>16} {:>7} {:>7}", "shape", "task", "mlir-opt", "rmlir-opt", "time", "memory");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    for (shape, generate) in generate::SHAPES.iter().filter(|(shape, _)| shape.contains(&arguments.only)) {
        let file = folder.path().join(format!("{shape}.mlir"));
        let source = generate(arguments.size);
        std::fs::write(&file, &source).map_err(|error| error.to_string())?;
        for Task { name: task, flags, .. } in TASKS.iter().filter(|task| task.is_for(shape)) {
            let measure = |program| measure::least(program, flags, &file, arguments.times);
            let (theirs, ours) = (measure(&arguments.mlir_opt)?, measure(rmlir_opt)?);
            let memory = ours.peak_kib as f64 / theirs.peak_kib as f64;
            let time = ours.cpu_seconds / theirs.cpu_seconds;
            println!("{shape:<14} {task:<20} {theirs:>16} {ours:>16} {time:>7.2} {memory:>7.2}");
        }
        let least = |program| steps::least(program, &file, arguments.times);
        let (theirs, ours) = (least(&arguments.mlir_opt)?, least(rmlir_opt)?);
        for (((step, _), theirs), ours) in steps::STEPS.iter().zip(theirs).zip(ours) {
            println!("{shape:<14}   {step:<18} {theirs:>14.3} s {ours:>14.3} s {:>7.2}", ours / theirs);
        }
        for (phase, time) in phases::PHASES.iter().zip(pool.install(|| phases::measure(&source))?) {
            let speed = source.len() as f64 / 1e6 / time.as_secs_f64();
            println!("{shape:<14}   {phase:<18} {:>16} {:>14.3} s {speed:>6.0} MB/s", "", time.as_secs_f64());
        }
    }
    Ok(())
}
