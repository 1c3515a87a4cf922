//! Convergence control tokens: texts that LLVM's verifier accepts are accepted here, and the results do not depend on
//! tokens.

use std::process::Command;

use rmlir_uniformity_compare::tokens::{Outcome, compare, random_text};

#[test]
fn the_rules_are_those_of_llvm() {
    if Command::new("opt-22").arg("--version").output().is_err() {
        return;
    }
    let mut n_kept = 0;
    for seed in 0..40 {
        let outcome = compare(&random_text(seed)).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
        n_kept += u64::from(outcome == Outcome::Kept);
    }
    assert!((4..36).contains(&n_kept), "{n_kept} of 40 keep to the rules");
}
