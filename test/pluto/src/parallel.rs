//! Random programs, with the loops that are found to carry something beside those of which two turns touch the same element.
//! They have to be the same ones, but where the test for integer points meets its limit: then a loop may be taken to carry
//! something.

use clap::Args;
use rayon::prelude::*;
use rmlir_pluto_passes::detect::carried::Carries;
use rmlir_pluto_passes::detect::loops;
use rmlir_pluto_passes::extract::Assumptions;

use crate::kernels;
use crate::program::{Instance, Program};
use crate::random::meet;

/// Which programs.
#[derive(Args)]
pub struct Wanted {
    /// How many.
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// The number of the first one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What came of programs.
#[derive(Clone, Copy, Default)]
struct Counts {
    n_programs: usize,
    n_parallel: usize,
    n_sequential: usize,
    /// Loops that carry nothing, but are found to carry something.
    n_cautious: usize,
    /// Loops that carry something, but are found to carry nothing.
    n_wrong: usize,
}

impl Counts {
    fn and(self, other: Counts) -> Counts {
        Counts {
            n_programs: self.n_programs + other.n_programs,
            n_parallel: self.n_parallel + other.n_parallel,
            n_sequential: self.n_sequential + other.n_sequential,
            n_cautious: self.n_cautious + other.n_cautious,
            n_wrong: self.n_wrong + other.n_wrong,
        }
    }
}

/// Prints what is wrong, and the counts. Whether nothing is.
pub fn run(wanted: &Wanted) -> bool {
    let seeds = (wanted.seed..wanted.seed + wanted.count).into_par_iter();
    let all = seeds.map(trial).reduce(Counts::default, Counts::and);
    let Counts { n_programs, n_parallel, n_sequential, n_cautious, n_wrong } = all;
    println!(
        "{n_programs} programs: {n_parallel} loops carry nothing, {n_sequential} something; {n_cautious} are taken to carry \
         something, {n_wrong} judged wrongly"
    );
    n_wrong == 0
}

/// One program; nothing if it cannot tell its instances.
fn trial(seed: u64) -> Counts {
    let program = Program::of_seed(seed);
    let Some(instances) = program.all_instances() else { return Counts::default() };
    let mut counts = Counts { n_programs: 1, ..Counts::default() };
    let cx = rmlir::text::context(rmlir_test_eval::dialects());
    let module = kernels::module(&cx, program.text()).expect("programs are right");
    let body = module.nested(kernels::proxy(&module, "kernel")).expect("@kernel has a body");
    let found = loops(body, Assumptions { noalias_arguments: true });
    let around = program.loops_around();
    for (number, (_, carries)) in found.iter().enumerate() {
        let is_ordered = carries_something(&instances, &around, number);
        match (carries, is_ordered) {
            (Carries::Nothing, false) => counts.n_parallel += 1,
            (Carries::Elements(_) | Carries::Order(_), true) => counts.n_sequential += 1,
            (Carries::Elements(_) | Carries::Order(_), false) => counts.n_cautious += 1,
            (Carries::Nothing | Carries::Variables(_), _) => {
                println!("seed {seed}: loop {number} is found to carry {carries:?}");
                counts.n_wrong += 1;
            }
        }
    }
    counts
}

/// Whether instances that meet differ first in the loop.
fn carries_something(instances: &[Instance], around: &[Vec<usize>], number: usize) -> bool {
    let level = |it: &Instance| around[it.statement].iter().position(|&other| other == number);
    let inside: Vec<(usize, &Instance)> = instances.iter().filter_map(|it| Some((level(it)?, it))).collect();
    let differ = |level: usize, a: &Instance, b: &Instance| {
        a.point[..level] == b.point[..level] && a.point[level] != b.point[level]
    };
    let meets = |(late, (level, b)): (usize, &(usize, &Instance))| {
        inside[..late].iter().any(|(_, a)| differ(*level, a, b) && meet(a, b))
    };
    inside.iter().enumerate().any(meets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_of_a_sample_are_judged_rightly() {
        let all = (1..=400).into_par_iter().map(trial).reduce(Counts::default, Counts::and);
        assert_eq!((all.n_wrong, all.n_cautious), (0, 0));
        assert!(all.n_parallel > 50 && all.n_sequential > 50, "both kinds are there");
    }
}
