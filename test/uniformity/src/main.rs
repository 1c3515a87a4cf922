//! The comparison and the trial at full size.
//!
//! ```sh
//! cargo run -p rmlir-uniformity-compare -- llvm --count 100000     # `mode=llvm` against LLVM's `opt`
//! cargo run -p rmlir-uniformity-compare -- run --count 1000000     # the default mode against programs that run
//! ```
//! Each prints its figures; the exit code is 1 if something does not hold.

use std::process::ExitCode;

use rmlir_analysis::uniformity::Mode;
use rmlir_uniformity_compare::random::random_program;
use rmlir_uniformity_compare::{compare, llvm, text, trial};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1)?.parse::<u64>().ok()
    };
    let (count, first) = (value("--count").unwrap_or(1000), value("--first").unwrap_or(0));
    let holds = match args.first().map(String::as_str) {
        Some("llvm") => against_llvm(first, count),
        Some("show") => {
            trial::show(first, value("--blocks").unwrap_or(60) as usize);
            true
        }
        Some("run") => trial::run(first, count, value("--blocks").unwrap_or(60) as usize),
        _ => {
            eprintln!("usage: rmlir-uniformity-compare llvm|run [--count N] [--first SEED]");
            false
        }
    };
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How many functions a file has.
const BATCH: u64 = 2500;

fn against_llvm(first: u64, count: u64) -> bool {
    let (mut n_different, mut n_functions, mut n_values) = (0, 0, 0);
    let mut start = first;
    while start < first + count {
        let end = (start + BATCH).min(first + count);
        let programs: Vec<_> = (start..end).map(|seed| random_program(seed, 60, true)).collect();
        let mut file = text::PROLOGUE.to_owned();
        for (program, seed) in programs.iter().zip(start..) {
            file.push_str(&text::function(&format!("f{seed}"), program));
        }
        let theirs = match llvm::run(&file) {
            Ok(theirs) => theirs,
            Err(error) => {
                eprintln!("{error}");
                return false;
            }
        };
        if theirs.len() != programs.len() {
            eprintln!("LLVM answers for {} of {} functions", theirs.len(), programs.len());
            return false;
        }
        for ((program, theirs), seed) in programs.iter().zip(&theirs).zip(start..) {
            let differences = compare::differences(&compare::ours(program, Mode::Llvm), theirs);
            n_functions += 1;
            n_values += program.flow.n_items();
            if !differences.is_empty() {
                n_different += 1;
                if n_different <= 5 {
                    println!("seed {seed}:\n  {}", differences.join("\n  "));
                }
            }
        }
        start = end;
    }
    println!("{n_functions} functions, {n_values} values and terminators: {n_different} functions differ");
    n_different == 0
}
