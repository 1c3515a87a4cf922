//! The command line of a suite.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::{CommandFactory, Parser};
use regex::Regex;
use rmlir_opt::Registry;

use super::discover::discover;
use super::report::{Detail, Reporter};
use super::test::Settings;
use super::workers::{Workers, work};
use crate::features::of_this_machine;
use crate::shell::parse;

/// Runs files with RUN lines as lit does, and their FileCheck too, on all cores
#[derive(Parser)]
#[command(name = "rmlir-check", version)]
struct Arguments {
    /// Test files, and folders of them
    #[arg(required_unless_present = "worker")]
    paths: Vec<PathBuf>,
    /// The number of tests that run at the same time; one per core by default
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Only tests whose path has a match of this regular expression
    #[arg(long, value_name = "REGEX")]
    filter: Option<String>,
    /// The ends of the names of test files
    #[arg(long, value_name = "SUFFIXES", value_delimiter = ',', default_value = ".mlir,.ll,.test")]
    suffixes: Vec<String>,
    /// A feature that REQUIRES, UNSUPPORTED, XFAIL and %if may ask for
    #[arg(long, value_name = "NAME")]
    feature: Vec<String>,
    /// A substitution: %name=text
    #[arg(short = 'D', long = "define", value_name = "NAME=TEXT")]
    define: Vec<String>,
    /// A command that is run in place of another: mlir-opt=/usr/bin/mlir-opt-22
    #[arg(long, value_name = "NAME=COMMAND")]
    tool: Vec<String>,
    /// The time limit of a test, in seconds
    #[arg(long, value_name = "S", default_value_t = 120)]
    timeout: u64,
    /// Stop after so many failures
    #[arg(long, value_name = "N")]
    max_failures: Option<usize>,
    /// The folder for temporary files, which is kept; by default one that is removed at the end
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Show commands and output of failures
    #[arg(short, long)]
    verbose: bool,
    /// Show commands and output of all tests
    #[arg(short = 'a', long)]
    show_all: bool,
    /// Show tests that fail, and no others
    #[arg(short, long)]
    succinct: bool,
    /// Show the summary alone
    #[arg(short, long)]
    quiet: bool,
    /// Show the tests that took longest
    #[arg(long)]
    time_tests: bool,
    /// Run the tests that standard input names
    #[arg(long, hide = true)]
    worker: bool,
}

/// The number of tests that `--time-tests` shows.
const N_SLOWEST: usize = 20;

/// The command line.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The tool as a program with the dialects of `registry`; the first of `args` is its name.
pub fn main(registry: Registry, args: &[String]) -> ExitCode {
    match run(&registry, &Arguments::parse_from(args), &args[1..]) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Runs the suite; returns whether no test failed.
fn run(registry: &Registry, arguments: &Arguments, args: &[String]) -> Result<bool, String> {
    let temporary = match &arguments.output {
        Some(_) => None,
        None => Some(tempfile::tempdir().map_err(|error| error.to_string())?),
    };
    let folder = match (&arguments.output, &temporary) {
        (Some(folder), _) => folder.clone(),
        (None, Some(folder)) => folder.path().to_owned(),
        (None, None) => return Err("there is no folder for temporary files".to_owned()),
    };
    let shown = |error: io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(shown)?;
    let folder = folder.canonicalize().map_err(shown)?;
    let settings = settings(arguments, folder.clone())?;
    if arguments.worker {
        // Files that tests write without a path are temporary too.
        std::env::set_current_dir(&folder).map_err(shown)?;
        work(registry, &settings).map_err(|error| error.to_string())?;
        return Ok(true);
    }
    let mut tests = discover(&arguments.paths, &arguments.suffixes)?;
    if let Some(filter) = &arguments.filter {
        let filter = Regex::new(filter).map_err(|error| error.to_string())?;
        tests.retain(|test| filter.is_match(&test.name));
    }
    if tests.is_empty() {
        return Err("did not discover any tests".to_owned());
    }
    let n_workers = arguments.jobs.unwrap_or_else(|| available_parallelism().map_or(1, usize::from)).max(1);
    let workers = Workers {
        program: std::env::current_exe().map_err(|error| error.to_string())?,
        args: worker_args(args, &folder),
        n_workers,
        timeout: Duration::from_secs(arguments.timeout),
    };
    let detail = match () {
        () if arguments.show_all => Detail::All,
        () if arguments.verbose => Detail::Verbose,
        () if arguments.quiet => Detail::Quiet,
        () if arguments.succinct => Detail::Succinct,
        () => Detail::Normal,
    };
    let (start, mut out) = (Instant::now(), io::stdout());
    let failed = |error: io::Error| error.to_string();
    let mut reporter = Reporter::new(&mut out, detail, tests.len(), n_workers.min(tests.len())).map_err(failed)?;
    let mut written = Ok(());
    workers.run(&tests, |done| {
        written = reporter.ended(&tests[done.index], &done.outcome, done.time);
        let is_enough = arguments.max_failures.is_some_and(|limit| limit <= reporter.n_failures());
        written.is_ok() && !is_enough
    });
    written.map_err(failed)?;
    let passed = reporter.n_failures() == 0;
    let n_slowest = if arguments.time_tests { N_SLOWEST } else { 0 };
    reporter.finish(start.elapsed(), "rmlir check -v", n_slowest).map_err(failed)?;
    Ok(passed)
}

/// The arguments of a worker: those of this process, and the same folder.
fn worker_args(args: &[String], folder: &std::path::Path) -> Vec<String> {
    let own = ["check".to_owned(), "--worker".to_owned()];
    let output = args.iter().any(|arg| arg == "--output" || arg.starts_with("--output="));
    let output = (!output).then(|| format!("--output={}", folder.display()));
    own.into_iter().chain(output).chain(args.iter().cloned()).collect()
}

fn settings(arguments: &Arguments, temporary: PathBuf) -> Result<Settings, String> {
    let mut features = of_this_machine();
    features.extend(arguments.feature.iter().cloned());
    let pair = |text: &String, example: &str| {
        let pair = text.split_once('=').map(|(name, text)| (name.to_owned(), text.to_owned()));
        pair.ok_or_else(|| format!("expected {example} instead of '{text}'"))
    };
    let substitutions = arguments.define.iter().map(|text| {
        let (name, text) = pair(text, "%name=text")?;
        Ok((if name.starts_with('%') { name } else { format!("%{name}") }, text))
    });
    let replaced = arguments.tool.iter().map(|text| {
        let (name, command) = pair(text, "name=command")?;
        Ok((name, parse(&command)?.first.commands.swap_remove(0).words))
    });
    Ok(Settings {
        features,
        substitutions: substitutions.collect::<Result<_, String>>()?,
        replaced: replaced.collect::<Result<_, String>>()?,
        temporary,
    })
}
