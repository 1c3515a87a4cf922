//! Compiled programs print what the evaluator of the tests computes, and wrong ones get located errors.

mod common;

use common::assert_prints_what_is_evaluated;
use common::generate::{damaged, program};
use toy::{Emit, compile};

#[test]
fn sample_programs_print_what_they_should() {
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/programs")).expect("the folder exists") {
        let path = entry.expect("the folder is readable").path();
        let text = std::fs::read_to_string(&path).expect("programs are texts");
        [false, true].into_iter().for_each(|optimize| assert_prints_what_is_evaluated(&text, optimize));
    }
}

#[test]
fn random_programs_print_what_they_should() {
    for seed in 0..120 {
        assert_prints_what_is_evaluated(&program(seed), seed % 2 == 0);
    }
}

#[test]
fn damaged_programs_get_located_errors() {
    let mut n_errors = 0;
    for seed in 0..400 {
        let text = damaged(seed);
        if let Err(errors) = compile("input.toy", &text, Emit::Jit, seed % 2 == 0) {
            let is_located = errors.starts_with("input.toy:") && errors.contains(": error: ");
            assert!(is_located, "{errors}\n{text}");
            n_errors += 1;
        }
    }
    assert!(n_errors > 200, "most programs are wrong");
}
