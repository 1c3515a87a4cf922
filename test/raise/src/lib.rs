//! C programs compiled by `rmlir cc` against the same programs compiled by clang.
//!
//! `program` and `parallel_program` generate programs, with `source`; `trial` compiles and executes both and compares what
//! they print; `examples` measures programs written by hand; `kernels` compares raised kernels of PolyBench with kernels in
//! MLIR, and `polybench` whole programs of it; `project` builds projects with their own tests; `tsvc` compares the loops of a
//! public suite, and measures them. `clock` is the time of the processor for programs that ask for that of the day.

mod clock;
mod examples;
mod kernels;
mod parallel_program;
mod polybench;
mod program;
mod project;
mod source;
mod trial;
mod tsvc;

use std::path::PathBuf;

use clap::Subcommand;
use rmlir_opt::Registry;
use rmlir_trials::Seeds;

use crate::trial::Kind;

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// Random programs with loops over arrays, variable-length arrays and pointers that may alias
    Random {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
        /// The passes between raising and lowering, as of `rmlir cc`
        #[arg(long, value_name = "PASSES", default_value = "pluto")]
        pipeline: String,
    },
    /// The kernels of PolyBench/C, raised, against those in MLIR: loops and subscripts
    Kernels {
        /// The folder of PolyBench/C 4.2.1
        sources: PathBuf,
        /// The number of kernels that must be raised entirely, and be the same
        #[arg(long, default_value_t = 27)]
        minimum: usize,
        /// Print both forms of this kernel instead
        #[arg(long, value_name = "KERNEL")]
        show: Option<String>,
    },
    /// The programs of PolyBench/C: results beside clang's, and times beside those of kernels in MLIR
    Polybench(polybench::Options),
    /// A C project: its own tests pass if `rmlir cc` builds it
    Project(project::Options),
    /// Random programs of Csmith, with structs, pointers and calls
    Csmith {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
    },
    /// Random programs with loops marked as parallel by `omp simd`
    Parallel {
        /// The selection of trials
        #[command(flatten)]
        seeds: Seeds,
    },
    /// Examples with parallel loops: results, and times compared with clang without and with vectorization
    Simd {
        /// The number of executions, of which the minimum time counts
        #[arg(long, value_name = "N", default_value_t = 5)]
        turns: u64,
        /// Only this example
        #[arg(long, value_name = "NAME")]
        example: Option<String>,
    },
    /// Times of the loops of TSVC, beside clang's
    Tsvc(tsvc::Options),
    /// The program of a seed
    Show {
        /// The seed
        seed: u64,
        /// The kind of the program
        #[arg(long, value_enum, default_value = "affine")]
        kind: Kind,
    },
}

impl Command {
    /// Executes the comparison; returns whether all programs agree.
    ///
    /// # Errors
    /// Clang cannot be started.
    pub fn run(self) -> Result<bool, String> {
        match self {
            Self::Random { seeds, pipeline } => trials(seeds, &pipeline, Kind::Affine),
            Self::Polybench(options) => {
                trial::has_clang()?;
                polybench::compare(&Registry::everything(), &options)
            }
            Self::Project(options) => {
                trial::has_clang()?;
                project::build(&options)
            }
            Self::Csmith { seeds } => trials(seeds, "pluto", Kind::Csmith),
            Self::Kernels { sources, minimum, show } => match show {
                Some(name) => kernels::show(&Registry::everything(), &sources, &name),
                None => kernels::compare(&Registry::everything(), &sources, minimum),
            },
            Self::Parallel { seeds } => trials(seeds, "wfv", Kind::Parallel),
            Self::Simd { turns, example } => {
                trial::has_clang()?;
                examples::compare(&Registry::everything(), turns.max(1), example.as_deref())
            }
            Self::Tsvc(options) => {
                trial::has_clang()?;
                tsvc::run(&Registry::everything(), &options)
            }
            Self::Show { seed, kind } => {
                print!("{}", kind.text(seed)?);
                Ok(true)
            }
        }
    }
}

/// Compares the programs of some seeds; returns whether all agree.
fn trials(seeds: Seeds, pipeline: &str, kind: Kind) -> Result<bool, String> {
    trial::has_clang()?;
    let registry = Registry::everything();
    Ok(seeds.run(|seed, counts| trial::try_seed(&registry, seed, pipeline, kind, counts)))
}
