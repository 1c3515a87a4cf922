//! The command line: the interestingness test, the input and the output.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::bisect::{self, Found};
use crate::search::{Reduced, Search};
use crate::test::Test;
use clap::{ArgGroup, CommandFactory, Parser};
use rmlir_compare::command::{find_llvm_program, find_program, split_flags};
use rmlir_compare::run::Tool;
use rmlir_opt::Registry;

/// The flag with which our tool executes functions before and after each pass.
const VERIFY_SEMANTICS: &str = "--verify-semantics";

/// Reduces a module as long as it is interesting
#[derive(Parser)]
#[command(name = "rmlir-reduce", version)]
#[command(group = ArgGroup::new("interesting").required(true).args(["test", "crashes", "differs_from_mlir_opt", "fails_to_verify_after", "breaks_semantics"]))]
struct Arguments {
    /// The module
    input: PathBuf,
    /// A command whose argument is the path of a module, and that exits with 0 if that is interesting
    #[arg(long, value_name = "COMMAND")]
    test: Option<String>,
    /// Interesting: rmlir-opt crashes. A pipeline is passes as in --pass-pipeline, or flags
    #[arg(long, value_name = "PIPELINE", allow_hyphen_values = true)]
    crashes: Option<String>,
    /// Interesting: mlir-opt runs the pipeline, and rmlir-opt prints different output
    #[arg(long, value_name = "PIPELINE", allow_hyphen_values = true)]
    differs_from_mlir_opt: Option<String>,
    /// Interesting: rmlir-opt accepts the module and fails in the pipeline
    #[arg(long, value_name = "PIPELINE", allow_hyphen_values = true)]
    fails_to_verify_after: Option<String>,
    /// Interesting: a pass of the pipeline changes the results of a function
    #[arg(long, value_name = "PIPELINE", allow_hyphen_values = true)]
    breaks_semantics: Option<String>,
    /// Find a step, an execution of a pass or a rewrite, with which the module becomes interesting, instead of reducing
    /// it. A command gets --fuel=N, the limit on steps, as an argument before the path
    #[arg(long, conflicts_with_all = ["differs_from_mlir_opt", "output"])]
    bisect: bool,
    /// The output file, a test case with a RUN line; standard output by default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Our tool; by default the one beside this program, else on PATH
    #[arg(long, value_name = "PATH")]
    rmlir_opt: Option<PathBuf>,
    /// Upstream's tool
    #[arg(long, value_name = "PATH")]
    mlir_opt: Option<PathBuf>,
    /// Accept operations of unregistered dialects
    #[arg(long)]
    allow_unregistered_dialect: bool,
    /// The time limit of a tool, in seconds
    #[arg(long, value_name = "S", default_value_t = 20)]
    timeout: u64,
}

/// The command line.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The tool as a program with the dialects of `registry`; the first of `args` is its name.
pub fn main(registry: Registry, args: &[String]) -> ExitCode {
    let arguments = Arguments::parse_from(args);
    match run(&registry, &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(registry: &Registry, arguments: &Arguments) -> Result<(), String> {
    let shown = |error: std::io::Error| format!("{}: {error}", arguments.input.display());
    let text = fs::read_to_string(&arguments.input).map_err(shown)?;
    let test = interesting(arguments)?;
    if arguments.bisect {
        return bisect(arguments, &test, &text);
    }
    let search = Search { registry, test: &test, allow_unregistered: arguments.allow_unregistered_dialect };
    let Reduced { text: reduced, n_tests } = search.reduce(&text)?;
    eprintln!("{} lines became {} in {n_tests} trials", text.lines().count(), reduced.lines().count());
    let reduced = test.run_line().unwrap_or_default() + &reduced;
    match &arguments.output {
        Some(path) => fs::write(path, reduced).map_err(|error| format!("{}: {error}", path.display())),
        None => {
            print!("{reduced}");
            Ok(())
        }
    }
}

/// Finds a step with which the module becomes interesting, and shows it.
fn bisect(arguments: &Arguments, test: &Test, text: &str) -> Result<(), String> {
    let found = bisect::first_step(&|limit| test.with_limit(limit).is_interesting(text))?;
    let Found { number, n_tests } = found;
    eprintln!("with step {number} the module becomes interesting, with one step less it is not; {n_tests} trials");
    if let Some(tool) = test.tool() {
        let mut tool = tool.clone();
        tool.flags.retain(|flag| flag != VERIFY_SEMANTICS);
        let (messages, difference) = bisect::show(&tool, &arguments.input, number)?;
        eprint!("{messages}");
        print!("{difference}");
    }
    Ok(())
}

fn interesting(arguments: &Arguments) -> Result<Test, String> {
    if let Some(command) = &arguments.test {
        let mut words = split_flags(command)?.into_iter();
        let program = words.next().ok_or("the command is empty")?;
        return Ok(Test::Command(program.into(), words.collect()));
    }
    if let Some(pipeline) = &arguments.crashes {
        return Ok(Test::Crashes(rmlir_opt(arguments, pipeline)?));
    }
    if let Some(pipeline) = &arguments.fails_to_verify_after {
        return Ok(Test::FailsToVerify(rmlir_opt(arguments, pipeline)?));
    }
    if let Some(pipeline) = &arguments.breaks_semantics {
        let mut tool = rmlir_opt(arguments, pipeline)?;
        tool.flags.push(VERIFY_SEMANTICS.to_owned());
        return Ok(Test::BreaksSemantics(tool));
    }
    let pipeline = arguments.differs_from_mlir_opt.as_deref().unwrap_or_default();
    let mlir_opt = tool(arguments, arguments.mlir_opt.as_ref(), || find_llvm_program("mlir-opt"), pipeline)?;
    Ok(Test::Differs { mlir_opt, rmlir_opt: rmlir_opt(arguments, pipeline)? })
}

fn rmlir_opt(arguments: &Arguments, pipeline: &str) -> Result<Tool, String> {
    tool(arguments, arguments.rmlir_opt.as_ref(), || find_program("rmlir-opt", true), pipeline)
}

fn tool(
    arguments: &Arguments,
    given: Option<&PathBuf>,
    find: impl FnOnce() -> Result<PathBuf, String>,
    pipeline: &str,
) -> Result<Tool, String> {
    let program = given.map_or_else(find, |path| Ok(path.clone()))?;
    let mut flags = match pipeline.starts_with('-') {
        true => split_flags(pipeline)?,
        false => vec![format!("--pass-pipeline=builtin.module({pipeline})")],
    };
    flags.extend(arguments.allow_unregistered_dialect.then(|| "--allow-unregistered-dialect".to_owned()));
    Ok(Tool { program, flags, timeout: Duration::from_secs(arguments.timeout) })
}
