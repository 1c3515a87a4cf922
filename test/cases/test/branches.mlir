// RUN: rmlir-opt %s --control-flow-sink
// RUN: rmlir-opt %s --remove-dead-values --mlir-print-op-generic

// Each region runs at most once, so what only one needs goes there.
func.func @sinks(%a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = test.region_if %a: i32 -> i32 then {
  ^bb0(%x: i32):
    test.region_if_yield %0 : i32
  } else {
  ^bb0(%x: i32):
    test.region_if_yield %x : i32
  } join {
  ^bb0(%x: i32):
    test.region_if_yield %1 : i32
  }
  %3 = arith.muli %a, %b : i32
  %4 = "test.any_cond"() ({
    test.region_if_yield %3 : i32
  }) : () -> i32
  %5 = arith.addi %2, %4 : i32
  return %5 : i32
}

// What is not needed is not passed, and the sizes of the groups say so.
func.func private @ignores(%a: i32, %b: i32) {
  "test.foo"(%b) : (i32) -> ()
  return
}

func.func @calls(%a: i32, %b: i32) {
  test.call_with_segments @ignores(%a : i32) (%a, %b : i32, i32) (%b : i32)
  return
}
