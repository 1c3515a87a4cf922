// RUN: rmlir-opt %s --loop-invariant-code-motion

// Out of loops that may not run goes only what may run whenever it likes.
func.func @loops(%x: i32, %lb: index, %ub: index, %step: index) {
  %c1 = arith.constant 1 : i32
  scf.for %i = %lb to %ub step %step {
    %0 = "test.always_speculatable_op"() : () -> i32
    %1 = "test.never_speculatable_op"() : () -> i32
    %2 = "test.conditionally_speculatable_op"(%c1) : (i32) -> i32
    %3 = "test.conditionally_speculatable_op"(%x) : (i32) -> i32
    %4 = "test.recursively_speculatable_op"() ({
      %6 = "test.always_speculatable_op"() : () -> i32
      test.region_yield %6 : i32
    }) : () -> i32
    %5 = "test.recursively_speculatable_op"() ({
      %6 = "test.never_speculatable_op"() : () -> i32
      test.region_yield %6 : i32
    }) : () -> i32
  }
  return
}

// A graph is a loop that all may leave that needs nothing in it.
func.func @graph() {
  test.graph_loop {
    %0 = "test.always_speculatable_op"() : () -> i32
    test.region_yield %0 : i32
  } : () -> ()
  return
}
