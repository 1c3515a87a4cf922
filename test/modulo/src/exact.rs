//! Comparison of the default mode with proved optima.

use rayon::prelude::*;
use rmlir_modulo::exact::{Optimum, optimum};
use rmlir_modulo::place::swing::Placement;
use rmlir_modulo::registers::lifetimes::{kernel_copies, max_live, stages};
use rmlir_modulo::schedule::ScheduleError;
use rmlir_modulo::{Budget, Graph, Mode, Schedule};
use rmlir_problems::Problem;

/// The maximum number of operations of graphs whose live registers are compared.
const SMALL: usize = 45;

/// The results for one graph.
struct Known {
    size: usize,
    swing: Schedule,
    optimum: Optimum,
    live: i64,
    live_is_proved: bool,
}

/// The budget of proofs for a graph.
fn proofs(graph: &Graph, steps: u64) -> Budget {
    Budget::new(steps.saturating_mul(graph.len() as u64), "steps")
}

fn know(problem: &Problem, steps: u64) -> Option<Known> {
    let Problem { graph, machine } = problem;
    let swing = rmlir_modulo::schedule(graph, machine, Mode::Swing).ok()?;
    let known = placement(&swing);
    let optimum = optimum(graph, machine, known, &proofs(graph, steps)).ok()?;
    let live = max_live(graph, &optimum.placement.start, optimum.placement.ii);
    Some(Known { size: graph.len(), live_is_proved: optimum.live_is_proved(graph), live, swing, optimum })
}

fn placement(schedule: &Schedule) -> Placement {
    Placement { ii: schedule.ii, start: schedule.start.clone(), bindings: schedule.bindings.clone() }
}

/// The best schedule that was found.
pub struct Best {
    pub schedule: Schedule,
    /// Whether it is proved that no schedule has a smaller II, or fewer live registers at that II.
    pub is_proved: bool,
}

/// Improves the schedule of the default mode within a budget.
pub fn schedule(Problem { graph, machine }: &Problem, steps: u64) -> Result<Best, ScheduleError> {
    let swing = rmlir_modulo::schedule(graph, machine, Mode::Swing)?;
    let optimum = optimum(graph, machine, placement(&swing), &proofs(graph, steps))?;
    let is_proved = optimum.ii_is_proved && optimum.live_is_proved(graph);
    let Placement { ii, start, bindings } = optimum.placement;
    let schedule = Schedule {
        ii,
        max_live: max_live(graph, &start, ii),
        stages: stages(&start, ii),
        kernel_copies: kernel_copies(graph, &start, ii),
        start,
        bindings,
        ..swing
    };
    Ok(Best { schedule, is_proved })
}

/// Prints the results of the default mode where the optimum is proved, and each graph above its bound.
pub fn compare(problems: &[(String, Problem)], steps: u64) {
    let known: Vec<(&String, Known)> =
        problems.par_iter().filter_map(|(name, problem)| Some((name, know(problem, steps)?))).collect();
    for (name, known) in known.iter().filter(|(_, known)| known.swing.ii != known.swing.mii) {
        println!("{name}: II {}, bound {}; {}", known.swing.ii, known.swing.mii, known.optimum);
    }
    let proved = || known.iter().filter(|(_, known)| known.optimum.ii_is_proved);
    let met = proved().filter(|(_, known)| known.swing.ii == known.optimum.placement.ii).count();
    let n_proved = proved().count();
    let percent = 100.0 * met as f64 / n_proved.max(1) as f64;
    println!("least II proved on {n_proved} of {} graphs, met on {met}: {percent:.1} %", problems.len());
    let is_small = |known: &Known| known.size <= SMALL && known.swing.ii == known.optimum.placement.ii;
    let n_small = known.iter().filter(|(_, known)| is_small(known)).count();
    let small = || known.iter().filter(|(_, known)| is_small(known) && known.live_is_proved);
    let (live, least) = small().fold((0, 0), |(a, b), (_, known)| (a + known.swing.max_live, b + known.live));
    let above = 100.0 * (live - least) as f64 / least.max(1) as f64;
    let n = small().count();
    println!(
        "fewest live registers proved on {n} of {n_small} graphs of at most {SMALL}: sum {least}, here {live}, {above:.1} % above"
    );
}
