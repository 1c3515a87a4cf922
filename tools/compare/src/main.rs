//! The command line: parses the arguments, compares, prints; the exit code is whether enough outputs were equal.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use rmlir_compare::execute::Runner;
use rmlir_compare::report::{self, Section};
use rmlir_compare::run::Tool;
use rmlir_compare::texts::{self, Named};
use rmlir_compare::{bytecode, command, inputs, split};

/// Exit code when a section is below `--require`.
const BELOW_REQUIRED: u8 = 1;
/// Exit code when nothing could be compared: bad arguments, no tool, unreadable file.
const UNUSABLE: u8 = 2;

/// Runs mlir-opt and rmlir-opt on the same text and reports differences
#[derive(Parser)]
#[command(name = "rmlir-compare", version)]
struct Arguments {
    /// Folders of .mlir files, or single files
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// rmlir-opt; by default the one beside this program, else on PATH
    #[arg(long, value_name = "PATH")]
    rmlir_opt: Option<PathBuf>,
    /// mlir-opt; by default mlir-opt-22 on PATH, or mlir-opt if it is as new
    #[arg(long, value_name = "PATH")]
    mlir_opt: Option<PathBuf>,
    /// Flags for both tools; may be given several times, one section of the report each
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    flags: Vec<String>,
    /// The number of splits compared concurrently; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// The time limit of a tool for one split, in seconds
    #[arg(long, value_name = "S", default_value_t = 20)]
    timeout: u64,
    /// Write kind, flags and name of every split that rmlir-opt misses
    #[arg(long, value_name = "FILE")]
    list_different: Option<PathBuf>,
    /// The maximum number of printed misses for each set of flags
    #[arg(long, value_name = "N", default_value_t = 20)]
    max_shown: usize,
    /// Execute outputs that differ, with rmlir-run: the functions of both outputs with the same random arguments
    #[arg(long)]
    run_differences: bool,
    /// rmlir-run; by default the one beside this program, else on PATH
    #[arg(long, value_name = "PATH")]
    rmlir_run: Option<PathBuf>,
    /// Pass each split from one tool to the other as bytecode, in both directions, and compare the resulting text
    #[arg(long, conflicts_with = "run_differences")]
    bytecode: bool,
    /// Compare only this many splits, the same ones each time, spread evenly over all
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Fail when less than this is equal in any section
    #[arg(long, value_name = "PERCENT")]
    require: Option<f64>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let sections = match compare_all(&arguments) {
        Ok(sections) => sections,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(UNUSABLE);
        }
    };
    for section in &sections {
        print!("{}", report::misses(section, arguments.max_shown));
    }
    print!("{}", report::summary(&sections));
    print!("{}", report::executions(&sections));
    let required = arguments.require.unwrap_or(0.0);
    let enough = sections.iter().all(|section| section.equal_percent() >= required);
    if enough { ExitCode::SUCCESS } else { ExitCode::from(BELOW_REQUIRED) }
}

fn compare_all(arguments: &Arguments) -> Result<Vec<Section>, String> {
    let inputs = inputs::read(&arguments.paths).map_err(|error| error.to_string())?;
    if inputs.is_empty() {
        return Err("found no .mlir file".into());
    }
    let mlir_opt = tool(arguments.mlir_opt.as_ref(), || command::find_llvm_program("mlir-opt"), arguments)?;
    let rmlir_opt = tool(arguments.rmlir_opt.as_ref(), || command::find_program("rmlir-opt", true), arguments)?;
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs).build().map_err(|error| error.to_string())?;
    let no_flags = [String::new()];
    let flag_sets = if arguments.flags.is_empty() { &no_flags[..] } else { &arguments.flags };
    let splits = sampled(inputs.iter().flat_map(named_splits).collect(), arguments.sample);
    let rmlir_run = || command::find_program("rmlir-run", true);
    let runner = arguments.run_differences.then(|| tool(arguments.rmlir_run.as_ref(), rmlir_run, arguments));
    let runner = runner.transpose()?.map(|tool| Runner { tool });
    let section = |flags: &String| texts::compare_and_run(flags, &splits, &mlir_opt, &rmlir_opt, runner.as_ref());
    let sections: Vec<Section> = match arguments.bytecode {
        true => {
            let sections = |flags: &String| bytecode::compare(flags, &splits, &mlir_opt, &rmlir_opt);
            pool.install(|| flag_sets.iter().map(sections).collect::<Result<Vec<_>, _>>())?.concat()
        }
        false => pool.install(|| flag_sets.iter().map(section).collect::<Result<_, _>>())?,
    };
    if let Some(path) = &arguments.list_different {
        fs::write(path, report::list(&sections)).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(sections)
}

/// A sample of `splits`, spread evenly.
fn sampled(splits: Vec<Named>, number: Option<usize>) -> Vec<Named> {
    let step = number.map_or(1, |number| splits.len().div_ceil(number.max(1)));
    splits.into_iter().step_by(step.max(1)).collect()
}

fn tool(
    given: Option<&PathBuf>,
    find: impl FnOnce() -> Result<PathBuf, String>,
    arguments: &Arguments,
) -> Result<Tool, String> {
    let program = given.map_or_else(find, |path| Ok(path.clone()))?;
    Ok(Tool { program, flags: Vec::new(), timeout: Duration::from_secs(arguments.timeout) })
}

fn named_splits(input: &inputs::Input) -> Vec<Named<'_>> {
    let name = |index: usize| format!("{}#{index}", input.path.display());
    let splits = split::split(&input.text).into_iter();
    splits.map(|split| Named { name: name(split.index), line: split.line, text: split.text }).collect()
}
