// RUN: rmlir-opt %s --canonicalize --debug-patterns

// The select is of no form that a pattern knows; the addition of two constants is folded, which is no pattern.
func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  %one = arith.constant 1 : i32
  %0 = arith.addi %a, %one : i32
  %1 = arith.addi %0, %one : i32
  %2 = arith.select %c, %1, %b : i32
  return %2 : i32
}
