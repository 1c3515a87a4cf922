//! What the tests share: the dialects, and functions that the emulator and the interpreter execute.

use rmlir::core::Context;
use rmlir::core::dialect::Dialect;
use rmlir::interp::compare::{Verdict, refines};
use rmlir::interp::{Data, Kind, Limits, Outcome, Program, Settings};
use rmlir::text::parse::parse_verified;
use rmlir_hexagon_codegen::run::{self, Tools};
use rmlir_hexagon_codegen::{Options, assembly};

/// A context with the dialects that are compiled.
pub fn context() -> Context {
    let dialects = [
        rmlir_builtin::Builtin::DEF,
        rmlir_func::Func::DEF,
        rmlir_arith::Arith::DEF,
        rmlir_cf::Cf::DEF,
        rmlir_math::Math::DEF,
        rmlir_scf::Scf::DEF,
        rmlir_memref::MemRef::DEF,
    ];
    rmlir::text::context(dialects.into_iter().collect())
}

/// Executes all public functions of a module with arguments of `draw` and compares them with the interpreter; returns the
/// number of executions that were compared: what is undefined is not.
pub fn compare(tools: &Tools, source: &str, n_inputs: usize, draw: &mut dyn FnMut(&Kind) -> Data) -> usize {
    let cx = context();
    let module = parse_verified(&cx, "test.mlir", source).expect("the module is right");
    let code = assembly(&module, Options::default()).expect("there are instructions");
    let program = Program::compile(&module, Settings::default()).expect("it can be interpreted");
    let names: Vec<&str> = code.pipelined.iter().map(|(name, _)| name.as_str()).collect();
    let mut calls = run::Program::default();
    let mut wanted = Vec::new();
    for &name in &names {
        let function = program.function(name).expect("it is there");
        for _ in 0..n_inputs {
            let args: Vec<Data> = function.inputs.iter().map(&mut *draw).collect();
            let Ok(outcome) = program.run(name, &args, &Limits::default()) else { continue };
            calls.call(name, &function.inputs, &function.outputs, &args).expect("the kinds are known");
            wanted.push((name, args, outcome));
        }
    }
    let n_compared = wanted.len();
    let found = calls.run(tools, &code.text).expect("it runs");
    for ((name, args, outcome), (results, arguments)) in wanted.into_iter().zip(found) {
        let signature = program.function(name).expect("it is there").signature();
        let found = Outcome { results, arguments, ..outcome.clone() };
        let verdict = refines(&signature, &Ok(outcome), &Ok(found));
        assert!(matches!(verdict, Verdict::Refines), "{name}({args:x?}): {verdict:?}");
    }
    n_compared
}
