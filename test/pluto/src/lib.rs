//! Affine loop nests after PLuTo's transformation compared with the nests before: `rmlir-check pluto`.

mod growth;
mod kernels;
mod parallel;
#[cfg(test)]
mod pictures;
mod program;
mod random;
mod same;
mod schedules;
mod speed;
mod time;
mod timed;

use clap::{Args, Subcommand};
use rmlir_trials::Seeds;

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// The PolyBench kernels, run before and after.
    Kernels(same::Wanted),
    /// Random programs, run before and after, and their instances listed.
    Random(random::Options),
    /// Random programs, with the loops that are found to be parallel beside those that are.
    Parallel(Seeds),
    /// Bands and parallelism of the PolyBench kernels beside PLuTo's.
    Schedules(Which),
    /// How long each PolyBench kernel takes, stage by stage.
    Time(time::Options),
    /// How long each stage takes for programs with more and more statements and dependences.
    Growth(growth::Options),
    /// How fast each PolyBench kernel is before and after, by clang.
    Speed(speed::Options),
}

/// Which kernels.
#[derive(Args)]
pub struct Which {
    /// Only these, with commas between.
    #[arg(long, value_delimiter = ',')]
    kernels: Vec<String>,
}

impl Command {
    /// Makes the comparison; whether it holds.
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
        })
    }
}
