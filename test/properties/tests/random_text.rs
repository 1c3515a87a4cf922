//! Random text, mostly invalid: there is a result or a diagnostic, never a panic.

use std::path::Path;

use rmlir::core::opdef::{OpDef, OpFormat};
use rmlir_properties::mutate::mutate_roughly;
use rmlir_properties::numbers::Numbers;
use rmlir_properties::{case_texts, entries, n_cases, program};

/// The default number of cases of each test.
const FEW: u64 = 700;

/// The exit code of a run that panicked.
const PANICKED: u8 = 101;

/// The case files and some modules, as initial texts.
fn texts() -> Vec<String> {
    let cases = case_texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases"));
    cases.into_iter().chain((0..10).map(program::module)).collect()
}

#[test]
fn reading_ends_in_ir_or_diagnostics() {
    let texts = texts();
    for seed in 0..n_cases(FEW) {
        let mut numbers = Numbers::new(seed);
        let start: &String = numbers.one_of(&texts);
        let text = mutate_roughly(start, &[], &mut numbers);
        let flags: &[&str] = if seed % 4 == 0 { &["--canonicalize", "--cse"] } else { &[] };
        let ran = entries::run(&text, flags);
        assert!(ran.code != PANICKED, "seed {seed}:\n{text}");
        assert!(ran.code == 0 || !ran.stderr.is_empty(), "seed {seed} fails without a word:\n{text}");
    }
}

#[test]
fn formats_compile_or_are_refused() {
    let registry = entries::registry();
    let ops = registry.dialects.dialects().iter().flat_map(|dialect| dialect.ops.iter().copied());
    let formats: Vec<(&'static OpDef, &str)> = ops
        .filter_map(|op| match op.format {
            OpFormat::Spec(format) => Some((op, format.text)),
            _ => None,
        })
        .collect();
    for seed in 0..n_cases(FEW) {
        let mut numbers = Numbers::new(seed);
        let (op, spec) = *numbers.one_of(&formats);
        let spec = mutate_roughly(spec, &[], &mut numbers);
        let _ = entries::compile_op_format(op, &spec);
        let _ = entries::compile_format(&spec);
    }
}

#[test]
fn pipelines_that_are_read_print_as_themselves() {
    const PIPELINES: [&str; 4] = [
        "builtin.module(func.func(cse, canonicalize{max-iterations=3 top-down=false}), symbol-dce)",
        "any(cse, any(sccp))",
        "builtin.module(canonicalize{enable-patterns=a,b,\"c d\" test-convergence})",
        "func.func(test-mark{name='a b' value=-7},test-erase-unused)",
    ];
    for seed in 0..n_cases(FEW) {
        let mut numbers = Numbers::new(seed);
        let text = mutate_roughly(PIPELINES[numbers.below(PIPELINES.len())], &[], &mut numbers);
        let Some(printed) = entries::read_pipeline(&text) else { continue };
        assert_eq!(entries::read_pipeline(&printed).as_ref(), Some(&printed), "seed {seed}: {text}");
    }
}

#[test]
fn a_seed_always_gives_the_same_change() {
    let change = |seed| mutate_roughly("func.func @f() { return }", &["module {}"], &mut Numbers::new(seed));
    assert_eq!(change(3), change(3));
}
