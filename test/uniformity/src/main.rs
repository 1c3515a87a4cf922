//! The comparison and the trial at full size.
//!
//! ```sh
//! cargo run -p rmlir-uniformity-compare -- llvm --count 100000     # `mode=llvm` against LLVM's `opt`
//! cargo run -p rmlir-uniformity-compare -- run --count 1000000     # the default mode against programs that run
//! cargo run -p rmlir-uniformity-compare -- structured --count 1000 # scf programs against what they become
//! cargo run -p rmlir-uniformity-compare -- tokens --count 1000     # convergence control against LLVM's verifier
//! cargo run -p rmlir-uniformity-compare -- imported --count 1000   # `mode=llvm` by way of our importer
//! cargo run -p rmlir-uniformity-compare -- imported FILE.ll DIR... # the same of files
//! cargo run -p rmlir-uniformity-compare -- imported known          # the same of the programs with known answers
//! cargo run -p rmlir-uniformity-compare -- bench --blocks 25000 [--opt] # time at N, 2 N and 4 N blocks
//! cargo run -p rmlir-uniformity-compare -- show --first SEED       # one program with all that is said of it
//! cargo run -p rmlir-uniformity-compare -- show FILE                # the same of programs as in cases/known.txt
//! ```
//! `--first SEED` starts elsewhere, `--blocks N` says how many blocks a program has at most, `--threads N` how many work.
//! Each prints its figures; the exit code is 1 if something does not hold.

use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use rmlir_analysis::uniformity::{Mode, Target};
use rmlir_uniformity_compare::random::random_program;
use rmlir_uniformity_compare::tokens::{self, Outcome};
use rmlir_uniformity_compare::{bench, cases, compare, imported, llvm, structured, text, threads, trial};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1)?.parse::<u64>().ok()
    };
    let max_blocks = value("--blocks").unwrap_or(60) as usize;
    let n_threads = value("--threads").unwrap_or(1) as usize;
    let (count, first) = (value("--count").unwrap_or(1000), value("--first").unwrap_or(0));
    let holds = match args.first().map(String::as_str) {
        Some("llvm") => against_llvm(first, count, max_blocks, n_threads),
        Some("show") => {
            let texts: Vec<String> = args[1..].iter().filter_map(|arg| std::fs::read_to_string(arg).ok()).collect();
            if texts.is_empty() {
                trial::show(first, max_blocks);
            }
            texts.iter().flat_map(|text| cases::read(text)).for_each(|case| trial::show_program(&case.program, first));
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
        Some("tokens") => controlled_programs(first, count),
        Some("imported") => imported_files(first, count, &args[1..]),
        Some("run") => trial::run(first, count, max_blocks, n_threads),
        _ => {
            eprintln!(
                "usage: rmlir-uniformity-compare llvm|run|structured|tokens|show [--count N] [--first SEED] [--blocks N] \
                 [--threads N]\n\
                 \x20      rmlir-uniformity-compare imported [--count N] [known] [FILE.ll|DIR...]"
            );
            false
        }
    };
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How many functions a file has: LLVM takes time that grows with the square of it.
const BATCH: u64 = 250;

/// What was compared with LLVM.
#[derive(Default)]
struct Against {
    n_functions: usize,
    n_values: usize,
    n_different: usize,
    /// What to tell of the first functions that differ.
    lines: Vec<String>,
}

/// After how many functions the figures are printed.
const REPORT: u64 = 40 * BATCH;

fn against_llvm(first: u64, count: u64, max_blocks: usize, n_threads: usize) -> bool {
    let mut total = Against::default();
    let merge = |total: &mut Against, found: &Against| {
        total.n_functions += found.n_functions;
        total.n_values += found.n_values;
        total.n_different += found.n_different;
        total.lines.extend(found.lines.iter().cloned());
    };
    let mut start = first;
    while start < first + count {
        let end = (start + REPORT).min(first + count);
        let batch = |seeds| batch_against_llvm(seeds, max_blocks);
        threads::in_chunks(start..end, BATCH, n_threads, &mut total, merge, batch);
        total.lines.drain(..).take(5).for_each(|line| println!("{line}"));
        let Against { n_functions, n_values, n_different, .. } = total;
        println!("{n_functions} functions, {n_values} values and terminators: {n_different} functions differ");
        start = end;
    }
    total.n_different == 0
}

/// One file.
fn batch_against_llvm(seeds: Range<u64>, max_blocks: usize) -> Against {
    let programs: Vec<_> = seeds.clone().map(|seed| random_program(seed, max_blocks, true)).collect();
    let mut file = text::PROLOGUE.to_owned();
    for (program, seed) in programs.iter().zip(seeds.clone()) {
        file.push_str(&text::function(&format!("f{seed}"), program));
    }
    let mut found = Against::default();
    let theirs = match llvm::run(&file) {
        Ok(theirs) if theirs.len() == programs.len() => theirs,
        Ok(theirs) => {
            found.n_different = programs.len();
            found.lines.push(format!("LLVM answers for {} of {} functions", theirs.len(), programs.len()));
            return found;
        }
        Err(error) => {
            found.n_different = programs.len();
            found.lines.push(error.to_string());
            return found;
        }
    };
    for ((program, theirs), seed) in programs.iter().zip(&theirs).zip(seeds) {
        let differences = compare::differences(&compare::ours(program, Mode::Llvm), theirs);
        found.n_functions += 1;
        found.n_values += program.flow.n_items();
        if !differences.is_empty() {
            found.n_different += 1;
            found.lines.push(format!("seed {seed}:\n  {}", differences.join("\n  ")));
        }
    }
    found
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

/// Programs with convergence control tokens.
fn controlled_programs(first: u64, count: u64) -> bool {
    let (mut n_kept, mut n_different) = (0, 0);
    for seed in first..first + count {
        match tokens::compare(&tokens::random_text(seed)) {
            Ok(outcome) => n_kept += u64::from(outcome == Outcome::Kept),
            Err(wrong) => {
                n_different += 1;
                println!("seed {seed}: {wrong}");
            }
        }
    }
    println!("{count} programs with tokens, {n_kept} keep to the rules: {n_different} differ");
    n_different == 0
}

/// Files, or random programs, by way of our importer.
fn imported_files(first: u64, count: u64, args: &[String]) -> bool {
    let mut files = Vec::new();
    args.iter().for_each(|arg| find_files(Path::new(arg), &mut files));
    files.sort();
    let mut texts: Vec<(String, String)> = Vec::new();
    for file in &files {
        match std::fs::read_to_string(file) {
            Ok(text) => texts.push((file.clone(), text)),
            Err(error) => eprintln!("{file}: {error}"),
        }
    }
    if args.iter().any(|arg| arg == "known") {
        let cases = cases::read(cases::KNOWN).into_iter();
        texts.extend(cases.map(|case| {
            let text = format!("{}{}", text::PROLOGUE, text::function("f", &case.program));
            (case.name, text)
        }));
    }
    if texts.is_empty() {
        let functions =
            (first..first + count).map(|seed| text::function(&format!("f{seed}"), &random_program(seed, 60, true)));
        let functions: Vec<String> = functions.collect();
        texts.push(("random programs".to_owned(), format!("{}{}", text::PROLOGUE, functions.concat())));
    }
    let (mut n_functions, mut n_refused, mut n_compared, mut n_different) = (0, 0, 0, 0);
    for (name, text) in texts {
        let target = if text.contains("nvptx") { Target::Nvptx } else { Target::Amdgcn };
        let compared = imported::compare(&text, target);
        n_functions += compared.n_functions;
        n_refused += compared.n_refused;
        n_compared += compared.n_compared;
        n_different += compared.different.len();
        if !compared.skipped.is_empty() || !compared.different.is_empty() {
            println!("{name}: skipped {:?}, different {:?}", compared.skipped, compared.different);
        }
    }
    println!("{n_compared} of {n_functions} functions imported, {n_different} differ; LLVM refuses {n_refused} others");
    n_different == 0
}

/// The LLVM IR files at and under `path`.
fn find_files(path: &Path, found: &mut Vec<String>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| find_files(&entry.path(), found));
    } else if path.extension().is_some_and(|extension| extension == "ll") {
        found.push(path.to_string_lossy().into_owned());
    }
}
