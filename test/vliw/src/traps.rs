//! Operations that a machine cannot execute end the simulation.

use rmlir::interp::{Limits, Program, Settings};
use rmlir::text::parse::parse_verified;

use crate::trial::context;

/// The result of a function of `traps.mlir`, or the reason why its execution ends.
fn run(entry: &str) -> Result<String, String> {
    let cx = context();
    let module = parse_verified(&cx, "traps.mlir", include_str!("../traps.mlir")).expect("the code is right");
    let program = Program::compile_entry(&module, entry, Settings::default()).expect("the code can run");
    let outcome = program.run(entry, &[], &Limits::default()).map_err(|trap| trap.to_string())?;
    Ok(outcome.results[0].show(&program.function(entry).expect("the entry was compiled").outputs[0]))
}

#[test]
fn a_register_must_not_be_read_too_early() {
    let trap = run("early").unwrap_err();
    assert!(trap.contains("reads a register in cycle 1 that is written until cycle 2"), "{trap}");
}

#[test]
fn a_unit_must_not_be_taken_twice() {
    let trap = run("twice").unwrap_err();
    assert!(trap.contains("takes unit 'slow.0', which is taken in cycle 1"), "{trap}");
}

#[test]
fn a_dismissible_load_ignores_what_is_not_there() {
    assert_eq!(run("dismissed"), Ok("7".to_owned()));
}

#[test]
fn exact_writes_leave_what_was_there() {
    assert_eq!(run("exact"), Ok("5".to_owned()));
}

#[test]
fn half_of_a_pair_holds_nothing_in_particular() {
    assert_eq!(run("pair"), Ok("5".to_owned()));
    assert_eq!(run("pair_overwritten"), Ok("poison".to_owned()));
    assert_eq!(run("half_read"), Ok("poison".to_owned()));
}
