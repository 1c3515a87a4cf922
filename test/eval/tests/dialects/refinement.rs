//! Refinement between executions.

use rmlir::interp::compare::{Verdict, refines};
use rmlir::interp::{Data, Limits};
use rmlir_test_eval::program;

/// Whether the body `after` refines `before`, for these arguments.
fn verdict(before: &str, after: &str, args: &[Data]) -> Result<Verdict, String> {
    let function = |body: &str| {
        format!(
            "func.func private @g(i8)
             func.func @f(%a: i8, %x: f32, %m: memref<2xi8>) -> (i8, f32) {{
               %zero = arith.constant 0 : index
               %one = arith.constant 1 : i8
               {body}
             }}"
        )
    };
    let [before, after] = [before, after].map(|body| program(&function(body), "f"));
    let (before, after) = (before?, after?);
    let runs = [&before, &after].map(|program| program.run("f", args, &Limits::default()));
    let signature = before.function("f").expect("the entry was compiled").signature();
    Ok(refines(&signature, &runs[0], &runs[1]))
}

fn args() -> [Data; 3] {
    let memref = Data::MemRef { sizes: vec![2], elements: vec![Data::int(8, 5), Data::Poison] };
    [Data::int(8, 100), Data::Bits(0x7fc0_0001), memref]
}

#[test]
fn poison_may_become_anything() -> Result<(), String> {
    let poison = "%r = arith.addi %a, %a overflow<nsw> : i8 return %r, %x : i8, f32";
    let number = "return %a, %x : i8, f32";
    assert_eq!(verdict(poison, number, &args())?, Verdict::Refines);
    let other = verdict(number, poison, &args())?;
    assert_eq!(other, Verdict::Differs("result 0 is poison, not 100".to_owned()));
    Ok(())
}

#[test]
fn nans_are_alike_and_numbers_are_not() -> Result<(), String> {
    let nan = "%y = arith.addf %x, %x : f32 return %a, %y : i8, f32";
    assert_eq!(verdict("return %a, %x : i8, f32", nan, &args())?, Verdict::Refines);
    let number = "%y = arith.constant 0.0 : f32 return %a, %y : i8, f32";
    assert!(matches!(verdict(nan, number, &args())?, Verdict::Differs(_)));
    Ok(())
}

#[test]
fn undefined_behaviour_may_become_anything_but_does_not_come_up() -> Result<(), String> {
    let bad = "%z = arith.subi %a, %a : i8 %r = arith.divui %a, %z : i8 return %a, %x : i8, f32";
    let good = "return %one, %x : i8, f32";
    assert_eq!(verdict(bad, good, &args())?, Verdict::Refines);
    assert!(matches!(verdict(good, bad, &args())?, Verdict::Differs(_)));
    Ok(())
}

#[test]
fn memory_of_the_caller_counts() -> Result<(), String> {
    let kept = "return %a, %x : i8, f32";
    let stored = "memref.store %one, %m[%zero] : memref<2xi8> return %a, %x : i8, f32";
    let difference = "argument 2 is [1, poison], not [5, poison]".to_owned();
    assert_eq!(verdict(kept, stored, &args())?, Verdict::Differs(difference));
    let own = "%o = memref.alloca() : memref<2xi8> memref.store %one, %o[%zero] : memref<2xi8> return %a, %x : i8, f32";
    assert_eq!(verdict(kept, own, &args())?, Verdict::Refines);
    Ok(())
}

#[test]
fn calls_stay_in_order() -> Result<(), String> {
    let once = "func.call @g(%a) : (i8) -> () return %a, %x : i8, f32";
    let twice = "func.call @g(%a) : (i8) -> () func.call @g(%one) : (i8) -> () return %a, %x : i8, f32";
    let other = "func.call @g(%one) : (i8) -> () return %a, %x : i8, f32";
    assert_eq!(verdict(once, once, &args())?, Verdict::Refines);
    assert!(matches!(verdict(once, twice, &args())?, Verdict::Differs(_)));
    assert!(matches!(verdict(twice, once, &args())?, Verdict::Differs(_)));
    assert!(matches!(verdict(once, other, &args())?, Verdict::Differs(_)));
    Ok(())
}

#[test]
fn a_failed_assertion_has_to_stay() -> Result<(), String> {
    let stops = "%c = arith.cmpi eq, %a, %one : i8 cf.assert %c, \"no\" return %a, %x : i8, f32";
    let goes_on = "return %a, %x : i8, f32";
    assert!(matches!(verdict(stops, goes_on, &args())?, Verdict::Differs(_)));
    assert_eq!(verdict(stops, stops, &args())?, Verdict::Refines);
    Ok(())
}
