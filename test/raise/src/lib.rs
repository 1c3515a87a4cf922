//! C programs compiled by `rmlir cc` against the same programs compiled by clang without optimization.
//!
//! `program` generates programs, `trial` compiles and executes both and compares what they print; `kernels` compares raised
//! kernels of PolyBench with kernels in MLIR.

mod kernels;
mod program;
mod trial;

use std::path::PathBuf;

use clap::Subcommand;
use rmlir_opt::Registry;
use rmlir_trials::Seeds;

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
    },
    /// The program of a seed
    Show {
        /// The seed
        seed: u64,
    },
}

impl Command {
    /// Executes the comparison; returns whether all programs agree.
    ///
    /// # Errors
    /// Clang cannot be started.
    pub fn run(self) -> Result<bool, String> {
        match self {
            Self::Random { seeds, pipeline } => {
                trial::has_clang()?;
                let registry = Registry::everything();
                Ok(seeds.run(|seed, counts| trial::try_seed(&registry, seed, &pipeline, counts)))
            }
            Self::Kernels { sources, minimum } => kernels::compare(&Registry::everything(), &sources, minimum),
            Self::Show { seed } => {
                print!("{}", program::text(seed));
                Ok(true)
            }
        }
    }
}
