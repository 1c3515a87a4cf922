//! Snapshots of what the passes print, and executions before and after them.

use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir::{Registry, Session};

fn session() -> Session {
    let mut registry = Registry::everything();
    crate::register(&mut registry);
    Session::with(registry)
}

/// The text after the pipeline, or that of the errors.
fn run(text: &str, pipeline: &str) -> String {
    let session = session();
    let ran = session.parse("test.mlir", text).and_then(|mut module| {
        session.run(&mut module, pipeline)?;
        Ok(session.print(&module))
    });
    ran.unwrap_or_else(|errors| session.render(&errors))
}

/// The results of `@f`.
fn results(text: &str, arguments: &[Data]) -> Vec<Data> {
    let session = session();
    let module = session.parse("test.mlir", text).unwrap_or_else(|errors| panic!("{}", session.render(&errors)));
    let program = Program::compile(&module, Settings::default()).expect("every operation can be executed");
    program.run("f", arguments, &Limits::default()).expect("the execution succeeds").results
}

/// A pair is an argument of a function and of a block, an operand of a call and of a branch, and a member of a pair.
const PAIRS: &str = "
func.func private @swap(%p: !pair.of<i32, i32>) -> !pair.of<i32, i32> {
  %a = pair.first %p : !pair.of<i32, i32>
  %b = pair.second %p : !pair.of<i32, i32>
  %q = pair.make %b, %a : !pair.of<i32, i32>
  return %q : !pair.of<i32, i32>
}
func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  %p = pair.make %x, %y : !pair.of<i32, i32>
  %n = pair.make %p, %y : !pair.of<!pair.of<i32, i32>, i32>
  cf.cond_br %c, ^swap, ^end(%n : !pair.of<!pair.of<i32, i32>, i32>)
^swap:
  %q = call @swap(%p) : (!pair.of<i32, i32>) -> !pair.of<i32, i32>
  %m = pair.make %q, %x : !pair.of<!pair.of<i32, i32>, i32>
  cf.br ^end(%m : !pair.of<!pair.of<i32, i32>, i32>)
^end(%r: !pair.of<!pair.of<i32, i32>, i32>):
  %s = pair.first %r : !pair.of<!pair.of<i32, i32>, i32>
  %a = pair.first %s : !pair.of<i32, i32>
  %b = pair.second %r : !pair.of<!pair.of<i32, i32>, i32>
  %d = arith.subi %a, %b : i32
  return %d : i32
}";

#[test]
fn pairs_become_their_values() {
    insta::assert_snapshot!(run(PAIRS, "builtin.module(pairs-to-values)"));
}

#[test]
fn functions_of_pairs_compute_the_same_after_the_conversion() {
    let converted = run(PAIRS, "builtin.module(pairs-to-values)");
    for (flag, difference) in [(0, 3), (1, -3)] {
        let arguments = [Data::int(1, flag), Data::int(32, 20), Data::int(32, 17)];
        assert_eq!(results(PAIRS, &arguments), [Data::int(32, difference)]);
        assert_eq!(results(&converted, &arguments), [Data::int(32, difference)]);
    }
}

/// One loop-carried value is even in every iteration; the other one is even and odd in alternation.
const LOOP: &str = "
func.func @f(%n: index, %x: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %six = arith.constant 6 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%even = %zero, %other = %zero) -> (i32, i32) {
    %product = arith.muli %x, %six : i32
    %1 = arith.addi %even, %product : i32
    %2 = arith.addi %other, %one : i32
    scf.yield %1, %2 : i32, i32
  }
  %odd = arith.addi %0#0, %one : i32
  %3 = arith.andi %0#0, %one : i32
  %4 = arith.andi %0#1, %one : i32
  %5 = arith.andi %odd, %one : i32
  return %3, %4, %5 : i32, i32, i32
}";

#[test]
fn bits_of_integers_with_a_parity_are_constants() {
    insta::assert_snapshot!(run(LOOP, "builtin.module(func.func(fold-parity))"));
}

#[test]
fn folding_by_parity_keeps_what_is_computed() {
    let folded = run(LOOP, "builtin.module(func.func(fold-parity))");
    for n in 0..4 {
        let arguments = [Data::int(64, n), Data::int(32, 5)];
        assert_eq!(results(LOOP, &arguments), results(&folded, &arguments), "{n} iterations");
    }
}

#[test]
fn scaling_is_executed_and_expanded() {
    let text = "func.func @f(%a: i64) -> i64 { %r = toy.scale %a by 3 <exact> : i64 return %r : i64 }";
    assert_eq!(results(text, &[Data::int(64, 100)]), [Data::int(64, 300)]);
    let expanded = run(text, "builtin.module(toy-expand-scale)");
    insta::assert_snapshot!(expanded);
    assert_eq!(results(&expanded, &[Data::int(64, 100)]), [Data::int(64, 300)]);
}

#[test]
fn the_members_of_a_pair_are_verified() {
    let text = "func.func @f(%a: i32) {
      %p = \"pair.make\"(%a, %a) : (i32, i32) -> !pair.of<i32, i64>
      return
    }";
    insta::assert_snapshot!(run(text, "builtin.module(canonicalize)"));
}

/// An operation of a dialect is lowered to a loop, and that to VLIW bundles, to vector lanes, and to parallel vectors.
#[test]
fn a_map_goes_all_ways() {
    const WAYS: [(&str, &str); 4] = [
        ("", "interpreter"),
        (",inline,func.func(convert-scf-to-cf,if-convert,canonicalize),vliw-pipeline{machine=gp4}", "interpreter"),
        (",wfv", "jit"),
        (
            ",inline,func.func(canonicalize,raise-scf-to-affine,affine-raise-from-memref,affine-pluto{parallel cost=false},\
             affine-super-vectorize{virtual-vector-size=4})",
            "jit",
        ),
    ];
    let computed = WAYS.map(|(way, engine)| {
        let lowered = run(include_str!("../tour.mlir"), &format!("builtin.module(func.func(toy-map-to-scf){way})"));
        let arguments =
            ["-", "--entry", "bend_all", "--args", "random:100", "zeros:100", "--print-arguments", "--engine"];
        let arguments: Vec<String> = arguments.into_iter().chain([engine]).map(str::to_owned).collect();
        let ran = rmlir::run::run(&Registry::everything(), &arguments, lowered.as_bytes());
        assert_eq!(ran.code, 0, "{way}: {}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).into_owned()
    });
    assert!(computed[0].contains("argument 1: ["), "{}", computed[0]);
    for (other, (way, _)) in computed.iter().zip(WAYS) {
        assert_eq!(*other, computed[0], "{way}");
    }
}
