//! A few of the trials.

use rmlir_ifconvert_compare::graphs::Drawn;
use rmlir_wfv_compare::kernels;
use rmlir_wfv_compare::trial::{Counts, try_seed};

#[test]
fn variants_of_random_functions_compute_the_same() {
    let mut counts = Counts::default();
    let drawn = Drawn { max_blocks: 14, backward: 25 };
    for seed in 0..40 {
        try_seed(seed, drawn, 4, 1, &mut counts).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    assert!(counts.irreducible > 0 && counts.divergent > counts.uniform / 2, "{counts:?}");
    assert_eq!(counts.uniform, counts.kept);
}

#[test]
fn variants_of_kernels_compute_the_same() {
    let tried = kernels::try_all(4, false).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(tried.kernels.len(), 16);
}
