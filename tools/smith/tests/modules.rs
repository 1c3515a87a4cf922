//! Random modules are the same for the same options, and valid.
//!
//! `cargo run --release -p rmlir-smith -- --count 1000 --against-mlir-opt` compares many more, through the usual passes.

use std::time::Duration;

use clap::ValueEnum;
use rmlir_compare::command::find_llvm_program;
use rmlir_compare::run::{Outcome, Tool};
use rmlir_smith::against::modules;
use rmlir_smith::{Dialect, Feature, Form, Options, loop_module, module};

/// The number of modules passed to mlir-opt.
const FEW: u64 = 24;

#[test]
fn options_alone_decide() {
    let options = Options { seed: 7, ..Options::default() };
    assert_eq!(module(&options), module(&options));
    assert_ne!(module(&options), module(&Options { seed: 8, ..options.clone() }));
}

#[test]
fn only_chosen_dialects_are_used() {
    let options = Options { dialects: vec![Dialect::Scf], ..Options::default() };
    for (seed, text) in modules(&options, 40) {
        let others = ["cf.", "affine.", "memref.", "vector.", "math.", "index."];
        let found =
            others.iter().find(|prefix| text.lines().any(|line| line.trim_start().contains(&format!("= {prefix}"))));
        assert_eq!(found, None, "seed {seed}");
    }
}

#[test]
fn a_larger_size_gives_a_longer_text() {
    let length =
        |size| modules(&Options { size, ..Options::default() }, 10).iter().map(|(_, text)| text.len()).sum::<usize>();
    assert!(length(60) > 2 * length(15));
}

/// Skipped where mlir-opt is not installed.
#[test]
fn mlir_opt_takes_all() {
    let Ok(program) = find_llvm_program("mlir-opt") else { return };
    let tool = Tool { program, flags: vec!["--split-input-file".to_owned()], timeout: Duration::from_secs(120) };
    for allow_poison in [false, true] {
        let texts: Vec<String> =
            modules(&Options { allow_poison, ..Options::default() }, FEW).into_iter().map(|(_, text)| text).collect();
        let outcome = tool.run(texts.join("// -----\n")).expect("the program starts");
        assert!(matches!(outcome, Outcome::Accepted { .. }), "{outcome:?}");
    }
}

/// Accepted modules also satisfy upstream's verifier: the layouts of views are the inferred ones.
#[test]
fn mlir_opt_takes_all_features() {
    let Ok(program) = find_llvm_program("mlir-opt") else { return };
    let tool = Tool { program, flags: vec!["--split-input-file".to_owned()], timeout: Duration::from_secs(120) };
    let features = Feature::value_variants().iter().map(|&feature| {
        let options = Options { features: vec![feature, Feature::Views], n_functions: 2, ..Options::default() };
        (format!("{feature:?}"), modules(&options, FEW / 4))
    });
    let loops = (0..FEW).map(|seed| (seed, loop_module(seed, &Form::ALL))).collect();
    for (name, modules) in features.chain([("loops".to_owned(), loops)]) {
        let texts: Vec<String> = modules.into_iter().map(|(_, text)| text).collect();
        let outcome = tool.run(texts.join("// -----\n")).expect("the program starts");
        assert!(matches!(outcome, Outcome::Accepted { .. }), "{name}: {outcome:?}");
    }
}
