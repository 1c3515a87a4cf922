//! Software-pipelined loops on simulated machines compared with the loops themselves: `rmlir-check vliw`.

mod drawn;
mod hexagon;
mod loops;
mod together;
#[cfg(test)]
mod traps;
mod trial;

use clap::{Args, Subcommand};
use rmlir_hexagon_codegen::Options;
use rmlir_hexagon_codegen::run::Tools;
use rmlir_trials::Seeds;
use rmlir_vliw_passes::machines::MACHINES;

use self::trial::{Counts, Mutants, Outcome, Trial};

/// The comparisons.
#[derive(Subcommand)]
pub enum Command {
    /// Real loops on all machines: many trip counts, random inputs, overlapping memory
    Loops(Which),
    /// The same with each dependence dropped in turn, which must change the outcome
    Mutants(Which),
    /// Random loops, each on the next machine
    Random(Random),
    /// The loops as Hexagon programs that an emulator executes
    Hexagon(Hexagon),
}

/// The selection of random loops.
#[derive(Args)]
pub struct Random {
    #[command(flatten)]
    seeds: Seeds,
    /// Random inputs for each trip count
    #[arg(long, default_value_t = 2)]
    inputs: u64,
    /// Print the loops instead of executing them
    #[arg(long)]
    show: bool,
}

/// The selection of loops and machines.
#[derive(Args)]
pub struct Which {
    /// The number of random inputs for each trip count.
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
    /// The maximum factor by which loops are unrolled before they are scheduled.
    #[arg(long)]
    unroll: Option<usize>,
    /// The maximum number of registers of a register file.
    #[arg(long)]
    registers: Option<usize>,
}

impl Which {
    /// Calls `f` for every loop on every machine.
    fn each(&self, mut f: impl FnMut(&str, &Trial)) {
        let machines: Vec<&str> = MACHINES
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| self.machine.as_deref().is_none_or(|wanted| wanted == *name))
            .collect();
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

impl Command {
    /// Executes the comparison; returns whether it holds.
    pub fn run(&self) -> Result<bool, String> {
        Ok(match self {
            Self::Loops(which) => compare(which),
            Self::Mutants(which) => mutate(which),
            Self::Random(options) => run_random(options),
            Self::Hexagon(options) => options.run()?,
        })
    }
}

/// The selection of loops for Hexagon.
#[derive(Args)]
pub struct Hexagon {
    /// The number of random inputs for each trip count.
    #[arg(long, default_value_t = 20)]
    inputs: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only loops whose names contain this.
    #[arg(long, default_value = "")]
    filter: String,
    /// This number of random loops instead.
    #[arg(long, default_value_t = 0)]
    random: u64,
    /// Leave iterations one after the other.
    #[arg(long)]
    no_pipelining: bool,
    /// Count the packets of an iteration beside those of clang instead.
    #[arg(long)]
    peer: bool,
    /// Count the bytes of functions without counted loops beside those of clang, and execute them, instead.
    #[arg(long)]
    sizes: bool,
}

impl Hexagon {
    fn run(&self) -> Result<bool, String> {
        let tools = Tools::find()?;
        if self.peer {
            print!("{}", hexagon::peer(&tools)?);
            return Ok(true);
        }
        if self.sizes {
            print!("{}", hexagon::sizes(&tools)?);
            let figures = hexagon::scalar(self.inputs, self.seed, &tools)?;
            println!("{} runs, {} wrong", figures.n_runs, figures.n_wrong);
            figures.first_wrong.iter().for_each(|first| println!("    {first}"));
            return Ok(figures.n_wrong == 0);
        }
        let (mut n_runs, mut n_wrong, mut n_without) = (0, 0, 0);
        let drawn = (0..self.random).map(|number| {
            let seed = self.seed + number;
            (format!("random {seed}"), hexagon::drawn_loop(seed))
        });
        let all = if self.random > 0 { drawn.collect() } else { hexagon::loops() };
        for (name, source) in all.into_iter().filter(|(name, _)| name.contains(&self.filter)) {
            let options = Options { pipelines: !self.no_pipelining, ..Options::default() };
            match hexagon::compare(&source, self.inputs, self.seed, options, &tools) {
                Ok(figures) => {
                    let hexagon::Figures { n_runs: of_loop, n_wrong: wrong, first_wrong, report } = figures;
                    if self.random == 0 || wrong > 0 {
                        println!("{name:<16} {of_loop:>6} runs {wrong:>4} wrong  {}", report.trim());
                    }
                    first_wrong.iter().for_each(|first| println!("    {first}"));
                    n_runs += of_loop;
                    n_wrong += wrong;
                }
                Err(why) => {
                    println!("{name:<16} {why}");
                    n_without += 1;
                }
            }
        }
        println!("{n_runs} runs, {n_wrong} wrong, {n_without} loops without code");
        Ok(n_wrong == 0)
    }
}

fn compare(which: &Which) -> bool {
    let (mut all, mut n_wrong) = (Counts::default(), 0);
    println!("loop             machine        runs  wrong  list cycles  pipelined");
    which.each(|name, trial| match trial.run() {
        Ok(Outcome { counts, n_wrong: of_loop, first_wrong }) => {
            let Counts { runs, list, pipelined, .. } = counts;
            println!("{name:<16} {:<12} {runs:>6} {of_loop:>6} {list:>12} {pipelined:>10}", trial.machine);
            first_wrong.iter().for_each(|first| println!("    {first}"));
            all += counts;
            n_wrong += of_loop;
        }
        Err(why) => {
            println!("{name:<16} {:<12} {why}", trial.machine);
            all.failed += 1;
        }
    });
    println!("{all}; {n_wrong} wrong");
    n_wrong == 0 && all.failed == 0
}

fn run_random(options: &Random) -> bool {
    if options.show {
        options.seeds.range().for_each(|seed| println!("{}", drawn::draw(seed)));
        return true;
    }
    options.seeds.run(|seed, counts: &mut Counts| {
        let source = drawn::draw(seed);
        let machine = MACHINES[(seed % MACHINES.len() as u64) as usize].0;
        let unroll = Some(1 + (seed / 16 % 4) as usize);
        match (Trial { source: &source, machine, inputs: options.inputs, seed, unroll }.run()) {
            Ok(outcome) => {
                *counts += outcome.counts;
                outcome.first_wrong.map_or(Ok(()), |first| Err(format!("{machine}: {first}")))
            }
            // Nested branches may need more predicates than there are registers.
            Err(why) if why.contains("registers") => {
                counts.failed += 1;
                Ok(())
            }
            Err(why) => Err(format!("{machine}: {why}")),
        }
    })
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
