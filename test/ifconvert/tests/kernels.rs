//! Loops with conditionals, early exits and nests.

use rmlir_ifconvert_compare::graphs::Graphs;
use rmlir_ifconvert_compare::kernels::{LOOPS, try_file};
use rmlir_ifconvert_compare::{lowered, native, pipelined};
use rmlir_ifconvert_passes::if_convert::Selection;
use rmlir_run::native::Engine;

#[test]
fn loops_become_straight_code_and_compute_the_same() {
    let tried = try_file(LOOPS).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(tried.kernels.len() >= 20, "{tried:?}");
}

#[test]
fn the_cost_model_takes_what_gains() {
    let verdicts = |source| native::verdicts(source).expect("the kernels are modules");
    assert!(verdicts(native::BRANCHY).iter().all(|(_, is_taken)| *is_taken), "{:?}", verdicts(native::BRANCHY));
    assert!(verdicts(native::DECLINED).iter().all(|(_, is_taken)| !is_taken), "{:?}", verdicts(native::DECLINED));
}

#[test]
fn machine_code_computes_the_same() {
    for source in [native::BRANCHY, native::DECLINED] {
        native::measure(source, Engine::Jit, Selection::All, 1).expect("both compute the same");
    }
}

#[test]
fn loops_go_through_the_modulo_scheduler() {
    for is_promoted in [false, true] {
        let counts = pipelined::try_all("gp4", is_promoted).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(counts.pipelined.len() >= 30 && counts.declined.is_empty(), "{counts:?}");
    }
}

#[test]
fn lowered_code_computes_the_same_when_compiled() {
    if !Engine::Llvm.is_available() {
        return;
    }
    let graphs = Graphs { blocks: 20, backward: 12 };
    let counts = lowered::try_all(0..10, graphs).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(counts.runs >= 400, "{counts:?}");
}
