//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::native::{Engine, Threads};

/// The parsed command line.
#[derive(Parser)]
#[command(name = "rmlir-run", about = "Runs a function of an MLIR file and prints its results", version)]
pub struct Cli {
    /// The file; `-` is standard input
    #[arg(default_value = "-")]
    pub file: String,
    /// The function to call; those of nested modules are written `module::function`
    #[arg(long, default_value = "main")]
    pub entry: String,
    /// The arguments, one each: an integer or float, `true`, `[1, 2]`, `random`, `random:4x8`, `zeros:4x8`, `file.npy`.
    /// Omitted ones are random
    #[arg(long, num_args = 0.., allow_negative_numbers = true, value_name = "VALUE")]
    pub args: Vec<String>,
    /// The seed of random data, of the order of parallel iterations and of the results of unknown functions
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// The engine
    #[arg(long, value_enum, default_value_t = Engine::Interpreter)]
    pub engine: Engine,
    /// Print the final arguments, too
    #[arg(long)]
    pub print_arguments: bool,
    /// Save a result, by its index, or an argument, as `arg0`: `0=out.npy`
    #[arg(long, value_name = "WHAT=FILE")]
    pub save: Vec<String>,
    /// Print each operation with its results as it runs
    #[arg(long)]
    pub trace: bool,
    /// Print the number of operations executed on each line
    #[arg(long)]
    pub profile: bool,
    /// Run the function by several threads, with several arguments, and check that values that are uniform by the
    /// analysis are; `lane_id`, if declared, returns the index of the thread
    #[arg(long)]
    pub check_uniformity: bool,
    /// Run the function and check the clauses of parameters, and that iterations are independent: for iterations of
    /// loops with `pvec.vectorize_calls` that form a group of lanes, and for lanes of the function itself if it has
    /// clauses
    #[arg(long)]
    pub check_clauses: bool,
    /// The number of threads that run parallel loops of machine code; by default `OMP_NUM_THREADS`, else one. When
    /// uniformity is checked: the number of threads of a group, by default 8
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// The number of these executions, each with other arguments
    #[arg(long, default_value_t = 24)]
    pub inputs: u64,
    /// The number of cycle hierarchies for which convergence is checked, beside LLVM's
    #[arg(long, default_value_t = 8)]
    pub hierarchies: u64,
    /// The maximum number of executed instructions
    #[arg(long, default_value_t = 10_000_000_000)]
    pub max_steps: u64,
    /// The maximum depth of calls
    #[arg(long, default_value_t = 10_000)]
    pub max_depth: usize,
    /// The maximum number of bytes allocated at a time
    #[arg(long, default_value_t = 4 << 30)]
    pub max_bytes: u64,
    /// The value of `vscale`
    #[arg(long, default_value_t = 1)]
    pub vscale: u64,
    /// Refuse to read memory that was never written; it is poison otherwise
    #[arg(long)]
    pub no_fresh_reads: bool,
}

impl Cli {
    /// The threads that run parallel loops.
    pub fn team(&self) -> Threads {
        let said = || std::env::var("OMP_NUM_THREADS").ok()?.trim().parse().ok().filter(|&n| n > 0);
        self.threads.or_else(said).map_or(Threads::One, Threads::Team)
    }

    /// The results and arguments to save: whether it is an argument, its index, the file.
    pub fn saves(&self) -> Result<Vec<(bool, usize, PathBuf)>, String> {
        let parse = |text: &String| {
            let (what, file) = text.split_once('=')?;
            let number = what.strip_prefix("arg");
            Some((number.is_some(), number.unwrap_or(what).parse().ok()?, PathBuf::from(file)))
        };
        let error = |text: &String| format!("--save takes `0=file.npy` or `arg0=file.npy`, not `{text}`");
        self.save.iter().map(|text| parse(text).ok_or_else(|| error(text))).collect()
    }
}
