//! C programs compiled by `rmlir cc` against the same programs compiled by clang.
//!
//! `program` generates programs, `trial` compiles and executes both and compares what they print. `tsvc` compares the
//! loops of a public suite, and measures them.

mod program;
mod trial;
mod tsvc;

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
    /// Times of the loops of TSVC, beside clang's
    Tsvc(tsvc::Options),
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
            Self::Tsvc(options) => {
                trial::has_clang()?;
                tsvc::run(&Registry::everything(), &options)
            }
            Self::Show { seed } => {
                print!("{}", program::text(seed));
                Ok(true)
            }
        }
    }
}
