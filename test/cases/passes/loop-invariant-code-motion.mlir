// RUN: rmlir-opt %s --loop-invariant-code-motion

func.func @f(%n: index, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (i32) {
    %1 = arith.muli %a, %b : i32
    %2 = arith.divsi %a, %b : i32
    %3 = arith.addi %1, %s : i32
    %4 = arith.addi %2, %3 : i32
    scf.yield %4 : i32
  }
  return %0 : i32
}
