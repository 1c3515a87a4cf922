//! The comparisons of `rmlir-check ifconvert`.

use clap::{Subcommand, ValueEnum};
use rmlir::interp::random::Random;
use rmlir::text::print::{PrintOptions, print};
use rmlir_ifconvert_passes::if_convert::Selection;
use rmlir_run::native::Engine;
use rmlir_trials::Seeds;

use crate::graphs::{Graphs, draw};
use crate::native::{self, Times};
use crate::trial::{Counts, Trial, WAYS, context, convert, parsed};
use crate::{CODINGS, bench, cycles, kernels, lowered, pipelined, program, registers};

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// Random programs before and after the conversion
    Run {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
        /// The selection of graphs
        #[command(flatten)]
        graphs: Graphs,
        /// The conversions
        #[arg(long, value_enum, default_value_t = Select::Everything)]
        select: Select,
        /// Inputs of each program
        #[arg(long, value_name = "N", default_value_t = 3)]
        inputs: u64,
    },
    /// Linear code of random acyclic graphs on poisoned predicate registers
    Registers {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
        /// The selection of graphs
        #[command(flatten)]
        graphs: Graphs,
    },
    /// Linear code of random graphs with cycles, with traps, in order
    Cycles {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
        /// The selection of graphs
        #[command(flatten)]
        graphs: Graphs,
    },
    /// The numbers of predicates and clears of random graphs compared with those by definition
    Counts {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
        /// The maximum number of blocks of a graph
        #[arg(long, value_name = "N", default_value_t = 14)]
        blocks: u64,
    },
    /// Hand-written loops
    Kernels,
    /// The same through the modulo scheduler
    Pipelined {
        /// The machine
        #[arg(long, value_name = "NAME", default_value = "gp4")]
        machine: String,
    },
    /// In upstream's dialects, compiled
    Lowered {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
        /// The selection of graphs
        #[command(flatten)]
        graphs: Graphs,
    },
    /// Speed of machine code before and after
    Native {
        /// Runs of each kernel
        #[arg(long, value_name = "N", default_value_t = 400)]
        rounds: u64,
    },
    /// Time of the conversion
    Bench {
        /// The number of blocks of the function
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        blocks: usize,
    },
    /// Print one program before and after
    Show {
        /// The seed of the program
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        /// The selection of graphs
        #[command(flatten)]
        graphs: Graphs,
    },
}

/// A selection of [`WAYS`].
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Select {
    /// All of them
    Everything,
    /// Those that convert whole functions
    All,
    /// Those that form hyperblocks
    Hyperblock,
    /// Those that convert loops
    Loops,
}

impl Select {
    fn ways(self) -> std::ops::Range<usize> {
        match self {
            Self::Everything => 0..11,
            Self::All => 0..7,
            Self::Hyperblock => 7..10,
            Self::Loops => 10..11,
        }
    }
}

impl Command {
    /// Executes the comparison; returns whether it holds.
    pub fn run(&self) -> Result<bool, String> {
        match self {
            Self::Run { seeds, graphs, select, inputs } => {
                let trial = Trial { changes: &WAYS[select.ways()], n_inputs: *inputs };
                Ok(seeds.run(|seed, counts: &mut Counts| trial.try_seed(seed, *graphs, counts)))
            }
            Self::Registers { seeds, graphs } => {
                Ok(seeds.run(|seed, counts| registers::try_seed(seed, graphs.blocks, counts)))
            }
            Self::Cycles { seeds, graphs } => {
                Ok(seeds.run(|seed, counts: &mut cycles::Counts| counts.try_seed(seed, *graphs)))
            }
            Self::Counts { seeds, blocks } => Ok(seeds.run(|seed, counts| registers::count(seed, *blocks, counts))),
            Self::Kernels => kernels(),
            Self::Pipelined { machine } => pipelined(machine),
            Self::Lowered { seeds, graphs } => lowered(*seeds, *graphs),
            Self::Native { rounds } => native(*rounds),
            Self::Bench { blocks } => bench::measure(*blocks).map(|_| true),
            Self::Show { seed, graphs } => show(*seed, *graphs),
        }
    }
}

fn kernels() -> Result<bool, String> {
    let tried = kernels::try_file(kernels::LOOPS)?;
    println!("{} loops, {} runs: 0 wrong", tried.kernels.len(), tried.runs);
    Ok(true)
}

fn pipelined(machine: &str) -> Result<bool, String> {
    for is_promoted in [false, true] {
        let pipelined::Counts { pipelined, one_by_one, declined, runs } = pipelined::try_all(machine, is_promoted)?;
        let how = if is_promoted { "promoted" } else { "guarded" };
        println!("{how}: {} loops pipelined for {machine}, {runs} runs: 0 wrong", pipelined.len());
        one_by_one.iter().for_each(|name| println!("  {name}: iterations do not overlap"));
        declined.iter().for_each(|(name, why)| println!("  not {name}: {why}"));
    }
    Ok(true)
}

fn lowered(seeds: Seeds, graphs: Graphs) -> Result<bool, String> {
    let lowered::Counts { functions, accepted, runs, left_out } = lowered::try_all(seeds.range(), graphs)?;
    println!(
        "{functions} functions, {accepted} modules accepted by mlir-opt-22, {runs} runs compiled by clang \
         ({left_out} that do not end well left out): 0 wrong"
    );
    Ok(true)
}

/// Prints the speedup of the converted loops; the cost model accepts the first file and declines the second.
fn native(rounds: u64) -> Result<bool, String> {
    let selections = [("converted", native::BRANCHY), ("converted though declined", native::DECLINED)];
    for engine in [Engine::Jit, Engine::Llvm].into_iter().filter(|engine| engine.is_available()) {
        for (what, source) in selections {
            let times = native::measure(source, engine, Selection::All, rounds)?;
            println!("{engine:?}, {what}:");
            for Times { kernel, branching, converted } in &times {
                println!("  {kernel:20} {branching:>10.1?} with branches, {converted:>10.1?} without");
            }
            let product: f64 = times.iter().map(Times::ratio).product();
            println!("  geometric mean: {:.2} times as fast", product.powf(1.0 / times.len() as f64));
        }
    }
    let holds = |source: &str, expected: bool| {
        let verdicts = native::verdicts(source)?;
        for (name, is_taken) in &verdicts {
            println!("cost model: {name} {}", if *is_taken { "taken" } else { "declined" });
        }
        Ok::<bool, String>(verdicts.iter().all(|(_, is_taken)| *is_taken == expected))
    };
    Ok(holds(native::BRANCHY, true)? & holds(native::DECLINED, false)?)
}

fn show(seed: u64, graphs: Graphs) -> Result<bool, String> {
    let mut random = Random::new(seed);
    let lists = draw(&mut random, graphs);
    let source = program::text(&mut random, &lists);
    println!("{source}");
    let cx = context();
    let mut module = parsed(&cx, &source)?;
    convert(&mut module, CODINGS[0].1)?;
    print!("{}", print(rmlir::core::OpRef::root(&module), &PrintOptions::default()));
    Ok(true)
}
