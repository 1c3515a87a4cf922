//! Pipelines loops for every machine and runs them on simulated ones. See `--help`.

mod drawn;
mod loops;
mod together;
#[cfg(test)]
mod traps;
mod trial;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use self::trial::{Counts, Mutants, Trial};

/// Compares pipelined loops with the loops themselves.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Real loops on all machines: many trip counts, random inputs, overlapping memory.
    Loops(Which),
    /// The same with one dependence after the other left out: that has to be noticed.
    Mutants(Which),
    /// Loops at random, each on one machine after the other.
    Drawn(Drawn),
}

/// Which loops are drawn.
#[derive(Args)]
struct Drawn {
    /// How many.
    #[arg(long, default_value_t = 200)]
    count: u64,
    /// The number of the first one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random inputs for each trip count.
    #[arg(long, default_value_t = 2)]
    inputs: u64,
    /// Whether to print the loop in place of running it.
    #[arg(long)]
    show: bool,
}

/// What is run.
#[derive(Args)]
struct Which {
    /// Random inputs for each trip count.
    #[arg(long, default_value_t = 2)]
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
    /// How many iterations at most become one before they are scheduled.
    #[arg(long)]
    unroll: Option<usize>,
    /// No register file has more registers than this.
    #[arg(long)]
    registers: Option<usize>,
}

impl Which {
    /// Calls `f` for every loop on every machine.
    fn each(&self, mut f: impl FnMut(&str, &Trial)) {
        let machines = rmlir_vliw_passes::machines::MACHINES.iter().map(|(name, _)| *name);
        let machines: Vec<&str> =
            machines.filter(|name| self.machine.as_deref().is_none_or(|wanted| wanted == *name)).collect();
        for (name, source) in loops::all().into_iter().filter(|(name, _)| name.contains(&self.filter)) {
            for machine in &machines {
                let limited = self.registers.map(|most| format!("{}{source}", loops::limited(machine, most)));
                let source = limited.as_ref().unwrap_or(&source);
                let Which { inputs, seed, unroll, .. } = *self;
                f(&name, &Trial { source, machine, inputs, seed, unroll });
            }
        }
    }
}

fn main() -> ExitCode {
    let fine = match Cli::parse().command {
        Command::Loops(which) => compare(&which),
        Command::Mutants(which) => mutate(&which),
        Command::Drawn(drawn) => run_drawn(&drawn),
    };
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare(which: &Which) -> bool {
    let mut all = Counts::default();
    println!("loop             machine        runs  wrong  list cycles  pipelined");
    which.each(|name, trial| match trial.run() {
        Ok(counts) => {
            let Counts { runs, wrong, list, pipelined, .. } = counts;
            println!("{name:<16} {:<12} {runs:>6} {wrong:>6} {list:>12} {pipelined:>10}", trial.machine);
            if let Some(first) = &counts.first {
                println!("    {first}");
            }
            all.add(&counts);
        }
        Err(why) => {
            println!("{name:<16} {:<12} {why}", trial.machine);
            all.failed += 1;
        }
    });
    let Counts { runs, wrong, list, pipelined, failed, .. } = all;
    println!(
        "{runs} runs, {wrong} wrong, {failed} loops not pipelined; {list} cycles one by one, {pipelined} pipelined"
    );
    wrong == 0 && failed == 0
}

fn run_drawn(drawn: &Drawn) -> bool {
    let mut all = Counts::default();
    let machines = rmlir_vliw_passes::machines::MACHINES;
    for seed in drawn.seed..drawn.seed + drawn.count {
        let source = drawn::draw(seed);
        if drawn.show {
            println!("{source}");
            continue;
        }
        let machine = machines[(seed % machines.len() as u64) as usize].0;
        let unroll = Some(1 + (seed / 16 % 4) as usize);
        match (Trial { source: &source, machine, inputs: drawn.inputs, seed, unroll }.run()) {
            Ok(counts) => {
                if let Some(first) = &counts.first {
                    println!("{seed} {machine}: {} wrong, {first}", counts.wrong);
                }
                all.add(&counts);
            }
            // Predicates of nested branches may be more than there are registers for.
            Err(why) if why.contains("registers") => all.failed += 1,
            Err(why) => {
                println!("{seed} {machine}: {why}");
                all.wrong += 1;
            }
        }
    }
    let Counts { runs, wrong, failed, .. } = all;
    println!("{} loops, {failed} not pipelined for want of registers, {runs} runs, {wrong} wrong", drawn.count);
    wrong == 0
}

fn mutate(which: &Which) -> bool {
    let mut all = Mutants::default();
    which.each(|name, trial| match trial.mutate() {
        Ok(Mutants { broken, caught }) => {
            println!("{name:<16} {:<12} {caught:>4} of {broken:>4}", trial.machine);
            all.broken += broken;
            all.caught += caught;
        }
        Err(why) => println!("{name:<16} {:<12} {why}", trial.machine),
    });
    let Mutants { broken, caught } = all;
    println!("{caught} of {broken} left out dependences noticed");
    caught * 100 >= broken * 95
}
