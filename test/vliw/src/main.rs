//! Pipelines loops for every machine and runs them on simulated ones. See `--help`.

mod loops;
mod trial;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::trial::{Counts, Trial};

/// Compares pipelined loops with the loops themselves.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Real loops on all machines: many trip counts, random inputs, overlapping memory.
    Loops {
        /// Random inputs for each trip count.
        #[arg(long, default_value_t = 4)]
        inputs: u64,
        /// The first seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only loops whose names contain this.
        #[arg(long, default_value = "")]
        filter: String,
        /// Only this machine.
        #[arg(long)]
        machine: Option<String>,
    },
}

fn main() -> ExitCode {
    let Command::Loops { inputs, seed, filter, machine } = Args::parse().command;
    let machines = rmlir_vliw_passes::machines::MACHINES.iter().map(|(name, _)| *name);
    let machines: Vec<&str> = machines.filter(|name| machine.as_deref().is_none_or(|wanted| wanted == *name)).collect();
    let mut all = Counts::default();
    println!("loop             machine      runs  wrong  list cycles  pipelined");
    for (name, source) in &loops::all().into_iter().filter(|(name, _)| name.contains(&filter)).collect::<Vec<_>>() {
        for machine in &machines {
            match (Trial { source, machine, inputs, seed }).run() {
                Ok(counts) => {
                    let Counts { runs, wrong, list, pipelined, .. } = counts;
                    println!("{name:<16} {machine:<10} {runs:>6} {wrong:>6} {list:>12} {pipelined:>10}");
                    all.add(&counts);
                }
                Err(why) => {
                    println!("{name:<16} {machine:<10} {why}");
                    all.failed += 1;
                }
            }
        }
    }
    let Counts { runs, wrong, list, pipelined, failed } = all;
    println!(
        "{runs} runs, {wrong} wrong, {failed} loops not pipelined; {list} cycles one by one, {pipelined} pipelined"
    );
    if wrong == 0 && failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
