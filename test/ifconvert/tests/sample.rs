//! A sample of the trials; `.ci/run ifconvert` and the command execute more.

use rmlir_ifconvert_compare::graphs::Graphs;
use rmlir_ifconvert_compare::trial::{Change, Counts, Trial, WAYS, convert};
use rmlir_ifconvert_compare::{CODINGS, cycles, registers};
use rmlir_trials::Seeds;

fn seeds(count: u64) -> Seeds {
    Seeds { count, seed: 0, jobs: 0 }
}

fn sample(graphs: Graphs) -> Counts {
    let trial = Trial { changes: &WAYS, n_inputs: 2 };
    let report = seeds(60).report(|seed, counts: &mut Counts| trial.try_seed(seed, graphs, counts));
    assert!(report.is_right());
    report.figures
}

#[test]
fn acyclic_programs_compute_the_same() {
    assert!(sample(Graphs { blocks: 20, backward: 0 }).runs >= 100);
}

#[test]
fn programs_with_cycles_compute_the_same() {
    let counts = sample(Graphs { blocks: 40, backward: 25 });
    assert!(counts.irreducible >= 10, "{counts:?}");
}

#[test]
fn linear_code_executes_what_paths_have() {
    assert!(seeds(1000).run(|seed, counts| registers::try_seed(seed, 40, counts)));
}

#[test]
fn linear_code_of_cycles_executes_what_walks_pass() {
    let graphs = Graphs { blocks: 40, backward: 22 };
    let report = seeds(1000).report(|seed, counts: &mut cycles::Counts| counts.try_seed(seed, graphs));
    assert!(report.is_right());
    let counts = report.figures;
    assert!(counts.irreducible >= 200 && counts.trapped >= 1000, "{counts:?}");
}

#[test]
fn predicates_and_clears_are_as_few_as_can_be() {
    assert!(seeds(200).run(|seed, counts| registers::count(seed, 14, counts)));
}

/// Trials that detect no mistake would prove nothing.
#[test]
fn guards_that_are_always_executed_are_noticed() {
    let broken: Change = |body| {
        convert(body, CODINGS[1].1)?;
        for function in body.nested_bodies_mut() {
            let mut rw = rmlir::core::Rewriter::new(function);
            let mut guards = Vec::new();
            rw.walk_preorder(rw.root(), |op| guards.push(op));
            guards.retain(|&op| rw.name(op).str(rw.cx()) == "pvec.guard");
            let Some(&guard) = guards.first() else { continue };
            rw.before(guard);
            let ty = rw.ty(rw.operand(guard, 0));
            let always = rw.value(rmlir_pvec::PtrueOp::build(ty));
            rw.set_operand(guard, 0, always);
        }
        Ok(())
    };
    let changes = [("broken", broken)];
    let trial = Trial { changes: &changes, n_inputs: 4 };
    let graphs = Graphs { blocks: 12, backward: 0 };
    let wrong = (0..40).filter(|&seed| trial.try_seed(seed, graphs, &mut Counts::default()).is_err()).count();
    assert!(wrong >= 10, "{wrong} of 40");
}
