// RUN: rmlir-opt %s --scf-for-loop-canonicalization

// A slice that is put into a tensor does not change its size, in inner loops as in outer ones.
func.func @slices(%t: tensor<?xf32>, %s: tensor<4xf32>, %lb: index, %ub: index, %step: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%x = %t, %n = %c0) -> (tensor<?xf32>, index) {
    %inner = scf.for %j = %lb to %ub step %step iter_args(%y = %x) -> (tensor<?xf32>) {
      %1 = tensor.insert_slice %s into %y[%j] [4] [1] : tensor<4xf32> into tensor<?xf32>
      scf.yield %1 : tensor<?xf32>
    }
    %2 = tensor.dim %x, %c0 : tensor<?xf32>
    %3 = arith.addi %n, %2 : index
    scf.yield %inner, %3 : tensor<?xf32>, index
  }
  %4 = tensor.dim %r#0, %c0 : tensor<?xf32>
  return %4, %r#1 : index, index
}

// This loop swaps two tensors, whose sizes may differ.
func.func @swapped(%t: tensor<?xf32>, %u: tensor<?xf32>, %lb: index, %ub: index, %step: index) -> index {
  %c0 = arith.constant 0 : index
  %r:2 = scf.for %i = %lb to %ub step %step iter_args(%x = %t, %y = %u) -> (tensor<?xf32>, tensor<?xf32>) {
    scf.yield %y, %x : tensor<?xf32>, tensor<?xf32>
  }
  %n = tensor.dim %r#0, %c0 : tensor<?xf32>
  return %n : index
}
