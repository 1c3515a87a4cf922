// RUN: rmlir-opt %s --loop-invariant-code-motion

// An index may be beyond the tensor, and the loop may have no iterations.
func.func @loop(%values: tensor<1x4x2xf32>, %indices: tensor<1x3xi32>, %init: tensor<1x3x2xf32>, %n: index) -> tensor<1x3x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %init) -> tensor<1x3x2xf32> {
    %1 = tosa.gather %values, %indices : (tensor<1x4x2xf32>, tensor<1x3xi32>) -> tensor<1x3x2xf32>
    scf.yield %1 : tensor<1x3x2xf32>
  }
  return %0 : tensor<1x3x2xf32>
}
