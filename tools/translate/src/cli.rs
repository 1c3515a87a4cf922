//! The command line.

use clap::error::Error;
use clap::{ArgGroup, CommandFactory, Parser};
use rmlir::diag::split;

/// A translation.
#[derive(Clone, Copy)]
pub enum Translation {
    ImportLlvm,
    MlirToLlvmIr,
    ToHexagon,
    ScheduleSsp,
    ExplainSsp,
    ScheduleGraphMl,
    ExplainGraphMl,
}

/// The parsed command line.
#[derive(Parser)]
#[command(
    name = "rmlir-translate",
    about = "Translates between MLIR and LLVM IR, to assembly, and schedules problems",
    version,
    args_override_self = true,
    group = ArgGroup::new("translation").required(true)
)]
pub struct Cli {
    /// The input file, '-' for standard input
    #[arg(default_value = "-", value_name = "FILE")]
    pub input: String,
    /// Translate LLVM IR to MLIR
    #[arg(long, group = "translation")]
    import_llvm: bool,
    /// Translate MLIR to LLVM IR
    #[arg(long, group = "translation")]
    mlir_to_llvmir: bool,
    /// Translate functions of func, cf, scf, arith, math and memref to assembly for Hexagon V66
    #[arg(long, group = "translation")]
    to_hexagon: bool,
    /// Schedule the modulo problems of CIRCT's ssp.instance
    #[arg(long, group = "translation")]
    schedule_ssp: bool,
    /// Show how swing modulo scheduling, as published, schedules them
    #[arg(long, group = "translation")]
    explain_ssp: bool,
    /// Schedule a graph in HatScheT's GraphML
    #[arg(long, group = "translation")]
    schedule_graphml: bool,
    /// Show how swing modulo scheduling, as published, schedules it
    #[arg(long, group = "translation")]
    explain_graphml: bool,
    /// The resources of that graph
    #[arg(long, value_name = "FILE")]
    pub resources: Option<String>,
    /// The maximum number of steps of the search for schedules
    #[arg(long, value_name = "N", default_value_t = rmlir_modulo::schedule::MAX_STEPS)]
    pub max_steps: u64,
    /// Accept operations of unregistered dialects
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
    /// Print locations
    #[arg(long)]
    pub mlir_print_debuginfo: bool,
    /// Expect one top-level operation and put no module around it
    #[arg(long)]
    pub no_implicit_module: bool,
    /// Cut the input at marker lines and translate each piece alone
    #[arg(long, value_name = "MARKER", num_args = 0..=1, require_equals = true, default_missing_value = split::DEFAULT_MARKER)]
    pub split_input_file: Option<String>,
    /// The marker between the outputs of the pieces
    #[arg(long, value_name = "MARKER", default_value = "", hide_default_value = true)]
    pub output_split_marker: String,
    /// Compare diagnostics with 'expected-*' comments
    #[arg(long)]
    pub verify_diagnostics: bool,
    /// Write to this file, '-' for standard output
    #[arg(short, value_name = "FILE", default_value = "-")]
    pub output: String,
}

/// The command line.
pub fn command() -> clap::Command {
    Cli::command()
}

impl Cli {
    /// Parses `args`, without the program's name. As upstream's tools accept it, long flags may have one dash.
    pub fn read(args: &[String]) -> Result<Self, Error> {
        let command = command();
        let is_long = |name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name)) || name == "help";
        let with_two_dashes = |arg: &String| match arg.strip_prefix('-') {
            Some(rest) if is_long(rest.split('=').next().unwrap_or(rest)) => format!("-{arg}"),
            _ => arg.clone(),
        };
        Self::try_parse_from(std::iter::once("rmlir-translate".to_owned()).chain(args.iter().map(with_two_dashes)))
    }

    /// The translation.
    pub fn translation(&self) -> Translation {
        match () {
            () if self.import_llvm => Translation::ImportLlvm,
            () if self.mlir_to_llvmir => Translation::MlirToLlvmIr,
            () if self.to_hexagon => Translation::ToHexagon,
            () if self.schedule_ssp => Translation::ScheduleSsp,
            () if self.explain_ssp => Translation::ExplainSsp,
            () if self.schedule_graphml => Translation::ScheduleGraphMl,
            () => Translation::ExplainGraphMl,
        }
    }
}
