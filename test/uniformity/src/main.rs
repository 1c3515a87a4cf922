//! The comparison and the trial at full size.
//!
//! ```sh
//! cargo run -p rmlir-uniformity-compare -- llvm --count 100000     # `mode=llvm` against LLVM's `opt`
//! cargo run -p rmlir-uniformity-compare -- run --count 1000000     # the default mode against programs that run
//! cargo run -p rmlir-uniformity-compare -- structured --count 1000 # scf programs against what they become
//! cargo run -p rmlir-uniformity-compare -- imported --count 1000   # `mode=llvm` by way of our importer
//! cargo run -p rmlir-uniformity-compare -- imported FILE.ll...     # the same of files
//! cargo run -p rmlir-uniformity-compare -- bench --blocks 25000 [--opt] # time at N, 2 N and 4 N blocks
//! cargo run -p rmlir-uniformity-compare -- show --first SEED       # one program with all that is said of it
//! ```
//! Each prints its figures; the exit code is 1 if something does not hold.

use std::process::ExitCode;

use rmlir_analysis::uniformity::{Mode, Target};
use rmlir_uniformity_compare::random::random_program;
use rmlir_uniformity_compare::{bench, compare, imported, llvm, structured, text, trial};

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
        Some("bench") => {
            let runs_opt = args.iter().any(|arg| arg == "--opt");
            bench::measure(value("--blocks").unwrap_or(25_000) as usize, runs_opt)
                .iter()
                .for_each(|it| println!("{it:?}"));
            true
        }
        Some("structured") => structured_programs(first, count),
        Some("imported") => imported_files(first, count, &args[1..]),
        Some("run") => trial::run(first, count, value("--blocks").unwrap_or(60) as usize),
        _ => {
            eprintln!(
                "usage: rmlir-uniformity-compare llvm|run|structured|show [--count N] [--first SEED] [--blocks N]\n\
                 \x20      rmlir-uniformity-compare imported [--count N] [FILE.ll...]"
            );
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

/// Structured programs against what they become.
fn structured_programs(first: u64, count: u64) -> bool {
    let (mut n_values, mut n_different) = (0, 0);
    for seed in first..first + count {
        match structured::compare(&structured::random_text(seed)) {
            Ok(n) => n_values += n,
            Err(wrong) => {
                n_different += 1;
                println!("seed {seed}: {wrong}");
            }
        }
    }
    println!("{count} structured programs, {n_values} values: {n_different} programs differ");
    n_different == 0
}

/// Files, or random programs, by way of our importer.
fn imported_files(first: u64, count: u64, args: &[String]) -> bool {
    let files: Vec<&String> = args.iter().filter(|arg| arg.ends_with(".ll")).collect();
    let mut texts: Vec<(String, String)> = Vec::new();
    for file in &files {
        match std::fs::read_to_string(file) {
            Ok(text) => texts.push(((*file).clone(), text)),
            Err(error) => eprintln!("{file}: {error}"),
        }
    }
    if files.is_empty() {
        let functions =
            (first..first + count).map(|seed| text::function(&format!("f{seed}"), &random_program(seed, 60, true)));
        let functions: Vec<String> = functions.collect();
        texts.push(("random programs".to_owned(), format!("{}{}", text::PROLOGUE, functions.concat())));
    }
    let (mut n_functions, mut n_compared, mut n_different) = (0, 0, 0);
    for (name, text) in texts {
        let target = if text.contains("nvptx") { Target::Nvptx } else { Target::Amdgcn };
        match imported::compare(&text, target) {
            Ok(compared) => {
                n_functions += compared.n_functions;
                n_compared += compared.n_compared;
                n_different += compared.different.len();
                if !compared.skipped.is_empty() || !compared.different.is_empty() {
                    println!("{name}: skipped {:?}, different {:?}", compared.skipped, compared.different);
                }
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
    println!("{n_functions} functions, {n_compared} compared: {n_different} differ");
    n_different == 0
}
