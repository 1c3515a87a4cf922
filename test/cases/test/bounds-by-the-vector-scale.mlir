// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-affine-reify-value-bounds))' --allow-unregistered-dialect

// All operations that give the vector scale give the same number, and a remainder is less than the divisor.

func.func @scale(%n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c100 = arith.constant 100 : index
  %a = vector.vscale
  %b = vector.vscale
  %size = arith.muli %a, %c4 : index
  %sum = arith.addi %size, %b : index
  %rest = affine.apply affine_map<()[s0] -> (100 mod s0)>()[%size]
  %min = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%size, %n]
  %0 = "test.reify_bound"(%sum) {scalable, vscale_min = 1, vscale_max = 16} : (index) -> index
  %1 = "test.reify_bound"(%rest) {type = "UB", scalable, vscale_min = 1, vscale_max = 16} : (index) -> index
  %2 = "test.reify_bound"(%min) {type = "UB", scalable, vscale_min = 1, vscale_max = 16} : (index) -> index
  %3 = "test.reify_bound"(%size) {scalable, vscale_min = 2, vscale_max = 2} : (index) -> index
  "x"(%0, %1, %2, %3) : (index, index, index, index) -> ()
  return
}
