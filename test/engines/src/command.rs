//! The comparisons of `rmlir-check engines`.

use std::time::Duration;

use clap::{Args, Subcommand};
use rayon::prelude::*;
use rmlir_polybench::kernel::{self, DataSet};
use rmlir_run::native::Engine;
use rmlir_smith::Options;
use rmlir_trials::{Seeds, on_jobs};

use crate::agree::Calls;
use crate::{polybench, smith, speed};

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// Random modules in the interpreter and other engines, bit for bit
    Smith(Smith),
    /// The PolyBench kernels in all engines, bit for bit
    Polybench {
        /// Sizes of the arrays
        #[arg(long, value_name = "SIZE", value_enum, default_value_t = DataSet::Small)]
        size: DataSet,
    },
    /// The PolyBench kernels by the JIT and by clang -O1, and the start-up time of a small function
    Speed {
        /// Sizes of the arrays
        #[arg(long, value_name = "SIZE", value_enum, default_value_t = DataSet::Medium)]
        size: DataSet,
    },
}

/// The selection of modules and engines.
#[derive(Args)]
pub struct Smith {
    #[command(flatten)]
    seeds: Seeds,
    /// The approximate number of statements in a function
    #[arg(long, value_name = "N", default_value_t = 20)]
    size: usize,
    /// The number of functions in a module
    #[arg(long, value_name = "N", default_value_t = 2)]
    functions: usize,
    /// Only these sets of dialects
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    sets: Vec<String>,
    /// Engines beside the interpreter
    #[arg(long, value_name = "NAMES", value_enum, value_delimiter = ',', default_values_t = [Engine::Jit, Engine::Llvm])]
    engines: Vec<Engine>,
    /// Values may be poison
    #[arg(long)]
    allow_poison: bool,
    /// The number of calls of each function
    #[arg(long, value_name = "N", default_value_t = 3)]
    times: u64,
    /// The step limit of a call in the interpreter
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    max_steps: u64,
    /// Print the module of the first seed of each set and stop
    #[arg(long)]
    print: bool,
    /// The maximum number of printed differences for each set
    #[arg(long, value_name = "N", default_value_t = 10)]
    max_shown: usize,
}

impl Command {
    /// Executes the comparison; returns whether it holds.
    pub fn run(&self) -> Result<bool, String> {
        match self {
            Self::Smith(options) => Ok(on_jobs(options.seeds.jobs, || run_smith(options))),
            Self::Polybench { size } => on_jobs(0, || run_polybench(*size)),
            Self::Speed { size } => on_jobs(1, || run_speed(*size)),
        }
    }
}

fn run_smith(arguments: &Smith) -> bool {
    let calls = Calls {
        engines: arguments.engines.clone(),
        n_times: arguments.times,
        max_steps: arguments.max_steps,
        seed: arguments.seeds.seed,
    };
    let mut all_equal = true;
    for (name, dialects) in smith::dialect_sets() {
        if !arguments.sets.is_empty() && !arguments.sets.iter().any(|set| set == name) {
            continue;
        }
        let options = Options {
            seed: arguments.seeds.seed,
            size: arguments.size,
            n_functions: arguments.functions,
            dialects,
            features: Vec::new(),
            allow_poison: arguments.allow_poison,
            distinct_arguments: false,
        };
        if arguments.print {
            print!("{}", rmlir_smith::module(&options));
            continue;
        }
        let tally = smith::run(&options, arguments.seeds.count, &calls);
        let (n, n_differ) = (arguments.seeds.count, tally.differences.len());
        println!("{name:8} {n} modules: {} calls agree, {} skipped, {n_differ} differ", tally.n_equal, tally.n_skipped);
        tally.differences.iter().take(arguments.max_shown).for_each(|difference| println!("  {difference}"));
        all_equal &= n_differ == 0;
    }
    all_equal
}

fn run_polybench(size: DataSet) -> Result<bool, String> {
    let engines = [Engine::Interpreter, Engine::Jit, Engine::Llvm];
    let kernels = kernel::read_all(&kernel::folder())?;
    let rows: Vec<(String, bool)> = kernels
        .par_iter()
        .map(|kernel| match polybench::checksums(kernel, size, &engines) {
            Ok(sums) => {
                let shown: Vec<String> =
                    sums.iter().map(|(_, bits)| format!("{:>24}", f64::from_bits(*bits))).collect();
                let equal = sums.iter().all(|(_, bits)| *bits == sums[0].1);
                (format!("{:16}{}  {}", kernel.name, shown.concat(), if equal { "equal" } else { "different" }), equal)
            }
            Err(error) => (format!("{:16}{error}", kernel.name), false),
        })
        .collect();
    rows.iter().for_each(|(row, _)| println!("{row}"));
    let n_equal = rows.iter().filter(|(_, equal)| *equal).count();
    println!("{n_equal} of {} equal", rows.len());
    Ok(n_equal == rows.len())
}

/// The maximum ratio of the JIT's total time to clang's.
const MOST_TIMES: f64 = 1.5;
/// The maximum time until the code of a small function has run.
const MOST_START_UP: Duration = Duration::from_millis(20);

fn run_speed(size: DataSet) -> Result<bool, String> {
    let (mut jit, mut clang) = (Duration::ZERO, Duration::ZERO);
    for kernel in kernel::read_all(&kernel::folder())? {
        let times = speed::measure(&kernel, size)?;
        let ratio = times.jit.as_secs_f64() / times.clang.as_secs_f64();
        println!("{:16}{:>10.3?}{:>10.3?}{ratio:>8.2}", times.kernel, times.jit, times.clang);
        jit += times.jit;
        clang += times.clang;
    }
    let ratio = jit.as_secs_f64() / clang.as_secs_f64();
    println!("in sum: {jit:.3?} by the JIT, {clang:.3?} by clang -O1: {ratio:.2} times as long");
    let start_up = speed::start_up()?;
    println!("start-up: {start_up:.3?}");
    Ok(ratio <= MOST_TIMES && start_up <= MOST_START_UP)
}
