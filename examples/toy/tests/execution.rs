//! Compiled programs print what the evaluator of the tests computes.

mod common;

use common::assert_prints_what_is_evaluated;
use common::generate::program;

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
    for seed in 0..300 {
        assert_prints_what_is_evaluated(&program(seed), seed % 2 == 0);
    }
}
