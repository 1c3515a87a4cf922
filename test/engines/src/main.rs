//! The command line: `smith`, `polybench` and `speed`.

use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use rayon::prelude::*;
use rmlir_engines::agree::Calls;
use rmlir_engines::{polybench, smith, speed};
use rmlir_polybench::kernel::{self, DataSet};
use rmlir_run::native::Engine;
use rmlir_smith::Options;

/// Runs programs in the engines of rmlir-run and compares what comes out
#[derive(Parser)]
#[command(name = "rmlir-engines", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Random modules in the interpreter and other engines, bit for bit
    Smith(Smith),
    /// The PolyBench kernels in all engines, bit for bit
    Polybench {
        /// Sizes of the arrays
        #[arg(long, value_name = "SIZE", value_enum, default_value_t = DataSet::Small)]
        size: DataSet,
    },
    /// The PolyBench kernels by the JIT and by clang -O1, and how soon code of a small function runs
    Speed {
        /// Sizes of the arrays
        #[arg(long, value_name = "SIZE", value_enum, default_value_t = DataSet::Medium)]
        size: DataSet,
    },
}

#[derive(Args)]
struct Smith {
    /// How many modules of each set of dialects
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: u64,
    /// Where chance starts
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// About how many statements a function has
    #[arg(long, value_name = "N", default_value_t = 20)]
    size: usize,
    /// How many functions a module has
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
    /// How often each function is called
    #[arg(long, value_name = "N", default_value_t = 3)]
    times: u64,
    /// How many steps the interpreter may take in a call
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    max_steps: u64,
    /// Print the module of the first seed of each set and stop
    #[arg(long)]
    print: bool,
    /// Differences shown for each set
    #[arg(long, value_name = "N", default_value_t = 10)]
    max_shown: usize,
}

/// Reading and lowering go as deep as the text does.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK).build().expect("the system gives threads");
    let result = pool.install(|| match arguments.command {
        Command::Smith(options) => Ok(run_smith(&options)),
        Command::Polybench { size } => run_polybench(size),
        Command::Speed { size } => run_speed(size),
    });
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run_smith(arguments: &Smith) -> bool {
    let calls = Calls {
        engines: arguments.engines.clone(),
        n_times: arguments.times,
        max_steps: arguments.max_steps,
        seed: arguments.seed,
    };
    let mut all_equal = true;
    for (name, dialects) in smith::dialect_sets() {
        if !arguments.sets.is_empty() && !arguments.sets.iter().any(|set| set == name) {
            continue;
        }
        let options = Options {
            seed: arguments.seed,
            size: arguments.size,
            n_functions: arguments.functions,
            dialects,
            features: Vec::new(),
            allow_poison: arguments.allow_poison,
        };
        if arguments.print {
            print!("{}", rmlir_smith::module(&options));
            continue;
        }
        let tally = smith::run(&options, arguments.count, &calls);
        let (n, n_differ) = (arguments.count, tally.differences.len());
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

/// The JIT takes at most so many times as long as clang, in sum.
const MOST_TIMES: f64 = 1.5;
/// Code of a small function runs after at most so much time.
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
