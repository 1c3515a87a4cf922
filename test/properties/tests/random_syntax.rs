//! The parser accepts exactly the language of the reference grammar, apart from semantic errors.
//!
//! `cargo run --release -p rmlir-properties -- syntax 1000000` tests many more texts.

use std::path::Path;

use rmlir_properties::numbers::Numbers;
use rmlir_properties::syntax::{Texts, compare};
use rmlir_properties::{case_texts, n_cases};

/// The default number of cases.
const FEW: u64 = 3000;

fn texts() -> Texts {
    Texts::new(&case_texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases")))
}

#[test]
fn what_is_right_is_of_the_grammar() {
    for (part, text) in texts().right {
        let judged = compare(part, &text).unwrap_or_else(|differ| panic!("{differ}\n{text}"));
        assert!(judged, "has a wrong meaning: {text}");
    }
}

#[test]
fn what_is_changed_is_judged_alike() {
    let texts = texts();
    let mut n_judged = 0;
    for seed in 0..n_cases(FEW) {
        let (part, text) = texts.changed(&mut Numbers::new(seed));
        let judged = compare(part, &text).unwrap_or_else(|differ| panic!("seed {seed}: {differ}\n{text}"));
        n_judged += u64::from(judged);
    }
    assert!(n_judged * 2 > n_cases(FEW), "only {n_judged} cases told something");
}
