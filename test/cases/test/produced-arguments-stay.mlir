// RUN: rmlir-opt %s --pass-pipeline="builtin.module(func.func(canonicalize{region-simplify=aggressive}))"

// Of the two arguments the branch makes the first one itself; the second is the same from everywhere.
func.func @same(%condition: i1, %a: i32) -> i32 {
  cf.cond_br %condition, ^one, ^other
^one:
  "test.internal_br"(%a)[^end, ^both] {operandSegmentSizes = array<i32: 0, 1>} : (i32) -> ()
^other:
  "test.internal_br"(%a)[^both_too, ^both] {operandSegmentSizes = array<i32: 0, 1>} : (i32) -> ()
^end:
  return %a : i32
^both_too:
  %c1 = arith.constant 1 : i32
  return %c1 : i32
^both(%made: i32, %passed: i32):
  %0 = arith.addi %made, %passed : i32
  return %0 : i32
}
