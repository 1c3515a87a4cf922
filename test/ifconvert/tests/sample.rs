//! A sample of the trials; `.ci/run ifconvert` and the command run more.

use rmlir_ifconvert_compare::graphs::Drawn;
use rmlir_ifconvert_compare::registers::{count_many, try_many};
use rmlir_ifconvert_compare::trial::{Change, Counts, Trial, WAYS, context, convert};
use rmlir_ifconvert_compare::{CODINGS, cycles};

fn sample(drawn: Drawn) -> Counts {
    let trial = Trial { changes: &WAYS, n_inputs: 2 };
    let mut counts = Counts::default();
    for seed in 0..60 {
        trial.try_seed(seed, drawn, &mut counts).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    counts
}

#[test]
fn acyclic_programs_compute_the_same() {
    assert!(sample(Drawn { max_blocks: 20, backward: 0 }).runs >= 100);
}

#[test]
fn programs_with_cycles_compute_the_same() {
    let counts = sample(Drawn { max_blocks: 40, backward: 25 });
    assert!(counts.irreducible >= 10, "{counts:?}");
}

#[test]
fn linear_code_executes_what_paths_have() {
    assert!(try_many(0, 1000, 40));
}

#[test]
fn linear_code_of_cycles_executes_what_walks_pass() {
    let mut counts = cycles::Counts::default();
    let cx = context();
    for seed in 0..1000 {
        let drawn = Drawn { max_blocks: 40, backward: 22 };
        counts.add(&cx, seed, drawn).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    assert!(counts.irreducible >= 200 && counts.trapped >= 1000, "{counts:?}");
}

#[test]
fn predicates_and_clears_are_as_few_as_can_be() {
    assert!(count_many(0, 200, 14));
}

/// A trial that no mistake fails would prove nothing.
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
    let drawn = Drawn { max_blocks: 12, backward: 0 };
    let wrong = (0..40).filter(|&seed| trial.try_seed(seed, drawn, &mut Counts::default()).is_err()).count();
    assert!(wrong >= 10, "{wrong} of 40");
}
