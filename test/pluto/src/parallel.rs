//! Random programs: the loops found to carry a dependence compared with those of which two iterations access the same
//! element. The sets must be equal, except where the test for integer points reaches its limit: then a loop may be
//! assumed to carry a dependence.

use derive_more::{AddAssign, Display};
use rmlir_pluto_passes::affine_detect_parallel::carried::Carries;
use rmlir_pluto_passes::affine_detect_parallel::loops;
use rmlir_pluto_passes::extract::Assumptions;

use crate::kernels;
use crate::program::{Instance, Program};
use crate::random::meet;

/// Figures over programs.
#[derive(Default, AddAssign, Display)]
#[display(
    "{n_programs} programs enumerated: {n_parallel} loops carry nothing, {n_sequential} something, {n_cautious} only by the analysis"
)]
pub struct Counts {
    n_programs: usize,
    n_parallel: usize,
    n_sequential: usize,
    /// Loops that carry no dependence, but are found to carry one.
    n_cautious: usize,
}

/// Compares the loops of one program with the accesses of its instances, if these can be enumerated. `Err` if a loop
/// that carries a dependence is found to carry none.
pub fn trial(seed: u64, counts: &mut Counts) -> Result<(), String> {
    let program = Program::of_seed(seed);
    let Some(instances) = program.all_instances() else { return Ok(()) };
    counts.n_programs += 1;
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
                return Err(format!("loop {number} is found to carry {carries:?}"));
            }
        }
    }
    Ok(())
}

/// Whether some dependent instances differ first in the loop `number`.
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
    use rmlir_trials::Seeds;

    use super::*;

    #[test]
    fn loops_of_a_sample_are_judged_rightly() {
        let report = Seeds { count: 400, seed: 1, jobs: 0 }.report(trial);
        assert!(report.is_right());
        let all = report.figures;
        assert_eq!(all.n_cautious, 0);
        assert!(all.n_parallel > 50 && all.n_sequential > 50, "both kinds are there");
    }
}
