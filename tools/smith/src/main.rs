//! The command line: prints random modules, or compares the outputs of two tools on them.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use rmlir_compare::compare::Kind;
use rmlir_compare::report::{self, Section};
use rmlir_smith::against::{PASSES, Tools, modules};
use rmlir_smith::{Dialect, Feature, Options};

/// Exit code when the two tools differ.
const DIFFERENT: u8 = 1;
/// Exit code when nothing could be compared: bad arguments, no tool.
const UNUSABLE: u8 = 2;

/// Writes random modules that are valid, terminate, and have no undefined behaviour
#[derive(Parser)]
#[command(name = "rmlir-smith", version)]
struct Arguments {
    /// The seed; the same seed gives the same module
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The number of modules, with consecutive seeds
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// The approximate number of statements in a function
    #[arg(long, value_name = "N", default_value_t = 30)]
    size: usize,
    /// The number of functions in a module
    #[arg(long, value_name = "N", default_value_t = 3)]
    functions: usize,
    /// Dialects beside func and arith
    #[arg(long, value_name = "NAMES", value_enum, value_delimiter = ',', default_values_t = Dialect::value_variants().to_vec())]
    dialects: Vec<Dialect>,
    /// Additional features of programs
    #[arg(long, value_name = "NAMES", value_enum, value_delimiter = ',')]
    features: Vec<Feature>,
    /// Values may be poison
    #[arg(long)]
    allow_poison: bool,
    /// Compare the outputs of mlir-opt and rmlir-opt for the modules with these flags; each use is one comparison, and
    /// without a value there is one for each of the usual passes
    #[arg(long, value_name = "FLAGS", num_args = 0..=1, default_missing_value = "usual", require_equals = true)]
    against_mlir_opt: Vec<String>,
    /// Upstream's tool
    #[arg(long, value_name = "PATH")]
    mlir_opt: Option<PathBuf>,
    /// Our tool; by default the one beside this program, else on PATH
    #[arg(long, value_name = "PATH")]
    rmlir_opt: Option<PathBuf>,
    /// Write modules on which the tools differ to this folder
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// The time limit of one tool on one module, in seconds
    #[arg(long, value_name = "S", default_value_t = 20)]
    timeout: u64,
    /// The maximum number of printed differences for each set of flags
    #[arg(long, value_name = "N", default_value_t = 10)]
    max_shown: usize,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let options = Options {
        seed: arguments.seed,
        size: arguments.size,
        n_functions: arguments.functions,
        dialects: arguments.dialects.clone(),
        features: arguments.features.clone(),
        allow_poison: arguments.allow_poison,
        distinct_arguments: false,
    };
    let modules = modules(&options, arguments.count);
    if arguments.against_mlir_opt.is_empty() {
        let texts: Vec<&str> = modules.iter().map(|(_, text)| text.as_str()).collect();
        print!("{}", texts.join("// -----\n"));
        return ExitCode::SUCCESS;
    }
    match compare(&arguments, &modules) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(DIFFERENT),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(UNUSABLE)
        }
    }
}

/// Compares the tools; returns whether their outputs were always equal, and both accepted every module.
fn compare(arguments: &Arguments, modules: &[(u64, String)]) -> Result<bool, String> {
    let timeout = Duration::from_secs(arguments.timeout);
    let tools = Tools::find(arguments.mlir_opt.as_deref(), arguments.rmlir_opt.as_deref(), timeout)?;
    let mut passes: Vec<String> = Vec::new();
    for flags in &arguments.against_mlir_opt {
        match flags.as_str() {
            "usual" => passes.extend(PASSES.map(str::to_owned)),
            _ => passes.push(flags.clone()),
        }
    }
    let mut sections = Vec::new();
    for flags in &passes {
        let section = tools.compare(modules, flags)?;
        print!("{}", report::misses(&section, arguments.max_shown));
        keep(arguments, &section, modules)?;
        sections.push(section);
    }
    print!("{}", report::summary(&sections));
    Ok(sections.iter().flat_map(|section| &section.findings).all(|finding| finding.verdict.kind() == Kind::Equal))
}

fn keep(arguments: &Arguments, section: &Section, modules: &[(u64, String)]) -> Result<(), String> {
    let Some(folder) = &arguments.keep else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    for (finding, (seed, text)) in section.findings.iter().zip(modules) {
        if finding.verdict.kind() == Kind::Equal {
            continue;
        }
        let path = folder.join(format!("{seed}.mlir"));
        fs::write(path, text).map_err(|error| error.to_string())?;
    }
    Ok(())
}
