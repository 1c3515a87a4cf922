//! The comparisons of `rmlir-check uniformity`.

use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use derive_more::{AddAssign, Display};
use rmlir_analysis::uniformity::{Mode, Target};
use rmlir_trials::Seeds;

use crate::machine::Trial;
use crate::random::random_program;
use crate::tokens::Outcome;
use crate::trial::Figures;
use crate::{bench, cases, compare, imported, llvm, structured, text, tokens, trial};

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// `mode=llvm` with LLVM's opt
    Llvm(Programs),
    /// The default mode with executed programs
    Run(Programs),
    /// Structured programs with their lowered form
    Structured(Seeds),
    /// Convergence control with LLVM's verifier
    Tokens(Seeds),
    /// `mode=llvm` after our importer
    Imported {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
        /// The programs with known results, too
        #[arg(long)]
        known: bool,
        /// LLVM IR files, and folders of them; random programs if there are none
        files: Vec<PathBuf>,
    },
    /// Time at N, 2 N and 4 N blocks
    Bench {
        /// N
        #[arg(long, value_name = "N", default_value_t = 25_000)]
        blocks: usize,
        /// Time LLVM's opt as well
        #[arg(long)]
        opt: bool,
    },
    /// Print a program with the results for it
    Show {
        /// The selection of programs
        #[command(flatten)]
        programs: Programs,
        /// Files of programs as in cases/known.txt
        files: Vec<PathBuf>,
    },
}

/// The selection of programs.
#[derive(Args)]
pub struct Programs {
    #[command(flatten)]
    seeds: Seeds,
    /// The maximum number of blocks of a program
    #[arg(long, value_name = "N", default_value_t = 60)]
    blocks: usize,
}

impl Command {
    /// Executes the comparison; returns whether it holds.
    pub fn run(&self) -> Result<bool, String> {
        match self {
            Self::Llvm(programs) => Ok(against_llvm(programs)),
            Self::Run(Programs { seeds, blocks }) => {
                let report = seeds.report(|seed, figures: &mut Figures| {
                    figures.add(seed, &random_program(seed, *blocks, false), Trial::default());
                    Ok(())
                });
                Ok(report.is_right() && report.figures.holds())
            }
            Self::Structured(seeds) => Ok(seeds.run(structured_program)),
            Self::Tokens(seeds) => Ok(seeds.run(controlled_program)),
            Self::Imported { seeds, known, files } => imported_files(seeds, *known, files),
            Self::Bench { blocks, opt } => {
                bench::measure(*blocks, *opt).iter().for_each(|it| println!("{it:?}"));
                Ok(true)
            }
            Self::Show { programs, files } => show(programs, files),
        }
    }
}

/// The number of functions in a file: LLVM's time is quadratic in it.
const BATCH: u64 = 250;

/// The figures of the comparison with LLVM.
#[derive(Default, AddAssign, Display)]
#[display("{n_functions} functions, {n_items} values and terminators")]
struct Compared {
    n_functions: usize,
    n_items: usize,
}

fn against_llvm(Programs { seeds, blocks }: &Programs) -> bool {
    seeds.report_batches(BATCH, |seeds, compared| batch_against_llvm(seeds, *blocks, compared)).is_right()
}

/// Compares the programs of one file; returns the differences.
fn batch_against_llvm(seeds: Range<u64>, max_blocks: usize, compared: &mut Compared) -> Vec<String> {
    let programs: Vec<_> = seeds.clone().map(|seed| random_program(seed, max_blocks, true)).collect();
    let mut file = text::PROLOGUE.to_owned();
    for (program, seed) in programs.iter().zip(seeds.clone()) {
        file.push_str(&text::function(&format!("f{seed}"), program));
    }
    let theirs = match llvm::run(&file) {
        Ok(theirs) if theirs.len() == programs.len() => theirs,
        Ok(theirs) => {
            return vec![format!("seeds {seeds:?}: LLVM answers for {} of {} functions", theirs.len(), programs.len())];
        }
        Err(error) => return vec![format!("seeds {seeds:?}: {error}")],
    };
    let mut different = Vec::new();
    for ((program, theirs), seed) in programs.iter().zip(&theirs).zip(seeds) {
        let differences = compare::differences(&compare::ours(program, Mode::Llvm), theirs);
        compared.n_functions += 1;
        compared.n_items += program.flow.n_items();
        if !differences.is_empty() {
            different.push(format!("seed {seed}:\n  {}", differences.join("\n  ")));
        }
    }
    different
}

/// The figures of the comparison of structured programs.
#[derive(Default, AddAssign, Display)]
#[display("{n_values} values")]
struct Values {
    n_values: usize,
}

/// Compares a structured program with its lowered form.
fn structured_program(seed: u64, values: &mut Values) -> Result<(), String> {
    values.n_values += structured::compare(&structured::random_text(seed))?;
    Ok(())
}

/// The number of programs that LLVM's verifier accepts.
#[derive(Default, AddAssign, Display)]
#[display("{n_valid} valid programs")]
struct Valid {
    n_valid: usize,
}

/// A program with convergence control tokens.
fn controlled_program(seed: u64, valid: &mut Valid) -> Result<(), String> {
    valid.n_valid += usize::from(tokens::compare(&tokens::random_text(seed))? == Outcome::Kept);
    Ok(())
}

fn show(Programs { seeds, blocks }: &Programs, files: &[PathBuf]) -> Result<bool, String> {
    if files.is_empty() {
        trial::show(seeds.seed, *blocks);
    }
    for file in files {
        cases::read(&read(file)?).iter().for_each(|case| trial::show_program(&case.program, seeds.seed));
    }
    Ok(true)
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Compares files, or random programs, after import by our importer.
fn imported_files(seeds: &Seeds, known: bool, paths: &[PathBuf]) -> Result<bool, String> {
    let mut files = Vec::new();
    paths.iter().for_each(|path| find_files(path, &mut files));
    files.sort();
    let mut texts: Vec<(String, String)> = Vec::new();
    for file in &files {
        texts.push((file.display().to_string(), read(file)?));
    }
    if known {
        let cases = cases::read(cases::KNOWN).into_iter();
        texts.extend(cases.map(|case| {
            let text = format!("{}{}", text::PROLOGUE, text::function("f", &case.program));
            (case.name, text)
        }));
    }
    if texts.is_empty() {
        let functions = seeds.range().map(|seed| text::function(&format!("f{seed}"), &random_program(seed, 60, true)));
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
    Ok(n_different == 0)
}

/// The LLVM IR files at and below `path`.
fn find_files(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| find_files(&entry.path(), found));
    } else if path.extension().is_some_and(|extension| extension == "ll") {
        found.push(path.to_owned());
    }
}
