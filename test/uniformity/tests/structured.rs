//! Structured programs and their lowered form have the same results.

use rmlir_uniformity_compare::structured::{compare, random_text};

#[test]
fn lowering_to_branches_keeps_the_answers() {
    let mut n_compared = 0;
    for seed in 0..60 {
        n_compared += compare(&random_text(seed)).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    assert!(n_compared > 500, "{n_compared} operations were compared");
}

/// Values that loops forward unchanged: earlier, their copies were followed one step only, and the results of a loop
/// were no copies of its loop-carried values.
#[test]
fn copies_are_the_same_in_both_forms() {
    for seed in [2329, 2634, 6589] {
        compare(&random_text(seed)).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
}
