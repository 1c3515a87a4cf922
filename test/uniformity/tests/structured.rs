//! Structured programs and what they become have the same answers.

use rmlir_uniformity_compare::structured::{compare, random_text};

#[test]
fn lowering_to_branches_keeps_the_answers() {
    let mut n_compared = 0;
    for seed in 0..60 {
        n_compared += compare(&random_text(seed)).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    assert!(n_compared > 500, "{n_compared} operations were compared");
}
