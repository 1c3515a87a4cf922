// A slice or a pad that takes the place of a cast is undefined where the cast is; so the cast stays in a loop that may have
// no iterations, unless it is known to fit.
// RUN: rmlir-opt %s --canonicalize --verify-semantics=50
// RUN: rmlir-opt %s --loop-invariant-code-motion --verify-semantics=50

func.func @slice(%t: tensor<?x16xf32>, %i: index) -> tensor<4x16xf32> {
  %0 = tensor.extract_slice %t[0, 0] [%i, 16] [1, 1] : tensor<?x16xf32> to tensor<?x16xf32>
  %1 = tensor.cast %0 : tensor<?x16xf32> to tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
func.func @unused(%t: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %t[0] [%i] [1] : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<3xf32>
  return %t : tensor<?xf32>
}
func.func @loop(%t: tensor<?xf32>, %n: index, %e: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = arith.andi %n, %c3 : index
  %r = scf.for %i = %m to %c3 step %c1 iter_args(%a = %e) -> tensor<4xf32> {
    %0 = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @loop_of_unranked(%t: tensor<*xf32>, %n: index, %e: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = arith.andi %n, %c3 : index
  %r = scf.for %i = %m to %c3 step %c1 iter_args(%a = %e) -> tensor<?x2xf32> {
    %0 = tensor.cast %t : tensor<*xf32> to tensor<?x2xf32>
    scf.yield %0 : tensor<?x2xf32>
  }
  return %r : tensor<?x2xf32>
}
func.func @loop_of_what_fits(%t: tensor<4x?xf32>, %n: index, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %n to %c1 step %c1 iter_args(%a = %e) -> tensor<?x?xf32> {
    %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
    scf.yield %0 : tensor<?x?xf32>
  }
  return %r : tensor<?x?xf32>
}
func.func @condition(%t: tensor<?xf32>, %c: i1, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.if %c -> tensor<4xf32> {
    %0 = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    scf.yield %e : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
