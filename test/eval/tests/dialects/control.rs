//! Branches, loops, calls, and the ends of executions.

use rmlir::interp::Limits;
use rmlir_test_eval::{outcome, run};

const FACTORIAL: &str = "func.func @f(%n: i64) -> i64 {
    %one = arith.constant 1 : i64
    %done = arith.cmpi sle, %n, %one : i64
    cf.cond_br %done, ^end(%one : i64), ^more
  ^more:
    %less = arith.subi %n, %one : i64
    %inner = func.call @f(%less) : (i64) -> i64
    %product = arith.muli %n, %inner : i64
    cf.br ^end(%product : i64)
  ^end(%result: i64):
    return %result : i64
  }";

#[test]
fn functions_call_themselves() {
    assert_eq!(run(FACTORIAL, &["10"]), "3628800");
}

#[test]
fn depth_and_steps_are_limited() {
    let ends = |limits: Limits| outcome(FACTORIAL, "f", &["100000"], &limits).map(|_| ()).unwrap_err();
    assert!(ends(Limits { depth: 50, ..Limits::default() }).contains("more than 50 calls are open"));
    assert!(ends(Limits { steps: 1000, ..Limits::default() }).contains("1000 are allowed"));
    assert!(ends(Limits { depth: 10_000, ..Limits::default() }).contains("called from here"));
}

#[test]
fn arguments_of_blocks_change_at_once() {
    let f = "func.func @f(%n: index) -> (index, index) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      cf.br ^head(%zero, %one, %zero : index, index, index)
    ^head(%a: index, %b: index, %i: index):
      %goes_on = arith.cmpi slt, %i, %n : index
      %next = arith.addi %i, %one : index
      cf.cond_br %goes_on, ^head(%b, %a, %next : index, index, index), ^end
    ^end:
      return %a, %b : index, index
    }";
    assert_eq!(run(f, &["3"]), "1 0");
    assert_eq!(run(f, &["4"]), "0 1");
}

#[test]
fn switches_find_their_case() {
    let f = "func.func @f(%flag: i8) -> i32 {
      %a = arith.constant 10 : i32
      %b = arith.constant 20 : i32
      %c = arith.constant 30 : i32
      cf.switch %flag : i8, [default: ^end(%a : i32), -1: ^end(%b : i32), 5: ^end(%c : i32)]
    ^end(%r: i32):
      return %r : i32
    }";
    assert_eq!(["-1", "5", "0"].map(|flag| run(f, &[flag])).join(" "), "20 30 10");
}

#[test]
fn what_cannot_be_decided_ends_the_run() {
    let f = "func.func @f(%c: i1) { cf.assert %c, \"wanted\" return }";
    assert!(run(f, &["false"]).contains("'cf.assert' fails: wanted"));
    assert!(run(f, &["poison"]).contains("needs a condition, which is poison"));
    assert_eq!(run(f, &["true"]), "");
}

#[test]
fn functions_are_values() {
    let f = "func.func @add(%a: i8, %b: i8) -> i8 { %r = arith.addi %a, %b : i8 return %r : i8 }
      func.func @sub(%a: i8, %b: i8) -> i8 { %r = arith.subi %a, %b : i8 return %r : i8 }
      func.func @f(%c: i1, %a: i8, %b: i8) -> i8 {
        %add = func.constant @add : (i8, i8) -> i8
        %sub = func.constant @sub : (i8, i8) -> i8
        %which = arith.select %c, %add, %sub : (i8, i8) -> i8
        %r = func.call_indirect %which(%a, %b) : (i8, i8) -> i8
        return %r : i8
      }";
    assert_eq!(run(f, &["true", "5", "3"]), "8");
    assert_eq!(run(f, &["false", "5", "3"]), "2");
}

#[test]
fn unknown_functions_are_recorded() -> Result<(), String> {
    let f = "func.func private @g(i8) -> i8
      func.func @f(%a: i8) -> i8 { %r = func.call @g(%a) : (i8) -> i8 %s = func.call @g(%r) : (i8) -> i8 return %s : i8 }";
    let (_, first) = outcome(f, "f", &["3"], &Limits::default())?;
    let (_, again) = outcome(f, "f", &["3"], &Limits::default())?;
    assert_eq!(first.calls.len(), 2);
    assert_eq!(first.calls[0].name, "g");
    assert_eq!(first, again);
    Ok(())
}

#[test]
fn an_operation_without_meaning_is_named() {
    let f = "func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
      %r = linalg.softmax dimension(0) ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    }";
    let said = run(f, &[]);
    assert!(said.contains("'linalg.softmax' op cannot be interpreted: it has no `eval`"), "{said}");
}

#[test]
fn loops_carry_values() {
    let f = "func.func @f(%n: index) -> (index, index) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %two = arith.constant 2 : index
      %a, %b = scf.for %i = %zero to %n step %two iter_args(%x = %zero, %y = %one) -> (index, index) {
        %sum = arith.addi %x, %i : index
        scf.yield %y, %sum : index, index
      }
      return %a, %b : index, index
    }";
    assert_eq!(run(f, &["0"]), "0 1");
    assert_eq!(run(f, &["5"]), "3 4");
}

#[test]
fn loops_may_not_count_beyond_the_largest_number() {
    let f = "func.func @f(%from: i8, %to: i8, %step: i8) -> i8 {
      %zero = arith.constant 0 : i8
      %one = arith.constant 1 : i8
      %n = scf.for %i = %from to %to step %step iter_args(%n = %zero) -> i8 : i8 {
        %more = arith.addi %n, %one : i8
        scf.yield %more : i8
      }
      return %n : i8
    }";
    assert_eq!(run(f, &["100", "120", "20"]), "1");
    // The induction variable of a lowered loop would wrap to the smallest integer.
    assert!(run(f, &["100", "127", "20"]).contains("counts beyond the largest number"));
    assert!(run(f, &["-128", "127", "127"]).contains("counts beyond the largest number"));
    assert!(run(f, &["0", "1", "0"]).contains("has a step of 0"));
}

#[test]
fn while_passes_other_values_than_it_takes() {
    let f = "func.func @f(%n: i32) -> i64 {
      %r = scf.while (%x = %n) : (i32) -> i64 {
        %ten = arith.constant 10 : i32
        %c = arith.cmpi slt, %x, %ten : i32
        %wide = arith.extsi %x : i32 to i64
        scf.condition(%c) %wide : i64
      } do {
      ^bb0(%y: i64):
        %two = arith.constant 2 : i64
        %z = arith.muli %y, %two : i64
        %narrow = arith.trunci %z : i64 to i32
        scf.yield %narrow : i32
      }
      return %r : i64
    }";
    assert_eq!(run(f, &["3"]), "12");
}

#[test]
fn conditionals_and_regions_give_values() {
    let f = "func.func @f(%c: i1, %i: index) -> (i32, i32, i32) {
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %a = scf.if %c -> i32 { scf.yield %one : i32 } else { scf.yield %two : i32 }
      %b = scf.index_switch %i -> i32 case 2 { scf.yield %one : i32 } default { scf.yield %two : i32 }
      %d = scf.execute_region -> i32 {
        cf.cond_br %c, ^x, ^y
      ^x:
        scf.yield %two : i32
      ^y:
        scf.yield %one : i32
      }
      return %a, %b, %d : i32, i32, i32
    }";
    assert_eq!(run(f, &["true", "2"]), "1 1 2");
    assert_eq!(run(f, &["false", "3"]), "2 2 1");
}

#[test]
fn parallel_loops_reduce_and_show_races() -> Result<(), String> {
    let f = "func.func @f(%n: index, %m: memref<1xindex>) -> index {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %sum = scf.parallel (%i, %j) = (%zero, %zero) to (%n, %n) step (%one, %one) init (%zero) -> index {
        memref.store %i, %m[%zero] : memref<1xindex>
        %product = arith.muli %i, %j : index
        scf.reduce(%product : index) {
        ^bb0(%x: index, %y: index):
          %s = arith.addi %x, %y : index
          scf.reduce.return %s : index
        }
      }
      return %sum : index
    }";
    let seeded = |seed| outcome(f, "f", &["5", "[0]"], &Limits { seed, ..Limits::default() });
    let (kinds, first) = seeded(0)?;
    assert_eq!(first.results[0].show(&kinds.function("f").expect("it is there").outputs[0]), "100");
    let lasts: Vec<_> =
        (0..8).map(|seed| seeded(seed).map(|(_, outcome)| outcome.arguments)).collect::<Result<_, _>>()?;
    assert!(lasts.iter().any(|last| *last != lasts[0]), "some order ends with another iteration");
    Ok(())
}
