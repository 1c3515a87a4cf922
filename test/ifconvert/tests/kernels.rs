//! Loops with conditionals, early exits and nests.

use rmlir_ifconvert_compare::kernels::{LOOPS, try_file};

#[test]
fn loops_become_straight_code_and_compute_the_same() {
    let tried = try_file(LOOPS).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(tried.kernels.len() >= 20, "{tried:?}");
}
