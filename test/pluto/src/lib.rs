//! Affine loop nests after PLuTo's transformation compared with the nests before: `rmlir-check pluto`.

mod growth;
mod kernels;
mod parallel;
#[cfg(test)]
mod pictures;
mod product;
mod program;
mod random;
mod same;
mod schedules;
mod speed;
mod time;
mod timed;
mod which;

use clap::Subcommand;
use rmlir_trials::Seeds;

pub use crate::speed::transformed_time;
pub use crate::which::Which;

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// The PolyBench kernels, run before and after.
    Kernels(same::Wanted),
    /// Random programs, executed before and after, with their instances enumerated.
    Random(random::Options),
    /// Random programs: the loops found to be parallel compared with those that are.
    Parallel(Seeds),
    /// Bands and parallelism of the PolyBench kernels compared with PLuTo's.
    Schedules(Which),
    /// Execution time of each stage for each PolyBench kernel.
    Time(time::Options),
    /// Execution time of each stage for programs with increasing numbers of statements and dependences.
    Growth(growth::Options),
    /// Speed of each PolyBench kernel before and after, compiled by clang.
    Speed(speed::Options),
    /// Speed of matrix products by `affine-to-fast`, compiled by clang, and of those of OpenBLAS.
    Product(product::Options),
}

impl Command {
    /// Executes the comparison; returns whether it holds.
    pub fn run(&self) -> Result<bool, String> {
        Ok(match self {
            Self::Kernels(wanted) => same::run(wanted),
            Self::Random(options) => random::run(options),
            Self::Parallel(seeds) => seeds.run(parallel::trial),
            Self::Schedules(which) => schedules::run(which),
            Self::Time(options) => time::run(options),
            Self::Growth(options) => {
                growth::run(options);
                true
            }
            Self::Speed(options) => speed::run(options),
            Self::Product(options) => product::run(options)?,
        })
    }
}
