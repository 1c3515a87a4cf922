//! A sample of the trials.

use rmlir_ifconvert_compare::graphs::Graphs;
use rmlir_wfv_compare::large::{GRAPHS, measure};
use rmlir_wfv_compare::trial::{Counts, try_seed};
use rmlir_wfv_compare::{kernels, marked, regrouped, slp};
use rmlir_wfv_passes::options::Options;
use rmlir_wfv_passes::targets::Target;

#[test]
fn variants_of_random_functions_compute_the_same() {
    let mut counts = Counts::default();
    let graphs = Graphs { blocks: 14, backward: 25 };
    for seed in 0..40 {
        // Every other function skips blocks without active lanes.
        let target = Target::named(if seed % 4 < 2 { "generic" } else { "avx2" }).unwrap_or_default();
        let options = Options {
            width: 4,
            skip: (seed % 2 == 1).then_some(1),
            target,
            few: seed % 3,
            coherent: seed % 3 / 2,
            ..Options::default()
        };
        try_seed(seed, graphs, options, 1, &mut counts).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    assert!(counts.irreducible > 0 && counts.divergent > counts.uniform / 2, "{counts:?}");
    assert_eq!(counts.uniform, counts.kept);
    assert!(counts.blocks < counts.blocks_in_full, "{counts:?}");
}

#[test]
fn straight_line_code_computes_the_same_with_vectors() {
    let mut counts = slp::Counts::default();
    for seed in 0..60 {
        let options = slp::Options { n_registers: 1 + seed as i64 % 2, ..slp::Options::default() };
        slp::try_seed(seed, options, &mut counts).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    assert!(counts.rows > 10, "{counts:?}");
}

/// Graphs of any kind have variants; the time is not checked here.
#[test]
fn large_functions_have_variants() {
    for (name, graph) in GRAPHS {
        let measured = measure(graph, 1, 600, Options { width: 4, ..Options::default() }, 1);
        let measured = measured.unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        assert!(measured.n_ops >= 600 && measured.n_made > measured.n_ops, "{name}: {measured:?}");
    }
}

#[test]
fn variants_of_kernels_compute_the_same() {
    let tried =
        kernels::try_all(Options { width: 4, ..Options::default() }, false).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(tried.kernels.len(), 17);
}

/// A cycle that lanes enter at two entries has its own mask; of its two exits, one is uniform.
#[test]
fn exits_of_a_cycle_that_nobody_takes_are_not_for_all() {
    let options = Options { width: 8, skip: Some(12), ..Options::default() };
    let graphs = Graphs { blocks: 30, backward: 35 };
    try_seed(7111, graphs, options, 2, &mut Counts::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn regrouped_loops_compute_the_same() {
    let mut counts = regrouped::Counts::default();
    for seed in 0..40 {
        let target = Target::named(if seed % 2 == 0 { "generic" } else { "avx2" }).unwrap_or_default();
        let options = Options { width: 4, target, ..Options::default() };
        regrouped::try_seed(seed, options, &mut counts).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    assert!(counts.regrouped > 8, "{counts:?}");
}

/// The width of a mark is all that is guaranteed: wider vectors need a proof of independence.
#[test]
fn marked_loops_compute_the_same_under_all_options() {
    let mut counts = marked::Counts::default();
    for seed in 0..60 {
        marked::try_seed(seed, &mut counts).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    assert!(counts.runs > 500 && counts.declined > 20, "{counts:?}");
}
