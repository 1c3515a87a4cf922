// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds))'

// Bounds are computed with integers of any size. The last turn of the loop is far from its first one.

func.func @far(%a: index) {
  %c1 = arith.constant 1 : index
  %least = arith.constant -9223372036854775808 : index
  %greatest = arith.constant 9223372036854775807 : index
  scf.for %i = %least to %greatest step %greatest {
    "test.compare"(%i, %greatest) {cmp = "LT"} : (index, index) -> ()
    "test.compare"(%i, %c1) {cmp = "LE"} : (index, index) -> ()
  }
  %0 = affine.min affine_map<()[s0] -> (s0, 9223372036854775807)>()[%a]
  "test.compare"(%0, %least) {cmp = "GE"} : (index, index) -> ()
  return
}
