//! The PLuTo algorithm at full size. See `--help`.
//!
//! ```sh
//! cargo run --release --bin rmlir-pluto-compare -- kernels --sizes 0,1,2,31,33 --tiles 4,7,32
//! cargo run --release --bin rmlir-pluto-compare -- random --count 10000
//! cargo run --release --bin rmlir-pluto-compare -- parallel --count 10000
//! cargo run --release --bin rmlir-pluto-compare -- schedules
//! cargo run --release --bin rmlir-pluto-compare -- time
//! cargo run --release --bin rmlir-pluto-compare -- growth
//! cargo run --release --bin rmlir-pluto-compare -- speed --size large
//! cargo run --release --bin rmlir-pluto-compare -- speed --size large --threads 2
//! ```

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

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

/// Gives functions new loops, and compares what they compute with what they did.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The PolyBench kernels, run before and after.
    Kernels(same::Wanted),
    /// Random programs, run before and after, and their instances listed.
    Random(random::Wanted),
    /// Random programs, with the loops that are found to be parallel beside those that are.
    Parallel(parallel::Wanted),
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
struct Which {
    /// Only these, with commas between.
    #[arg(long, value_delimiter = ',')]
    kernels: Vec<String>,
}

fn main() -> ExitCode {
    let holds = match Cli::parse().command {
        Command::Kernels(wanted) => same::run(&wanted),
        Command::Random(wanted) => random::run(&wanted),
        Command::Parallel(wanted) => parallel::run(&wanted),
        Command::Schedules(which) => schedules::run(&which),
        Command::Time(options) => time::run(&options),
        Command::Growth(options) => {
            growth::run(&options);
            true
        }
        Command::Speed(options) => speed::run(&options),
    };
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
