//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::native::{Engine, Threads};

/// What the command line asks for.
#[derive(Parser)]
#[command(name = "rmlir-run", about = "Runs a function of an MLIR file and prints its results", version)]
pub struct Cli {
    /// The file; `-` is standard input
    #[arg(default_value = "-")]
    pub file: String,
    /// The function to call; those of nested modules are written `module::function`
    #[arg(long, default_value = "main")]
    pub entry: String,
    /// The arguments, one each: a number, `true`, `[1, 2]`, `random`, `random:4x8`, `zeros:4x8`, `file.npy`. Those left
    /// out are random
    #[arg(long, num_args = 0.., allow_negative_numbers = true, value_name = "VALUE")]
    pub args: Vec<String>,
    /// Where random data, the order of parallel iterations and the results of unknown functions come from
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Who runs it
    #[arg(long, value_enum, default_value_t = Engine::Interpreter)]
    pub engine: Engine,
    /// Print the arguments as they are at the end, too
    #[arg(long)]
    pub print_arguments: bool,
    /// Save a result, by its number, or an argument, as `arg0`: `0=out.npy`
    #[arg(long, value_name = "WHAT=FILE")]
    pub save: Vec<String>,
    /// Print each operation with its results as it runs
    #[arg(long)]
    pub trace: bool,
    /// Print how many operations ran on each line
    #[arg(long)]
    pub profile: bool,
    /// Run the function by several threads, with several arguments, and check that what the uniformity analysis calls
    /// uniform is; `lane_id`, if declared, gives the number of the thread
    #[arg(long)]
    pub check_uniformity: bool,
    /// Run the function and check what clauses of functions say of their arguments, and that iterations are independent: in
    /// iterations of loops with `pvec.vectorize_calls` that are lanes together, and by lanes of the function itself if it
    /// has clauses
    #[arg(long)]
    pub check_clauses: bool,
    /// How many threads machine code runs parallel loops by; without it one runs them, unless the environment says another
    /// number in `OMP_NUM_THREADS`. When uniformity is checked: how many run together, 8 without it
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// How often they do, with other arguments each time
    #[arg(long, default_value_t = 24)]
    pub inputs: u64,
    /// By how many hierarchies of cycles convergence is judged, beside LLVM's
    #[arg(long, default_value_t = 8)]
    pub hierarchies: u64,
    /// How many instructions may run
    #[arg(long, default_value_t = 10_000_000_000)]
    pub max_steps: u64,
    /// How deep calls may nest
    #[arg(long, default_value_t = 10_000)]
    pub max_depth: usize,
    /// How many bytes may be allocated at a time
    #[arg(long, default_value_t = 4 << 30)]
    pub max_bytes: u64,
    /// How often the unit of scalable vectors is there
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
