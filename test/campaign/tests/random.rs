//! Random modules are valid and executable, sequences consist of existing passes, and workers return the results of
//! trials.

use std::path::PathBuf;
use std::process::Command;

use rmlir_campaign::random::{loop_passes, loop_text};
use rmlir_campaign::sequences::{Sequence, choices};
use rmlir_campaign::sets::{SETS, module};
use rmlir_campaign::trial::{Ending, Module, context, run};
use rmlir_semantics::Settings;
use rmlir_test_opt::registry;

/// Modules of each set.
const FEW: u64 = 2;

fn settings() -> Settings {
    Settings { n_runs: 2, ..Settings::default() }
}

#[test]
fn modules_of_all_sets_are_right() {
    let registry = registry();
    let mut wrong = Vec::new();
    for set in &SETS {
        for seed in 0..FEW {
            let cx = context(&registry);
            let made = Module::new(&cx, &module(set, seed, 20), settings());
            wrong.extend(made.err().map(|said| format!("{} {seed}: {said}", set.name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The function of a loop is executed: it has no undefined behaviour, and terminates.
#[test]
fn loops_are_right_and_run() {
    let registry = registry();
    for passes in loop_passes() {
        for seed in 0..4 * FEW {
            let text = loop_text(seed, &passes);
            let ending = run(&registry, &text, "cse", settings());
            assert_eq!(ending, Ending::Same(1), "{} {seed}", passes.name);
        }
    }
}

/// Each entry of a table is a pipeline that can be run on a module, with options that the passes have.
#[test]
fn all_choices_can_be_run() {
    let registry = registry();
    for choice in choices() {
        let ending = run(&registry, "func.func @f() { return }", choice, settings());
        assert!(matches!(ending, Ending::Same(_)), "{choice}: {ending:?}");
    }
}

#[test]
fn a_sequence_is_read_as_it_was_written() {
    for seed in 0..100 {
        let text = Sequence::draw(seed).to_string();
        let read = Sequence::read(&text);
        assert_eq!(read.to_string(), text);
        assert!(read.0.len() >= 3, "{text}");
    }
}

/// A panic of a pass is a result, and does not end the program.
#[test]
fn a_panic_is_counted() {
    let text = "func.func @f(%a: i32) -> i32 {
      %0 = arith.muli %a, %a : i32
      %1 = arith.xori %0, %a : i32
      return %1 : i32
    }";
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("panics.mlir");
    std::fs::write(&path, text).expect("the folder for tests is there");
    let one = |pipeline: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rmlir-campaign"));
        let output = command.arg("one").arg(&path).arg(pipeline).output().expect("the program is there");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(one("canonicalize").starts_with("same"));
    let said = one("func.func(test-planted-mistake)");
    assert!(said.starts_with("panic: ") && said.contains("planted: a product"), "{said}");
    let said = one("func.func(test-planted-mistake{breaks-ir})");
    assert!(said.starts_with("break: "), "{said}");
}
